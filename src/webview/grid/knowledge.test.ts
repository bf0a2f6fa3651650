import assert from 'node:assert/strict';
import { createKnowledge } from './knowledge.ts';
import type { Knowledge } from './knowledge.ts';
import { begun } from './results.ts';
import type { Results } from './results.ts';

const entity = { partitionKey: 'p', rowKey: 'order_1', properties: [] };

/** Rows that were read to the end. */
const WHOLE: Results = {
  ...begun(1, '', undefined),
  entities: [entity],
  more: false,
  running: false,
  requests: 3,
};

function namesIn(knowledge: Knowledge): string[] {
  return knowledge.properties([]).map(({ name }) => name);
}

describe('what is known of a table', () => {
  it('names hidden columns and what the source names, each once', () => {
    const knowledge = createKnowledge(new Map(), [{ name: 'Hidden', width: 100, hidden: true }]);
    knowledge.learn({
      kind: 'named',
      properties: [
        { name: 'Price', types: ['Double'] },
        { name: 'Hidden', types: ['Int32'] },
      ],
    });
    assert.deepEqual(namesIn(knowledge), ['PartitionKey', 'RowKey', 'Timestamp', 'Price', 'Hidden']);
    assert.deepEqual(knowledge.properties([]).at(-1)?.types, ['Int32']);
  });

  it('has RowKeys of the sidebar and of rows that were here before', () => {
    const knowledge = createKnowledge(new Map(), []);
    knowledge.learn({ kind: 'listed', listed: { partitions: [], isAll: false, rowKeys: ['item_1'] } });
    knowledge.learnRows([entity]);
    assert.deepEqual(knowledge.rowKeys(), ['item_1', 'order_1']);
  });

  it('has the whole table where all of it is here, and nothing was left out', () => {
    const of = (results: Partial<Results>): boolean[] => {
      const known = createKnowledge(new Map(), []).forVerdict('', { ...WHOLE, ...results });
      return [known.isWhole, known.isComplete];
    };
    assert.deepEqual(of({}), [true, true]);
    assert.deepEqual(of({ select: ['A'] }), [true, false]);
    for (const part of [{ more: true }, { before: 1 }, { running: true }, { filter: "RowKey eq 'a'" }]) {
      assert.deepEqual(of(part), [false, false]);
    }
  });

  it('counts what it takes to come as far for the very filter that has more, without what failed or was read again', () => {
    const knowledge = createKnowledge(new Map(), []);
    const part = { ...WHOLE, filter: 'A eq 1', more: true, requests: 9, failed: 1, answers: 2 };
    assert.equal(knowledge.forVerdict(' A eq 1 ', part).sent, 2);
    assert.equal(knowledge.forVerdict('A eq 2', part).sent, undefined);
    assert.equal(knowledge.forVerdict('A eq 1', { ...part, more: false }).sent, undefined);
    // the end is known also after one went back from it
    assert.equal(knowledge.forVerdict('A eq 1', { ...part, toEnd: 7 }).toEnd, 7);
    assert.equal(knowledge.forVerdict('A eq 2', { ...part, toEnd: 7 }).toEnd, undefined);
  });

  it('has the keys that a signature shows alone, as long as it does', () => {
    const knowledge = createKnowledge(new Map(), []);
    knowledge.learn({ kind: 'within', keys: '“a”' });
    assert.deepEqual([knowledge.within(), knowledge.forVerdict('', WHOLE).within], ['“a”', '“a”']);
    assert.equal(knowledge.forVerdict('', WHOLE).isComplete, false);
    knowledge.learn({ kind: 'within', keys: undefined });
    assert.equal(knowledge.within(), undefined);
  });
});
