import assert from 'node:assert/strict';
import { filesOf, operationsOf, PACKAGE } from '../../../test/support/operations.ts';
import type { Evidence } from './operations/operation.ts';
import { isSure } from './tables/tables.ts';

/** Code whose calls have the names of a TableClient's methods, and are of something else. */
interface LookAlike {
  readonly what: string;
  readonly files: Readonly<Record<string, string>> | string;
}

/** One source is a file that says nothing of Azure Tables; `withTables` is one that imports them too. */
const file = (text: string): Readonly<Record<string, string>> => ({ 'main.ts': text });
const withTables = (text: string): string => text;

const LOOK_ALIKES: readonly LookAlike[] = [
  {
    what: 'entity types of an agent',
    files: file(`
import { EntityTypesClient } from '@google-cloud/dialogflow';
const client = new EntityTypesClient();
const [types] = await client.listEntityTypes({ parent });
const [entities] = await client.listEntities({ parent });
for (const entity of entities) await client.deleteEntity({ name: entity.name });`),
  },
  {
    what: 'a datastore, in a file that also uses tables',
    files: withTables(`
import { Datastore } from '@google-cloud/datastore';
const store = new Datastore();
const key = store.key(['Task', 1]);
await store.upsertEntity({ key, data: {} });
const [task] = await store.getEntity(key, {});`),
  },
  {
    what: 'a directory client that was handed over',
    files: withTables(`
import type { Client } from '@microsoft/microsoft-graph-client';
export const owners = (graphClient: Client) => graphClient.listEntities('owners');`),
  },
  {
    what: 'worlds of an entity component system',
    files: file(`
import { World } from 'ecs-lib';
import { addEntity } from 'bitecs';
const world = new World();
const ship = world.createEntity();
world.createEntity({ position: { x: 0 } }).add(ship);
world.deleteEntity(ship);
export const enemies = (w: World) => w.getEntity(addEntity(w));`),
  },
  {
    what: 'an entity component system of nobody knows where',
    files: file(`
export class Spawner {
  constructor(private readonly store) {}
  update() { const e = this.store.createEntity('enemy', 3, 4); this.store.updateEntity(e.id, { hp: 9 }); }
  get(id) { return this.store.getEntity(id); }
}`),
  },
  {
    what: 'an own class with all the methods',
    files: withTables(`
class TableStore {
  readonly #rows = new Map<string, object>();
  createEntity(row: { partitionKey: string; rowKey: string }) { this.#rows.set(row.rowKey, row); }
  getEntity(partitionKey: string, rowKey: string) { return this.#rows.get(partitionKey + rowKey); }
  listEntities() { return this.#rows.values(); }
}
const tableStore = new TableStore();
tableStore.createEntity({ partitionKey: 'a', rowKey: 'b' });
for (const row of tableStore.listEntities()) use(row);
use(tableStore.getEntity('a', 'b'));`),
  },
  {
    what: 'an own class in another file, handed to a constructor',
    files: {
      'memory.ts': `export class MemoryClient { async *listEntities() { yield* []; } async upsertEntity(e: object) { return e; } }`,
      'main.ts': `${PACKAGE}import { MemoryClient } from './memory';
export class Service {
  constructor(private readonly client: MemoryClient) {}
  async all() { for await (const e of this.client.listEntities()) await this.client.upsertEntity(e); }
}`,
    },
  },
  {
    what: 'an interface that says what its methods take',
    files: withTables(`
interface GraphStore { listEntities(kind: string): Promise<string[]>; upsertEntity(entity: { name: string }): Promise<void> }
export async function merge(store: GraphStore) {
  for (const name of await store.listEntities('person')) await store.upsertEntity({ name });
}`),
  },
  {
    what: 'a mock of jest, for code that uses tables',
    files: withTables(`
const tableClient = { listEntities: jest.fn(), getEntity: jest.fn().mockResolvedValue({}), createEntity: jest.fn() };
tableClient.listEntities.mockReturnValue([]);
await tableClient.getEntity('a', 'b');
expect(await tableClient.createEntity({ partitionKey: 'a', rowKey: 'b' })).toBeDefined();
for await (const e of tableClient.listEntities()) use(e);`),
  },
  {
    what: 'a stub of sinon',
    files: withTables(`
const client = sinon.createStubInstance(TableClient);
client.listEntities.returns([]);`),
  },
  {
    what: 'a mock of vitest that is one object',
    files: file(`
import { vi } from 'vitest';
const mockTable = vi.hoisted(() => ({ getEntity: vi.fn(), listEntities: vi.fn(() => []) }));
await mockTable.getEntity('a', 'b');
mockTable.listEntities();`),
  },
  {
    what: 'repositories of TypeORM',
    files: file(`
import { DataSource, EntityManager, Repository } from 'typeorm';
export class Users {
  constructor(private readonly repository: Repository<User>, private readonly manager: EntityManager) {}
  save(user: User) { return this.repository.createEntity(user); }
  one(id: string) { return this.manager.getEntity('User', id); }
}`),
  },
  {
    what: 'an Angular service',
    files: file(`
import { Injectable, inject } from '@angular/core';
import { HttpClient } from '@angular/common/http';
@Injectable() export class EntityService { constructor(private http: HttpClient) {} getEntity(kind: string, id: string) { return this.http.get(kind + id); } }
export class Page { private entities = inject(EntityService); private client = inject(EntityService);
  constructor(private entityService: EntityService) {}
  load() { this.entityService.getEntity('user', '1'); this.client.getEntity('a', 'b'); return this.entities.getEntity('user', '2'); } }`),
  },
  {
    what: 'actions of a state that holds entities',
    files: file(`
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
const adapter = createEntityAdapter<User>();
const slice = createSlice({ name: 'users', initialState: adapter.getInitialState(), reducers: { createEntity: adapter.addOne, deleteEntity: adapter.removeOne, upsertEntity: adapter.upsertOne } });
store.dispatch(slice.actions.createEntity({ id: 1 }));
store.dispatch(slice.actions.deleteEntity(1));
slice.actions.upsertEntity({ id: 1 });`),
  },
  {
    what: 'links in an editor of rich text',
    files: file(`
import { EditorState } from 'draft-js';
export function link(editorState: EditorState, url: string) {
  const contentState = editorState.getCurrentContent();
  const next = contentState.createEntity('LINK', 'MUTABLE', { url });
  return next.getEntity(next.getLastCreatedEntityKey());
}`),
  },
  {
    what: 'transactions of a ledger',
    files: file(`
import { Gateway } from 'fabric-network';
const network = await gateway.getNetwork('channel');
const contract = network.getContract('cars');
await contract.submitTransaction('registerCar', 'a', 'b');
const server = new StellarSdk.Server(url);
await server.submitTransaction(transaction);`),
  },
  {
    what: 'a wallet in a file that uses tables',
    files: withTables(`
export async function pay(walletClient, to) { await walletClient.submitTransaction(to, 5, '0x'); }`),
  },
  {
    what: 'a store that somebody handed over, called as no table is',
    files: withTables(`
export async function remember(store, graphClient, repo) {
  const saved = await store.upsertEntity('alliance', { id: 1 });
  store.updateEntity(saved.id, { name: 'x' });
  store.deleteEntity(saved.id);
  repo.getEntity(saved.id);
  repo.createEntity();
  store.submitTransaction('a');
  for (const entity of await graphClient.listEntities('person', 200)) use(entity);
}`),
  },
  {
    what: 'documents of another database',
    files: file(`
import { CosmosClient } from '@azure/cosmos';
import { MongoClient } from 'mongodb';
const cosmosClient = new CosmosClient({ endpoint });
const container = cosmosClient.database('d').container('c');
const mongo = new MongoClient(url);
await container.createEntity({ id: '1' });
await container.listEntities({ filter: 'a eq 1' });
await mongo.db('x').getEntity('a', 'b');`),
  },
  {
    what: 'twins of a digital world',
    files: file(`
import { DigitalTwinsClient } from '@azure/digital-twins-core';
const client = new DigitalTwinsClient(url, credential);
for await (const twin of client.listEntities()) use(twin);
await client.updateEntity({ partitionKey: 'a', rowKey: 'b' });`),
  },
  {
    what: 'routes of an API that are named like this',
    files: {
      'api.ts': `const get = (path) => fetch(path).then((r) => r.json());
export const api = { listEntities: (p) => get('/entities' + p), getEntity: (kind, id) => get(kind + id) };
export default { createEntity: (body) => fetch('/e', { body }) };`,
      'main.ts': `import service, { api } from './api';
export const load = async () => [await api.listEntities({ limit: 200 }), await api.getEntity('a', 'b'), service.createEntity({ partitionKey: 'a', rowKey: 'b' })];`,
    },
  },
  {
    what: 'a function that makes an own store',
    files: {
      'store.ts': `export function createStore() { const rows = []; return { createEntity(e) { rows.push(e); }, listEntities: () => rows }; }`,
      'main.ts': `${PACKAGE}import { createStore } from './store';
const store = createStore();
store.createEntity({ partitionKey: 'a', rowKey: 'b' });
for (const e of store.listEntities()) use(e);`,
    },
  },
  {
    what: 'a fake that stands in for the client in one file',
    files: withTables(`
class FakeTableClient { async *listEntities() { yield { partitionKey: 'a' }; } async deleteEntity() {} }
const fakeClient = new FakeTableClient() as unknown as FakeTableClient;
for await (const e of fakeClient.listEntities()) fakeClient.deleteEntity();`),
  },
  {
    what: 'entities of a cloud event service',
    files: file(`
import { ServiceBusAdministrationClient } from '@azure/service-bus';
import { TextAnalyticsClient } from '@azure/ai-text-analytics';
const admin = new ServiceBusAdministrationClient(connection);
await admin.getEntity('a', 'b');
await new TextAnalyticsClient(url, key).listEntities();`),
  },
];

/** The same code, over a real client: what speaks against a look-alike must not speak against these. */
const TWINS: readonly (LookAlike & { readonly evidence: Evidence })[] = [
  {
    what: 'a client in a store of its own class',
    evidence: 'proved',
    files: withTables(`
class TableStore {
  readonly #client = new TableClient(url, 'T', credential);
  createEntity(row: { partitionKey: string; rowKey: string }) { return this.#client.createEntity(row); }
  listEntities() { return this.#client.listEntities(); }
}`),
  },
  {
    what: 'a client handed to a constructor',
    evidence: 'proved',
    files: withTables(`
export class Service {
  constructor(private readonly client: TableClient) {}
  async all() { for await (const e of this.client.listEntities()) await this.client.upsertEntity(e); }
}`),
  },
  {
    what: 'a store that somebody handed over, called as a table is',
    evidence: 'inferred',
    files: withTables(`
export async function remember(store, tableClient, repo, mode, entity) {
  await store.upsertEntity(entity, 'Merge');
  store.updateEntity({ partitionKey: 'a', rowKey: 'b' }, mode, { etag: entity.etag });
  store.deleteEntity(entity.partitionKey, entity.rowKey);
  repo.getEntity('a', entity.rowKey, { queryOptions: { select: ['x'] } });
  repo.createEntity(toEntity(entity));
  store.submitTransaction([['create', entity]]);
  store.submitTransaction(entity.actions);
  repo.getEntity(...entity.keys);
  for await (const e of tableClient.listEntities()) use(e);
}`),
  },
  {
    what: 'options that only a TableClient takes, of anything',
    evidence: 'inferred',
    files: file(`
export const all = (x) => x.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } });`),
  },
  {
    what: 'a function that makes a client',
    evidence: 'proved',
    files: {
      'store.ts': `${PACKAGE}export function createStore() { return new TableClient(url, 'T', credential); }`,
      'main.ts': `import { createStore } from './store';
const store = createStore();
store.createEntity({ partitionKey: 'a', rowKey: 'b' });
for await (const e of store.listEntities()) use(e);`,
    },
  },
];

describe('what looks like a TableClient and is none', () => {
  for (const { what, files } of LOOK_ALIKES) {
    it(`${what}: nothing is said of it`, () => {
      const sure = operationsOf(filesOf(files)).filter(isSure);
      assert.deepEqual(
        sure.map(({ method, receiver, because }) => `${receiver.text}.${method}: ${because}`),
        [],
      );
    });
  }
});

describe('what looks like a TableClient and is one', () => {
  for (const { what, files, evidence } of TWINS) {
    it(what, () => {
      const operations = operationsOf(filesOf(files));
      assert.ok(operations.length > 0);
      assert.deepEqual(
        operations
          .filter((operation) => operation.evidence !== evidence)
          .map(({ method, because }) => `${method}: ${because}`),
        [],
      );
    });
  }
});
