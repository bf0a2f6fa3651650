import assert from 'node:assert/strict';
import type { Entity } from '../../core/edm/json.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { valueIn } from '../../core/edm/value-in.ts';
import { allColumns, orderedColumns, see, selectOf, typesOf } from './columns.ts';
import type { SeenProperties } from './columns.ts';

const one: EdmValue = { type: 'Int32', value: 1 };
const text: EdmValue = { type: 'String', value: 'a' };

function entity(properties: Readonly<Record<string, EdmValue>>): Entity {
  return {
    partitionKey: 'p',
    rowKey: 'r',
    properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
  };
}

describe('columns', () => {
  let seen: SeenProperties;
  beforeEach(() => {
    seen = new Map();
  });

  it('are the union over all entities, with the types of each, the most frequent first', () => {
    assert.equal(see(seen, [entity({ A: text }), entity({ B: one, A: one }), entity({ A: one })]), true);
    assert.deepEqual([...seen.keys()], ['A', 'B']);
    assert.deepEqual(typesOf(seen, 'A'), ['Int32', 'String']);
    assert.equal(see(seen, [entity({ B: one })]), false);
    assert.equal(see(seen, [entity({ B: text })]), true);
  });

  it('hold names that objects have by themselves', () => {
    see(seen, [entity({ constructor: text, __proto__x: one })]);
    assert.deepEqual(typesOf(seen, 'constructor'), ['String']);
    assert.deepEqual(typesOf(seen, 'toString'), []);
  });

  it('stand keys first and Timestamp last, until a person orders them', () => {
    see(seen, [entity({ A: one, B: one, C: one })]);
    const here = new Set(seen.keys());
    assert.deepEqual(orderedColumns(here, []), ['PartitionKey', 'RowKey', 'A', 'B', 'C', 'Timestamp']);
    const choices = ['B', 'Timestamp', 'RowKey'].map((name) => ({ name, width: 100, hidden: false }));
    assert.deepEqual(orderedColumns(here, choices), ['B', 'Timestamp', 'RowKey', 'PartitionKey', 'A', 'C']);
  });

  it('that no row here has are not shown, and may be chosen all the same', () => {
    const choices = [
      { name: 'Gone', width: 100, hidden: false },
      { name: 'Hidden', width: 100, hidden: true },
    ];
    assert.deepEqual(orderedColumns(new Set(['A']), choices), ['PartitionKey', 'RowKey', 'A', 'Timestamp']);
    see(seen, [entity({ A: one, B: one })]);
    const all = allColumns([{ name: 'A', width: 80, hidden: false }], choices, seen);
    assert.deepEqual(
      all.map(({ name, hidden }) => [name, hidden]),
      [
        ['A', false],
        ['Gone', false],
        ['Hidden', true],
        ['B', false],
      ],
    );
  });

  it('keep their place while no row here has them', () => {
    const choice = (name: string, width = 100) => ({ name, width, hidden: false });
    const choices = ['PartitionKey', 'A', 'B', 'C', 'RowKey'].map((name) => choice(name));
    const shown = [choice('PartitionKey'), choice('A', 200), choice('RowKey')];
    const all = allColumns(shown, choices, seen);
    assert.deepEqual(
      all.map(({ name, width }) => [name, width]),
      [
        ['PartitionKey', 100],
        ['A', 200],
        ['B', 100],
        ['C', 100],
        ['RowKey', 100],
      ],
    );
  });

  it('are asked for by name only when some were taken away and few are left', () => {
    const choice = (name: string, hidden = false) => ({ name, width: 100, hidden });
    const keys = [choice('PartitionKey'), choice('RowKey')];
    assert.equal(selectOf([]), undefined);
    assert.equal(selectOf([...keys, choice('A'), choice('Timestamp', true)]), undefined);
    assert.deepEqual(selectOf([...keys, choice('A'), choice('B', true), choice('Timestamp')]), [
      'A',
      'Timestamp',
    ]);
    assert.deepEqual(selectOf([...keys, choice('A', true)]), []);
    const many = Array.from({ length: 30 }, (_, index) => choice(`P${index}`));
    assert.equal(selectOf([...keys, ...many, choice('A', true)]), undefined);
  });

  it('have the value of each entity, or none', () => {
    const found = entity({ A: one });
    assert.deepEqual(valueIn(found, 'A'), one);
    assert.deepEqual(valueIn(found, 'RowKey'), { type: 'String', value: 'r' });
    assert.equal(valueIn(found, 'B'), undefined);
    assert.equal(valueIn(found, 'Timestamp'), undefined);
  });
});
