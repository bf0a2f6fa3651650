import assert from 'node:assert/strict';
import { readNames, readProperties } from './properties-text.ts';
import { readConfig } from './table-config.ts';
import { planTable } from './write-config.ts';
import { applyEdits } from '../text/edit.ts';

describe('properties that a person types', () => {
  it('are names, with types where they are no texts', () => {
    const read = readProperties('id: id , email,hired:time');
    assert.deepEqual(read.kind === 'properties' && [...read.properties], [
      ['id', 'id'],
      ['email', 'text'],
      ['hired', 'time'],
    ]);
  });

  for (const text of ['', 'a,', 'a b', 'a: date', 'a, a', 'a: id: id', '1a', '{a}']) {
    it(`are not: ${JSON.stringify(text)}`, () => {
      assert.equal(readProperties(text).kind, 'wrong');
    });
  }

  it('are named again in questions', () => {
    const known = new Set(['a', 'b']);
    assert.deepEqual(readNames('b , a,b', known), ['b', 'a']);
    for (const text of ['', 'c', 'a,', 'a b']) assert.equal(readNames(text, known), undefined);
  });
});

describe('a table that is planned', () => {
  const plan = {
    kinds: { order: { partitionKey: '{id}', rowKey: '{id}', properties: { id: 'id', name: 'text' } } },
    accessPatterns: [{ kind: 'order', equal: ['name'], perSecond: 2 }],
  } as const;

  it('is read as it was written, beside all else', () => {
    for (const before of [
      '',
      '{}',
      '{\n  // ours\n  "tables": { "Others": { "partitionKey": "ticks" } }\n}',
    ]) {
      const edits = planTable(before, 'Orders', plan);
      assert.ok(edits);
      const text = applyEdits(before, edits);
      const { tables, problems } = readConfig(text);
      assert.deepEqual(problems, []);
      const planned = tables.get('orders')?.planned;
      assert.deepEqual(
        planned?.accessPatterns.map(({ kind, equal, perSecond }) => ({ kind, equal, perSecond })),
        plan.accessPatterns,
      );
      assert.deepEqual(
        planned.kinds.map(({ name, properties }) => [name, ...properties.keys()]),
        [['order', 'id', 'name']],
      );
      assert.equal(tables.has('others'), before.includes('Others'));
      assert.equal(text.includes('// ours'), before.includes('// ours'));
    }
  });

  it('is not put into what is no JSON', () => {
    assert.equal(planTable('{ "tables": ', 'Orders', plan), undefined);
  });
});
