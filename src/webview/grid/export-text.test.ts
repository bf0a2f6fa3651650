import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readEntities } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import { valueText } from '../../core/edm/text.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { valueIn } from '../../core/edm/value-in.ts';
import type { ExportFormat } from '../../protocol/grid.ts';
import { exportText } from './export-text.ts';

const COLUMNS = ['PartitionKey', 'RowKey', 'Timestamp', 'A', 'B'];

const HEAD = 'PartitionKey,RowKey,Timestamp,A,A@type,B,B@type\r\n';

const values: readonly EdmValue[] = [
  { type: 'String', value: '=1+1' },
  { type: 'String', value: '＝1+1' },
  { type: 'String', value: "'quoted" },
  { type: 'String', value: ' a, "b"\r\nc' },
  { type: 'String', value: '' },
  { type: 'Boolean', value: false },
  { type: 'Int32', value: -5 },
  { type: 'Int64', value: 9_007_199_254_740_993n },
  { type: 'Double', value: 123, text: '123.0' },
  { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' },
  { type: 'Guid', value: '00000000-0000-0000-0000-000000000000' },
  { type: 'Binary', value: '00FF' },
];

function entityOf(row: number, a: EdmValue | undefined, b?: EdmValue): Entity {
  return {
    partitionKey: `p${row % 3}`,
    rowKey: `=r${row}`,
    timestamp: '2026-01-02T03:04:05.1234567Z',
    properties: [
      ...(a === undefined ? [] : [{ name: 'A', value: a }]),
      ...(b === undefined ? [] : [{ name: 'B', value: b }]),
    ],
  };
}

/** The whole text, the rows at which its parts begin, and how many texts have a quote before them. */
function whole(
  format: ExportFormat,
  entities: readonly Entity[],
): { text: string; starts: number[]; guarded: number } {
  const part = exportText(format, entities, COLUMNS);
  const starts: number[] = [];
  let text = '';
  let from = 0;
  let guarded = 0;
  do {
    starts.push(from);
    const { text: more, next, guarded: count } = part(from);
    text += more;
    guarded += count;
    from = next;
  } while (from < entities.length);
  return { text, starts, guarded };
}

/** The fields of CSV as RFC 4180 has them; undefined where nothing stands, not even a pair of quotes. */
function readCsv(text: string): (string | undefined)[][] {
  const rows: (string | undefined)[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? (plain === '' ? undefined : plain));
    if (end === '\r\n') rows.push([]);
  }
  assert.deepEqual(rows.pop(), []);
  return rows;
}

/** What a property is by its two fields. */
function readValue(
  text: string | undefined,
  type: string | undefined,
): readonly [string, string] | undefined {
  if (type === undefined) return undefined;
  return [type, /^Edm\.(Int|Double)/.test(type) ? (text ?? '') : unquoted(text)];
}

function unquoted(text: string | undefined): string {
  return (text ?? '').replace(/^'/, '');
}

function checkCsv(entities: readonly Entity[]): void {
  const { text } = whole('csv', entities);
  // Excel reads UTF-8 only behind it
  assert.equal(text.lastIndexOf('\uFEFF' + HEAD), 0);
  const [head, ...rows] = readCsv(text.slice(1));
  assert.deepEqual(head, ['PartitionKey', 'RowKey', 'Timestamp', 'A', 'A@type', 'B', 'B@type']);
  assert.deepEqual(
    rows.map(([partitionKey, rowKey, , a, typeOfA, b, typeOfB]) => [
      unquoted(partitionKey),
      unquoted(rowKey),
      readValue(a, typeOfA),
      readValue(b, typeOfB),
    ]),
    entities.map((entity) => [
      entity.partitionKey,
      entity.rowKey,
      ...['A', 'B'].map((name) => {
        const value = valueIn(entity, name);
        return value && [`Edm.${value.type}`, valueText(value)];
      }),
    ]),
  );
}

describe('exported rows', () => {
  const entities = values.map((value, row) => entityOf(row, value, row % 2 === 0 ? value : undefined));

  it('lose nothing as JSON', () => {
    assert.deepEqual(readEntities(`{"value":${whole('json', entities).text}}`), entities);
    assert.deepEqual(JSON.parse(whole('json', []).text), []);
  });

  it('lose nothing as CSV', () => {
    checkCsv(entities);
    assert.equal(whole('csv', []).text, `\uFEFF${HEAD}`);
  });

  it('have the type that was declared of what is no value of it, and count what no file can hold', () => {
    const misfit = { declared: 'Edm.Int64' };
    const odd = entityOf(1, { type: 'String', value: 'abc', misfit }, { type: 'String', value: '\ud800' });
    const { text, cut } = exportText('csv', [odd, entityOf(2, undefined)], COLUMNS)(0);
    assert.match(text, /,abc,Edm\.Int64,\ud800,Edm\.String\r\n/);
    assert.equal(cut, 1);
    assert.equal(exportText('json', [odd], COLUMNS)(0).cut, 0);
    for (const format of ['csv', 'json'] as const) {
      assert.equal(exportText(format, [{ ...entityOf(1, undefined), omitted: 3 }], COLUMNS)(0).cut, 1);
    }
    const [first = ''] = COLUMNS;
    assert.equal(exportText('csv', [entityOf(1, { type: 'Int32', value: 1 })], [first])(0).cut, 1);
  });

  it('lose no text as CSV, whatever is in it', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[-=+@＝'"\t\r\n, a]{0,6}$/),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        checkCsv(texts.map((value, row) => entityOf(row, { type: 'String', value })));
      }),
    );
  });

  it('are nothing that a spreadsheet runs', () => {
    const { text } = whole('csv', entities);
    const fields = readCsv(text).flat();
    assert.deepEqual(
      fields.filter((field) => /^[=+@＝＋－＠\t\r\n]|^-(?!\d)/.test(field ?? '')),
      [],
    );
  });

  it('say how many texts have a quote before them that is not their own', () => {
    const fields = readCsv(whole('csv', entities).text).flat();
    const { length } = fields.filter((field) => field?.startsWith("'"));
    assert.equal(whole('csv', entities).guarded, length);
    assert.ok(length > entities.length);
    assert.equal(whole('json', entities).guarded, 0);
  });

  it('begin with one byte order mark as CSV, for Excel, and with none as JSON', () => {
    const many = Array.from({ length: 1_500 }, (_, row) => entityOf(row, { type: 'String', value: 'Grün' }));
    assert.equal(whole('csv', many).text.split('\uFEFF').length, 2);
    assert.ok(!whole('json', many).text.includes('\uFEFF'));
  });

  it('come in parts, by rows and by length', () => {
    const many = Array.from({ length: 2_500 }, (_, row) => entityOf(row, { type: 'Int32', value: row }));
    assert.deepEqual(whole('csv', many).starts, [0, 1_000, 2_000]);
    checkCsv(many);
    assert.deepEqual(readEntities(`{"value":${whole('json', many).text}}`), many);
    const long = Array.from({ length: 10 }, (_, row) =>
      entityOf(row, { type: 'String', value: 'x'.repeat(1_000_000) }),
    );
    assert.deepEqual(whole('json', long).starts, [0, 4, 8]);
  });
});
