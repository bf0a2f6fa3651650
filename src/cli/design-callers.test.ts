import assert from 'node:assert/strict';
import { cliFolder } from '../../test/support/cli-folder.ts';

interface Report {
  readonly table: string;
  readonly accessPatterns: readonly {
    readonly sentence: string;
    readonly sites: readonly { readonly file: string; readonly line: number; readonly repeated?: string }[];
  }[];
  readonly joins: readonly {
    readonly outer: { readonly sentence: string };
    readonly inner: { readonly sentence: string };
    readonly reads: readonly string[];
    readonly onlyWhether?: boolean;
  }[];
  readonly kinds: readonly {
    readonly partitionKey: string;
    readonly rowKey: string;
    readonly properties: readonly string[];
  }[];
  readonly unseenWrites: readonly { readonly line: number }[];
  readonly writes: readonly {
    readonly does: string;
    readonly sites: readonly { readonly line: number; readonly repeated?: string }[];
  }[];
}

describe('designs of reads and writes that callers decide', function () {
  this.timeout(60_000);
  const { write, partitionLens } = cliFolder();

  async function reportsOf(files: Readonly<Record<string, string>>): Promise<readonly Report[]> {
    await write(files);
    return JSON.parse((await partitionLens('design', '--format', 'json')).out) as readonly Report[];
  }

  /** Per table: its sentences with the lines of their sites, and its number of write sites. */
  async function told(files: Readonly<Record<string, string>>): Promise<unknown> {
    const reports = await reportsOf(files);
    return Object.fromEntries(
      reports.map(({ table, accessPatterns, writes }) => [
        table,
        [
          ...accessPatterns.map(
            ({ sentence, sites }) =>
              `${sentence}: ${sites.map(({ file, line }) => `${file}:${line}`).join(' ')}`,
          ),
          writes.reduce((sum, { sites }) => sum + sites.length, 0),
        ],
      ]),
    );
  }

  const HARBOR = `import { TableClient, odata } from '@azure/data-tables';
const TABLES = { ships: 'harborShips', berths: 'harborBerths' } as const;
export interface Harbor { open(name: keyof typeof TABLES): TableClient; }
const opened = new Map<string, TableClient>();
export function harbor(): Harbor | null {
  const text = process.env.HARBOR;
  if (!text) return null;
  const open = (name: keyof typeof TABLES): TableClient => {
    let client = opened.get(name);
    if (!client) {
      client = TableClient.fromConnectionString(text, TABLES[name]);
      opened.set(name, client);
    }
    return client;
  };
  return { open };
}
export async function rowsOf(client: TableClient, port: string) {
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${port}\` } }))
    rows.push(row);
  return rows;
}
`;
  const DESK = `import { type Harbor, rowsOf } from './harbor';
export async function shipsIn(harbor: Harbor, port: string) {
  const rows = await rowsOf(harbor.open('ships'), port);
  return rows.map((row) => row.name);
}
export const moor = (harbor: Harbor, port: string, berth: string, ship: string) =>
  harbor
    .open('berths')
    .upsertEntity({ partitionKey: port, rowKey: berth, ship }, 'Replace');
`;

  it('are of the table that all who give the client give', async () => {
    const files = {
      'harbor.ts': HARBOR,
      'desk.ts': DESK,
      'web.ts': `import { harbor } from './harbor';
import { moor, shipsIn } from './desk';
export async function page(port: string) {
  const one = harbor();
  if (!one) return [];
  await moor(one, port, 'a1', 'Vega');
  return shipsIn(one, port);
}
`,
    };
    assert.deepEqual(await told(files), {
      harborBerths: [1],
      harborShips: ['Harbor ships of one port: harbor.ts:20', 0],
    });
  });

  it('have the keys and the order that each caller wants', async () => {
    const files = {
      'rows.ts': `import { TableClient, odata } from '@azure/data-tables';
const clients = new Map<string, TableClient>();
const clientOf = (table: string) => {
  const known = clients.get(table);
  if (known) return known;
  const made = TableClient.fromConnectionString(process.env.STORE!, table);
  clients.set(table, made);
  return made;
};
export async function put(table: string, partitionKey: string, rowKey: string, data: object) {
  await clientOf(table).upsertEntity({ partitionKey, rowKey, ...data });
}
export async function within(table: string, partitionKey: string) {
  const all = [];
  const rows = clientOf(table).listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${partitionKey}\` } });
  for await (const row of rows) all.push(row as unknown as { weight: number; rowKey: string });
  return all;
}
`,
      'scales.ts': `import { put, within } from './rows';
export const weigh = (day: string, crate: string, weight: number) => put('crates', \`day-\${day}\`, crate, { weight });
export const reject = (day: string, crate: string, why: string) => put('crates', \`no-\${day}\`, crate, { why });
export async function heaviest(day: string) {
  const rows = await within('crates', \`day-\${day}\`);
  rows.sort((a, b) => b.weight - a.weight);
  return rows;
}
export const rejected = async (day: string) => (await within('crates', \`no-\${day}\`)).map((row) => row.rowKey);
`,
    };
    assert.deepEqual(await told(files), {
      crates: [
        'Day entities of one day, highest weight first: scales.ts:5',
        'No entities of one day: scales.ts:9',
        2,
      ],
    });
  });

  it('are of each table whose clients a loop goes through', async () => {
    const files = {
      'wipe.ts': `import { TableClient } from '@azure/data-tables';
const of = (name: string) => TableClient.fromConnectionString(process.env.STORE!, name);
const pots = of('pots');
const seeds = of('seeds');
export async function wipe(garden: string) {
  for (const table of [pots, seeds])
    for await (const one of table.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${garden}'\` } }))
      await table.deleteEntity(one.partitionKey!, one.rowKey!);
}
`,
    };
    assert.deepEqual(await told(files), {
      pots: ['Pots of one garden: wipe.ts:7', 1],
      seeds: ['Seeds of one garden: wipe.ts:7', 1],
    });
  });

  it('are told in the function where its callers are not seen, or say nothing more', async () => {
    const files = {
      'logs.js': `const { TableClient } = require('@azure/data-tables');
const client = TableClient.fromConnectionString(process.env.STORE, 'logs');
exports.ofDay = async (day) => {
  const all = [];
  for await (const row of client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${day}'\` } })) all.push(row);
  return all;
};
exports.count = async (table) => {
  let count = 0;
  for await (const _ of table.listEntities({ queryOptions: { select: ['PartitionKey'] } })) count++;
  return count;
};
`,
      'today.js': `const { ofDay } = require('./logs');
exports.today = (day) => ofDay(day);
`,
    };
    assert.deepEqual(await told(files), {
      logs: ['Logs of one day: logs.js:5', 0],
      'the table of table in logs.js': ['All entities: logs.js:10', 0],
    });
  });

  it('are those of the functions that are called, of an object that has its own table', async () => {
    const files = {
      'store.js': `const { TableClient } = require('@azure/data-tables');
exports.storeOf = (name) => {
  const client = TableClient.fromConnectionString(process.env.STORE, name);
  return {
    async upsertEntity(entity) {
      await client.upsertEntity(entity, 'Merge');
    },
    getEntity: (partitionKey, rowKey) => client.getEntity(partitionKey, rowKey),
    async inPartition(partitionKey) {
      const all = [];
      const filter = \`PartitionKey eq '\${partitionKey}'\`;
      for await (const one of client.listEntities({ queryOptions: { filter } })) all.push(one);
      return all;
    },
  };
};
`,
      'goals.js': `const { storeOf } = require('./store');
async function saveGoal(table, team, month, goal) {
  await table.upsertEntity({ partitionKey: team, rowKey: month, goal });
}
async function saveTeam(table, team, lead) {
  await table.upsertEntity({ partitionKey: 'all', rowKey: team, lead });
}
async function saveTeams(table, leads) {
  for (const [team, lead] of Object.entries(leads)) await saveTeam(table, team, lead);
}
exports.plan = async (team, goals, leads) => {
  const table = storeOf('Goals');
  for (const [month, goal] of Object.entries(goals)) await saveGoal(table, team, month, goal);
  await saveTeams(storeOf('Teams'), leads);
  return storeOf('Teams').getEntity('all', team);
};
exports.ofTeam = (team) => storeOf('Goals').inPartition(team);
`,
    };
    assert.deepEqual(await told(files), {
      Goals: ['Goals of one team: goals.js:17', 1],
      Teams: ['The team with a given team: goals.js:15', 1],
    });
  });

  it('are told where callers look for one, or leave some out', async () => {
    const files = {
      'cars.ts': `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.C ?? '', 'Cars');
interface Car { plate: string; state: string; driver: string }
async function ofFleet(fleet: string) {
  const found: Car[] = [];
  const options = { queryOptions: { filter: odata\`PartitionKey eq \${fleet}\` } };
  for await (const car of client.listEntities<Car>(options)) found.push(car);
  return found;
}
export const withPlate = async (fleet: string, plate: string) =>
  (await ofFleet(fleet)).find((car) => car.plate === plate)?.driver;
export async function parked(fleet: string) {
  const all = await ofFleet(fleet);
  return all.filter((car) => car.state === 'parked').map((car) => car.plate);
}
export const drivers = async (fleet: string) => (await ofFleet(fleet)).map((car) => car.driver);
`,
    };
    assert.deepEqual(await told(files), {
      Cars: [
        'One car of one fleet with a given plate: cars.ts:11',
        'Cars of one fleet where state is "parked": cars.ts:13',
        'Cars of one fleet: cars.ts:16',
        0,
      ],
    });
  });

  it('have the tests of a caller who is given what a function makes of each entity', async () => {
    assert.deepEqual(
      await told({
        'people.ts': `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.PEOPLE!, 'People');
export const add = (dep: string, id: string, mail: string) => client.createEntity({ partitionKey: dep, rowKey: id, mail });
export async function* all(dep: string) {
  for await (const one of client.listEntities<{ mail: string }>({ queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } }))
    yield { id: one.rowKey!, address: one.mail };
}
`,
        'desk.ts': `import { all } from './people';
export async function withMail(dep: string, mail: string) {
  const found: string[] = [];
  for await (const { id, address } of all(dep)) if (address === mail) found.push(id);
  return found;
}
`,
      }),
      { People: ['People of one dep with a given mail: desk.ts:4', 1] },
    );
  });

  it('run in the loops of other files, and tests say nothing of a program', async () => {
    const reports = await reportsOf({
      'lib/cars.ts': `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.C ?? '', 'Cars');
export async function partsOf(car: string) {
  const found = [];
  for await (const part of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${car}\` } }))
    found.push(part.name);
  return found;
}
export const carAt = (place: string, id: string) => client.getEntity(place, id);
`,
      'garage.ts': `import { carAt, partsOf } from './lib/cars';
export async function shown(cars: readonly string[]) {
  const all = [];
  for (const car of cars) all.push(await partsOf(car));
  return all;
}
export const opened = (ids: readonly string[]) => Promise.all(ids.map((id) => carAt('oslo', id)));
`,
      'lib/cars.test.ts': `import { partsOf } from './cars';
it('has parts', async () => assert.equal((await partsOf('car-1')).length, 1));
`,
    });
    const told = reports.flatMap(({ accessPatterns }) =>
      accessPatterns.map(({ sentence, sites }) => [
        sentence,
        ...sites.map(({ file, line, repeated }) => `${file}:${line} ${repeated}`),
      ]),
    );
    assert.deepEqual(told, [
      ['The oslo entity with a given id', 'garage.ts:7 loop'],
      ['Cars with a given car', 'lib/cars.ts:5 loop'],
    ]);
  });

  it('run in loops around functions that call theirs, and in those of functions whose callers give the keys', async () => {
    const reports = await reportsOf({
      'lib/parts.js': `const { TableClient, odata } = require('@azure/data-tables');
const client = TableClient.fromConnectionString(process.env.C, 'Parts');
async function partsOf(car) {
  const found = [];
  for await (const part of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${car}\` } }))
    found.push(part.name);
  return found;
}
exports.firstOf = async (car) => (await partsOf(car)).length > 0;
exports.pick = async (car, ids) => {
  const found = [];
  for (const id of ids) found.push(await client.getEntity(car, id));
  return found;
};
`,
      'garage.js': `const { firstOf, pick } = require('./lib/parts');
exports.shown = async (cars) => {
  const all = [];
  for (const car of cars) all.push(await firstOf(car));
  return all;
};
exports.opened = (req) => pick(req.body.car, req.body.ids);
`,
    });
    const told = reports.flatMap(({ accessPatterns }) =>
      accessPatterns.flatMap(({ sites }) =>
        sites.map(({ file, line, repeated }) => `${file}:${line} ${repeated}`),
      ),
    );
    assert.deepEqual(told, ['garage.js:7 loop', 'lib/parts.js:5 loop']);
  });

  it('are told of each table of a function that others call by several names', async () => {
    const files = {
      'tables.ts': `import { TableClient } from '@azure/data-tables';
export const put = (table: string, partitionKey: string, rowKey: string, data: object) =>
  TableClient.fromConnectionString(process.env.C ?? '', table).upsertEntity({ partitionKey, rowKey, ...data });
`,
      'marks.ts': `import { put } from './tables';
export async function mark(car: string, day: string) {
  await put('Marks', 'mark-' + day, car, { seen: true });
}
export const marked = (req: { cars: string[] }) => mark(req.cars[0] ?? '', '2026-01-01');
`,
      'fills.ts': `import { put } from './tables';
interface Fill { id: string; day: string; price: number }
async function push(req: { json(): Promise<unknown> }) {
  const { fills = [] } = (await req.json()) as { fills?: Fill[] };
  for (const fill of fills) await put('Fills', fill.day, fill.id, { price: fill.price });
}
export const handle = async (req: { method: string; json(): Promise<unknown> }) =>
  req.method === 'POST' ? push(req) : undefined;
`,
    };
    const reports = await reportsOf(files);
    assert.deepEqual(
      reports.map(({ table, writes }) => [table, writes.length]),
      [
        ['Fills', 1],
        ['Marks', 1],
      ],
    );
  });

  const STORE = `import { TableClient } from '@azure/data-tables';
export class Store<T extends object> {
  private readonly client: TableClient;
  constructor(table: string, private readonly kind: string) {
    this.client = TableClient.fromConnectionString(process.env.STORE!, table);
  }
  insert(id: string, record: T) {
    return this.client.createEntity({ partitionKey: this.kind, rowKey: id, ...record });
  }
  find(id: string) {
    return this.client.getEntity(this.kind, id) as unknown as Promise<T & { rowKey: string }>;
  }
  async where(filter: string) {
    const rows: (T & { rowKey: string })[] = [];
    for await (const row of this.client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${this.kind}' and \${filter}\` } }))
      rows.push(row as never);
    return rows;
  }
  async all() {
    const rows: (T & { rowKey: string })[] = [];
    for await (const row of this.client.listEntities()) rows.push(row as never);
    return rows;
  }
  async delete(id: string) {
    await this.client.deleteEntity(this.kind, id);
  }
}
`;

  it('are those of each store that makes them, whatever else its class can, and joins are seen through them', async () => {
    const files = {
      'store.ts': STORE,
      'notes.ts': `import { odata } from '@azure/data-tables';
import { Store } from './store';
const notes = new Store<{ pageId: string; author: string; text: string }>('notes', 'NOTE');
const people = new Store<{ name: string; mail: string }>('people', 'PERSON');
export const write = (id: string, pageId: string, author: string, text: string) =>
  notes.insert(id, { pageId, author, text });
export const hire = (id: string, name: string, mail: string) => people.insert(id, { name, mail });
export async function page(pageId: string) {
  const lines = [];
  for (const note of await notes.where(odata\`pageId eq \${pageId}\`)) {
    const person = await people.find(note.author);
    lines.push(person.name + note.text);
  }
  return lines;
}
export async function clear(pageId: string) {
  for (const note of await notes.where(odata\`pageId eq \${pageId}\`)) await notes.delete(note.rowKey);
}
export async function byMail(mail: string) {
  return (await people.all()).find((one) => one.mail === mail);
}
`,
    };
    assert.deepEqual(await told(files), {
      notes: ['Notes with a given page id: notes.ts:10 notes.ts:17', 2],
      people: ['The person with a given id: notes.ts:11', 'One person with a given mail: notes.ts:20', 1],
    });
    const joins = (await reportsOf(files)).flatMap((one) => one.joins);
    assert.deepEqual(
      joins.slice(0, 1).map(({ outer, inner }) => [outer.sentence, inner.sentence]),
      [['Notes with a given page id', 'The person with a given id']],
    );
  });

  it('are those of methods that others of the same instance call, each with the table of its class', async () => {
    const base = `import { odata, type TableClient } from '@azure/data-tables';
export abstract class Repository<T extends object> {
  readonly #client: TableClient;
  constructor(client: TableClient) { this.#client = client; }
  async *where(filter: string) { yield* this.#client.listEntities<T>({ queryOptions: { filter } }); }
  async partition(key: string) {
    const items: T[] = [];
    for await (const item of this.where(odata\`PartitionKey eq \${key}\`)) items.push(item as T);
    return items;
  }
}
`;
    const stores = `import { odata, type TableClient } from '@azure/data-tables';
import { Repository } from './repository';
export class Trips extends Repository<{ kind: string; driver: string }> {
  ofDriver(driver: string) { return this.where(odata\`driver eq \${driver}\`); }
  async business(plate: string) {
    return (await this.partition(plate)).filter((trip) => trip.kind === 'business');
  }
}
export class Cars extends Repository<{ maker: string }> {
  constructor(client: TableClient, private readonly trips: Trips) { super(client); }
  ofMaker(maker: string) { return this.where(odata\`maker eq \${maker}\`); }
  async ofDepot(depot: string, maker: string) {
    return (await this.partition(depot)).filter((car) => car.maker === maker);
  }
  async driven(plate: string, driver: string) {
    return (await this.trips.partition(plate)).filter((trip) => trip.driver === driver);
  }
}
export class Unmade extends Repository<{ size: number }> {
  async large(lot: string) { return (await this.partition(lot)).filter(({ size }) => size === 9); }
}
`;
    const main = `import { TableClient } from '@azure/data-tables';
import { Cars, Trips } from './stores';
const at = (table: string) => TableClient.fromConnectionString(process.env.STORAGE!, table);
export const trips = new Trips(at('trips'));
export const cars = new Cars(at('cars'), trips);
`;
    const { cars, trips } = (await told({
      'repository.ts': base,
      'stores.ts': stores,
      'main.ts': main,
    })) as Record<string, unknown>;
    assert.deepEqual(trips, [
      'Trips with a given driver: stores.ts:4',
      'Trips of one plate where kind is "business": stores.ts:6',
      0,
    ]);
    assert.deepEqual(cars, [
      'Cars with a given maker: stores.ts:11',
      'Cars of one depot with a given maker: stores.ts:13',
      0,
    ]);
  });

  it('are of entities with the keys that the class of each instance makes, where they are given', async () => {
    const base = `import { type TableClient, type TableEntity } from '@azure/data-tables';
export abstract class Base<T extends object> {
  constructor(protected readonly client: TableClient) {}
  protected abstract keysOf(item: T): { partitionKey: string; rowKey: string };
  insert(item: T) { return this.client.createEntity({ ...this.keysOf(item), ...item }); }
  save(item: T) { return this.client.upsertEntity({ ...this.keysOf(item), ...item } as TableEntity<T>, 'Replace'); }
  remove(item: T) {
    const { partitionKey, rowKey } = this.keysOf(item);
    return this.client.deleteEntity(partitionKey, rowKey);
  }
}
`;
    const stores = `import { TableClient } from '@azure/data-tables';
import { Base } from './base';
interface Visit { clinic: string; id: string; doctor: string }
interface Patient { clinic: string; number: string; name: string }
class Visits extends Base<Visit> {
  protected keysOf({ clinic, id }: Visit) { return { partitionKey: clinic, rowKey: id }; }
}
class Patients extends Base<Patient> {
  protected keysOf({ clinic, number }: Patient) { return { partitionKey: clinic, rowKey: 'P' + number }; }
}
const at = (table: string) => TableClient.fromConnectionString(process.env.STORAGE!, table);
const visits = new Visits(at('visits'));
const patients = new Patients(at('patients'));
export const book = (visit: Visit) => visits.insert(visit);
export const move = (visit: Visit, doctor: string) => visits.save({ ...visit, doctor });
export const cancel = (visit: Visit) => visits.remove(visit);
export const admit = (patient: Patient) => patients.insert(patient);
`;
    const reports = await reportsOf({ 'base.ts': base, 'stores.ts': stores });
    const shown = reports.map(({ table, kinds, writes }) => [
      table,
      ...kinds.map((kind) => `${kind.partitionKey} | ${kind.rowKey} | ${kind.properties.join(' ')}`),
      ...writes.flatMap(({ does, sites }) => sites.map(({ line }) => `${does}: ${line}`)),
    ]);
    assert.deepEqual(shown, [
      ['patients', '{clinic} | P{number} | clinic number name', 'create: 17'],
      ['visits', '{clinic} | {id} | clinic id doctor', 'create: 14', 'replace: 15', 'delete: 16'],
    ]);
  });

  it('are of unknown entities where these may have keys of their own', async () => {
    const files = {
      'store.js': `const { TableClient } = require('@azure/data-tables');
class Store {
  constructor(client) { this.client = client; }
  insert(item) { return this.client.createEntity({ ...this.keysOf(item), ...item }); }
}
class Notes extends Store {
  keysOf(note) { return { partitionKey: note.owner, rowKey: note.id }; }
}
const notes = new Notes(TableClient.fromConnectionString(process.env.STORAGE, 'notes'));
exports.add = (note) => notes.insert(note);
`,
    };
    const [report] = await reportsOf(files);
    assert.deepEqual(
      [report?.kinds, report?.writes, report?.unseenWrites.map(({ line }) => line)],
      [[], [], [4]],
    );
  });

  it('are of entities with unknown keys where a class below makes others, or what is given may have its own', async () => {
    const base = `import { TableClient, odata, type TableEntity } from '@azure/data-tables';
export abstract class Base<T extends object> {
  constructor(protected readonly client: TableClient) {}
  protected abstract keysOf(item: T): { partitionKey: string; rowKey: string };
  insert(item: T) { return this.client.createEntity({ ...this.keysOf(item), ...item } as TableEntity); }
  save(item: T) { return this.client.upsertEntity({ ...this.keysOf(item), ...item } as TableEntity, 'Replace'); }
}
export interface Visit { clinic: string; id: string; doctor: string }
export const client = TableClient.fromConnectionString(process.env.STORAGE!, 'visits');
export class Visits extends Base<Visit> {
  protected keysOf({ clinic, id }: Visit) { return { partitionKey: clinic, rowKey: id }; }
  async book(visit: Visit) { await this.insert(visit); }
}
const visits = new Visits(client);
export const book = (visit: Visit) => visits.book(visit);
export async function ofClinic(clinic: string) {
  const found: Visit[] = [];
  for await (const one of client.listEntities<Visit>({ queryOptions: { filter: odata\`clinic eq \${clinic}\` } })) found.push(one);
  return found;
}
`;
    const others = [
      `class Requests extends Visits {
  protected override keysOf({ doctor, id }: Visit) { return { partitionKey: 'R' + doctor, rowKey: id }; }
}
const requests = new Requests(client);
export const ask = (visit: Visit) => requests.book(visit);`,
      'export const archive = (visit: Visit, month: string) => visits.save({ ...visit, partitionKey: month } as Visit);',
      'export const copy = (visit: any) => visits.save(visit);',
    ];
    for (const other of others) {
      const [report] = await reportsOf({ 'visits.ts': base + other });
      assert.deepEqual(
        report?.accessPatterns.map(({ sentence }) => sentence.endsWith(' with a given clinic')),
        [true],
        other,
      );
    }
  });

  it('are those of whoever leaves some of them out, behind functions in other files that give all or those of a key', async () => {
    const store = `const { TableClient, odata } = require('@azure/data-tables');
const client = TableClient.fromConnectionString(process.env.STORAGE, 'jobs');
async function listAll(filter) {
  const out = [];
  for await (const job of client.listEntities({ queryOptions: { filter } })) out.push(job);
  return out;
}
const ofQueue = (queue) => listAll(odata\`PartitionKey eq \${queue}\`);
async function everything() {
  const items = [];
  for await (const job of client.listEntities()) items.push({ id: job.rowKey, owner: job.owner });
  return items;
}
async function add(queue, id, state, owner) {
  await client.createEntity({ partitionKey: queue, rowKey: id, state, owner });
}
module.exports = { ofQueue, everything, add };
`;
    const jobs = `const { ofQueue, everything } = require('./store');
exports.looped = async (queue, state) => {
  const out = [];
  for (const job of await ofQueue(queue)) {
    if (job.state !== state) continue;
    out.push(job);
  }
  return out;
};
exports.one = async (queue, owner) => (await ofQueue(queue)).find((job) => job.owner === owner);
exports.later = (queue, state) => ofQueue(queue).then((all) => all.filter((job) => job.state === state));
exports.ofOwner = async (owner) => (await everything()).filter((job) => job.owner === owner);
exports.all = (queue) => ofQueue(queue);
`;
    assert.deepEqual(await told({ 'store.js': store, 'jobs.js': jobs }), {
      jobs: [
        'Jobs of one queue with a given state: jobs.js:4 jobs.js:11',
        'One job of one queue with a given owner: jobs.js:10',
        'Jobs with a given owner: jobs.js:12',
        'Jobs of one queue: jobs.js:13',
        1,
      ],
    });
  });

  it('are of every table of a class where its methods may be called in ways that are not followed', async () => {
    const store = `import { TableClient, odata } from '@azure/data-tables';
class Store {
  constructor(protected readonly client: TableClient) {}
  find(pk: string, rk: string) { return this.client.getEntity(pk, rk); }
  protected async list(filter: string) {
    const found = [];
    for await (const one of this.client.listEntities({ queryOptions: { filter } })) found.push(one);
    return found;
  }
  open(shop: string) { return this.list(odata\`PartitionKey eq \${shop} and open eq true\`); }
  unpaid(shop: string) { return this.list(odata\`PartitionKey eq \${shop} and paid eq false\`); }
}
const at = (table: string) => new Store(TableClient.fromConnectionString(process.env.STORAGE!, table));
const stores: Record<string, Store> = { orders: at('orders'), invoices: at('invoices') };
const [orders, invoices] = [at('orders'), at('invoices')];
export const invoice = (shop: string) => invoices.unpaid(shop);
export const order = (shop: string, id: string) => orders.find(shop, id);
`;
    for (const call of [
      'export const any = (name: string, shop: string) => stores[name]!.unpaid(shop);',
      "export const job = (method: 'open' | 'unpaid', shop: string) => orders[method](shop);",
      'export const reports = [orders.unpaid.bind(orders)];',
    ]) {
      const reports = await reportsOf({ 'store.ts': store + call });
      const shown = reports.flatMap(({ table, accessPatterns }) =>
        accessPatterns.map(({ sentence }) => `${table}: ${sentence}`),
      );
      assert.ok(
        shown.includes('orders: Orders of one shop that are not paid'),
        `${call}\n${shown.join('\n')}`,
      );
    }
  });

  it('run in the loop that calls their function, and other calls of that run once', async () => {
    const reports = await reportsOf({
      'store.ts': `import { TableClient } from '@azure/data-tables';
interface Item { shop: string; id: string }
class Store {
  constructor(private readonly client: TableClient) {}
  save({ shop, id }: Item) { return this.client.upsertEntity({ partitionKey: shop, rowKey: id }); }
  async saveAll(items: Item[]) { for (const item of items) await this.save(item); }
  async saveTwice({ shop, id }: Item) {
    for (let no = 0; no < 2; no++) await this.client.upsertEntity({ partitionKey: shop, rowKey: id + no });
  }
}
const at = (table: string) => new Store(TableClient.fromConnectionString(process.env.STORAGE!, table));
const [items, notes, twice] = [at('items'), at('notes'), at('twice')];
export const all = (list: Item[]) => items.saveAll(list);
export const one = (item: Item) => notes.save(item);
export const two = (item: Item) => twice.saveTwice(item);
`,
    });
    const loops = reports.flatMap(({ table, writes }) =>
      writes.flatMap(({ sites }) => sites.map(({ repeated }) => [table, repeated])),
    );
    assert.deepEqual(loops, [
      // who calls it on the others may not be seen
      ['a table given by the caller in store.ts', 'loop'],
      ['items', 'loop'],
      ['notes', undefined],
      ['twice', 'loop'],
    ]);
  });
});
