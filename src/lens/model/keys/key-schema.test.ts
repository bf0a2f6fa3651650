import assert from 'node:assert/strict';
import { CLIENT, operationsOf, PACKAGE } from '../../../../test/support/operations.ts';
import { keySchemaOf, type KeySchema } from './key-schema.ts';
import { exampleOf, patternText } from './key-text.ts';

function schemaOf(body: string, others: Readonly<Record<string, string>> = {}): KeySchema {
  return keySchemaOf(operationsOf({ ...others, 'main.ts': `${PACKAGE}${CLIENT}${body}` }));
}

/** The patterns of a schema, each with how often it is written and asked for. */
function shown(body: string, others?: Readonly<Record<string, string>>): string[] {
  const { partitionKey, rowKey } = schemaOf(body, others);
  const lines = (name: string, variants: KeySchema['rowKey']): string[] =>
    variants.map(({ pattern, uses }) => {
      const count = (wanted: string): number => uses.filter(({ how }) => how === wanted).length;
      return `${name} ${patternText(pattern)} ${count('written')}/${count('asked')}/${count('bound')}`;
    });
  return [...lines('PK', partitionKey), ...lines('RK', rowKey)];
}

describe('the key schema of a table', () => {
  it('puts together what writes and reads do to the keys', () => {
    assert.deepEqual(
      shown(
        `
import { employeeKey } from './keys.js';
export async function save(employee: { department: string; id: number; email: string }) {
  await client.upsertEntity({ partitionKey: employee.department, rowKey: employeeKey(employee.id) });
  await client.upsertEntity({ partitionKey: employee.department, rowKey: 'email_' + employee.email });
}
export const one = (department: string, id: number) => client.getEntity(department, employeeKey(id));
export const all = (department: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and RowKey ge 'empid_' and RowKey lt 'empid\\\`'\` } });
export const byId = (d: string, id: number) =>
  client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${d}' and RowKey eq 'empid_\${String(id).padStart(6, '0')}'\` } });
`,
        { 'keys.ts': "export const employeeKey = (id: number) => 'empid_' + String(id).padStart(6, '0');" },
      ),
      ['PK {department} 2/3/0', 'RK empid_{id:6} 1/2/0', 'RK email_{email} 1/0/0'],
    );
  });

  it('reads transactions, and says when a write is not seen', () => {
    const body = `export async function save(d: string, id: string, given: any[]) {
  await client.submitTransaction([
    ['create', { partitionKey: d, rowKey: \`a_\${id}\` }],
    ['delete', { partitionKey: d, rowKey: \`b_\${id}\` }],
  ]);
}\n`;
    assert.deepEqual(shown(body), ['PK {d} 1/1/0', 'RK a_{id} 1/0/0', 'RK b_{id} 0/1/0']);
    assert.equal(schemaOf(body).isPartial, false);
    const unseen = 'export const all = (given) => client.submitTransaction(given);\n';
    assert.equal(schemaOf(body + unseen).isPartial, true);
    assert.equal(schemaOf('export const put = (given) => client.createEntity(given);').isPartial, true);
  });

  it('reads keys that are put into a parameter', () => {
    assert.deepEqual(
      shown(`
export async function save(employee: any) {
  employee.partitionKey = employee.department;
  employee.rowKey = 'emp_' + employee.id;
  await client.createEntity(employee);
}
`),
      ['PK {department} 1/0/0', 'RK emp_{id} 1/0/0'],
    );
  });

  it('tells several ways to put a key together', () => {
    assert.deepEqual(
      shown(`export const put = (kind: string, id: string, email: string) =>
  client.createEntity({ partitionKey: 'staff', rowKey: kind === 'id' ? 'id_' + id : 'email_' + email });`),
      ['PK staff 1/0/0', 'RK id_{id} 1/0/0', 'RK email_{email} 1/0/0'],
    );
  });

  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ['`${Date.now()}`', '{milliseconds}', '1767323045000'],
    [
      "String(8640000000000000 - Date.now()).padStart(19, '0')",
      '{inverted milliseconds:19}',
      '0008638232676955000',
    ],
    ['new Date().toISOString()', '{time:iso}', '2026-01-02T03:04:05.000Z'],
    ['at.toISOString().slice(0, 7)', '{time:yyyy-MM}', '2026-01'],
    ['at.toISOString().slice(2, 10)', '{time:iso…}', undefined],
    ["at.toISOString().slice(0, 10).replace(/-/g, '')", '{time:…}', undefined],
    ["at.toISOString().replace(/[-:]/g, '').slice(0, 10)", '{time:…}', undefined],
    ['at.toISOString().slice(0, 10).slice(5)', '{time:…}', undefined],
    [
      '`${Date.now()}_${crypto.randomUUID()}`',
      '{milliseconds}_{randomUUID}',
      '1767323045000_3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    ],
    ['`${at.getFullYear()}-${at.getMonth() + 1}`', '{year:4}-{month}', undefined],
    ['id', '{id}', '42'],
    ["String(id).padStart(6, '0')", '{id:6}', '000042'],
    ['`v${3}_${name}`', 'v3_{name}', undefined],
    ['((nick: string) => nick)(slug(name))', '{slug}', undefined],
  ];
  for (const [expression, pattern, example] of cases) {
    it(`${expression} is ${pattern}`, () => {
      const { rowKey } = schemaOf(
        `export const put = (id: number, name: string, at: Date) => client.createEntity({ partitionKey: 'p', rowKey: ${expression} });`,
      );
      assert.deepEqual(
        rowKey.map((variant) => patternText(variant.pattern)),
        [pattern],
      );
      const [only] = rowKey;
      assert(only !== undefined);
      assert.equal(exampleOf(only.pattern), example);
    });
  }
});
