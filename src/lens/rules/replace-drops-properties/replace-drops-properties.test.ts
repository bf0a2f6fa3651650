import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'replace-drops-properties';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;
const CREATE = `
export async function hire(pk: string, id: string, name: string) {
  await client.createEntity({ partitionKey: pk, rowKey: id, name, status: 'new', salary: 1 });
}
`;

describe(ID, () => {
  it('tells of an update with some of the properties', () => {
    check(`${HEAD}${CREATE}
export async function retire(pk: string, id: string) {
  await client.updateEntity({ partitionKey: pk, rowKey: id, status: 'retired' }, 'Replace', { etag: '*' });
  //           ^^^^^^^^^^^^ warning replace-drops-properties/replace: name, salary
}
`);
  });

  it('knows kinds of one partition by the constant that says which', () => {
    const both = (type: string): string => `${HEAD}
export const code = (hash: string, email: string) =>
  client.upsertEntity({ partitionKey: 'auth', rowKey: hash, type: 'code', email, digits: 6, tries: 0 }, 'Replace');
export const session = (hash: string, email: string) =>
  client.upsertEntity({ partitionKey: 'auth', rowKey: hash, ${type}email }, 'Replace');
`;
    checkSilent(ID, both("type: 'session', "));
    check(`${both("type: 'code', ")}//       ^^^^^^^^^^^^ warning replace-drops-properties/replace: digits, tries
`);
  });

  it('does not take an entity that was read and is put again for one made with just that', () => {
    const raise = (put: string): string => `${HEAD}${CREATE}
export async function raise(pk: string, id: string, salary: number) {
  const one = await client.getEntity<{ name: string; salary: number }>(pk, id);
  await client.upsertEntity({ ${put} }, 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update
}
`;
    check(`${raise('...one, salary: one.salary + salary')}
export async function retire(pk: string, id: string) {
  await client.updateEntity({ partitionKey: pk, rowKey: id, status: 'retired' }, 'Replace', { etag: '*' });
  //           ^^^^^^^^^^^^ warning replace-drops-properties/replace: name, salary
}
`);
    // under another key it makes one
    checkSilent(
      ID,
      `${raise("...one, rowKey: id + '-copy', salary: one.salary + salary").replace(/ +\/\/ .*lost-update\n/, '')}
export async function retire(pk: string, id: string) {
  await client.updateEntity({ partitionKey: pk, rowKey: id, status: 'retired' }, 'Replace', { etag: '*' });
}
`,
    );
  });

  it('tells of an upsert whose keys tell the kind, and of writes in other files', () => {
    check(`
// file: create.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const create = (id: string) =>
  client.upsertEntity({ partitionKey: 'staff', rowKey: id, name: 'x', status: 'new', at: Date.now(), by: 'a', to: 'b', of: 1 });
// file: main.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const retire = (id: string) =>
  client.upsertEntity({ partitionKey: 'staff', rowKey: id, status: 'x' }, 'Replace');
  //     ^^^^^^^^^^^^ warning replace-drops-properties/replace: name, at, by, to, …
`);
  });

  it('knows what is spread into the entity, by its type or its code', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
interface Employee { name: string; status: string; salary?: number }
const NONE = { reason: '', since: 0 };
export async function hire(pk: string, id: string, employee: Employee) {
  await client.createEntity({ ...NONE, ...employee, partitionKey: pk, rowKey: id });
}
export async function retire(pk: string, id: string) {
  await client.updateEntity({ partitionKey: pk, rowKey: id, status: 'retired' }, 'Replace', { etag: '*' });
  //           ^^^^^^^^^^^^ warning replace-drops-properties/replace: reason, since, name, salary
}
export async function change(pk: string, id: string, employee: Employee) {
  await client.updateEntity({ partitionKey: pk, rowKey: id, ...employee }, 'Replace', { etag: '*' });
}
`);
  });

  it('knows what a library picks out of a request', () => {
    const rename = `
export async function rename(pk: string, id: string, name: string) {
  await client.updateEntity({ partitionKey: pk, rowKey: id, name }, 'Replace', { etag: '*' });
  //           ^^^^^^^^^^^^ warning replace-drops-properties/replace: phone, city
}
`;
    check(`${HEAD}
import _ from 'lodash';
export async function save(pk: string, id: string, body: any) {
  const picked = _.pick(body, ['name', 'phone', 'city']);
  await client.createEntity({ partitionKey: pk, rowKey: id, ...picked });
}
${rename}`);
    check(`${HEAD}
import { pick } from 'ramda';
export const save = (pk: string, id: string, body: any) =>
  client.createEntity({ partitionKey: pk, rowKey: id, ...pick(['name', 'phone', 'city'], body) });
${rename}`);
    checkSilent(
      ID,
      `${HEAD}
import _ from 'lodash';
export const save = (pk: string, id: string, body: any, names: string[]) =>
  client.createEntity({ partitionKey: pk, rowKey: id, ..._.pick(body, names) });
${rename.replace(/ *\/\/ .*\n/, '')}`,
    );
  });

  it('knows what entities have by the type of what is made, and by the types of reads', () => {
    check(`
import { TableClient } from '@azure/data-tables';
interface Badge extends TableEntity { holder: string; door: string; issued: Date; note?: string }
class Badges {
  constructor(private readonly badges: TableClient) {}
  async issue(badge: Badge) { await this.badges.createEntity(badge); }
  async move(site: string, id: string, door: string) {
    await this.badges.updateEntity({ partitionKey: site, rowKey: id, door, note: 'moved' }, 'Replace', { etag: '*' });
  }
  async find(site: string, id: string) { return this.badges.getEntity<Badge>(site, id); }
  async open(site: string, id: string, door: string) {
    await this.badges.updateEntity({ partitionKey: site, rowKey: id, door }, 'Replace', { etag: '*' });
    //                ^^^^^^^^^^^^ warning replace-drops-properties/replace: holder, issued
  }
}
const meters = new TableClient(url, 'Meters', credential);
type Meter = { partitionKey: string; rowKey: string } & { serial: string; total: number; unit?: string };
export async function add(meter: Meter) { await meters.createEntity(meter); }
export async function read(site: string, id: string, total: number) {
  await meters.updateEntity({ partitionKey: site, rowKey: id, total }, 'Replace', { etag: '*' });
  //           ^^^^^^^^^^^^ warning replace-drops-properties/replace: serial
}
`);
  });

  it('is silent where a type says that a property may be missing, or a read wants just these', () => {
    checkSilent(
      ID,
      `
import { TableClient } from '@azure/data-tables';
const members = new TableClient(url, 'Members', credential);
interface Member { partitionKey: string; rowKey: string; name: string; nick?: string; photo: string | null | undefined }
interface Short { partitionKey: string; rowKey: string; name: string }
export async function add(member: Member) { await members.createEntity(member); }
export async function reset(club: string, id: string, name: string) {
  await members.updateEntity({ partitionKey: club, rowKey: id, name }, 'Replace', { etag: '*' });
}
const guests = new TableClient(url, 'Guests', credential);
interface Guest { name: string; invitedBy: string }
export const guest = (club: string, id: string) => guests.getEntity<Guest>(club, id);
export const short = (club: string, id: string) => guests.getEntity<Short>(club, id);
export const part = (club: string, id: string) => guests.getEntity<Partial<Guest>>(club, id);
export async function rename(club: string, id: string, name: string) {
  await guests.updateEntity({ partitionKey: club, rowKey: id, name }, 'Replace', { etag: '*' });
}
const rooms = new TableClient(url, 'Rooms', credential);
export const room = (house: string, id: string) => rooms.getEntity<{ seats: number; floor: number }>(house, id);
export const any = (house: string, id: string) => rooms.getEntity(house, id);
export async function mayBeOther(house: string, id: string, floor: number) {
  await rooms.upsertEntity({ partitionKey: house, rowKey: id, floor }, 'Replace');
}
`,
    );
  });

  it('is silent for Merge, for the whole entity, and for what is not seen', () => {
    checkSilent(
      ID,
      `${HEAD}${CREATE}
export async function change(pk: string, id: string, entity: Employee, mode: UpdateMode) {
  const etag = '*';
  await client.updateEntity({ partitionKey: pk, rowKey: id, status: 'x' }, 'Merge', { etag });
  await client.updateEntity({ partitionKey: pk, rowKey: id, status: 'x' }, mode, { etag });
  await client.updateEntity({ partitionKey: pk, rowKey: id, name: 'a', status: 'x', salary: 2 }, 'Replace', { etag });
  await client.updateEntity({ partitionKey: pk, rowKey: id, name: 'a', status: 'x', salary: 2, more: 1 }, 'Replace', { etag });
  await client.updateEntity({ ...entity, status: 'x' }, 'Replace', { etag });
  await client.updateEntity({ partitionKey: pk, rowKey: id, other: 1 }, 'Replace', { etag });
}
`,
    );
  });

  it('tells of an upsert where all entities of the table are created with more, whatever their keys', () => {
    check(`${HEAD}${CREATE}
export async function note(pk: string, id: string, status: string) {
  await client.upsertEntity({ partitionKey: pk, rowKey: id, status }, 'Replace');
  //           ^^^^^^^^^^^^ warning replace-drops-properties/replace: name, salary
}
`);
    for (const [keys, values, mode] of [
      ["rowKey: 'last'", 'status', "'Replace'"],
      ['rowKey: `of_${id}`', 'status', "'Replace'"],
      ['rowKey: id', 'name, status', "'Replace'"],
      ['rowKey: id', 'status', "'Merge'"],
      ['rowKey: id', 'status, level: 2', "'Replace'"],
    ])
      checkSilent(
        ID,
        `${HEAD}${CREATE}
export async function change(partitionKey: string, id: string, name: string, status: string) {
  await client.upsertEntity({ partitionKey, ${keys}, ${values} }, ${mode});
}
`,
      );
    checkSilent(
      ID,
      `${HEAD}${CREATE}
export async function ofTwoKinds(pk: string, id: string, name: string, status: string) {
  await client.createEntity({ partitionKey: pk, rowKey: status, title: name, floor: 1 });
  await client.upsertEntity({ partitionKey: pk, rowKey: id, status }, 'Replace');
}
`,
    );
  });

  it('is silent for other kinds of entities, and where one is made with just these', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function f(id: string, status: string, values: object) {
  const etag = '*';
  await client.createEntity({ partitionKey: 'staff', rowKey: id, status, name: 'a' });
  await client.updateEntity({ partitionKey: 'jobs', rowKey: id, status }, 'Replace', { etag });
  await client.createEntity({ partitionKey: 'flags', rowKey: id, status });
  await client.createEntity({ partitionKey: 'flags', rowKey: id, status, since: 1 });
  await client.updateEntity({ partitionKey: 'flags', rowKey: id, status }, 'Replace', { etag });
}
const others = new TableClient(url, 'Others', credential);
export async function g(pk: string, id: string, status: string, values: object) {
  await others.createEntity({ partitionKey: pk, rowKey: id, ...values });
  await others.createEntity({ partitionKey: pk, rowKey: id, status, name: 'a' });
  await others.updateEntity({ partitionKey: pk, rowKey: id, status }, 'Replace', { etag: '*' });
}
`,
    );
  });

  it('knows the client that a class of another file gives, for each class that inherits it', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
type Ctor<T> = new (...args: any[]) => T;
export class Store {
  constructor(protected readonly table: TableClient) {}
}
export const Writing = <B extends Ctor<Store>>(Base: B) =>
  class extends Base {
    add(entity: any) {
      return (this as any).table.createEntity(entity);
    }
    set(entity: any) {
      return (this as any).table.updateEntity(entity, 'Replace', { etag: '*' });
    }
  };
// file: main.ts
import { Store, Writing } from './store.ts';
export class Boats extends Writing(Store) {
  async moor(harbour: string, name: string, owner: string) {
    await this.add({ partitionKey: harbour, rowKey: name, owner, isThere: true });
  }
  async leave(harbour: string, name: string) {
    await this.set({ partitionKey: harbour, rowKey: name, isThere: false });
    //         ^^^ warning replace-drops-properties/replace: owner
  }
}
export class Lamps extends Writing(Store) {
  async out(harbour: string, name: string) {
    await this.set({ partitionKey: harbour, rowKey: name, isThere: false });
  }
}
`);
  });

  it('is silent where a read has found nothing, which is for create-race to say', () => {
    checkSilent(
      ID,
      `${HEAD}
interface Player { name: string; rating: number; badge: string }
export async function ensure(realm: string, id: string, name: string) {
  try {
    return await client.getEntity<Player>(realm, id);
  } catch (error) {
    if (error.statusCode !== 404) throw error;
    await client.upsertEntity({ partitionKey: realm, rowKey: id, name, rating: 1 }, 'Replace');
  }
}
export const login = (input: { realm: string; id: string; name: string }) => ensure(input.realm, input.id, input.name);
`,
    );
  });

  it("is silent for another SDK's updateEntity", () => {
    checkSilent(
      ID,
      `
import { World } from 'game-engine';
const world = new World();
world.createEntity({ partitionKey: 'a', rowKey: 'b', x: 1, y: 2 });
world.updateEntity({ partitionKey: 'a', rowKey: 'b', x: 1 }, 'Replace');
`,
    );
  });

  describe('fix', () => {
    const update = (mode: string): string => `${HEAD}
const mode = 'Replace';
export async function retire(pk: string, id: string) {
  await client.updateEntity({ partitionKey: pk, rowKey: id, status: 'retired' }, ${mode}, { etag: '*' });
}
${CREATE}`;

    it('merges', () => {
      checkFix(ID, update("'Replace'"), update("'Merge'"));
    });

    it('is not offered where the mode is named elsewhere', () => {
      checkNoFix(ID, update('mode'));
    });
  });

  it('tells of a row that was read, though what is put is new', () => {
    const source = (entity: string, more = ''): string => `${HEAD}${CREATE}${more}
export async function grade(pk: string, id: string) {
  const found = await client.getEntity(pk, id);
  await client.updateEntity(${entity}, 'Replace', { etag: found.etag });
`;
    const update = '{ partitionKey: found.partitionKey, rowKey: found.rowKey, grade: 1 }';
    check(`${source(update)}  //           ^^^^^^^^^^^^ warning replace-drops-properties/replace: name, status
}
`);
    for (const silent of [
      source('{ partitionKey: pk, rowKey: id, grade: 1 }'),
      source('{ ...found, grade: 1 }'),
      source(
        update,
        'export const other = (pk: string, rk: string) => client.createEntity({ partitionKey: pk, rowKey: rk, grade: 2 });\n',
      ),
      source(update, 'export const some = (actions: any[]) => client.submitTransaction(actions);\n'),
    ])
      checkSilent(ID, `${silent}}\n`);
  });

  it('warns of an update that puts something new beside one of all that entities are made with', () => {
    const machine = (made: string, put: string, mark = ''): string => `
import { TableClient } from '@azure/data-tables';
const machines = new TableClient(url, 'Machines', credential);
export async function register(hall: string, id: string, model: string, serial: string, more: object) {
  ${made}
}
export async function setState(hall: string, id: string, state: string) {
  ${put}
${mark}}
`;
    const made =
      "await machines.createEntity({ partitionKey: hall, rowKey: id, model, serial, state: 'idle' });";
    const put = (method: string, values: string): string =>
      `await machines.${method}({ partitionKey: hall, rowKey: id, ${values} }, 'Replace');`;
    check(
      machine(
        made,
        put('updateEntity', 'state, changedAt: new Date()'),
        '  //             ^^^^^^^^^^^^ warning replace-drops-properties/replace: model, serial\n',
      ),
    );
    for (const [create, change] of [
      [made, put('upsertEntity', 'state, changedAt: new Date()')],
      [made, put('updateEntity', "state: 'erased', erasedAt: new Date()")],
      [made, put('updateEntity', "state: 'deleted', deletedBy: state")],
      [made, put('updateEntity', "model: '', state: undefined, erasedAt: new Date()")],
      [made, put('updateEntity', 'changedAt: new Date(), note: state')],
      [made.replace('model, serial,', 'model,'), put('updateEntity', 'state, changedAt: new Date()')],
      [
        made.replace('model, serial,', 'model, serial, ...more,'),
        put('updateEntity', 'state, changedAt: new Date()'),
      ],
      [
        `${made}\n  await machines.createEntity(more as any);`,
        put('updateEntity', 'state, changedAt: new Date()'),
      ],
    ] as const)
      checkSilent('replace-drops-properties', machine(create, change));
  });
});
