import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Users', credential);
`;
const inside = (body: string, before = ''): string =>
  `${HEAD}${before}\nexport async function read(id: string) {\n  ${body}\n}\n`;
const WIDE = `interface User { name: string; mail: string; ${'abcdefghijk'.replace(/./g, '$&: string; ')}}\n`;
const OPTIONS = '{ queryOptions: { filter: odata`PartitionKey eq ${id}` } }';
const silent = (body: string, before = ''): void => {
  checkSilent('missing-select', inside(body, before));
};

describe('missing-select', () => {
  it('lists what is read, keys where they are used', () => {
    check(`${HEAD}
export async function read(id: string) {
  for await (const user of client.listEntities(${OPTIONS})) {
    //                            ^^^^^^^^^^^^ hint missing-select/few-properties: select: ['rowKey', 'name']
    use(user.rowKey, user.name);
  }
  const rows = [];
  for await (const user of client.listEntities(${OPTIONS})) rows.push(user);
  //                              ^^^^^^^^^^^^ hint missing-select/few-properties: select: ['mail']
  return rows.map(({ mail }) => mail);
}
`);
  });

  it('is told at the calls of a function that others give the query, by what each of them reads', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
export interface Letter { partitionKey: string; rowKey: string; subject: string; from: string; body: string }
export abstract class Store<T extends object> {
  readonly client: TableClient;
  constructor(name: string) { this.client = new TableClient(url, name, credential); }
  async *where(filter: string) {
    for await (const one of this.client.listEntities<T>({ queryOptions: { filter } })) yield one;
  }
  find(pk: string, rk: string) { return this.client.getEntity<T>(pk, rk); }
}
// file: main.ts
import { odata } from '@azure/data-tables';
import { type Letter, Store } from './store';
class Letters extends Store<Letter> {
  constructor() { super('Letters'); }
  async write(letter: Letter) { await this.client.createEntity(letter); }
  async subjects(box: string) {
    const subjects = [];
    for await (const one of this.where(odata\`PartitionKey eq \${box}\`)) subjects.push(one.subject);
    //                           ^^^^^ hint missing-select/through-wrapper: subject
    return subjects;
  }
  async from(box: string, id: string) { return (await this.find(box, id)).from; }
  //                                                       ^^^^ hint missing-select/through-wrapper: from
  async whole(box: string, id: string) { return this.find(box, id); }
  async text(box: string, id: string) { return (await this.find(box, id)).body; }
}
`);
  });

  it('is told at the calls of a method that lists for classes, where they give no list', () => {
    check(`${HEAD}
abstract class Rows<Row extends object> {
  constructor(protected readonly rows: TableClient) {}
  protected abstract partitionOf(owner: string): string;
  protected list(owner: string, after?: string, select?: string[]) {
    const parts = [odata\`PartitionKey eq \${this.partitionOf(owner)}\`];
    if (after) parts.push(odata\`RowKey gt \${after}\`);
    return this.rows.listEntities<Row>({ queryOptions: { filter: parts.join(' and '), select } });
  }
}
interface Hive { apiary: string; queen: string; honey: number; frames: number; kind: string; note: string }
export class Hives extends Rows<Hive> {
  protected partitionOf(owner: string) { return owner; }
  async honeyOf(owner: string) {
    let sum = 0;
    for await (const hive of this.list(owner)) sum += hive.honey;
    //                            ^^^^ hint missing-select/through-wrapper: honey
    return sum;
  }
  async queensOf(owner: string) {
    const queens: string[] = [];
    for await (const hive of this.list(owner, undefined, ['queen'])) queens.push(hive.queen);
    return queens;
  }
  async allOf(owner: string) {
    const hives: Hive[] = [];
    for await (const hive of this.list(owner)) hives.push(hive);
    return hives;
  }
}
export const report = async (hives: Hives, owner: string) => print(await hives.honeyOf(owner));
`);
  });

  it('is told once, where the query is, of what a function gives that this file alone calls', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
const boats = TableClient.fromConnectionString(process.env.RENTAL, 'Boats');
export const add = (boat) => boats.createEntity({ partitionKey: boat.lake, rowKey: boat.id, model: boat.model, seats: boat.seats, bought: boat.bought, colour: boat.colour });
const list = (filter) => boats.listEntities({ queryOptions: { filter } });
//                             ^^^^^^^^^^^^ hint missing-select/few-properties: select: ['model']
export async function models(lake) {
  const models = [];
  for await (const boat of list(odata\`PartitionKey eq \${lake}\`)) models.push(boat.model);
  return models;
}
`);
  });

  it('knows an entity to be wide by one write, whatever others put', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
const bikes = TableClient.fromConnectionString(process.env.RENTAL, 'Bikes');
export const add = (bike) => bikes.createEntity({ partitionKey: bike.city, rowKey: bike.id, model: bike.model, gears: bike.gears, bought: bike.bought, colour: bike.colour });
export const change = (entity) => bikes.updateEntity(entity, 'Merge');
export const list = (filter) => bikes.listEntities({ queryOptions: { filter } });
export async function models(city) {
  const models = [];
  for await (const bike of list(odata\`PartitionKey eq \${city}\`)) models.push(bike.model);
  //                       ^^^^ hint missing-select/through-wrapper: model
  return models;
}
`);
  });

  it('lists more of an entity that is known to be wide', () => {
    check(`${HEAD}
${WIDE}
export async function read(id: string) {
  for await (const { name, mail, a } of client.listEntities<User>(${OPTIONS})) use(name, mail, a);
  //                                           ^^^^^^^^^^^^ hint missing-select/few-properties: name, mail, a
}
`);
  });

  it('lists what is read beside a property of bytes', () => {
    check(`${HEAD}
interface Page { title: string; thumbnail: Uint8Array }
interface Note { title: string; text: string }
export async function read(id: string) {
  for await (const { title } of client.listEntities<Page>(${OPTIONS})) use(title);
  //                                   ^^^^^^^^^^^^ hint missing-select/few-properties: select: ['title']
  for await (const { title } of client.listEntities<Note>(${OPTIONS})) use(title);
}
`);
  });

  it('weighs what is left unread, of one entity as well', () => {
    check(`${HEAD}
interface Page { title: string; markdown: string }
export async function read(id: string, payload: any) {
  for await (const { title } of client.listEntities<Page>(${OPTIONS})) use(title);
  //                                   ^^^^^^^^^^^^ hint missing-select/few-properties: select: ['title']
  const page = await client.getEntity<Page>('a', id);
  //                        ^^^^^^^^^ hint missing-select/few-properties: select: ['title']
  const other = new TableClient(url, 'Jobs', credential);
  await other.createEntity({ partitionKey: 'a', rowKey: id, state: 'new', input: JSON.stringify(payload) });
  //                                                                             ^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large
  const { state } = await other.getEntity('a', id);
  //                            ^^^^^^^^^ hint missing-select/few-properties: select: ['state']
  return [page.title, state];
}
`);
    silent(`const { name } = await client.getEntity('a', id); use(name);`);
    silent(
      `const { title } = await client.getEntity('a', id); use(title);`,
      "await client.createEntity({ partitionKey: 'a', rowKey: 'b', title: 'c', body: text.slice(0, 2000) });\n",
    );
    silent(
      `const user = await client.getEntity<User>('a', id); use(user.name);`,
      'interface User { name: string; mail: string; age: number; city: string; zip: string }\n',
    );
    silent(
      `const page = await client.getEntity<Page>('a', id); use(page.title, page);`,
      'interface Page { title: string; markdown: string }\n',
    );
    silent(
      `const page = await client.getEntity<Page>('a', id); await client.updateEntity({ partitionKey: 'a', rowKey: id, title: page.title }, 'Merge', { etag: page.etag });`,
      'interface Page { title: string; markdown: string }\n',
    );
    checkFix(
      'missing-select',
      inside(
        `const page = await client.getEntity<Page>('a', id,); use(page.title);`,
        'interface Page { title: string; markdown: string }\n',
      ),
      inside(
        `const page = await client.getEntity<Page>('a', id, { queryOptions: { select: ['title'] } },); use(page.title);`,
        'interface Page { title: string; markdown: string }\n',
      ),
    );
  });

  it('is silent where more is read, or all may be', () => {
    const loop = (body: string): void => {
      silent(`for await (const user of client.listEntities(${OPTIONS})) { ${body} }`);
    };
    loop('use(user.a, user.b, user.c);');
    loop('use(user);');
    loop('use({ ...user, a: user.a });');
    loop('const { a, ...rest } = user; use(a);');
    loop('use(user[id]);');
    loop('use(user.etag);');
    loop('n++;');
    silent(`for await (const page of client.listEntities(${OPTIONS}).byPage()) use(page);`);
    silent(`return client.listEntities(${OPTIONS});`);
  });

  it('is silent where it matters that a property is undefined, and not null', () => {
    silent(`for await (const e of client.listEntities(${OPTIONS})) if (e.name !== undefined) count();`);
    silent(
      `for await (const e of client.listEntities(${OPTIONS})) { const { name } = e; if (name === undefined) count(); }`,
    );
    silent(`for await (const e of client.listEntities(${OPTIONS})) if (typeof e.name === 'string') count();`);
    silent(`for await (const { name = 'none' } of client.listEntities(${OPTIONS})) use(name);`);
  });

  it('is silent where an entity is kept, or given to what is not known to read alone', () => {
    const rows = (body: string, before = ''): void => {
      silent(
        `for await (const user of client.listEntities(${OPTIONS})) { if (user.name === id) continue; ${body} }`,
        before,
      );
    };
    rows('const l = byName.get(user.name) ?? []; l.push(user); byName.set(user.name, l);');
    rows('byName.set(user.name, user);');
    rows('byName[user.name] = user;');
    rows('this.users.push(user);');
    rows('into.push(user);');
    rows('later.push(() => user);');
    rows('user.seen = true;');
    rows('delete user.mail;');
    rows('n += user.toString().length;');
    rows("if ('mail' in user) n++;");
    rows('console.log(user);');
    rows('started.push(Promise.resolve(user));');
    rows('buffer.push(user);', 'export const buffer = [];');
    rows('buffer.push(user);', 'const buffer = [];\nexport { buffer };');
    rows('last = user;', 'export let last;');
    rows('held.last = user;', 'const held = {};');
    rows('buffer.push(user);', 'const buffer = shared;');
    rows('keep(buffer, user);', 'const buffer = [];\nconst keep = (into, one) => void into.push(one);');
    rows('if (!user.mail) throw user;');
    silent(
      `let buffer = [];
       const flush = async () => { for (const one of buffer) await client.upsertEntity(one, 'Replace'); buffer = []; };
       for await (const user of client.listEntities(${OPTIONS})) { if (user.name) buffer.push(user); await flush(); }`,
    );
    silent(`for await (const user of client.listEntities(${OPTIONS})) { if (user.name) yield user; }`);
    const collected = (rest: string): void => {
      silent(
        `const rows = []; for await (const user of client.listEntities(${OPTIONS})) if (user.name) rows.push(user); ${rest}`,
      );
    };
    collected('return Object.groupBy(rows, ({ name }) => name);');
    collected('return rows.reduce((all, user) => { all[user.name] = user; return all; }, {});');
    collected('return rows.reduce((a, b) => a);');
    collected('return rows.map((user) => user);');
    collected('return rows.filter(isOpen).length;');
    collected('return rows.map((user, i, all) => all[i]);');
    collected('return rows.map(function () { return arguments[0]; });');
    collected('return { rows };');
    collected('return class Users { rows = rows; };');
    collected('return rows.join();');
    collected('return await Promise.all(rows);');
    collected('cache.rows = rows;');
    collected('for (const user of rows) save(user);');
  });

  it('follows entities through arrays, other names and functions that only read', () => {
    check(`${HEAD}
const hasName = (user) => user.name !== '';
export async function read(id: string) {
  let rows = [];
  let best;
  for await (const user of client.listEntities(${OPTIONS})) {
    //                            ^^^^^^^^^^^^ hint missing-select/few-properties: select: ['age', 'name']
    if (!best || best.age < user.age) best = user;
    rows.push(user);
  }
  rows = rows.filter(hasName);
  const found = rows.find((user) => user.age > 5);
  return [found?.name, best.name, rows.reduce((sum, user) => sum + user.age, 0)];
}
`);
  });

  it('is silent where a list is there, or entities have hardly more', () => {
    silent(
      `for await (const user of client.listEntities({ queryOptions: { filter: id, select: ['name'] } })) use(user.name);`,
    );
    silent(`for await (const user of client.listEntities({ queryOptions: given })) use(user.name);`);
    silent(
      `for await (const user of client.listEntities<User>(${OPTIONS})) use(user.name);`,
      'interface User { name: string; mail: string; age: number }\n',
    );
    silent(
      `for await (const user of client.listEntities(${OPTIONS})) use(user.name);`,
      "await client.upsertEntity({ partitionKey: 'a', rowKey: 'b', name: 'c', mail: 'd' });\n",
    );
    silent(`for await (const user of client.listEntities(${OPTIONS})) return user.name;`);
  });

  it('sees what callers read of what a private method, or another function that this file alone calls, gives', () => {
    check(`${HEAD}
export class Users {
  async names(id: string) {
    const names = [];
    for await (const user of this.#of(id)) names.push(user.name);
    return names;
  }
  async mails(id: string) {
    return (await this.all(id)).map(({ mail }) => mail);
  }
  #of(id: string) {
    return client.listEntities(${OPTIONS});
    //            ^^^^^^^^^^^^ hint missing-select/few-properties: select: ['name']
  }
  private async all(id: string) {
    return Array.fromAsync(this.rows(id));
  }
  private async *rows(id: string) {
    yield* client.listEntities(${OPTIONS});
    //            ^^^^^^^^^^^^ hint missing-select/few-properties: select: ['mail']
  }
}
async function each(id: string, visit: (user: object) => void) {
  for await (const user of client.listEntities(${OPTIONS})) visit(user);
  //                              ^^^^^^^^^^^^ hint missing-select/few-properties: select: ['age']
}
export async function ages(id: string) {
  const ages = new Set();
  await each(id, (user) => ages.add(user.age));
  return ages;
}
`);
  });

  it('is silent where others may call it, or a caller takes all', () => {
    for (const modifier of ['', 'protected ', '@Cron() private '])
      silent(
        '',
        `export class Users {
  async names(id: string) { return (await this.all(id)).map(({ name }) => name); }
  ${modifier}async all(id: string) { return Array.fromAsync(client.listEntities(${OPTIONS})); }
}`,
      );
    for (const use of [
      'this.all(id)',
      'this.all.bind(this)',
      "this['all'](id)",
      'this[id]()',
      'register(this.all)',
    ])
      silent(
        '',
        `export class Users {
  async names(id: string) { return (await this.all(id)).map(({ name }) => name); }
  async whole(id: string) { return ${use}; }
  private async all(id: string) { return Array.fromAsync(client.listEntities(${OPTIONS})); }
}`,
      );
  });

  describe('fix', () => {
    const USE = 'use(user.name);';
    const fixed = (before: string, after: string): void => {
      checkFix(
        'missing-select',
        inside(`for await (const user of client.listEntities(${before})) ${USE}`),
        inside(`for await (const user of client.listEntities(${after})) ${USE}`),
      );
    };

    it('adds the list to the options', () => {
      fixed(
        '{ queryOptions: { filter: odata`PartitionKey eq ${id}` } }',
        "{ queryOptions: { select: ['name'], filter: odata`PartitionKey eq ${id}` } }",
      );
      fixed('', "{ queryOptions: { select: ['name'] } }");
      fixed('{}', "{ queryOptions: { select: ['name'] } }");
    });

    it('is not offered where null, which comes then, counts as another number than what is missing', () => {
      for (const use of [
        'if (user.age >= 18) count();',
        'sum += user.age;',
        'const { age } = user; if (age < 18) count();',
        'const age = user.age; sum = sum + age;',
        'sum += Number(user.age);',
        'const oldest = Math.max(sum, user.age); if (oldest) count();',
        'sum = -user.age;',
      ])
        checkNoFix(
          'missing-select',
          inside(`for await (const user of client.listEntities(${OPTIONS})) { ${use} }`),
        );
    });

    it('is offered where a default stands for both, or neither is told from the other', () => {
      for (const use of [
        'sum += user.age ?? 0;',
        'if (user.age == null) count();',
        'if (user.age === 5) count();',
      ])
        checkFix(
          'missing-select',
          inside(`for await (const user of client.listEntities()) { ${use} }`),
          inside(
            `for await (const user of client.listEntities({ queryOptions: { select: ['age'] } })) { ${use} }`,
          ),
        );
    });

    it('is not offered for options that are written elsewhere', () => {
      checkNoFix(
        'missing-select',
        inside(`const options = ${OPTIONS}; for await (const user of client.listEntities(options)) ${USE}`),
      );
    });
  });
});
