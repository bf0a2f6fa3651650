import assert from 'node:assert/strict';
import { operationsOf, PACKAGE, summary } from '../../../../test/support/operations.ts';

const TABLES = `${PACKAGE}
const client = TableClient.fromConnectionString(process.env.X!, 'Employees');
export async function queryEntities(filter: string) {
  const found = [];
  for await (const entity of client.listEntities({ queryOptions: { filter } })) found.push(entity);
  return found;
}`;

describe('wrappers', () => {
  it('are judged where they are called, not for what callers give them', () => {
    assert.deepEqual(
      summary({
        'tables.ts': TABLES,
        'main.ts': `
          import { queryEntities } from './tables';
          export const one = (id: string) => queryEntities(\`PartitionKey eq 'Sales' and RowKey eq '\${id}'\`);
          export const named = (name: string) => queryEntities(\`Name eq '\${name}'\`);`,
      }),
      ['listEntities Employees proved point', 'listEntities Employees proved table-scan'],
    );
    assert.deepEqual(summary({ 'tables.ts': TABLES }), [
      'listEntities Employees proved unknown: the filter comes from the caller, as filter',
    ]);
  });

  it('say through what, and where the SDK is called', () => {
    const [operation] = operationsOf({
      'tables.ts': TABLES,
      'main.ts': `import * as tables from './tables';\nexport const all = () => tables.queryEntities('');`,
    });
    assert(operation?.via !== undefined);
    const { place, name } = operation.via;
    assert.equal(name, 'queryEntities');
    assert.equal(place.file, '/tables.ts');
    assert.equal(TABLES.slice(place.span.start, place.span.end), 'listEntities');
    assert.equal(operation.receiver.text, 'tables');
  });

  it('may leave the entity to those that extend their class, and the table to their constructor', () => {
    const files = {
      'repository.ts': `${PACKAGE}
        export abstract class Repository<T> {
          protected readonly client: TableClient;
          constructor(table: string) { this.client = new TableClient(url, table, credential); }
          protected abstract toEntity(item: T): object;
          async save(item: T) { await this.client.upsertEntity(this.toEntity(item), 'Replace'); }
          async remove(pk: string, rk: string) { await this.client.deleteEntity(pk, rk); }
        }`,
      'main.ts': `
        import { Repository } from './repository';
        class Claims extends Repository<{ id: string; total: number }> {
          constructor() { super('Claims'); }
          protected toEntity(claim: { id: string; total: number }) {
            return { partitionKey: 'all', rowKey: claim.id, total: claim.total };
          }
        }
        const claims = new Claims();
        export const add = (id: string) => claims.save({ id, total: 0 });
        export const drop = (id: string) => claims.remove('all', id);`,
    };
    const found = operationsOf(files).filter(({ file }) => file === '/main.ts');
    assert.deepEqual(
      found.map(({ method, table }) => `${method} ${table}`),
      ['upsertEntity Claims', 'deleteEntity Claims'],
    );
    const [write] = found;
    assert(write?.kind === 'write');
    assert.deepEqual(write.properties, ['total']);
  });

  it('are found under other names: default exports, renamed imports, CommonJS', () => {
    const cjs = `
      const { TableClient } = require('@azure/data-tables');
      const client = TableClient.fromConnectionString(process.env.X, 'Employees');
      async function run(filter) { return client.listEntities({ queryOptions: { filter } }); }
      module.exports = { search: run, };`;
    const scan = ['listEntities Employees proved table-scan'];
    assert.deepEqual(
      summary({ 'db.js': cjs, 'main.js': `const db = require('./db'); db.search("Name eq 'x'");` }),
      scan,
    );
    assert.deepEqual(
      summary({ 'db.js': cjs, 'main.js': `const { search: find } = require('./db'); find("Name eq 'x'");` }),
      scan,
    );
    assert.deepEqual(
      summary({
        'tables.ts': TABLES.replace('export async function queryEntities', 'export default async function'),
        'main.ts': `import lookUp from './tables';\nexport const all = () => lookUp("Name eq 'x'");`,
      }),
      scan,
    );
    assert.deepEqual(
      summary({
        'tables.ts': TABLES,
        'main.ts': `import { queryEntities as lookUp } from './tables';\nexport const all = () => lookUp("Name eq 'x'");`,
      }),
      scan,
    );
  });

  it('may be methods, also those that are called as the SDK’s are', () => {
    assert.deepEqual(
      summary({
        'store.ts': `${PACKAGE}
          export class Store {
            private readonly client: TableClient;
            constructor(table: string) { this.client = TableClient.fromConnectionString(process.env.X!, table); }
            listEntities(filter?: string) {
              return filter ? this.client.listEntities({ queryOptions: { filter } }) : this.client.listEntities();
            }
          }`,
        'main.ts': `import { Store } from './store';
          const staff = new Store('Employees');
          export const one = () => staff.listEntities("PartitionKey eq 'Sales'");`,
      }),
      ['listEntities Employees proved partition-scan'],
    );
  });

  it('may call wrappers', () => {
    assert.deepEqual(
      summary({
        'tables.ts': TABLES,
        'staff.ts': `import { queryEntities } from './tables';
          export const findStaff = (where: string) => queryEntities(where);
          export const inSales = (clause: string) => findStaff(\`PartitionKey eq 'Sales' and \${clause}\`);`,
        'main.ts': `import { findStaff, inSales } from './staff';
          findStaff("Age gt 3"); inSales("Age gt 3"); inSales("RowKey ge '5'");`,
      }),
      [
        'listEntities Employees proved table-scan',
        'listEntities Employees proved partition-scan',
        'listEntities Employees proved row-range',
      ],
    );
  });

  it('may take whole options, and entities', () => {
    assert.deepEqual(
      summary({
        'db.ts': `${PACKAGE}
          const clients = (table: string) => TableClient.fromConnectionString(process.env.X!, table);
          export class Db {
            find(table: string, options: object) { return clients(table).listEntities(options); }
            async save(table: string, entity: object) { await clients(table).upsertEntity(entity as any, 'Merge'); }
          }`,
        'main.ts': `import { Db } from './db';
          const db = new Db();
          db.find('Trips', { queryOptions: { filter: "Name eq 'x'" } });
          db.save('Trips', { partitionKey: 'p', rowKey: 'r', name: 'x' });`,
      }),
      ['listEntities Trips proved table-scan', 'upsertEntity Trips proved'],
    );
  });

  it('may be made by functions', () => {
    assert.deepEqual(
      summary({
        'db.ts': `${PACKAGE}
          export const queryOf = (table: string) => (filter: string) =>
            TableClient.fromConnectionString(process.env.X!, table).listEntities({ queryOptions: { filter } });
          export function open(client: TableClient) {
            const find = (where: string) => client.listEntities({ queryOptions: { filter: where } });
            return { find };
          }`,
        'main.ts': `import { open, queryOf } from './db';
          const trips = queryOf('Trips');
          trips("PartitionKey eq 'a'");
          open(new TableClient(u, 'Staff', k)).find("Name eq 'x'");`,
      }),
      ['listEntities Trips proved partition-scan', 'listEntities Staff inferred table-scan'],
    );
  });

  it('are not functions that make the question themselves', () => {
    assert.deepEqual(
      summary({
        'staff.ts': `${PACKAGE}
          const client = TableClient.fromConnectionString(process.env.X!, 'Employees');
          export const inDepartment = (name: string) =>
            client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${name}\` } });`,
        'main.ts': `import { inDepartment } from './staff';\ninDepartment('Sales');`,
      }),
      [],
    );
  });

  it('that call themselves come to an end', () => {
    assert.deepEqual(
      summary({
        'main.ts': `${PACKAGE}
          const client = TableClient.fromConnectionString(process.env.X!, 'Employees');
          function walk(filter: string, depth: number) {
            client.listEntities({ queryOptions: { filter } });
            if (depth > 0) walk(filter + " and Age gt 1", depth - 1);
          }
          walk("Name eq 'x'", 3);`,
      }),
      [
        'listEntities Employees proved unknown: the filter comes from the caller, as filter',
        'listEntities Employees proved unknown',
        'listEntities Employees proved table-scan',
      ],
    );
  });

  it('that call each other in circles are told once for each way', () => {
    assert.deepEqual(
      summary({
        'main.ts': `${PACKAGE}
          const client = TableClient.fromConnectionString(process.env.X!, 'Employees');
          function a(filter: string) { client.listEntities({ queryOptions: { filter } }); b(filter); b(filter); }
          function b(filter: string) { a(filter); a(filter); }
          b("Name eq 'x'");`,
      }).filter((line) => line.endsWith('table-scan')),
      ['listEntities Employees proved table-scan', 'listEntities Employees proved table-scan'],
    );
  });

  it('that lead to very many calls are told of where the SDK is called, not where they are', () => {
    const many = 'client.listEntities({ queryOptions: { filter } });'.repeat(8);
    const through = (name: string, inner: string): string =>
      `function ${name}(filter: string) { ${`${inner}(filter);`.repeat(8)} }`;
    const lines = summary({
      'main.ts': `${PACKAGE}
        const client = TableClient.fromConnectionString(process.env.X!, 'Employees');
        function a(filter: string) { ${many} }
        ${through('b', 'a')} ${through('c', 'b')} ${through('d', 'c')}
        d("Name eq 'x'");`,
    });
    // eight calls of the SDK, each of them for eight calls of the wrapper, and what leads to 64 left out
    assert.equal(lines.length, 8 + 8 * 8);
  });
});
