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

const RULE = 'inconsistent-key-encoding';

describe(RULE, () => {
  it('knows the width of a number that a template makes a text', () => {
    check(`${HEAD}
const pad = (n: number, width = 8) => \`\${n}\`.padStart(width, '0');
export const add = (department: string, id: number) =>
  client.createEntity({ partitionKey: department, rowKey: pad(id) });
export const find = (department: string, id: number) => client.getEntity(department, String(id));
//                                                                                   ^^^^^^^^^^ warning inconsistent-key-encoding/mismatch: {id:8}, {id}
export const same = (department: string, id: number) => client.getEntity(department, \`\${id}\`.padStart(8, '0'));
`);
  });

  it('compares what is asked for with what is written', () => {
    check(`${HEAD}
export const add = (department: string, id: number) =>
  client.createEntity({ partitionKey: department, rowKey: 'emp_' + String(id).padStart(6, '0') });
export const find = (department: string, id: number) => client.getEntity(department, \`emp_\${id}\`);
//                                                                                   ^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch: emp_{id:6}
export const bare = (department: string, id: number) => client.getEntity(department, String(id));
//                                                                                   ^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
export const list = (d: string, id: number) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${d} and RowKey ge \${'emp_' + String(id).padStart(8, '0')} and RowKey lt 'emp_9'\` } });
//                                                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
export const drop = (department: string, id: number) => client.deleteEntity(department, \`EMP_\${String(id).padStart(6, '0')}\`);
//                                                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
`);
  });

  it('knows that capital letters are never found by small ones, whatever they are called', () => {
    const table = (asked: string): string => `${HEAD}
const plain = (text: string) => text.replace(/[^a-z0-9]/gi, '').toUpperCase();
export async function add(team: string, badge: string) {
  const code = plain(badge);
  await client.createEntity({ partitionKey: team, rowKey: code, since: new Date() });
}
export const find = (team: string, number: string) => client.getEntity(team, ${asked});
`;
    check(`${table('number.toLowerCase()')}//                                                                           ^^^^^^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch: {code:upper}
`);
    checkSilent(RULE, table('number.toUpperCase()'));
    checkSilent(RULE, table('plain(number)'));
    checkSilent(RULE, table('number'));
  });

  it('knows that a value whose quotes are doubled for a filter has the case that it had', () => {
    const table = (cleaned: string, asked = 'clean(body.email)'): string => `${HEAD}
const clean = (value: string) => String(value ?? '').trim().toLowerCase();
export async function add(input: any) {
  const email = clean(input.email);
  await client.createEntity({ partitionKey: email, rowKey: 'profile', since: new Date() });
}
export async function find(body: any) {
  const email = ${asked};
  if (!email) return [];
  return client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${${cleaned}}'\` } });
}
`;
    checkSilent(RULE, table("email.replace(/'/g, \"''\")"));
    checkSilent(RULE, table('email.replaceAll("\'", "\'\'")'));
    const ids = findingsOf('/a.ts', table("email.replace(/'/g, \"''\")", 'String(body.email).toUpperCase()'));
    assert(ids.some(({ rule }) => rule === RULE));
  });

  it('sees case and encoding by the name of the value, and times by their order and unit', () => {
    check(`
// file: a.ts${HEAD}
export const add = (alias: string) =>
  client.createEntity({ partitionKey: 'Staff', rowKey: alias.toLowerCase() });
export const find = (alias: string) => client.getEntity('staff', alias);
//                                                      ^^^^^^^ warning inconsistent-key-encoding/mismatch
//                                                               ^^^^^ warning inconsistent-key-encoding/mismatch: {alias:lower}
// file: b.ts
import { TableClient } from '@azure/data-tables';
const log = new TableClient(url, 'Log', credential);
export const write = (page: string) =>
  log.createEntity({ partitionKey: encodeURIComponent(page), rowKey: \`\${9999999999999 - Date.now()}_\${crypto.randomUUID()}\` });
export const read = (page: string, since: Date) => log.getEntity(page, \`\${since.getTime()}_\${crypto.randomUUID()}\`);
//                                                               ^^^^ warning inconsistent-key-encoding/mismatch
//                                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch: the time
`);
  });

  it('knows that a number is no date that is written as a text', () => {
    check(`${HEAD}
type Shift = { team: string; from: Date; hours: number };
export const add = (shift: Shift) => client.createEntity({ partitionKey: shift.team, rowKey: shift.from.toISOString(), hours: shift.hours });
export const at = (team: string, startMs: number) => client.getEntity(team, String(startMs));
//                                                                          ^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch: {time:iso}
export const other = (team: string, version: number) => client.getEntity(team, String(version));
`);
  });

  it('takes a bound for the beginning of a key, and tells upper from lower case that each side makes', () => {
    const keys = (bound: string): string => `${HEAD}
const day = (n: number) => String(n).padStart(5, '0');
export const add = (d: string, n: number, code: string) =>
  client.createEntity({ partitionKey: d, rowKey: \`\${day(n)}-\${code.toUpperCase()}\` });
export const total = (d: string, n: number) => client.upsertEntity({ partitionKey: 'total_' + d, rowKey: day(n) });
export const list = (d: string, n: number) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${d} and RowKey ge \${${bound}} and RowKey lt '9'\` } });
`;
    checkSilent(RULE, keys('`${day(n)}-`'));
    checkSilent(RULE, keys('day(n)'));
    check(`${HEAD}
export const add = (d: string, tag: { code: string }, n: number) =>
  client.createEntity({ partitionKey: d, rowKey: \`tag_\${tag.code.toUpperCase()}\` });
export const find = (d: string, code: string) => client.getEntity(d, \`tag_\${code.toLowerCase()}\`);
//                                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
`);
  });

  it('tells whether a constant can be what is written', () => {
    check(`${HEAD}
export const add = (id: number) =>
  client.createEntity({ partitionKey: 'department', rowKey: 'emp_' + String(id).padStart(6, '0') });
export const old = (id: number) => client.createEntity({ partitionKey: 'a' + String(id).padStart(2, '0'), rowKey: 'total' });
client.getEntity('Department', 'emp_000001');
//               ^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
client.getEntity('department', 'emp_1');
//                             ^^^^^^^ warning inconsistent-key-encoding/mismatch
client.getEntity('a17', 'EMP_000001');
//                      ^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
client.getEntity('a17', 'Total');
//                      ^^^^^^^ warning inconsistent-key-encoding/mismatch
client.getEntity('a17', 'other');
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a17' and RowKey ge 'emp_1' and RowKey lt 'emp_2'" } });
`);
  });

  it('compares with what is updated where nothing written is like it', () => {
    check(`${HEAD}
export const report = (department: string, week: number) =>
  client.createEntity({ partitionKey: department, rowKey: \`all_of_\${String(week).padStart(2, '0')}\`, sum: 1 });
export const add = (department: string, week: number, sum: number) =>
  client.updateEntity({ partitionKey: department, rowKey: 'w-' + week + '-sum', sum });
export const find = (department: string, week: number) =>
  client.getEntity(department, \`w-\${String(week).padStart(2, '0')}-sum\`);
  //                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
`);
  });

  it('tells dates with and without zeroes apart', () => {
    check(`
import dayjs from 'dayjs';${HEAD}
export const add = (id: string, at: Date) =>
  client.createEntity({ partitionKey: id, rowKey: dayjs(at).format('YYYY-MM') });
export const find = (id: string, at: Date) => client.getEntity(id, dayjs(at).format('YYYY-M'));
//                                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
`);
  });

  it('does not take what is written back for another key', () => {
    check(`${HEAD}
export const add = (name: string) => client.createEntity({ partitionKey: 'department', rowKey: name, count: 0 });
export async function hire(name: string) {
  const d = await client.getEntity<{ partitionKey: string; rowKey: string; count: number }>('department', name);
  await client.upsertEntity({ ...d, count: d.count + 1 }, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update
}
export const find = (name: string) => client.getEntity('Department', name);
//                                                     ^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch: department
`);
  });

  const silent = (body: string): void => {
    checkSilent(RULE, HEAD + body);
  };
  const ADD = `export const add = (department: string, id: number) =>
  client.createEntity({ partitionKey: department, rowKey: 'emp_' + String(id).padStart(6, '0') });\n`;

  it('is silent where one write is alike, or is not seen', () => {
    const FIND =
      'export const find = (department: string, id: number) => client.getEntity(department, `emp_${id}`);\n';
    silent(
      `${ADD}export const old = (d: string, id: number) => client.upsertEntity({ partitionKey: d, rowKey: 'emp_' + id });\n${FIND}`,
    );
    silent(`${ADD}export const put = (employee: any) => client.upsertEntity(employee);\n${FIND}`);
    silent(`${ADD}export const all = (actions: any) => client.submitTransaction(actions);\n${FIND}`);
    silent(
      `${ADD}export const put = (d: string, rowKey: string) => client.upsertEntity({ partitionKey: d, rowKey });\n${FIND}`,
    );
    silent(FIND);
  });

  it('is silent where a variable of the same name has been brought into that form, but not for what a request brings', () => {
    const add = `
export async function add(input: { email: string }) {
  const email = input.email.trim().toLowerCase();
  await client.createEntity({ partitionKey: 'p', rowKey: email });
}`;
    silent(`${add}
export const find = (email: string) => client.getEntity('p', email);
export const of = (token: { email: string }) => client.getEntity('p', token.email);`);
    check(`${HEAD}
export async function add(input: { nick: string }) {
  const nick = input.nick.toLowerCase();
  await client.createEntity({ partitionKey: 'p', rowKey: nick });
}
export const find = (request: any) => client.getEntity('p', request.params.nick);
//                                                          ^^^^^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
`);
  });

  it('is silent where a function gives the value, which may have brought it into that form', () => {
    const add = `
export async function add(request: any) {
  await client.createEntity({ partitionKey: 'p', rowKey: request.params.session.toUpperCase() });
}`;
    silent(`import { resolve } from './resolve';${add}
export async function find(request: any) {
  const found = await resolve(request);
  if (found.error) return found.error;
  const { session } = found;
  return client.getEntity('p', session);
}`);
    check(`${HEAD}${add}
export async function find(request: any) {
  const { session } = request.params;
  await client.getEntity('p', session);
//                            ^^^^^^^ warning inconsistent-key-encoding/mismatch
}
`);
  });

  it('is silent where a function with a declared type puts both sides into one form', () => {
    silent(`
const valid = (raw: string | undefined): string | null => {
  const id = raw?.toUpperCase() ?? '';
  return /^[A-Z]{4}$/.test(id) ? id : null;
};
export async function add(request: any) {
  const game = valid(request.params.game);
  if (game) await client.createEntity({ partitionKey: 'p', rowKey: game });
}
export async function find(request: any) {
  const game = valid(request.params.game);
  if (game) await client.getEntity('p', game);
}`);
  });

  it('is silent for keys that are given, for other kinds of entities, and for prefixes', () => {
    silent(`${ADD}export const find = (d: string, rowKey: string) => client.getEntity(d, rowKey);`);
    silent(`${ADD}export const find = (d: string, id: string) => client.getEntity(d, id);`);
    silent(`${ADD}export const find = (d: string, id: string) => client.getEntity(d, 'emp_' + id);`);
    silent(`${ADD}export const find = (d: string) => client.getEntity(d, 'total');`);
    silent(`${ADD}export const find = (d: string, id: number) => client.getEntity(d, 'sum_' + id);`);
    silent(
      `${ADD}export const find = (d: string) => client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${d} and RowKey ge 'emp_' and RowKey lt 'emp\\\`'\` } });`,
    );
    silent(`export const add = (email: string) => client.createEntity({ partitionKey: 'p', rowKey: email.toLowerCase() });
export const find = (address: string) => client.getEntity('p', address);`);
    silent(`import { format } from 'date-fns';
export const add = (at: Date, id: string) => client.createEntity({ partitionKey: at.toISOString().slice(0, 10), rowKey: id });
export const find = (day: Date, id: string) => client.getEntity(format(day, 'yyyy-MM-dd'), id);`);
    for (const [written, asked] of [
      ["slice(0, 10).replace(/-/g, '')", 'yyyyMMdd'],
      ["replace(/[-:T]/g, '').slice(0, 12)", 'yyyyMMddHHmm'],
      ["split('T')[0].split('-').join('')", 'yyyyMMdd'],
    ]) {
      silent(`import { format } from 'date-fns';
export const add = (at: Date, id: string) => client.createEntity({ partitionKey: at.toISOString().${written}, rowKey: id });
export const find = (day: Date, id: string) => client.getEntity(format(day, '${asked}'), id);`);
    }
    silent(`export const add = (kind: string) => client.createEntity({ partitionKey: 'Config', rowKey: kind });
export const put = (kind: string) => client.createEntity({ partitionKey: 'config', rowKey: kind });
export const find = (kind: string) => client.getEntity('config', kind);`);
  });

  describe('fix', () => {
    const file = (rowKey: string, read: string): string => `${HEAD}
export const add = (pk: string, name: string, id: number) => client.createEntity({ partitionKey: pk, rowKey: ${rowKey} });
export const get = (pk: string, name: string, id: number, rowKey = String(id)) => ${read};
`;
    const point = (rowKey: string): string => `client.getEntity(pk, ${rowKey})`;
    const query = (hole: string): string =>
      `client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${pk} and RowKey eq \${${hole}}\` } })`;

    it('brings what is asked for into the form in which it is written', () => {
      const cases = [
        ['name.toLowerCase()', 'name', 'name.toLowerCase()'],
        ['name.toUpperCase()', 'name', 'name.toUpperCase()'],
        ['name /* (as (is)) */ .toLowerCase()', 'name', 'name.toLowerCase()'],
        ['encodeURIComponent(name)', 'name', 'encodeURIComponent(name)'],
        ["String(id).padStart(6, '0')", 'String(id)', "String(id).padStart(6, '0')"],
        ["`e_${String(id).padStart(6, '0')}`", '`e_${id}`', "`e_${String(id).padStart(6, '0')}`"],
        ["`e_${String(id).padStart(6, '0')}`", 'id.toString()', "`e_${id.toString().padStart(6, '0')}`"],
        [
          "`e_${String(id).padStart(6, '0')}`",
          "String(id).padStart(6, '0')",
          "`e_${String(id).padStart(6, '0')}`",
        ],
        ["'Settings'", "'settings'", "'Settings'"],
      ] as const;
      for (const [written, asked, right] of cases) {
        checkFix(RULE, file(written, point(asked)), file(written, point(right)));
      }
      checkFix(
        RULE,
        file('name.toLowerCase()', query('name')),
        file('name.toLowerCase()', query('name.toLowerCase()')),
      );
    });

    it('is not offered where that cannot be', () => {
      checkNoFix(RULE, file('name', point('name.toLowerCase()')));
      checkNoFix(RULE, file('name.trim().toLowerCase()', point('name')));
      checkNoFix(RULE, file('encodeURIComponent(name.toLowerCase())', point('name')));
      checkNoFix(RULE, file("String(id).padStart(8, '0')", point("String(id).padStart(6, '0')")));
    });
  });

  it('sees zeros that one side alone puts before a value of which nothing is known', () => {
    const source = (asked: string): string => `
const { TableClient } = require('@azure/data-tables');
const client = new TableClient(url, 'Lots', credential);
const pad = (n, width) => String(n).padStart(width, '0');
exports.add = (sale, lot, title) => client.createEntity({ partitionKey: sale, rowKey: pad(lot, 5), title });
exports.find = (sale, lot) => client.getEntity(sale, ${asked});
`;
    check(`${source('String(lot)')}//                                                   ^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch: {lot:5}
`);
    check(`${source('`${lot}`')}//                                                   ^^^^^^^^ warning inconsistent-key-encoding/mismatch: {lot:5}
`);
    for (const asked of ['pad(lot, 5)', 'lot', 'String(sale)']) checkSilent(RULE, source(asked));
    checkFix(RULE, source('String(lot)'), source("String(lot).padStart(5, '0')"));
    checkFix(RULE, source('`${lot}`'), source("`${String(lot).padStart(5, '0')}`"));
  });

  it('sees a value that is asked for without the text that it is written behind', () => {
    const source = (find: string): string => `${HEAD}
const keyOf = (slug: string) => \`recipe:\${slug.toLowerCase()}\`;
export const add = (cook: string, slug: string, title: string) =>
  client.createEntity({ partitionKey: cook, rowKey: keyOf(slug), title });
${find}
`;
    check(
      source(`export const find = (cook: string, slug: string) => client.getEntity(cook, slug);
//                                                                         ^^^^ warning inconsistent-key-encoding/mismatch: recipe:{slug:lower}`),
    );
    checkFix(
      RULE,
      source('export const find = (cook: string, slug: string) => client.getEntity(cook, slug);'),
      source(
        'export const find = (cook: string, slug: string) => client.getEntity(cook, `recipe:${slug.toLowerCase()}`);',
      ),
    );
    for (const find of [
      'export const find = (cook: string, slug: string) => client.getEntity(cook, keyOf(slug));',
      'export const find = (cook: string, rowKey: string) => client.getEntity(cook, rowKey);',
      'export const find = (request: any) => client.getEntity(request.params.cook, request.params.slug);',
      `export const find = (cook: string, slug: string) => client.getEntity(cook, slug);
export const listed = (recipe: any) => ({ slug: recipe.rowKey });`,
    ])
      checkSilent(RULE, source(find));
  });

  it('knows the case of what both sides encode', () => {
    const source = (asked: string, before = ''): string => `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Dishes', credential);
const dishKey = (name: string) => encodeURIComponent(name.trim().toLowerCase());
export const add = (menu: string, dish: string) => client.createEntity({ partitionKey: menu, rowKey: dishKey(dish) });
export async function find(menu: string, dish: string) {
  ${before}return client.getEntity(menu, ${asked});
}
`;
    const found = (text: string): readonly (readonly string[])[] =>
      findingsOf('/main.ts', text).flatMap(({ rule, data }) => (rule === RULE ? [data.map(String)] : []));
    assert.deepEqual(
      found(source('encodeURIComponent(dish)')).map((data) => data.slice(0, 3)),
      [['RowKey', '{dish:lower:uri}', '{dish:uri}']],
    );
    for (const asked of [
      'dishKey(dish)',
      'encodeURIComponent(dish.toLowerCase())',
      'encodeURIComponent(dish).toLowerCase()',
    ])
      assert.deepEqual(found(source(asked)), []);
    assert.deepEqual(found(source('encodeURIComponent(plain)', 'const plain = tidy(dish); ')), []);
  });

  it('is silent where what both sides encode goes by the name of what was changed before', () => {
    const source = (key: string, asked: string): string => `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Dishes', credential);
export async function add(menu: string, input: any) {
  const dish = input.dish.trim().toLowerCase();
  await client.createEntity({ partitionKey: menu, rowKey: ${key} });
}
export const find = (menu: string, dish: string) => client.getEntity(menu, ${asked});
`;
    checkSilent(RULE, source('encodeURIComponent(dish)', 'encodeURIComponent(dish)'));
    checkSilent(RULE, source('dish', 'dish'));
    checkSilent(RULE, source('`dish:${encodeURIComponent(dish)}`', '`dish:${encodeURIComponent(dish)}`'));
    const told = findingsOf(
      '/main.ts',
      source('encodeURIComponent(dish.toLowerCase())', 'encodeURIComponent(dish)'),
    );
    assert.ok(told.some(({ rule }) => rule === RULE));
  });

  it('leaves out the empty text that stands for no value', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const guests = new TableClient(url, 'Guests', credential);
const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
export const add = (house: string, form: FormData) =>
  guests.upsertEntity({ partitionKey: house, rowKey: text(form, 'nick').toLowerCase() });
export async function find(house: string, request: Request) {
  const body = (await request.json()) as { nick: string };
  return guests.getEntity(house, body.nick.toUpperCase());
  //                             ^^^^^^^^^^^^^^^^^^^^^^^ warning inconsistent-key-encoding/mismatch
}
`);
  });

  it('knows dates that are put together field by field', () => {
    const days = (written: string, asked: string): string => `${HEAD}
const two = (n: number) => String(n).padStart(2, '0');
const shown = (d: Date) => \`\${two(d.getUTCDate())}-\${two(d.getUTCMonth() + 1)}-\${d.getUTCFullYear()}\`;
const sorted = (d: Date) => \`\${d.getUTCFullYear()}-\${two(d.getUTCMonth() + 1)}-\${two(d.getUTCDate())}\`;
const year = (d: Date) => \`\${d.getUTCFullYear()}\`;
const iso = (d: Date) => d.toISOString().slice(0, 10);
export const save = (site: string, d: Date) => client.upsertEntity({ partitionKey: site, rowKey: ${written} });
export const load = (site: string, d: Date) => client.getEntity(site, ${asked});
`;
    for (const [written, asked] of [
      ['iso(d)', 'iso(d)'],
      ['iso(d)', 'sorted(d)'],
      ['year(d)', 'iso(d)'],
      ['shown(d)', 'shown(d)'],
    ] as const)
      checkSilent(RULE, days(written, asked));
    for (const asked of [
      'sorted(d).slice(0, 8) + "01"',
      '`${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-01`',
      '`${d.getUTCFullYear()}-01-01`',
      '`${d.toISOString().slice(0, 7)}-01`',
      '`${d.toISOString().slice(0, 4)}-01-01`',
    ]) {
      checkSilent(RULE, days('iso(d)', asked));
      checkSilent(RULE, days('sorted(d)', asked));
    }
    const range = (written: string, from: string, to: string): string =>
      `${days(written, written)}export const list = (d: Date) => client.listEntities({ queryOptions: { filter: \`RowKey ge '${from}' and RowKey lt '${to}'\` } });\n`;
    for (const [from, to] of [
      ['${d.getUTCFullYear()}-01-01', '${d.getUTCFullYear()}-12-31'],
      [
        '${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}',
        '${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}~',
      ],
      ['${d.getUTCFullYear()}0000', '${d.getUTCFullYear()}9999'],
      ['${d.toISOString()}', '${d.toISOString()}'],
    ] as const)
      for (const written of ['iso(d)', 'sorted(d)']) checkSilent(RULE, range(written, from, to));
    const found = findingsOf('/a.ts', days('shown(d)', 'iso(d)')).filter(({ rule }) => rule === RULE);
    assert.equal(found.length, 1);
  });

  it('tells the call of a function that hands a key on, where all calls are seen that write', () => {
    const bins = (more = '', mark = true): string => `
import { TableClient } from '@azure/data-tables';
interface Keyed { partitionKey: string; rowKey: string }
class Base<T extends Keyed> {
  constructor(protected readonly client: TableClient) {}
  async find(pk: string, rk: string) { return this.client.getEntity(pk, rk).catch(() => undefined); }
  async add(entity: T) { await this.client.createEntity(entity); }
}
interface Bin extends Keyed { sku: string }
export class Bins extends Base<Bin> {
  static key(aisle: string, bin: number) { return \`\${aisle}-\${String(bin).padStart(4, '0')}\`; }
  open(site: string, aisle: string, bin: number, sku: string) {
    return this.add({ partitionKey: site, rowKey: Bins.key(aisle, bin), sku });
  }
  bin(site: string, aisle: string, bin: number) {
    return this.find(site, \`\${aisle}-\${bin}\`);
${mark ? '    //          ^^^^ warning inconsistent-key-encoding/mismatch\n' : ''}  }
  same(site: string, aisle: string, bin: number) { return this.find(site, Bins.key(aisle, bin)); }
${more}
}
export const bins = new Bins(new TableClient(url, 'Bins', credential));
`;
    check(bins());
    checkNoFix(RULE, bins());
    checkSilent(RULE, bins('  copy(bin: Bin) { return this.add(bin); }', false));
    checkSilent(RULE, bins('  copy(all: Bin[]) { return Promise.all(all.map(this.add, this)); }', false));
    checkSilent(
      RULE,
      bins('  copy(all: Bin[]) { const add = this.add.bind(this); return all.map(add); }', false),
    );
    checkSilent(
      RULE,
      `${HEAD}
interface Row { partitionKey: string; rowKey: string }
export const save = (row: Row) => client.upsertEntity(row);
export const one = (d: Date) => save({ partitionKey: d.toISOString().slice(0, 10), rowKey: 'a' });
export const all = (rows: Row[]) => Promise.all(rows.map(save));
export const list = (d: Date) => client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${d.getTime()}'\` } });
`,
    );
    checkSilent(RULE, bins('  copy(bin: any) { return this.add({ ...bin, rowKey: bin.key }); }', false));
  });
});
