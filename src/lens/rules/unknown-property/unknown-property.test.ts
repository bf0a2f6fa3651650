import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;
const TYPE = 'interface Employee { lastName: string; department: string; startDate: string | null }\n';
const WRITE =
  "await client.upsertEntity({ partitionKey: 'a', rowKey: 'b', lastName: 'c', department: 'd' });\n";
const typed = (filter: string): string =>
  `${HEAD}${TYPE}client.listEntities<Employee>({ queryOptions: { filter: ${filter} } });\n`;
const written = (write: string, filter: string): string =>
  `${HEAD}${write}client.listEntities({ queryOptions: { filter: ${filter} } });\n`;

describe('unknown-property', () => {
  it('compares with the fields of a class that stands for the type', () => {
    const asked = (declaration: string, name: string): string =>
      `${HEAD}${declaration}
client.listEntities<Person>({ queryOptions: { filter: "PartitionKey eq 'a' and ${name} eq 'b'" } });
`;
    const person = 'class Person { lastName!: string; joined?: Date; static lastNames = 1; greet() {} }';
    check(`${asked(person, 'lastNam')}//                                                                             ^^^^^^^ warning unknown-property/compared: lastName
`);
    checkSilent('unknown-property', asked(person, 'lastName'));
    checkSilent('unknown-property', asked(person.replace('Person', 'Person extends Base'), 'lastNam'));
  });

  it('compares with the entity type', () => {
    check(`${HEAD}${TYPE}
client.listEntities<Employee>({ queryOptions: { filter: "PartitionKey eq 'a' and LastName eq 'b'" } });
//                                                                               ^^^^^^^^ warning unknown-property/compared: lastName
client.listEntities<Employee>({ queryOptions: { filter: odata\`PartitionKey eq \${a} and departmnt eq \${b}\`, select: ['startDat'] } });
//                                                                                     ^^^^^^^^^ warning unknown-property/compared: department
//                                                                                                                  ^^^^^^^^^^ warning unknown-property/selected
`);
  });

  it('compares with what the workspace writes', () => {
    check(`
// file: main.ts
${HEAD}client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and lastname eq 'b'" } });
//                                                                     ^^^^^^^^ warning unknown-property/compared: lastName
// file: write.ts
${HEAD}${WRITE}`);
  });

  it('compares with the type of what is spread into the entities', () => {
    const write = `${TYPE}export const add = (e: Employee) => client.upsertEntity({ ...e, partitionKey: 'a', rowKey: 'b' });\n`;
    checkSilent('unknown-property', written(write, `"PartitionKey eq 'a' and lastName eq 'b'"`));
    check(`${HEAD}${write}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and lastname eq 'b'" } });
//                                                                     ^^^^^^^^ warning unknown-property/compared: lastName
`);
  });

  it('compares with the types of other reads, with what is written whole, and what a point read selects', () => {
    check(`${HEAD}${TYPE}
export const one = (pk: string, rk: string) =>
  client.getEntity<Employee>(pk, rk, { queryOptions: { select: ['lastname'] } });
  //                                                            ^^^^^^^^^^ warning unknown-property/selected: lastName
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and Department eq 'b'" } });
//                                                                     ^^^^^^^^^^ warning unknown-property/compared: department
const visits = new TableClient(url, 'Visits', credential);
export async function add(visit: { partitionKey: string; rowKey: string; badge: string }) { await visits.createEntity(visit); }
export async function all(pk: string, ids: readonly string[]) {
  await visits.submitTransaction(ids.slice(0, 99).map((id) => ['create', { partitionKey: pk, rowKey: id, badge: 'x' }]));
  visits.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and bagde eq 'b'" } });
  //                                                                     ^^^^^ warning unknown-property/compared: badge
}
`);
  });

  it('is silent for names that are there, and where none is near', () => {
    const silent = (filter: string): void => {
      checkSilent('unknown-property', typed(filter));
      checkSilent('unknown-property', written(WRITE, filter));
    };
    silent(`"PartitionKey eq 'a' and RowKey eq 'b' and Timestamp gt datetime'2026-01-01T00:00:00Z'"`);
    silent(`"PartitionKey eq 'a' and lastName eq 'b' and department eq 'c'"`);
    silent(`"PartitionKey eq 'a' and salary gt 5"`);
    silent(`"partitionKey eq 'a'"`);
  });

  it('is silent where not all properties are seen', () => {
    const filter = `"PartitionKey eq 'a' and lastname eq 'b'"`;
    const silent = (before: string, type = ''): void => {
      checkSilent(
        'unknown-property',
        `${HEAD}${before}client.listEntities${type}({ queryOptions: { filter: ${filter} } });\n`,
      );
    };
    silent('');
    silent(`${WRITE}await client.upsertEntity({ partitionKey: 'a', rowKey: 'b', ...rest });\n`);
    silent(`${WRITE}await client.upsertEntity(entity);\n`);
    silent(`${WRITE}await client.submitTransaction(actions);\n`);
    silent('interface Employee extends Person { lastName: string }\n', '<Employee>');
    silent('interface Employee { lastName: string; [name: string]: unknown }\n', '<Employee>');
    silent('', '<Employee>');
  });

  it('tells of names in another case where only updates are not seen', () => {
    const source = (select: string, more: string): string => `${HEAD}
export const join = (shop: string, id: string, fullName: string) =>
  client.createEntity({ partitionKey: shop, rowKey: id, fullName, visits: 0 });
${more}
export async function names(shop: string) {
  const found = [];
  for await (const one of client.listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${shop}\`, select: ['rowKey', '${select}'] },
  })) found.push(one);
  return found;
}
`;
    const update = `export const change = (row: any, patch: object) => client.updateEntity({ ...row, ...patch }, 'Merge');`;
    const found = (text: string): readonly string[] =>
      findingsOf('/main.ts', text).flatMap(({ rule, data }) =>
        rule === 'unknown-property' ? [data.join()] : [],
      );
    assert.deepEqual(found(source('fullname', update)), ['fullname,fullName']);
    for (const quiet of [
      source('fullName', update),
      source('fulName', update),
      source('fullname', `export const put = (row: any) => client.upsertEntity(row, 'Replace');`),
      source('fullname', `export const all = (actions: any) => client.submitTransaction(actions);`),
    ])
      assert.deepEqual(found(quiet), []);
  });

  describe('fix', () => {
    it('writes the name that is near', () => {
      checkFix(
        'unknown-property',
        typed('odata`PartitionKey eq ${a} and LastName eq ${b}`'),
        typed('odata`PartitionKey eq ${a} and lastName eq ${b}`'),
      );
      const select = (name: string): string =>
        `${HEAD}${TYPE}client.listEntities<Employee>({ queryOptions: { filter: "PartitionKey eq 'a'", select: ['${name}'] } });\n`;
      checkFix('unknown-property', select('lastname'), select('lastName'));
    });

    it('is not offered for a filter that is written in another place', () => {
      checkNoFix(
        'unknown-property',
        `
// file: main.ts
${HEAD}${TYPE}import { FILTER } from './filters.ts';
client.listEntities<Employee>({ queryOptions: { filter: FILTER } });
// file: filters.ts
export const FILTER = "PartitionKey eq 'a' and lastname eq 'b'";
`,
      );
    });
  });

  it('takes one for many for a slip where type and writes say all that there is', () => {
    const source = (put: string, type: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const shelves = new TableClient(url, 'Shelves', credential);
interface Shelf { partitionKey: string; rowKey: string; priceCents: number }
export const save = (room: string, id: string, priceCents: number, more: object) =>
  shelves.createEntity({ partitionKey: room, rowKey: id, ${put} });
export const dear = (room: string, cents: number) =>
  shelves.listEntities${type}({ queryOptions: { filter: odata\`PartitionKey eq \${room} and priceCent gt \${cents}\` } });
`;
    assert.deepEqual(
      findingsOf('/main.ts', source('priceCents', '<Shelf>')).map(({ rule, data }) => [rule, ...data]),
      [['unknown-property', 'priceCent', 'priceCents']],
    );
    checkSilent('unknown-property', source('priceCents', ''));
    checkSilent('unknown-property', source('priceCents, ...more', '<Shelf>'));
    checkSilent('unknown-property', source('priceCents, priceCent: 1', '<Shelf>'));
  });

  it('is told once of a filter that may be one of several', () => {
    const told = (more: string): readonly (readonly string[])[] =>
      findingsOf(
        '/main.ts',
        `${HEAD}${TYPE}
export const find = (department: string, name?: string) =>
  client.listEntities<Employee>({ queryOptions: { filter: odata\`PartitionKey eq \${department} and lastNam eq \${${more}}\` } });
`,
      )
        .filter(({ rule }) => rule === 'unknown-property')
        .map(({ data }) => data);
    assert.deepEqual(told("name ?? ''"), [['lastNam', 'lastName']]);
    assert.deepEqual(told('name'), [['lastNam', 'lastName']]);
  });
});
