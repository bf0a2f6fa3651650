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

describe('unpadded-number-in-key', () => {
  it('underlines numbers in keys that are written, and in bounds', () => {
    check(`${HEAD}
export function add(department: string, id: number, names: string[]) {
  client.createEntity({ partitionKey: department, rowKey: \`emp_\${id}\` });
//                                                               ^^ warning unpadded-number-in-key/unpadded: id
  client.createEntity({ partitionKey: department, rowKey: id.toString() });
//                                                        ^^^^^^^^^^^^^ warning unpadded-number-in-key
  client.createEntity({ partitionKey: department, rowKey: 'n' + names.length });
//                                                              ^^^^^^^^^^^^ warning unpadded-number-in-key
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and RowKey ge \${String(id)}\` } });
//                                                                                                  ^^^^^^^^^^ warning unpadded-number-in-key
}
`);
  });

  it('underlines numbers that an entity of a class is given', () => {
    check(`${HEAD}
class Employee {
  constructor(init: { partitionKey: string; rowKey: string }) {
    Object.assign(this, init);
  }
}
class Manager {
  readonly rowKey: string;
  constructor(readonly partitionKey: string, id: number) {
    this.rowKey = \`m_\${id}\`;
//                     ^^ warning unpadded-number-in-key/unpadded: id
  }
}
export function add(department: string, id: number) {
  client.createEntity(new Employee({ partitionKey: department, rowKey: String(id) }));
//                                                                     ^^^^^^^^^^ warning unpadded-number-in-key
  client.createEntity(new Employee({ partitionKey: department, rowKey: String(id).padStart(6, '0') }));
  client.createEntity(new Manager(department, id));
}
`);
  });

  it('underlines numbers in what a transaction makes, once for all that send it', () => {
    check(`${HEAD}
export async function add(department: string, names: string[], id: number) {
  const actions = names.map((name, i) => ['create', { partitionKey: department, rowKey: \`emp_\${i}\`, name }]);
//                                                                                             ^ warning unpadded-number-in-key
  await client.submitTransaction(actions.slice(0, 100));
  await client.submitTransaction(actions.slice(100, 200));
  await client.submitTransaction([['delete', { partitionKey: department, rowKey: 'emp_' + id }]]);
  await client.submitTransaction([['upsert', { partitionKey: department, rowKey: 'n' + String(id).padStart(6, '0') }]]);
}
`);
  });

  it('underlines the index of what is written one by one, as it does a counter', () => {
    check(`${HEAD}
export const add = (department: string, names: string[]) =>
  Promise.all(names.slice(0, 50).map((name, i) => client.createEntity({ partitionKey: department, rowKey: \`emp_\${i}\`, name })));
//                                                                                                               ^ warning unpadded-number-in-key/unpadded
export async function addEach(department: string, names: string[]) {
  for (const [i, name] of names.entries()) {
    if (name) await client.upsertEntity({ partitionKey: department, rowKey: 'emp_' + i, name });
//                                                                                   ^ warning unpadded-number-in-key/unpadded
    await client.upsertEntity({ partitionKey: department, rowKey: 'e_' + String(i).padStart(5, '0'), name });
  }
}
export async function addFew(department: string) {
  for (const [i, name] of ['ada', 'bob'].entries())
    await client.upsertEntity({ partitionKey: department, rowKey: 'emp_' + i, name });
}
`);
  });

  it('underlines what is less the larger a number is, and parts of a date that only its methods show', () => {
    check(`
const { TableClient } = require('@azure/data-tables');
const client = new TableClient(url, 'Scores', credential);
exports.add = async (game, score, player, date) => {
  await client.createEntity({ partitionKey: game, rowKey: \`\${1000000 - score}-\${player}\` });
//                                                           ^^^^^^^^^^^^^^^ warning unpadded-number-in-key/unpadded
  await client.createEntity({ partitionKey: game, rowKey: \`\${1000000 + score}-\${player}\` });
  await client.createEntity({ partitionKey: game, rowKey: date.getFullYear() + '-' + (date.getMonth() + 1) + '-' + player });
//                                                                                    ^^^^^^^^^^^^^^^^^^^ warning unpadded-number-in-key/unpadded
};
`);
  });

  it('reports a key that is made in another file where it is used', () => {
    check(
      `${HEAD}
import { rowKeyOf } from './keys';
export const add = (department: string, id: number) =>
  client.createEntity({ partitionKey: department, rowKey: rowKeyOf(id) });
//                                                        ^^^^^^^^^^^^ warning unpadded-number-in-key
// file: keys.ts
export const rowKeyOf = (id: number) => \`emp_\${id}\`;
`.replace(HEAD, `\n// file: main.ts${HEAD}`),
    );
  });

  it('is silent for numbers of one width', () => {
    check(`${HEAD}
const VERSION = 3;
export function add(department: string, id: number, at: Date, fiscalYear: number) {
  client.createEntity({ partitionKey: department, rowKey: String(id).padStart(8, '0') });
  client.createEntity({ partitionKey: department, rowKey: \`report_\${fiscalYear}\` });
  client.createEntity({ partitionKey: department, rowKey: \`v\${VERSION}_\${id.toString().padStart(8, '0')}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${Date.now()}\` });
  client.createEntity({ partitionKey: department, rowKey: String(9999999999999 - Date.now()) });
  client.createEntity({ partitionKey: department, rowKey: String(BigInt('9'.repeat(30)) - BigInt(id)) });
  client.createEntity({ partitionKey: department, rowKey: String(BigInt('9'.repeat(30)) - BigInt(department)) });
  client.createEntity({ partitionKey: department, rowKey: String(BigInt(Date.now()) * 1_000_000n) });
  client.createEntity({ partitionKey: \`\${department}_\${at.getFullYear()}\`, rowKey: department });
  const year = at.getUTCFullYear();
  client.createEntity({ partitionKey: \`\${department}_\${year}\`, rowKey: department });
  client.createEntity({ partitionKey: \`bucket_\${id % 16}\`, rowKey: department });
}
`);
  });

  it('is silent for keys that are met by point reads alone, and for weekdays', () => {
    check(`${HEAD}
export function add(department: string, lat: number, at: Date) {
  client.createEntity({ partitionKey: department, rowKey: lat.toFixed(2) });
  client.createEntity({ partitionKey: department, rowKey: \`\${department}-\${at.getDay()}\` });
}
export const read = (department: string, lat: number) => client.getEntity(department, lat.toFixed(2));
`);
  });

  it('is silent for what is counted with one digit, and for nothing that only sounds like it', () => {
    check(`${HEAD}
const slot = (weekday: number, week: number) => \`\${weekday}-\${week}\`;
//                                                            ^^^^ warning unpadded-number-in-key
export async function add(department: string, shift: { dayOfWeek: number; quarter: number; week: number }) {
  await client.createEntity({ partitionKey: department, rowKey: slot(shift.dayOfWeek, shift.week) });
  await client.createEntity({ partitionKey: department, rowKey: \`\${shift.quarter}_\${String(shift.dayOfWeek)}\` });
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) use(one);
}
`);
  });

  it('is silent for numbers behind a constant that is wide enough, and for what nobody sorts', () => {
    check(`${HEAD}
export function add(department: string, id: number, attempt: number, bucketNo: number) {
  client.createEntity({ partitionKey: department, rowKey: String(1_000_000 + id) });
  client.createEntity({ partitionKey: department, rowKey: \`\${9999999999 - id}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${department}-\${Math.floor(Math.random() * 1000)}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${department}-\${attempt}\` });
  client.createEntity({ partitionKey: \`\${department}_\${bucketNo}\`, rowKey: department });
  client.createEntity({ partitionKey: department, rowKey: String(Date.now() * 1000 + id) });
  client.createEntity({ partitionKey: department, rowKey: padStart(id.toString(), 5, '00000') });
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and RowKey ge \${department} and RowKey lt \${(+department + 1).toString()}\` } });
  client.createEntity({ partitionKey: department, rowKey: \`e\${id + 1}\` });
//                                                            ^^^^^^ warning unpadded-number-in-key
}
`);
  });

  it('is silent for moments since 1970, by name or as a date is made of them, and for a remainder', () => {
    check(`${HEAD}
interface Message { sent: number; size: number }
const remainder = (id: number) => Math.abs(id) % 16;
export function add(department: string, timestamp: number, createdAt: number, length: number, one: Message) {
  client.createEntity({ partitionKey: department, rowKey: \`a\${timestamp}\` });
  client.createEntity({ partitionKey: department, rowKey: String(createdAt) });
  client.createEntity({ partitionKey: department, rowKey: \`b\${one.sent}\`, at: new Date(one.sent) });
  client.createEntity({ partitionKey: \`\${department}_\${remainder(length)}\`, rowKey: department });
  client.createEntity({ partitionKey: department, rowKey: \`c\${one.size}\` });
//                                                            ^^^^^^^^ warning unpadded-number-in-key
}
`);
  });

  it('is silent for equality, for other properties and for single entities', () => {
    check(`${HEAD}
export function read(department: string, id: number) {
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and Age ge \${id}\` } });
  client.getEntity(department, String(id));
  client.deleteEntity(department, String(id));
}
`);
  });

  it('is silent for a number without quotes, which no key is compared with', () => {
    check(`${HEAD}
export function read(department: string, ids: number[]) {
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and RowKey ge \${ids.length}\` } });
//                                                                                                  ^^^^^^^^^^ error filter-type-mismatch
}
`);
  });

  it('knows a number by what the code does with it where no type says so', () => {
    check(`${HEAD}
export async function settle(season: string, round, eqId, stops, { lat }) {
  if (Number(round) < 0) return;
  const last = 10 / eqId;
  await client.upsertEntity({ partitionKey: \`\${season}|\${round}\`, rowKey: \`\${season}_\${eqId}\` });
//                                                       ^^^^^ warning unpadded-number-in-key/unpadded: round
//                                                                                     ^^^^ warning unpadded-number-in-key
  for (const stop of stops) await client.upsertEntity({ partitionKey: season, rowKey: String(stop.num) });
//                                                                                    ^^^^^^^^^^^^^^^^ warning unpadded-number-in-key
  await client.upsertEntity({ partitionKey: season, rowKey: lat.toFixed(2) });
//                                                          ^^^^^^^^^^^^^^ warning unpadded-number-in-key
}
`);
    check(`${HEAD}
export const save = (department: string, job) =>
  client.upsertEntity({ partitionKey: department, rowKey: String(job.id) });
//                                                        ^^^^^^^^^^^^^^ warning unpadded-number-in-key
export const read = (entity) => ({ id: parseInt(entity.rowKey, 10) });
`);
  });

  it('knows one more than a count, under a name or on the spot, where no type says so', () => {
    check(`${HEAD}
export async function revise(page: string, head, body) {
  const revision = head.revision + 1;
  await client.createEntity({ partitionKey: page, rowKey: \`r\${revision}\`, body });
//                                                            ^^^^^^^^ warning unpadded-number-in-key
  await client.createEntity({ partitionKey: page, rowKey: \`v\${head.lastNo + 1}\`, body });
//                                                            ^^^^^^^^^^^^^^^ warning unpadded-number-in-key
  const copy = head.name + 1;
  await client.createEntity({ partitionKey: page, rowKey: \`c\${copy}\`, body });
}
`);
  });

  it('is silent where a type says text, where one digit is all, and for times and codes', () => {
    check(`${HEAD}
export function add(department: string, id: string, n: number, other, at, zip, name) {
  const [digits, when, town] = [Number(id), Number(at.timestamp), parseInt(zip, 10)];
  if (![1, 2, 3].includes(n)) return;
  client.createEntity({ partitionKey: department, rowKey: \`a_\${id}\` });
  client.createEntity({ partitionKey: department, rowKey: String(id) });
  client.createEntity({ partitionKey: department, rowKey: \`a_\${n}\` });
  client.createEntity({ partitionKey: department, rowKey: \`a_\${other}\` });
  client.createEntity({ partitionKey: department, rowKey: \`a_\${at.timestamp}\` });
  client.createEntity({ partitionKey: department, rowKey: \`a_\${zip}\` });
  client.createEntity({ partitionKey: department, rowKey: String(name) });
}
`);
  });

  it('is silent where a loop counts from one digit to another', () => {
    check(`${HEAD}
export function fill(department: string, count: number) {
  for (let i = 0; i < 3; i++) client.createEntity({ partitionKey: department, rowKey: \`a_\${i}\` });
  for (let day = 1; day <= 7; ++day) client.createEntity({ partitionKey: department, rowKey: day.toString() });
  for (let k = 0; k < 12; k++) client.createEntity({ partitionKey: department, rowKey: \`b_\${k}\` });
  //                                                                                        ^ warning unpadded-number-in-key
  for (let n = 0; n < count; n++) client.createEntity({ partitionKey: department, rowKey: \`c_\${n}\` });
  //                                                                                           ^ warning unpadded-number-in-key
}
`);
  });

  it('is silent where the clock is counted on', () => {
    check(`${HEAD}
let last = 0;
function newId() {
  let id = Date.now();
  if (id <= last) id = last + 1;
  last = id;
  return id;
}
const toEntity = (partitionKey, id) => ({ partitionKey, rowKey: String(id) });
export const save = (department: string) => client.createEntity(toEntity(department, newId()));
export const read = (entity) => ({ id: Number(entity.rowKey) });
`);
  });

  it('points to a key that a wrapper in another file hands on', () => {
    check(`
// file: main.ts
import { put } from './tables';
export const add = (department: string, id: number) => put({ partitionKey: department, rowKey: \`e\${id}\` });
//                                                                                                 ^^ warning unpadded-number-in-key
// file: tables.ts${HEAD}
export async function put(entity) {
  await client.upsertEntity(entity, 'Replace');
}
`);
  });

  describe('fix', () => {
    const fixes = (before: string, after: string): void => {
      const file = (rowKey: string): string =>
        `${HEAD}export const add = (department: string, id: number, e: Employee) =>\n  client.createEntity({ partitionKey: department, rowKey: ${rowKey} });\n`;
      checkFix('unpadded-number-in-key', file(before), file(after));
    };

    it('pads numbers in templates and sums, and texts made of numbers', () => {
      fixes('`emp_${id}`', "`emp_${String(id).padStart(10, '0')}`");
      fixes('`emp_${id++}`', "`emp_${String(id++).padStart(10, '0')}`");
      fixes("'emp_' + id", "'emp_' + String(id).padStart(10, '0')");
      fixes("'emp_' + id.toString()", "'emp_' + id.toString().padStart(10, '0')");
      fixes('String(id)', "String(id).padStart(10, '0')");
      fixes('(id + 1).toString()', "(id + 1).toString().padStart(10, '0')");
    });

    it('pads what asks by the same key with it', () => {
      const file = (one: string, other: string, third: string): string => `${HEAD}
export const add = (department: string, id: number) =>
  client.createEntity({ partitionKey: department, rowKey: ${one} });
export const get = (department: string, id: number) => client.getEntity(department, ${other});
export const put = (d: string, id: number) => client.submitTransaction([['delete', { partitionKey: d, rowKey: ${third} }]]);
export const list = (d: string, from: number, to: number) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${d} and RowKey ge \${${one.replace('id', 'from')}} and RowKey le \${${other.replace('id', 'to')}}\` } });
`;
      checkFix(
        'unpadded-number-in-key',
        file("'emp_' + id", '`emp_${id}`', '`emp_${id.toString()}`'),
        file(
          "'emp_' + String(id).padStart(10, '0')",
          "`emp_${String(id).padStart(10, '0')}`",
          "`emp_${id.toString().padStart(10, '0')}`",
        ),
        'at all 5 places',
      );
    });

    it('is not offered where nothing says that another part is a number, or another file makes the key', () => {
      const write = `${HEAD}export const list = () => client.listEntities();
export const add = (department: string, id: number) =>
  client.createEntity({ partitionKey: department, rowKey: 'emp_' + id });\n`;
      for (const other of [
        "export const get = (department: string, { id }) => client.getEntity(department, 'emp_' + id);",
        `// file: other.ts${HEAD}export const get = (department: string, id: number) => client.getEntity(department, 'emp_' + id);`,
      ])
        checkNoFix('unpadded-number-in-key', `\n// file: main.ts\n${write}${other}\n`);
    });

    it('is not offered where a delete would find what others pad', () => {
      checkNoFix(
        'unpadded-number-in-key',
        `${HEAD}export async function renew(d: string, id: number, n: number) {
  await client.upsertEntity({ partitionKey: d, rowKey: 'emp_' + n });
  await client.upsertEntity({ partitionKey: d, rowKey: 'emp_' + String(id).padStart(10, '0') });
  await client.deleteEntity(d, 'emp_' + id);
  return client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${d}\` } });
}\n`,
      );
    });

    it('is not offered where a filter has the digits written out', () => {
      const file = (
        filter: string,
      ): string => `${HEAD}export async function rate(d: string, stars: number, by: string) {
  await client.createEntity({ partitionKey: d, rowKey: \`s_\${stars}-\${by}\` });
  return client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${d} and ${filter}\` } });
}\n`;
      for (const filter of ["RowKey ge 's_4' and RowKey lt 's_6'", "RowKey ge 's_5-${by}'"])
        checkNoFix('unpadded-number-in-key', file(filter));
      assert.throws(() => {
        checkNoFix('unpadded-number-in-key', file("RowKey ge 's_' and RowKey lt 't_'"));
      });
    });

    it('is offered where the others pad', () => {
      const file = (rowKey: string): string => `${HEAD}export async function save(d: string, id: number) {
  await client.upsertEntity({ partitionKey: d, rowKey: ${rowKey} });
  return client.getEntity(d, 'emp_' + String(id).padStart(10, '0'));
}\n`;
      const padded = "'emp_' + String(id).padStart(10, '0')";
      checkFix('unpadded-number-in-key', file("'emp_' + id"), file(padded));
    });

    it('pads to the width that the same key has elsewhere, of whatever other tables and keys', () => {
      const file = (other: string, rowKey: string): string => `${HEAD}
const orders = new TableClient(url, 'Orders', credential);
${other}
export const other = (d: string, id: number) => orders.getEntity(d, 'emp_' + id);
export const others = () => client.listEntities();
export const save = (d: string, id: number) => client.upsertEntity({ partitionKey: d, rowKey: ${rowKey} });
`;
      const padded = (other: string, width: number): void => {
        const after = `'emp_' + String(id).padStart(${width}, '0')`;
        checkFix('unpadded-number-in-key', file(other, "'emp_' + id"), file(other, after));
      };
      const get = (rowKey: string): string =>
        `export const get = (d: string, id: number) => client.getEntity(d, ${rowKey});`;
      padded(get('`emp_${id.toString().padStart(8, "0")}`'), 8);
      padded(get("'emp_000000000012'"), 12);
      padded(
        "export const first = () => client.listEntities({ queryOptions: { filter: `PartitionKey eq 'a' and RowKey ge 'emp_000001' and RowKey lt 'emp_000009'` } });",
        6,
      );
      padded(get('`dep_${id.toString().padStart(8, "0")}`'), 10);
      const two =
        get('`emp_${id.toString().padStart(8, "0")}`') + get("'emp_000000000012'").replace('get =', 'get2 =');
      checkNoFix('unpadded-number-in-key', file(two, "'emp_' + id"));
    });

    it('pads parts of a date to the digits that they have', () => {
      const file = (rowKey: string): string => `${HEAD}export const add = (d: string, at: Date) =>
  client.createEntity({ partitionKey: d, rowKey: ${rowKey} });\n`;
      const pads = (code: string, width: number): void => {
        checkFix(
          'unpadded-number-in-key',
          file(`\`\${at.getFullYear()}-\${${code}}\``),
          file(`\`\${at.getFullYear()}-\${String(${code}).padStart(${width}, '0')}\``),
        );
      };
      pads('at.getMonth() + 1', 2);
      pads('at.getUTCDate()', 2);
      pads('at.getMinutes()', 2);
      pads('at.getMilliseconds()', 3);
      pads('at.getHours() * 60 + at.getMinutes()', 4);
      checkFix(
        'unpadded-number-in-key',
        file('`${at.getHours()}:${String(at.getMinutes()).padStart(2, "0")}`'),
        file('`${String(at.getHours()).padStart(2, \'0\')}:${String(at.getMinutes()).padStart(2, "0")}`'),
      );
    });
  });

  it('underlines what is left until a time, which has fewer digits the nearer that comes', () => {
    check(`${HEAD}
export function add(department: string, at: Date) {
  client.createEntity({ partitionKey: department, rowKey: String(Date.UTC(2035, 0, 1) - at.getTime()) });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-number-in-key/unpadded
  client.createEntity({ partitionKey: department, rowKey: \`\${department}-\${8640000000000000 - at.getTime()}\` });
}
`);
  });

  it('is told where a class makes the keys that a method writes which it inherits', () => {
    check(`// file: store.ts
import { odata, TableClient } from '@azure/data-tables';
export abstract class Store<T extends object> {
  constructor(protected readonly table: TableClient) {}
  protected abstract keysOf(item: T): { partitionKey: string; rowKey: string };
  async save(item: T) {
    await this.table.upsertEntity({ ...this.keysOf(item), ...item });
  }
  list(partition: string) {
    return Array.fromAsync(this.table.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${partition}\` } }));
  }
}
export abstract class Unlisted<T extends object> {
  constructor(protected readonly table: TableClient) {}
  protected abstract row(item: T): string;
  put(item: T) {
    return this.table.upsertEntity({ partitionKey: 'all', rowKey: this.row(item), ...item });
  }
}
// file: berths.ts
import { Store, Unlisted } from './store';
interface Berth { harbour: string; no: number; owner: string }
export class Berths extends Store<Berth> {
  protected keysOf(berth: Berth) {
    return { partitionKey: berth.harbour, rowKey: \`berth_\${berth.no}\` };
//                                                         ^^^^^^^^ warning unpadded-number-in-key/unpadded
  }
}
export class PaddedBerths extends Store<Berth> {
  protected keysOf(berth: Berth) {
    return { partitionKey: berth.harbour, rowKey: \`berth_\${String(berth.no).padStart(4, '0')}\` };
  }
}
export class Owners extends Unlisted<Berth> {
  protected row = (berth: Berth) => String(berth.no);
}
`);
  });

  it('is silent for what a timer counts behind something else', () => {
    check(`${HEAD}
export async function note(gate: string) {
  await client.createEntity({ partitionKey: gate, rowKey: \`\${new Date().toISOString()}_\${process.hrtime.bigint()}\` });
  await client.createEntity({ partitionKey: gate, rowKey: String(process.hrtime.bigint()) });
  //                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-number-in-key
}
`);
  });

  it('knows what is called a number and has to be made text first, where nothing says its type', () => {
    check(`
// file: rates.js
import { TableClient } from '@azure/data-tables';
const rates = new TableClient(url, 'Rates', credential);
export async function set(dock, hour, cents) {
  await rates.upsertEntity({ partitionKey: dock, rowKey: String(hour), cents });
  //                                                     ^^^^^^^^^^^^ warning unpadded-number-in-key
}
export async function put(dock, hour, slot, cents) {
  await rates.upsertEntity({ partitionKey: dock, rowKey: String(hour).padStart(2, '0'), cents });
  await rates.upsertEntity({ partitionKey: dock, rowKey: hour, cents });
  await rates.upsertEntity({ partitionKey: dock, rowKey: String(slot), cents });
}
`);
  });

  it('is silent for a time that is rounded to a multiple of anything, not for the number of it', () => {
    check(`${HEAD}
export function count(name: string, size: number, at: Date) {
  const seconds = Math.floor(Date.now() / 1000);
  const slot = Math.floor(Date.now() / 1000 / size) * size;
  client.upsertEntity({ partitionKey: name, rowKey: \`w_\${slot}\` });
  client.upsertEntity({ partitionKey: name, rowKey: \`w_\${Math.floor(seconds / size) * size}\` });
  client.upsertEntity({ partitionKey: name, rowKey: \`w_\${size * Math.trunc(at.getTime() / size)}\` });
  let own = size;
  own = own / 1000;
  client.upsertEntity({ partitionKey: name, rowKey: \`w_\${Math.floor(own / size) * size}\` });
//                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-number-in-key
  client.upsertEntity({ partitionKey: name, rowKey: \`w_\${Math.floor(seconds / size)}\` });
//                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-number-in-key
  client.upsertEntity({ partitionKey: name, rowKey: \`w_\${Math.floor(seconds / size) * 5}\` });
//                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-number-in-key
  client.upsertEntity({ partitionKey: name, rowKey: \`w_\${Math.floor(at.getMinutes() / size) * size}\` });
//                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-number-in-key
}
`);
  });

  it('leaves a partition alone that queries only name, and not one of a range', () => {
    const source = (filter: string): string => `import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Scores', credential);
export const add = (round: number, id: string) => client.createEntity({ partitionKey: \`r\${round}\`, rowKey: id });
export const all = (season: number) => client.listEntities({ queryOptions: { filter: odata\`season eq \${season}\` } });
export const read = (round: string) => client.listEntities({ queryOptions: { filter: odata\`${filter}\` } });
`;
    checkSilent('unpadded-number-in-key', source('PartitionKey eq ${round}'));
    const reads = 'export const one = (round: string) => client.getEntity(round, "a");\n';
    checkSilent('unpadded-number-in-key', source('team eq ${round}') + reads);
    const others = [
      source('PartitionKey ge ${round}'),
      source('PartitionKey ge ${round}') + reads,
      source('RowKey eq ${round}'),
    ];
    for (const other of others) {
      const found = findingsOf('/app/main.ts', other).map(({ rule }) => rule);
      assert.ok(found.includes('unpadded-number-in-key'));
    }
  });

  it('takes from a type that is written out what a request brings', () => {
    check(`${HEAD}
export async function POST(request: Request) {
  const { team, points } = (await request.json()) as { team: string; points: number };
  await client.createEntity({ partitionKey: team, rowKey: String(points) });
  //                                                      ^^^^^^^^^^^^^^ warning unpadded-number-in-key
}
`);
  });

  it('is silent of what is counted until no row has the key, and not of what each turn writes', () => {
    const source = (inTurn: string): string => `${HEAD}
export async function add(room: string, slug: string, text: string) {
  let key = slug;
  let n = 2;
  while (await isTaken(key)) {
    key = \`\${slug}-\${n}\`;
    n += 1;
    ${inTurn}
  }
  await client.createEntity({ partitionKey: room, rowKey: key, text });
}
async function isTaken(key: string) {
  try {
    await client.getEntity('a', key);
    return true;
  } catch {
    return false;
  }
}
export const all = (room: string) => client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } });
`;
    const found = (inTurn: string): boolean =>
      findingsOf('/app/main.ts', source(inTurn)).some(({ rule }) => rule === 'unpadded-number-in-key');
    assert.ok(!found('try { await client.getEntity(room, key); } catch { break; }'));
    assert.ok(
      found(
        'await client.getEntity(room, key); await client.createEntity({ partitionKey: room, rowKey: key });',
      ),
    );
  });
});
