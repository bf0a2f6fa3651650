import fc from 'fast-check';
import { EDM_TYPES } from '../../src/core/edm/value.ts';
import type { EdmType, EdmValue } from '../../src/core/edm/value.ts';
import type { EvaluatedEntity } from '../../src/core/odata/evaluate.ts';

/** Texts on both sides of what orders them: case, accents, length, code units beside code points, digits. */
const TEXTS = [
  '',
  'a',
  'A',
  'ab',
  'b',
  'Z',
  'z',
  'ä',
  'Ä',
  'é',
  'ﬁ',
  '😀',
  'ß',
  "O'Brien",
  "''",
  '5',
  '05',
  'true',
];
const TEXTS_LIKE_OTHERS = [
  '2026-01-02T03:04:05Z',
  '12345678-abcd-0000-0000-123456789012',
  'a and b',
  '(',
  '"',
];

/** Few values of each type, so that a constant often equals what is stored, or lies just beside it. */
const VALUES: Record<EdmType, readonly EdmValue[]> = {
  String: [...TEXTS, ...TEXTS_LIKE_OTHERS].map((value) => ({ type: 'String', value })),
  Boolean: [true, false].map((value) => ({ type: 'Boolean', value })),
  Int32: [-(2 ** 31), -5, -1, 0, 1, 5, 42, 2 ** 31 - 1].map((value) => ({ type: 'Int32', value })),
  Int64: [-(2n ** 63n), -10n, -5n, 0n, 5n, 42n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n].map((value) => ({
    type: 'Int64',
    value,
  })),
  Double: ['-1.5', '0.0', '1.25', '5.0', '5.5', '42.0', '5000000000.5'].map(double),
  DateTime: [
    '1601-01-01T00:00:00.0000000Z',
    '2026-01-02T03:04:05.0000000Z',
    '2026-01-02T03:04:05.1234567Z',
    '2026-01-02T03:04:05.1234568Z',
    '2026-01-02T03:04:05.1235Z',
    '2026-01-02T03:04:05.124Z',
    '9999-12-31T23:59:59.9999999Z',
  ].map((value) => ({ type: 'DateTime', value })),
  Guid: [
    '00000000-0000-0000-0000-000000000000',
    '12345678-abcd-0000-0000-123456789012',
    '12345678-ABCD-0000-0000-123456789012',
    'a2345678-abcd-0000-0000-123456789012',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  ].map((value) => ({ type: 'Guid', value })),
  Binary: ['', '00', '0A', '0AFF', '7F', 'C8', 'FB', 'FF'].map((value) => ({ type: 'Binary', value })),
};

/** The property that holds values of a type; `Any` holds values of all types. */
const NAMES: Record<EdmType, string> = {
  String: 'Name',
  Boolean: 'Active',
  Int32: 'Age',
  Int64: 'Total',
  Double: 'Rate',
  DateTime: 'Joined',
  Guid: 'Id',
  Binary: 'Bytes',
};

function double(text: string): EdmValue {
  return { type: 'Double', value: Number(text), text };
}

function valueOf(type: EdmType): fc.Arbitrary<EdmValue> {
  return fc.constantFrom(...VALUES[type]);
}

const anyValue: fc.Arbitrary<EdmValue> = fc.constantFrom(...EDM_TYPES).chain(valueOf);

const number = fc.constantFrom('Int32' as const, 'Int64' as const, 'Double' as const).chain(valueOf);

/** A Double may also be none of the numbers that a filter can write. */
const storedDouble = fc.oneof(
  { weight: 6, arbitrary: valueOf('Double') },
  { weight: 1, arbitrary: fc.constantFrom('NaN', 'Infinity', '-Infinity').map(double) },
);

/** A property and a constant to compare it with: of its type mostly, of another, or no such property. */
export const compared: fc.Arbitrary<{ readonly name: string; readonly value: EdmValue }> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...EDM_TYPES)
      .chain((type) => fc.record({ name: fc.constant(NAMES[type]), value: valueOf(type) })),
  },
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constantFrom('PartitionKey', 'RowKey'), value: valueOf('String') }),
  },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('Any'), value: anyValue }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constantFrom(...Object.values(NAMES)), value: anyValue }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constantFrom('Age', 'Rate', 'Active'), value: number }) },
  {
    weight: 1,
    arbitrary: fc.record({ name: fc.constantFrom('Missing', 'name', 'rowKey'), value: anyValue }),
  },
);

const properties: fc.Arbitrary<ReadonlyMap<string, EdmValue>> = fc
  .tuple(
    ...EDM_TYPES.map((type) =>
      fc
        .option(type === 'Double' ? storedDouble : valueOf(type), { freq: 4 })
        .map((value): readonly [string, EdmValue | null] => [NAMES[type], value]),
    ),
    fc.option(anyValue, { freq: 4 }).map((value): readonly [string, EdmValue | null] => ['Any', value]),
  )
  .map((all) => new Map(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))));

/** Keys may hold any text but a few characters; few partitions, so that they have several rows. */
const entity: fc.Arbitrary<EvaluatedEntity> = fc.record({
  partitionKey: fc.constantFrom('a', 'A', 'ä', '😀', 'ﬁ'),
  rowKey: fc.constantFrom(...TEXTS, '001', '01', '1'),
  properties,
});

/** The entities of one table, each with its own keys. */
export const entities: fc.Arbitrary<readonly EvaluatedEntity[]> = fc.uniqueArray(entity, {
  minLength: 24,
  maxLength: 24,
  selector: ({ partitionKey, rowKey }) => `${partitionKey}\n${rowKey}`,
});
