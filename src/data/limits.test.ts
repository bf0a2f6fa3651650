import assert from 'node:assert/strict';
import type { Property } from '../core/edm/json.ts';
import type { EdmValue } from '../core/edm/value.ts';
import { generatedRows } from '../../test/fake-service/rows.ts';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import { openTestService } from '../../test/support/tables.ts';
import { readEntity } from './entities.ts';
import { partitions } from './partitions.ts';
import { fillPage } from './query-entities.ts';

/** A value of every type that is easily spoiled. */
const WIDE: readonly EdmValue[] = [
  { type: 'String', value: '<b onclick="x">\u{1f600}</b>' },
  { type: 'Boolean', value: false },
  { type: 'Int32', value: -2_147_483_648 },
  { type: 'Int64', value: -9_223_372_036_854_775_808n },
  { type: 'Double', value: 123, text: '123.0' },
  { type: 'Double', value: -Infinity, text: '-Infinity' },
  { type: 'DateTime', value: '1601-01-01T00:00:00.0000001Z' },
  { type: 'Guid', value: '0A0a0a0a-1111-2222-3333-444444444444' },
  { type: 'Binary', value: '00FF10' },
];

describe('entities at the limits', () => {
  const text = (length: number): string => 'ü"\\\n'.repeat(length / 4);
  const large: readonly Property[] = Array.from({ length: 16 }, (_, index) => ({
    name: `Large${index}`,
    value: { type: 'String', value: text(32_000) },
  }));
  const wide: readonly Property[] = Array.from({ length: 252 }, (_, index) => ({
    name: `Property${index}`,
    value: WIDE[index % WIDE.length] ?? { type: 'Boolean', value: true },
  }));
  /** First and last characters of what each plane may have in keys, and what stands for something in addresses and filters. */
  const characters = [
    ...[' ', '~', '\u00a0', '\ud7ff', '\ue000', '\ufffd'],
    ...Array.from({ length: 16 }, (_, plane) => (plane + 1) * 0x10000).flatMap((first) =>
      [first, first + 0xfffd].map((codePoint) => String.fromCodePoint(codePoint)),
    ),
    ...["'", '%', '+', '&', '=', '\u{1f600}'],
  ];

  it('come whole: 1 MiB, 252 properties of every type', async () => {
    const rows = generatedRows({
      partitions: 2,
      rows: 4,
      properties: (_row, partition) => (partition === 0 ? large : wide),
    });
    const fake = await startFakeTableService({ Limits: rows });
    try {
      const service = openTestService(fake.connectionString);
      const { entities, bytes } = await fillPage(service, 'Limits', {});
      assert.equal(entities.length, 8);
      assert.ok(bytes > 4 * 16 * 64_000);
      for (const [index, { properties }] of entities.entries()) {
        assert.deepEqual(properties, index < 4 ? large : wide);
      }
    } finally {
      await fake.stop();
    }
  });

  it('come in smaller pages where a full one would be larger than any answer that is read, each once', async () => {
    const rows = generatedRows({ partitions: 1, rows: 40, properties: () => large });
    const fake = await startFakeTableService({ Limits: rows });
    try {
      const service = openTestService(fake.connectionString);
      const { entities, stopped } = await fillPage(service, 'Limits', {}, { limit: 1_000 });
      assert.equal(stopped, undefined);
      assert.deepEqual(
        entities.map(({ rowKey }) => rowKey),
        Array.from({ length: 40 }, (_, row) => rows.keysAt(row).RowKey),
      );
      const [first, second, ...others] = fake.requests;
      assert.deepEqual([first?.top, second?.top], [1_000, 100]);
      // by the size that they were seen to have, not by guesses
      const tops = others.map(({ top }) => top);
      assert.ok(tops.length <= 10 && tops.every((top) => top >= 4 && top <= 10), tops.join());
    } finally {
      await fake.stop();
    }
  });

  it('have keys of characters from every plane: found, in order, each by its keys', async () => {
    const keys = characters.flatMap((character) => [character, `a${character}b`, character.repeat(200)]);
    const entities = keys.map((key) => ({ PartitionKey: key, RowKey: key }));
    const fake = await startFakeTableService({ Orders: entities });
    try {
      const service = openTestService(fake.connectionString);
      const { items } = await partitions(service, 'Orders', { limit: keys.length });
      assert.deepEqual(
        items.map(({ partitionKey }) => partitionKey),
        [...keys].sort(),
      );
      for (const key of keys) {
        const read = await readEntity(service, 'Orders', { partitionKey: key, rowKey: key });
        assert.equal(read.kind, 'entity', JSON.stringify(key));
        assert.deepEqual([read.entity.partitionKey, read.entity.rowKey], [key, key]);
      }
    } finally {
      await fake.stop();
    }
  });
});
