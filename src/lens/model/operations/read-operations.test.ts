import assert from 'node:assert/strict';
import { toPlaces } from '../../../core/text/segments.ts';
import {
  CLIENT,
  filesOf,
  operationsOf,
  PACKAGE,
  queryWith,
  shapesOf,
  summary,
} from '../../../../test/support/operations.ts';

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
    'a record of clients': `function f(tables: Record<'staff' | 'teams', TableClient>) { tables.staff.listEntities(); }`,
    'a mapped type of clients': `type Tables = { readonly [Name in keyof typeof NAMES]: TableClient }; function f({ staff }: Tables) { staff.listEntities(); }`,
    'a constant table name': `const NAMES = { e: 'Employees' } as const; new TableClient(u, NAMES.e, k).listEntities();`,
    'a static block': `class A { static t = new TableClient(u, 'Employees', k); static { A.t.listEntities(); } }`,
    'a method with a computed name': `class A { t = new TableClient(u, 'Employees', k); [Symbol.asyncIterator]() { return this.t.listEntities(); } }`,
    'a getter of an object': `const db = { get employees() { return new TableClient(u, 'Employees', k); } }; db.employees.listEntities();`,
    'clients kept by name': `const cache = {}; function get(name) { return (cache[name] ??= new TableClient(u, name, k)); } get('Employees').listEntities();`,
    'a subclass': `class Employees extends TableClient { all() { return this.listEntities(); } }`,
    'one of very many clients': `function make(n) { ${'if (n.a) return new TableClient(u, n.b, k);'.repeat(20)} return new TableClient(u, n, k); } make().listEntities();`,
    'a namespace': `namespace Tables { export const employees = new TableClient(u, 'Employees', k); } Tables.employees.listEntities();`,
    'a name from an enum': `enum Table { E = 'Employees' } new TableClient(u, Table.E, k).listEntities();`,
    'the type of what a function returns': `function make() { return new TableClient(u, 'Employees', k); }
      function f(c: Awaited<ReturnType<typeof make>>) { c.listEntities(); }`,
    'the type of a value': `const employees = new TableClient(u, 'Employees', k); function f(c: typeof employees) { c.listEntities(); }`,
    'an optional chain': `const c = new TableClient(u, 'Employees', k); c?.listEntities();`,
    'a name in brackets': `const c = new TableClient(u, 'Employees', k); c['listEntities']();`,
    'a call after void': `const c = new TableClient(u, 'Employees', k); void c.listEntities();`,
    'a default in a pattern': `const employees = new TableClient(u, 'Employees', k); function f({ c = employees } = {}) { c.listEntities(); }`,
    'a counted object of clients': `const db = { calls: 0, c: new TableClient(u, 'Employees', k) }; function f() { db.calls++; db.c.listEntities(); }`,
    'a name handed to the base class': `class Base { constructor(c: string, name: string) { this.t = TableClient.fromConnectionString(c, name); } }
      class Employees extends Base { constructor() { super('c', 'Employees'); } all() { return this.t.listEntities(); } }`,
    'a name that a subclass has': `abstract class Base { abstract name: string; protected client() { return new TableClient(u, this.name, k); } }
      class Employees extends Base { name = 'Employees'; all() { return this.client().listEntities(); } }`,
    'a field of a constructor function': `function Store() { this.t = new TableClient(u, 'Employees', k); }
      Store.prototype.all = function () { return this.t.listEntities(); };`,
    'a prototype written as an object': `function Store() { this.t = new TableClient(u, 'Employees', k); }
      Store.prototype = { all() { return this.t.listEntities(); } };`,
    'this of an object': `module.exports = { t: null, open() { this.t = new TableClient(u, 'Employees', k); }, all: function () { return this.t.listEntities(); } };`,
    'a method of an object in a class': `class A { t = 1; f() { return { t: new TableClient(u, 'Employees', k), all() { return this.t.listEntities(); } }; } }`,
    'the actual module in a test': `const { TableClient: Actual } = jest.requireActual('@azure/data-tables'); new Actual(u, 'Employees', k).listEntities();`,
    'what a promise ends in': `let ready; function open() { if (!ready) { const c = new TableClient(u, 'Employees', k);
      ready = c.createTable().catch((e) => log(e)).then(() => c); } return ready; } async function f() { (await open()).listEntities(); }`,
    'a parameter that all callers give a client': `async function seed(table) { table.listEntities(); } seed(new TableClient(u, 'Employees', k));`,
    'a static getter': `class Db { static get employees() { return new TableClient(u, 'Employees', k); } } Db.employees.listEntities();`,
    'what a promise leads to': `const open = async () => ({ employees: new TableClient(u, 'Employees', k) }); open().then(({ employees }) => employees.listEntities());`,
    'what a function calls another with': `const withTable = async (name, work) => work(new TableClient(u, name, k));
      withTable('Employees', async (table) => { table.listEntities(); });`,
    'clients that are waited for together': `const open = async (name) => new TableClient(u, name, k);
      async function f() { const [, b] = await Promise.all([open('A'), open('Employees')]); b.listEntities(); }`,
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

  const whole: Readonly<Record<string, readonly [string, string, string?]>> = {
    'a client': [`module.exports = new TableClient(u, 'T', k);`, `tables.listEntities();`],
    'a function with a property': [
      `module.exports = (name) => new TableClient(u, name, k); module.exports.version = 1;`,
      `tables('T').listEntities();`,
    ],
    'a class': [
      `module.exports = class { constructor(name) { this.t = new TableClient(u, name, k); } };`,
      `new tables('T').t.listEntities();`,
    ],
    'an export assignment': [`const c = new TableClient(u, 'T', k); export = c;`, `tables.listEntities();`],
    'a class without a name': [
      `export default class { t = new TableClient(u, 'T', k); }`,
      `new tables().t.listEntities();`,
      `import tables from './tables';`,
    ],
    'a function without a name': [
      `export default function (name) { return new TableClient(u, name, k); }`,
      `tables('T').listEntities();`,
      `import tables from './tables';`,
    ],
  };
  for (const [name, [exporting, using, importing]] of Object.entries(whole)) {
    it(`sees a module that is ${name}`, () => {
      assert.deepEqual(
        summary({
          'tables.ts': PACKAGE + exporting,
          'main.ts': `${importing ?? `import tables = require('./tables');`}\n${using}`,
        }),
        ['listEntities T proved table-scan'],
      );
    });
  }

  it('does not reject what may be a client after all', () => {
    const source = `import { Tables } from './not-found'; import { Store } from '@/store';
      class A extends Unknown {} function f(a: Tables, b: Store) { a.getEntity(x, y); b.getEntity(x, y); new A().getEntity(x, y); }`;
    assert.deepEqual(
      operationsOf({ 'main.ts': source }).map(({ evidence }) => evidence),
      ['shape-only', 'shape-only', 'shape-only'],
    );
  });

  it('takes an empty name for a table that is not known', () => {
    assert.deepEqual(summary(`new TableClient(u, '', k).listEntities();`), [
      'listEntities ? proved table-scan',
    ]);
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
        import { Other } from 'other'; function f(o: Other) { o.getEntity('a', 'b'); }
        import { TableTransaction } from '@azure/data-tables'; new TableTransaction().deleteEntity('a', 'b');`).map(
        (line) => line.split(' ')[2],
      ),
      ['rejected', 'rejected', 'rejected'],
    );
  });

  it('takes what one call shows of a receiver for all calls on it', () => {
    assert.deepEqual(
      summary({
        'main.js': `module.exports = (store, other) => {
          store.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } }); store.deleteEntity('a', 'b'); other.deleteEntity('a', 'b');
        };`,
      }),
      ['listEntities ? inferred partition-scan', 'deleteEntity ? inferred', 'deleteEntity ? shape-only'],
    );
  });

  it('takes who is given both keys of an entity for a client', () => {
    assert.deepEqual(
      summary({
        'main.js': `module.exports = (store, world) => {
          store.upsertEntity({ partitionKey: 'a', rowKey: 'b' }, 'Replace'); world.createEntity({ position: 1 });
        };
        class World { createEntity(e) { return e; } } new World().createEntity({ partitionKey: 'a', rowKey: 'b' });`,
      }),
      ['upsertEntity ? inferred', 'createEntity ? shape-only', 'createEntity ? rejected'],
    );
  });

  it('says when only the name of the method speaks for it', () => {
    assert.deepEqual(summary({ 'main.js': `module.exports = (thing) => thing.getEntity('a', 'b');` }), [
      'getEntity ? shape-only',
    ]);
  });
});

describe('filters of queries', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a string literal', queryWith(`"PartitionKey eq 'Sales'"`), 'partition-scan'],
    ['the odata tag', queryWith('odata`PartitionKey eq ${pk} and RowKey eq ${rk}`'), 'point'],
    ['an untagged template', queryWith("`PartitionKey eq '${pk}' and RowKey ge '${rk}'`"), 'row-range'],
    ['concatenation', queryWith(`"PartitionKey eq '" + pk + "' and Age gt 5"`), 'partition-scan'],
    ['a constant in reach', `const FILTER = "LastName eq 'Jones'";\n${queryWith('FILTER')}`, 'table-scan'],
    [
      'a variable in reach',
      queryWith('filter', 'const filter = odata`PartitionKey eq ${pk}`;'),
      'partition-scan',
    ],
    [
      'a constant clause in a template',
      queryWith("`${PK} and RowKey eq '${rk}'`", `const PK = "PartitionKey eq 'Sales'";`),
      'point',
    ],
    [
      'a conditional',
      queryWith('flag ? odata`PartitionKey eq ${pk}` : undefined'),
      'table-scan when flag is false',
    ],
    [
      'text added under a condition',
      queryWith(
        'filter',
        'let filter = odata`PartitionKey eq ${pk}`; if (flag) filter += odata` and RowKey eq ${rk}`;',
      ),
      'partition-scan when flag is false',
    ],
    [
      'two branches that both assign',
      queryWith(
        'filter',
        'let filter; if (flag) { filter = odata`PartitionKey eq ${pk}`; } else { filter = odata`PartitionKey eq ${pk} and RowKey eq ${rk}`; }',
      ),
      'partition-scan when flag is true',
    ],
    [
      'clauses joined',
      queryWith(
        `clauses.join(' and ')`,
        'const clauses = [odata`PartitionKey eq ${pk}`]; if (flag) clauses.push(odata`RowKey eq ${rk}`);',
      ),
      'partition-scan when flag is false',
    ],
    ['a parameter', queryWith('pk'), 'unknown: the filter comes from the caller, as pk'],
    [
      'an enum-like constant',
      queryWith("`PartitionKey eq '${Kind.A}'`", `const Kind = { A: 'a' };`),
      'partition-scan',
    ],
  ];
  for (const [name, source, expected] of cases) {
    it(`reads ${name}`, () => {
      assert.equal(shapesOf(source), expected);
    });
  }

  it('reads an options object held in a variable', () => {
    assert.equal(
      shapesOf(
        `${CLIENT}const options = { queryOptions: { filter: "PartitionKey eq 'a'" } };\nclient.listEntities(options);`,
      ),
      'partition-scan',
    );
  });

  it('reads options that are changed under a condition', () => {
    assert.equal(
      shapesOf(`${CLIENT}function f(dept?: string) { const options: any = { queryOptions: {} };
        if (dept) options.queryOptions.filter = odata\`PartitionKey eq \${dept}\`;
        return client.listEntities(options); }`),
      'table-scan when dept is empty',
    );
  });

  it('reads clauses that are given to rest parameters', () => {
    const helpers = `${CLIENT}
      const eq = (name: string, value: string) => \`\${name} eq '\${value}'\`;
      const and = (...parts: string[]) => parts.join(' and ');
      const or = (first: string, ...others: string[]) => [first, ...others.map((one) => \`(\${one})\`)].join(' or ');`;
    const list = (filter: string): string =>
      shapesOf(
        `${helpers}function f(a: string, b: string) { return client.listEntities({ queryOptions: { filter: ${filter} } }); }`,
      );
    assert.equal(list(`and(eq('PartitionKey', a), eq('RowKey', b))`), 'point');
    assert.equal(list(`and(eq('PartitionKey', a))`), 'partition-scan');
    assert.equal(list(`or(eq('RowKey', a), eq('RowKey', b))`), 'table-scan');
    assert.match(list(`and(...parts)`), /^unknown/);
  });

  it('reads the queries of a function with more conditions than are told apart', () => {
    const attempt = (name: string, count: string): string =>
      `if (row.${name}) { try { await client.deleteEntity('${name}', row.${name}); ${count}++; } catch { failed++; } }`;
    const query = (
      filter: string,
    ): string => `for await (const row of client.listEntities({ queryOptions: { filter: ${filter} } })) {
      if (Date.parse(row.created || row.timestamp) > before) continue;
      ${attempt('pending', 'removed')} ${attempt('active', 'removed')} ${attempt('token', 'tokens')} }`;
    const source = `${CLIENT}async function f(dept?: string) { let removed = 0; let tokens = 0; let failed = 0;
      try { ${query('odata`PartitionKey eq ${dept}`')} ${query('"Age gt 5"')} ${query('dept ? odata`PartitionKey eq ${dept}` : undefined')} } catch {}
      return { removed, tokens, failed }; }`;
    const shapes = shapesOf(source)
      .split(',')
      .filter((shape) => shape !== '');
    assert.deepEqual(shapes, ['partition-scan', 'table-scan', 'table-scan when dept is empty']);
  });

  it('reads the queries of a function that joins lists of values with many cases', () => {
    const cells = 'abcdefgh'.split('').map((name) => `row.${name} || ''`);
    assert.equal(
      shapesOf(
        `${CLIENT}async function f(dept: string) { const lines: string[] = [];
          for await (const row of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${dept}\` } })) lines.push([${cells.join(', ')}].join(','));
          return lines.join('\\n'); }`,
      ),
      'partition-scan',
    );
  });

  it('reads each function by itself where several go through the same thing that is not known', () => {
    assert.equal(
      shapesOf(
        `${CLIENT}const names: any = load();
        export function first(of: string) { const name = names[of]; return client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${name}'\` } }); }
        export function second(of: string) { const name = names[of]; return client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${name}'\` } }); }`,
      ),
      'partition-scan,partition-scan',
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
