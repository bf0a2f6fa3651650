import assert from 'node:assert/strict';
import { ATTRIBUTES } from '../../../../test/support/design-problems.ts';
import { AS_IT_IS, type KeyPart } from '../layout.ts';
import type { Change, Problem } from './problem.ts';
import type { Structure } from './structure.ts';
import { writingOf } from './writing.ts';

function keys(names: readonly string[]): readonly KeyPart[] {
  return names.flatMap((attribute, index): readonly KeyPart[] => [
    ...(index === 0 ? [] : [{ kind: 'literal', text: '_' } as const]),
    { kind: 'attribute', attribute, encoding: AS_IT_IS },
  ]);
}

function structure(
  role: Structure['role'],
  partitionKey: readonly string[],
  rowKey: readonly string[],
  isToday = false,
): Structure {
  return { role, isToday, layout: { partitionKey: keys(partitionKey), rowKey: keys(rowKey) } };
}

const TODAY = structure('base', ['owner'], ['id'], true);

const PROBLEM: Problem = {
  kind: 'thing',
  attributes: ATTRIBUTES,
  entities: 10_000,
  today: [TODAY],
  questions: [],
  changes: [],
  isWhole: true,
  isAlone: true,
};

const LABELED: Change = {
  does: 'merge',
  knows: ['owner', 'id', 'label'],
  changes: ['label'],
  weight: 1,
};

describe('what a write makes the service do', () => {
  it('is one transaction for an entity that gets another RowKey, which is read before', () => {
    const base = structure('base', ['owner'], ['label', 'id']);
    assert.deepEqual(writingOf(LABELED, [base], PROBLEM), { requests: 2, entities: 2 });
  });

  it('is a delete and an insert for one that goes to another partition', () => {
    const base = structure('base', ['label'], ['owner', 'id']);
    assert.deepEqual(writingOf(LABELED, [base], PROBLEM), { requests: 3, entities: 2 });
  });

  it('is nothing in an index, unless the entities that it leads to get other keys', () => {
    const index = structure('index', ['id'], ['owner']);
    assert.deepEqual(writingOf(LABELED, [TODAY, index], PROBLEM), { requests: 1, entities: 1 });
    const base = structure('base', ['label'], ['owner', 'id']);
    assert.deepEqual(writingOf(LABELED, [base, index], PROBLEM), { requests: 4, entities: 3 });
  });

  it('is an entity more in an index for what creates where there is none', () => {
    const index = structure('index', ['id'], ['owner']);
    const upserted: Change = { ...LABELED, mayCreate: true };
    assert.deepEqual(writingOf(upserted, [TODAY, index], PROBLEM), { requests: 2, entities: 2 });
  });
});
