import assert from 'node:assert/strict';
import type { Entity } from '../../core/edm/json.ts';
import { see, type SeenProperties } from './columns.ts';
import { completionsAt } from '../../core/shape/completion.ts';
import { knownProperties } from './samples.ts';

const entity: Entity = {
  partitionKey: 'p',
  rowKey: 'r',
  properties: [{ name: 'Age', value: { type: 'Int32', value: 36 } }],
};

describe('what a filter may name', () => {
  it('are the keys, what was seen, and what only the source names', () => {
    const seen: SeenProperties = new Map();
    see(seen, [entity]);
    const known = knownProperties(
      seen,
      [
        { name: 'Age', types: ['Int64'] },
        { name: 'City', types: ['String'] },
      ],
      [entity],
      [],
    );
    assert.deepEqual(
      known.map(({ name, types }) => [name, types.join()]),
      [
        ['PartitionKey', 'String'],
        ['RowKey', 'String'],
        ['Timestamp', 'DateTime'],
        ['Age', 'Int32'],
        ['City', 'String'],
      ],
    );
    const [city, ...others] = completionsAt('ci', 2, known);
    assert.deepEqual([city?.label, city?.detail, others], ['City', 'String', []]);
    assert.ok(completionsAt('City eq ', 8, known).some(({ label }) => label.startsWith("'")));
  });

  it('have the most frequent values, in the order in which one looks for them', () => {
    const entities = ['item10', 'item9', 'item10', 'item1'].map((name, row) => ({
      ...entity,
      rowKey: `r${row === 0 ? 10 : row}`,
      properties: [{ name: 'Name', value: { type: 'String', value: name } as const }],
    }));
    const seen: SeenProperties = new Map();
    see(seen, entities);
    const values = (name: string): unknown[] =>
      knownProperties(seen, [], entities, ['p', 'a', 'x'.repeat(101)])
        .find((property) => property.name === name)
        ?.samples()
        .map(({ value }) => value) ?? [];
    assert.deepEqual(values('Name'), ['item1', 'item9', 'item10']);
    assert.deepEqual(values('RowKey'), ['r1', 'r10', 'r2', 'r3']);
    // those too that are known from elsewhere, but for the very long
    assert.deepEqual(values('PartitionKey'), ['a', 'p']);
  });
});
