import assert from 'node:assert/strict';
import { applyEdits } from '../../../core/text/edit.ts';
import { createEngine } from '../../engine/create.ts';
import { sourceCompletions, type SourceCompletion } from './complete.ts';

const FILE = '/code/a.ts';
const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(connection, 'Orders');
`;

/** Writes that tell keys and properties of the table. */
const WRITES = `export async function put(customer: string, id: number, at: Date) {
  await client.createEntity({ partitionKey: customer, rowKey: 'order_' + String(id).padStart(8, '0'),
    Total: 5n, Placed: at, Paid: true, City: 'Oslo', Ref: { type: 'Guid', value: 'x' } });
  await client.createEntity({ partitionKey: customer, rowKey: 'summary', Count: 1 });
}
`;

const CURSOR = '¦';

function unmarked(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf(CURSOR);
  assert.ok(offset >= 0, `no cursor: ${marked}`);
  return { text: marked.replace(CURSOR, ''), offset };
}

/** What is offered at the cursor. */
function offers(marked: string): readonly SourceCompletion[] {
  const { text, offset } = unmarked(marked);
  const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
  engine.setFile(FILE, text);
  return sourceCompletions(engine, FILE, text, offset);
}

const labels = (marked: string): readonly string[] => offers(marked).map(({ label }) => label);

/** The line of the cursor after the offer with this label is taken, stops in guillemets. */
function taken(marked: string, label: string): string {
  const { text, offset } = unmarked(marked);
  const all = offers(marked);
  const found = all.find((each) => each.label === label);
  assert.ok(found, `${label} is not among: ${all.map((each) => each.label).join(', ')}`);
  const { span, insert } = found;
  assert.ok(span.start <= offset && offset <= span.end, 'the cursor is not in what is replaced');
  assert.ok(text.slice(span.start, offset).length <= found.begins.length, 'more is replaced than was begun');
  const written = insert.map(({ text: part, isStop }) => (isStop ? `«${part}»` : part)).join('');
  const lines = applyEdits(text, [{ span, text: written }]).split('\n');
  return lines[text.slice(0, offset).split('\n').length - 1] ?? '';
}

/** A query with this filter, on a line of its own. */
const list = (filter: string): string =>
  `${HEAD}${WRITES}export async function read(customer: string, n: number, since: Date, total: bigint) {
  for await (const order of client.listEntities({ queryOptions: { filter:
${filter}
  } })) use(order);
}
`;

describe('completion of a filter in the source', () => {
  it('offers keys in the right case, whole conditions on them, and the properties of the table', () => {
    const all = offers(list('odata`¦`'));
    assert.deepEqual(
      all.map(({ label }) => label),
      [
        'PartitionKey',
        "PartitionKey eq ${customer} and RowKey ge 'order_' and RowKey lt 'order`'",
        'RowKey',
        'City',
        'Count',
        'Paid',
        'Placed',
        'Ref',
        'Total',
        'Timestamp',
        'not',
      ],
    );
    assert.deepEqual(
      all.slice(3, 9).map(({ detail }) => detail),
      ['String', 'Number', 'Boolean', 'DateTime', 'Guid', 'Int64'],
    );
  });

  it('offers what was begun, in every way of writing a text', () => {
    for (const filter of [
      'odata`part¦`',
      '`part¦`',
      "'part¦'",
      '"part¦"',
      "'' + 'part¦'",
      '"part¦" + rest',
      'odata`Paid eq true and part¦`',
      'odata`City eq ${customer} and part¦ and Paid eq true`',
    ])
      assert.ok(labels(list(filter)).includes('PartitionKey'), filter);
    assert.equal(taken(list('odata`part¦`'), 'PartitionKey'), 'odata`PartitionKey `');
    assert.equal(taken(list('odata`Pa¦ eq 5`'), 'Paid'), 'odata`Paid  eq 5`');
    assert.equal(taken(list("'Paid eq true' + ' and Pl¦'"), 'Placed'), "'Paid eq true' + ' and Placed '");
  });

  it('offers operators that fit the type, and what joins conditions', () => {
    assert.deepEqual(labels(list('odata`Paid ¦`')), ['eq', 'ne']);
    assert.deepEqual(labels(list('odata`Total ¦`')), ['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
    assert.deepEqual(labels(list('odata`Paid eq true ¦`')), ['and', 'or']);
    assert.equal(taken(list('odata`City eq ${customer}¦`'), 'and'), 'odata`City eq ${customer} and `');
  });

  const notations: readonly (readonly [filter: string, label: string, taken: string])[] = [
    ['odata`City eq ¦`', '${customer}', 'odata`City eq ${customer}`'],
    ["odata`City eq '¦`", '${customer}', 'odata`City eq ${customer}`'],
    ["odata`City eq '¦'`", '${customer}', 'odata`City eq ${customer}`'],
    ['`City eq ¦`', '${customer}', "`City eq '${customer}'`"],
    ['"City eq ¦"', '${customer}', `"City eq '" + customer + "'"`],
    ["'City eq ¦'", '${customer}', "'City eq \\'' + customer + '\\''"],
    ["'City eq \\'¦\\''", '${customer}', "'City eq \\'' + customer + '\\''"],
    ['`Placed ge ¦`', '${since}', "`Placed ge datetime'${since.toISOString()}'`"],
    ['odata`Total gt ¦`', '${total}', 'odata`Total gt ${total}L`'],
    ['odata`Count gt ¦`', '${n}', 'odata`Count gt ${n}`'],
    ['odata`Ref eq ¦`', '${customer}', "odata`Ref eq guid'${customer}'`"],
    ['odata`Placed ge ¦`', "datetime''", "odata`Placed ge datetime'«»'`"],
    ["'Placed ge ¦'", "datetime''", "'Placed ge datetime\\'«»\\''"],
    ['odata`Total gt ¦`', '…L', 'odata`Total gt «»L`'],
  ];
  for (const [filter, label, expected] of notations) {
    it(`writes ${label} at ${filter}`, () => {
      assert.equal(taken(list(filter), label), expected);
    });
  }

  it('offers values of the type alone', () => {
    assert.deepEqual(labels(list('odata`Paid eq ¦`')), ['true', 'false']);
    assert.deepEqual(labels(list('odata`Total gt ¦`')), ['${total}', '${n}', '…L']);
    assert.deepEqual(labels(list('odata`City eq c¦`')), ['${customer}']);
  });

  const keys: readonly (readonly [filter: string, label: string, taken: string])[] = [
    ['odata`RowKey eq ¦`', "'summary'", "odata`RowKey eq 'summary'`"],
    ['odata`RowKey eq ¦`', "'order_{id:8}'", "odata`RowKey eq ${`order_${String(«id»).padStart(8, '0')}`}`"],
    ['`RowKey eq ¦`', "'order_{id:8}'", "`RowKey eq 'order_${String(«id»).padStart(8, '0')}'`"],
    ['odata`RowKey ge ¦`', "'order_'", "odata`RowKey ge 'order_'`"],
    ['odata`RowKey lt ¦`', "'order`'", "odata`RowKey lt 'order\\`'`"],
    ['odata`PartitionKey eq ¦`', '${customer}', 'odata`PartitionKey eq ${customer}`'],
    [
      'odata`PartitionKey eq ${customer} and ¦`',
      "RowKey ge 'order_' and RowKey lt 'order`'",
      "odata`PartitionKey eq ${customer} and RowKey ge 'order_' and RowKey lt 'order\\`'`",
    ],
  ];
  for (const [filter, label, expected] of keys) {
    it(`writes the key ${label} at ${filter}`, () => {
      assert.equal(taken(list(filter), label), expected);
    });
  }

  it('tells how such keys look and sort, and the encoding of their times', () => {
    const about = (marked: string, label: string): string =>
      offers(marked).find((each) => each.label.includes(label))?.documentation ?? '';
    assert.match(about(list('odata`RowKey eq ¦`'), 'order_{'), /^Example: order_00000042\nOrder: /);
    const log = `${HEAD}await client.createEntity({ partitionKey: 'log', rowKey: String(9999999999999 - Date.now()) });
client.listEntities({ queryOptions: { filter: odata\`RowKey eq ¦\` } });`;
    assert.match(about(log, 'inverted'), /millisecond[^]*\nExample: \d{13}\nOrder: newest first/);
  });

  it('offers a range with stops where the writes of the table are not seen', () => {
    const source = `${HEAD}client.listEntities({ queryOptions: { filter: odata\`¦\` } });`;
    assert.equal(
      taken(source, "PartitionKey eq 'partition' and RowKey ge 'from' and RowKey lt 'to'"),
      "client.listEntities({ queryOptions: { filter: odata`PartitionKey eq '«partition»' and RowKey ge '«from»' and RowKey lt '«to»'` } });",
    );
  });

  it('follows a text that flows into a filter, and a template of the SDK that flows nowhere yet', () => {
    const flowing = `${HEAD}${WRITES}let filter = "PartitionKey eq 'a'";
if (open) filter += ' and Pa¦';
client.listEntities({ queryOptions: { filter } });`;
    assert.ok(labels(flowing).includes('Paid'));
    assert.deepEqual(labels(`${HEAD}const filter = odata\`PartitionKey e¦\`;`), ['eq']);
    assert.ok(
      labels("import * as t from '@azure/data-tables';\nconst filter = t.odata`¦`;").includes('RowKey'),
    );
    const wrapped = `${HEAD}${WRITES}const find = (filter: string) => client.listEntities({ queryOptions: { filter } });
find(odata\`City eq 'x' and To¦\`);`;
    assert.deepEqual(labels(wrapped), ['Total']);
  });

  const others = [
    "const x = 'P¦';",
    'const x = `P¦`;',
    'sql`P¦`;',
    "use('PartitionKey eq ¦');",
    "await client.getEntity('¦', 'a');",
    '// odata`P¦`',
    'const x = odata`City eq ${P¦}`;',
    'const x = `City eq ${n}`; ¦',
    "import x from '¦';",
    "const entity = { partitionKey: '¦' }; await client.createEntity(entity);",
  ];
  for (const other of others) {
    it(`offers nothing in ${other}`, () => {
      assert.deepEqual(labels(`${HEAD}${WRITES}${other}\n`), []);
    });
  }

  it('offers nothing within a value with holes, nor by a tag of another package', () => {
    assert.deepEqual(labels(list("odata`City eq 'x${n}¦'`")), []);
    assert.deepEqual(labels('const odata = String.raw; const TableClient = 1;\nodata`P¦`;'), []);
  });

  const half = [
    'for await (const e of client.listEntities({ queryOptions: { filter: odata`P¦`',
    'client.listEntities({ queryOptions: { filter: odata`P¦`',
    "client.listEntities({ queryOptions: { filter: 'P¦",
    'client.listEntities({ queryOptions: { filter: odata`P¦',
    "client.listEntities({ queryOptions: { filter: 'P¦' })",
    'const rows = client.listEntities({ queryOptions: { filter: `P¦`, select: [ } });',
    'async function f() { for await (const e of client.listEntities({ queryOptions: { filter: "P¦" } })',
  ];
  for (const code of half) {
    it(`offers in what is half written: ${code}`, () => {
      assert.ok(labels(`${HEAD}${WRITES}${code}`).includes('PartitionKey'));
      assert.ok(labels(`${HEAD}${WRITES}${code}\nexport const after = 1;\n`).includes('PartitionKey'));
    });
  }

  it('offers names of properties in select, those that are not there yet', () => {
    const select = (names: string): string =>
      `${HEAD}${WRITES}client.listEntities({ queryOptions: { select: [${names}] } });`;
    assert.deepEqual(labels(select("'¦'")), [
      'PartitionKey',
      'RowKey',
      'City',
      'Count',
      'Paid',
      'Placed',
      'Ref',
      'Total',
      'Timestamp',
    ]);
    assert.deepEqual(labels(select("'City', 'p¦'")), ['PartitionKey', 'Paid', 'Placed']);
    assert.ok(taken(select("'City', 'pa¦x'"), 'Paid').includes("['City', 'Paid']"));
  });

  it('knows the plain values in scope: not what is declared later, hidden, or something else', () => {
    const source = `${HEAD}${WRITES}
interface Input { id: string; tags: string[]; count?: number }
type Id = string & { brand: 1 };
const later = (): void => undefined;
async function f(input: Input, id: Id, { a, b }: { a: string; b: string[] }, ...more: string[]) {
  const text = 'x', options = {}, when = new Date();
  { const inner = 'x'; }
  for (const each of more) {
    const id = [1];
    client.listEntities({ queryOptions: { filter: odata\`City eq ¦\` } });
  }
  const after = 'x';
}`;
    assert.deepEqual(labels(source), ['${each}', '${text}', '${a}', '${input.id}', "''"]);
  });

  it('keeps keys of others from ending a literal or a line', () => {
    const hostile = JSON.stringify('a"b\'c\\d\n${x}`');
    const written = (filter: string): string | undefined => {
      const source = `${HEAD}await client.createEntity({ partitionKey: ${hostile}, rowKey: 'r' });
client.listEntities({ queryOptions: { filter: ${filter} } });`;
      const insert = offers(source).find(({ kind }) => kind === 'value')?.insert;
      return insert?.map(({ text }) => text).join('');
    };
    assert.equal(written('"PartitionKey eq ¦"'), "'a\\\"b''c\\\\d\\u000a${x}`'");
    assert.equal(written('`PartitionKey eq ¦`'), "'a\"b''c\\\\d\\u000a\\${x}\\`'");
  });
});
