import assert from 'node:assert/strict';
import { declaredOf, readConfig } from '../../core/config/table-config.ts';
import { ticksOfCalendar } from '../../core/keys/time.ts';
import { plain } from '../../core/text/markdown.ts';
import { createEngine } from '../engine/create.ts';
import { hoverAt } from './hover.ts';

const FILE = '/code/a.ts';
const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

/** What is said where `at` stands last. */
function hovered(body: string, at: string, config = ''): string {
  const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
  const text = HEAD + body;
  engine.setFile(FILE, text);
  const now = ticksOfCalendar({ year: 2026, month: 6, day: 1, hour: 0, minute: 0, second: 0, fraction: 0n });
  assert(now !== undefined);
  const hover = hoverAt(engine.analyze(FILE), text.lastIndexOf(at), {
    text,
    ruleAddress: (rule) => rule,
    linkTo: () => plain(''),
    types: 'restricted',
    keys: {
      table: engine.table,
      declared: (name) => declaredOf(readConfig(config).tables, name),
      now,
      offsetAt: () => 120,
    },
  });
  return hover?.markdown ?? '';
}

const write = (partitionKey: string, rowKey: string): string =>
  `export const add = (department: string, id: number, email: string) =>
  client.createEntity({ partitionKey: ${partitionKey}, rowKey: ${rowKey}, email });\n`;

describe('hover over a key', () => {
  it('shows how it is put together, an example, the order, and the verdict', () => {
    const said = hovered(write('department', "`empid_${String(id).padStart(6, '0')}`"), '`empid_');
    assert.deepEqual(said.split('\n\n'), [
      '**RowKey** · `Employees`',
      '`empid_{id:6}`, such as `empid_000042`',
      'Order: by id, as numbers of up to 6 digits\\.',
      'Ranges work as for numbers, because it is padded \\(design guide: Sorting data in the Table service\\)\\.',
    ]);
  });

  const verdicts: readonly (readonly [partitionKey: string, words: RegExp])[] = [
    ['department', /share a partition: one query reads them/],
    ["'all'", /about 2,000 entities a second/],
    ['new Date().toISOString()', /Order: oldest first[^]*Prepend\/append/],
    ["new Date().toISOString().replace(/[-:.]/g, '')", /Order: oldest first/],
    [
      '`${new Date().getFullYear()}-${new Date().getMonth()}`',
      /oldest first, then by a part of a date as text/,
    ],
    ['crypto.randomUUID()', /none that is useful[^]*transactions/],
    ['String(id)', /10 comes before 9[^]*same value/],
  ];
  for (const [key, words] of verdicts) {
    it(`says of the PartitionKey ${key} what the guide does`, () => {
      assert.match(hovered(write(key, 'email'), key), words);
    });
  }

  it('says of a RowKey how times and ids stand', () => {
    const row = (key: string): string => hovered(write('department', key), key);
    assert.match(row('String(9999999999999 - Date.now())'), /newest first[^]*Log tail pattern/);
    assert.match(row('`${Date.now()}`'), /oldest first[^]*would put them first/);
    assert.match(row('new Date().toString()'), /not by time/);
    assert.match(row('`email_${email}`'), /Intra\\-partition secondary index/);
  });

  it('tells the time that a literal is, in writes, point reads and filters', () => {
    const inverted = "'2516349777549999999'";
    assert.match(hovered(write('department', inverted), inverted), /2026\\-01\\-02T03:04:0[^]*local time/);
    const read = `client.getEntity('Sales', ${inverted});\n`;
    assert.match(hovered(read, inverted), /2026\\-01\\-02T03:04:0/);
    const query = `client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'a' and RowKey ge ${inverted}\` } });\n`;
    assert.match(hovered(query, inverted), /Row range query[^]*2026\\-01\\-02T03:04:0/);
    assert.doesNotMatch(hovered(write('department', "'total'"), "'total'"), /2026/);
  });

  it('says how else the table writes it', () => {
    const body =
      write('department', "'email_' + email") + write('department', "'id_' + id").replace('add', 'put');
    assert.match(hovered(body, "'email_'"), /Written elsewhere as `id_\{id\}`/);
  });

  it('says nothing beside the keys', () => {
    assert.equal(hovered(write('department', 'email'), 'client.createEntity'), '');
    assert.equal(hovered('other.save({ partitionKey: "a", rowKey: "b" });', '"a"'), '');
  });
});

describe('hover over a key of a table with declared keys', () => {
  const declared = `{ "tables": { "employees": { "rowKey": { "separator": "_",
    "parts": [{ "constant": "empid" }, { "codec": "padded-6", "name": "id" }] } } } }`;

  it('reads it as the series is declared whose tables differ in a date', () => {
    const series = '{ "tables": { "Audit{yyyyMMdd}": { "partitionKey": "padded-6" } } }';
    const open = 'const open = (day: string) => new TableClient(url, `Audit${day}`, credential);\n';
    const body = `${open}export const log = () => open(new Date().toISOString().slice(0, 10).replace(/-/g, '')).createEntity({ partitionKey: '000042', rowKey: 'a' });
      export const read = (day: string) => open(day).getEntity('000043', 'a');\n`;
    const written = hovered(body, "'000042'", series);
    assert.match(written, /^\*\*PartitionKey\*\* · `Audit\{yyyyMMdd\}`/);
    assert.match(written, /number padded to 6 digits: 42/);
    const asked = hovered(body, "'000043'", series);
    assert.match(asked, /^\*\*PartitionKey\*\* · `Audit\{…\}`/);
    assert.match(asked, /Declared in `\.partitionlens\.json` as `\{padded-6\}`/);
    assert.match(asked, /Written elsewhere as `000042`/);
  });

  it('reads it as declared', () => {
    const said = hovered(write('department', "'empid_123456'"), "'empid_", declared);
    assert.match(said, /number padded to 6 digits: 123456/);
    assert.match(said, /Declared in `\.partitionlens\.json` as `empid_\{id:padded-6\}`/);
  });

  it('says of one that is not such a key that it is none', () => {
    const said = hovered(write('department', "'empid_12'"), "'empid_", declared);
    assert.match(said, /doesn't match the key that its table declares/);
  });

  it('bears with bounds of ranges, and with keys that are not known', () => {
    const range =
      "client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${'a'} and RowKey ge 'empid_' and RowKey lt 'empid`'` } });";
    assert.doesNotMatch(hovered(range, "'empid_", declared), /doesn't match the key/);
    const unknown = hovered(write('department', 'email'), 'email', declared);
    assert.doesNotMatch(unknown, /doesn't match the key/);
  });
});
