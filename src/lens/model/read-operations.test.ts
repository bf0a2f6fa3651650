import assert from 'node:assert/strict';
import { toPlaces } from '../../core/text/segments.ts';
import { operationsOf } from '../../../test/support/operations.ts';
import type { Operation } from './operation.ts';

const PACKAGE = `import { TableClient, odata } from '@azure/data-tables';\n`;

const filesOf = (sources: Readonly<Record<string, string>> | string): Readonly<Record<string, string>> =>
  typeof sources === 'string' ? { 'main.ts': PACKAGE + sources } : sources;

/** Each operation of the last file as one line: method, table, evidence, shape. */
function summary(sources: Readonly<Record<string, string>> | string): readonly string[] {
  return operationsOf(filesOf(sources)).map((operation) =>
    [operation.method, operation.table ?? '?', operation.evidence, shapeOf(operation)]
      .filter((word) => word !== '')
      .join(' '),
  );
}

function shapeOf(operation: Operation): string {
  if (operation.kind !== 'query') return '';
  const { filter } = operation;
  switch (filter.kind) {
    case 'none':
      return filter.classification.shape;
    case 'known':
      return filter.worst.classification.shape + (filter.worst.when ? ` when ${filter.worst.when}` : '');
    case 'unknown':
      return `unknown: ${filter.why}`;
  }
}

const CLIENT = `const client = TableClient.fromConnectionString(process.env.X!, 'Employees');\n`;

describe('receivers of operations', () => {
  const cases: Readonly<Record<string, Readonly<Record<string, string>> | string>> = {
    'a client made by new': `const c = new TableClient('https://x', 'Employees', key); c.listEntities();`,
    'a client from a connection string': `${CLIENT}client.listEntities();`,
    'a typed parameter': `export function f(table: TableClient) { return table.listEntities(); }`,
    'a typed field': `class A { constructor(private readonly t: TableClient) {} all() { return this.t.listEntities(); } }`,
    'a field set in the constructor': `class A { t; constructor() { this.t = new TableClient('u', 'Employees', k); } all() { return this.t.listEntities(); } }`,
    'a private field': `class A { #t = new TableClient('u', 'Employees', k); all() { return this.#t.listEntities(); } }`,
    'a factory in the same file': `function make(name: string) { return TableClient.fromConnectionString(c, name); }
      const employees = make('Employees'); employees.listEntities();`,
    'an awaited async factory': `async function make(name) { const c = new TableClient(u, name, k); await c.createTable(); return c; }
      async function run() { (await make('Employees')).listEntities(); }`,
    'a cached client': `let cached: TableClient | undefined;
      function get() { if (!cached) { cached = new TableClient(u, 'Employees', k); } return cached; }
      get().listEntities();`,
    'a cached client in ??=': `let cached; function get() { return (cached ??= new TableClient(u, 'Employees', k)); } get().listEntities();`,
    'an object of clients': `const db = { employees: new TableClient(u, 'Employees', k) }; db.employees.listEntities();`,
    'destructured dependencies': `interface Deps { table: TableClient } function f({ table }: Deps) { table.listEntities(); }`,
    'a constant table name': `const NAMES = { e: 'Employees' } as const; new TableClient(u, NAMES.e, k).listEntities();`,
    'a declared result type': `declare function make(): Promise<TableClient>; async function f() { const c = await make(); c.listEntities(); }`,
  };
  for (const [name, source] of Object.entries(cases)) {
    it(`sees ${name}`, () => {
      const [operation, ...others] = operationsOf(filesOf(source));
      assert.equal(others.length, 0);
      assert.equal(operation?.evidence, 'proved', operation?.because);
      const hasName = typeof source === 'string' && source.includes("'Employees'");
      assert.equal(operation.table, hasName ? 'Employees' : undefined);
    });
  }

  it('sees a factory of another file, through a re-export', () => {
    assert.deepEqual(
      summary({
        'clients.ts': `${PACKAGE}export const tableFor = (name: string) => new TableClient(url, name, credential);`,
        'index.ts': `export { tableFor as clientFor } from './clients.js';\nexport * from './other';`,
        'main.ts': `import { clientFor } from './index.js';\nclientFor('Employees').listEntities();`,
      }),
      ['listEntities Employees proved table-scan'],
    );
  });

  it('sees a CommonJS factory', () => {
    assert.deepEqual(
      summary({
        'clients.js': `const { TableClient } = require('@azure/data-tables');
          function clientFor(name) { return TableClient.fromConnectionString(process.env.C, name); }
          module.exports = { clientFor, employees: clientFor('Employees') };`,
        'main.js': `const { clientFor } = require('./clients');\nconst clients = require('./clients');
          clientFor('Departments').listEntities();\nclients.employees.listEntities();`,
      }),
      ['listEntities Departments proved table-scan', 'listEntities Employees proved table-scan'],
    );
  });

  it('sees a class wrapper of another file', () => {
    assert.deepEqual(
      summary({
        'store.ts': `${PACKAGE}export class Store { readonly table: TableClient;
          constructor(name: string) { this.table = new TableClient(url, name, key); } }`,
        'main.ts': `import { Store } from './store.ts';\nconst store = new Store('Employees');\nstore.table.listEntities();`,
      }),
      ['listEntities Employees proved table-scan'],
    );
  });

  it('rejects what is something else', () => {
    assert.deepEqual(
      summary(`class Fake { listEntities() { return []; } } new Fake().listEntities();
        import { Other } from 'other'; function f(o: Other) { o.getEntity('a', 'b'); }`).map(
        (line) => line.split(' ')[2],
      ),
      ['rejected', 'rejected'],
    );
  });

  it('says when only the name of the method speaks for it', () => {
    assert.deepEqual(summary({ 'main.js': `module.exports = (thing) => thing.getEntity('a', 'b');` }), [
      'getEntity ? shape-only',
    ]);
  });
});

describe('filters of queries', () => {
  const query = (filter: string, before = ''): string =>
    `${CLIENT}async function f(pk: string, rk: string, flag: boolean) {\n${before}\nfor await (const e of client.listEntities({ queryOptions: { filter: ${filter} } })) use(e);\n}`;
  const shape = (source: string): string =>
    summary(source)
      .map((line) => line.split(' ').slice(3).join(' '))
      .join();

  const cases: readonly (readonly [string, string, string])[] = [
    ['a string literal', query(`"PartitionKey eq 'Sales'"`), 'partition-scan'],
    ['the odata tag', query('odata`PartitionKey eq ${pk} and RowKey eq ${rk}`'), 'point'],
    ['an untagged template', query("`PartitionKey eq '${pk}' and RowKey ge '${rk}'`"), 'row-range'],
    ['concatenation', query(`"PartitionKey eq '" + pk + "' and Age gt 5"`), 'partition-scan'],
    ['a constant in reach', `const FILTER = "LastName eq 'Jones'";\n${query('FILTER')}`, 'table-scan'],
    [
      'a variable in reach',
      query('filter', 'const filter = odata`PartitionKey eq ${pk}`;'),
      'partition-scan',
    ],
    [
      'a constant clause in a template',
      query("`${PK} and RowKey eq '${rk}'`", `const PK = "PartitionKey eq 'Sales'";`),
      'point',
    ],
    ['a conditional', query('flag ? odata`PartitionKey eq ${pk}` : undefined'), 'table-scan when !flag'],
    [
      'text added under a condition',
      query(
        'filter',
        'let filter = odata`PartitionKey eq ${pk}`; if (flag) filter += odata` and RowKey eq ${rk}`;',
      ),
      'partition-scan',
    ],
    [
      'two branches that both assign',
      query(
        'filter',
        'let filter; if (flag) { filter = odata`PartitionKey eq ${pk}`; } else { filter = odata`PartitionKey eq ${pk} and RowKey eq ${rk}`; }',
      ),
      'partition-scan when flag',
    ],
    [
      'clauses joined',
      query(
        `clauses.join(' and ')`,
        'const clauses = [odata`PartitionKey eq ${pk}`]; if (flag) clauses.push(odata`RowKey eq ${rk}`);',
      ),
      'partition-scan when !(flag)',
    ],
    ['a parameter', query('pk'), 'unknown: the filter comes from the caller, as pk'],
    [
      'an enum-like constant',
      query("`PartitionKey eq '${Kind.A}'`", `const Kind = { A: 'a' };`),
      'partition-scan',
    ],
  ];
  for (const [name, source, expected] of cases) {
    it(`reads ${name}`, () => {
      assert.equal(shape(source), expected);
    });
  }

  it('reads an options object held in a variable', () => {
    assert.equal(
      shape(
        `${CLIENT}const options = { queryOptions: { filter: "PartitionKey eq 'a'" } };\nclient.listEntities(options);`,
      ),
      'partition-scan',
    );
  });

  it('reads options that are changed under a condition', () => {
    assert.equal(
      shape(`${CLIENT}function f(dept?: string) { const options: any = { queryOptions: {} };
        if (dept) options.queryOptions.filter = odata\`PartitionKey eq \${dept}\`;
        return client.listEntities(options); }`),
      'table-scan',
    );
  });

  it('leads spans back to the source through escapes and concatenation', () => {
    const source = `${PACKAGE}${CLIENT}client.listEntities({ queryOptions: { filter: 'PartitionKey eq \\'A\\u0042\\' ' + "and Age gt 5" } });`;
    const [operation] = operationsOf({ 'main.ts': source });
    assert(operation?.kind === 'query' && operation.filter.kind === 'known');
    const { text } = operation.filter.worst;
    const found = (part: string): readonly string[] => {
      const start = text.text.indexOf(part);
      return toPlaces(text, { start, end: start + part.length }).map(({ span }) =>
        source.slice(span.start, span.end),
      );
    };
    assert.equal(text.text, "PartitionKey eq 'AB' and Age gt 5");
    assert.deepEqual(found("'AB'"), ["\\'A\\u0042\\'"]);
    assert.deepEqual(found("'AB' and"), ["\\'A\\u0042\\' ", 'and']);
    assert.deepEqual(found('Age'), ['Age']);
  });
});
