import assert from 'node:assert/strict';
import { createEngine } from './create.ts';
import { operationsOf, PACKAGE } from '../../../test/support/operations.ts';

const CLIENTS = `${PACKAGE}export const employees = new TableClient(u, 'Employees', k);`;
const json = (value: unknown): string => JSON.stringify(value);
const paths = (mappings: Readonly<Record<string, readonly string[]>>): string =>
  json({ compilerOptions: { paths: mappings } });
const using = (module: string): string => `import { employees } from '${module}';\nemployees.listEntities();`;

describe('names of modules', () => {
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'paths of tsconfig.json': {
      'tsconfig.json': `{ // where
        "compilerOptions": { "paths": { "@db/*": ["./src/db/*"], }, } }`,
      'src/db/clients.ts': CLIENTS,
      'src/main.ts': using('@db/clients'),
    },
    'a path without a star': {
      'tsconfig.json': paths({ clients: ['src/db/index.ts'] }),
      'src/db/index.ts': CLIENTS,
      'src/main.ts': using('clients'),
    },
    'the longest pattern that matches': {
      'tsconfig.json': paths({ '*': ['other/*'], '@/*': ['./src/*'], '@/db/*': ['./tables/*'] }),
      'src/db/clients.ts': `export const employees = { listEntities() {} };`,
      'tables/clients.ts': CLIENTS,
      'main.ts': using('@/db/clients'),
    },
    'the second target of a path': {
      'tsconfig.json': paths({ '@/*': ['./generated/*', './src/*'] }),
      'src/clients.ts': CLIENTS,
      'src/main.ts': using('@/clients'),
    },
    'paths below a baseUrl': {
      'tsconfig.json': json({ compilerOptions: { baseUrl: 'src', paths: { '~*': ['*'] } } }),
      'src/clients.ts': CLIENTS,
      'main.ts': using('~clients'),
    },
    'the folder of a package, where no package.json is seen': {
      'packages/shared/src/tables.ts': CLIENTS,
      'apps/web/src/main.ts': using('@acme/shared/tables'),
    },
    'the folder of a package by its name alone, where no package.json is seen': {
      'repo/libs/tables/src/index.ts': CLIENTS,
      'repo/apps/web/main.ts': using('@acme/tables'),
    },
    'baseUrl alone': {
      'jsconfig.json': json({ compilerOptions: { baseUrl: './src' } }),
      'src/db/clients.js': CLIENTS,
      'src/main.js': using('db/clients'),
    },
    'what a configuration extends, relative to where it is written': {
      'tsconfig.base.json': paths({ '@acme/db': ['libs/db/src/index.ts'] }),
      'apps/api/tsconfig.json': json({ extends: '../../tsconfig.base' }),
      'libs/db/src/index.ts': CLIENTS,
      'apps/api/src/main.ts': using('@acme/db'),
    },
    'several configurations that one extends, the last first': {
      'a.json': paths({ clients: ['./wrong.ts'] }),
      'b.json': paths({ clients: ['./clients.ts'] }),
      'tsconfig.json': json({ extends: ['./a.json', './b.json'] }),
      'clients.ts': CLIENTS,
      'wrong.ts': `export const employees = { listEntities() {} };`,
      'main.ts': using('clients'),
    },
    'a configuration in a package of the workspace': {
      'tools/tsconfig/package.json': json({ name: '@acme/tsconfig' }),
      'tools/tsconfig/node.json': paths({ '@/*': ['${configDir}/src/*'] }),
      'api/tsconfig.json': json({ extends: '@acme/tsconfig/node.json' }),
      'api/src/clients.ts': CLIENTS,
      'api/src/main.ts': using('@/clients'),
    },
    'the nearest configuration': {
      'tsconfig.json': paths({ '@/*': ['./src/*'] }),
      'api/tsconfig.json': paths({ '@/*': ['./src/*'] }),
      'src/clients.ts': `export const employees = { listEntities() {} };`,
      'api/src/clients.ts': CLIENTS,
      'api/src/main.ts': using('@/clients'),
    },
    'a configuration made of parts': {
      'tsconfig.json': json({
        files: [],
        references: [{ path: './tsconfig.node.json' }, { path: './tsconfig.app.json' }],
      }),
      'tsconfig.node.json': '{}',
      'tsconfig.app.json': paths({ '#/*': ['./src/*'] }),
      'src/clients.ts': CLIENTS,
      'src/main.ts': using('#/clients'),
    },
    'a package of the workspace, by the source of its main': {
      'packages/db/package.json': json({ name: '@acme/db', main: './dist/clients.js' }),
      'packages/db/src/clients.ts': CLIENTS,
      'packages/api/main.ts': using('@acme/db'),
    },
    'a folder that is a package': {
      'packages/db/package.json': json({ main: './dist/clients.js' }),
      'packages/db/src/clients.ts': CLIENTS,
      'packages/api/main.ts': using('../db'),
    },
    'the source of a bundle': {
      'packages/db/package.json': json({ name: 'db', main: 'dist/bundle.cjs', types: 'dist/all.d.ts' }),
      'packages/db/src/index.ts': CLIENTS,
      'packages/api/main.ts': using('db'),
    },
    'exports with conditions': {
      'packages/db/package.json': json({
        name: '@acme/db',
        exports: {
          '.': {
            browser: './dist/esm/browser.js',
            import: { types: './dist/esm/x.d.ts', default: './dist/esm/x.js' },
          },
        },
      }),
      'packages/db/src/browser.ts': `export const employees = undefined;`,
      'packages/db/src/x.ts': CLIENTS,
      'packages/api/main.ts': using('@acme/db'),
    },
    'exports of what is built into the package itself': {
      'packages/db/package.json': json({
        name: '@acme/db',
        exports: { './*': { types: './*.d.ts', import: './*.js' } },
      }),
      'packages/db/src/clients.ts': CLIENTS,
      'packages/api/main.ts': using('@acme/db/clients'),
    },
    'a pattern in exports': {
      'packages/db/package.json': json({
        name: '@acme/db',
        exports: { './*': './lib/*.js', './internal/*': null },
      }),
      'packages/db/src/tables/clients.ts': CLIENTS,
      'packages/api/main.ts': using('@acme/db/tables/clients'),
    },
    'a file of a package without exports': {
      'packages/db/package.json': json({ name: '@acme/db' }),
      'packages/db/src/clients.ts': CLIENTS,
      'packages/api/main.ts': using('@acme/db/clients'),
    },
    'a package by its own name': {
      'package.json': json({ name: 'own', exports: './src/clients.js' }),
      'src/clients.js': CLIENTS,
      'test/main.js': using('own'),
    },
    'the nearest of two packages of one name': {
      'a/db/package.json': json({ name: 'db', main: 'index.js' }),
      'a/db/index.js': `export const employees = { listEntities() {} };`,
      'b/db/package.json': json({ name: 'db', main: 'index.js' }),
      'b/db/index.js': CLIENTS,
      'b/main.js': using('db'),
    },
    'imports of a package': {
      'package.json': json({ imports: { '#db/*': { default: './dist/db/*.js' } } }),
      'src/db/clients.ts': CLIENTS,
      'src/main.ts': using('#db/clients'),
    },
    'imports that name another package': {
      'api/package.json': json({ imports: { '#db': '@acme/db' } }),
      'db/package.json': json({ name: '@acme/db' }),
      'db/index.ts': CLIENTS,
      'api/main.ts': using('#db'),
    },
    'the custom of bundlers': {
      'package.json': '{}',
      'src/clients.js': CLIENTS,
      'src/pages/main.js': using('@/clients'),
    },
    'the custom of SvelteKit': {
      'package.json': '{}',
      'src/lib/clients.ts': CLIENTS,
      'src/routes/main.ts': using('$lib/clients'),
    },
    'the custom of bundlers, without a package': {
      'app/models/clients.ts': CLIENTS,
      'app/routes/main.ts': using('~/models/clients'),
    },
    'the custom of SvelteKit, without a package': {
      'web/src/lib/server/clients.ts': CLIENTS,
      'web/src/routes/src/main.ts': using('$lib/server/clients'),
    },
  };
  for (const [name, files] of Object.entries(cases)) {
    it(`are found by ${name}`, () => {
      const [operation] = operationsOf(files);
      assert.equal(operation?.evidence, 'proved', operation?.because);
      assert.equal(operation.table, 'Employees');
    });
  }

  it('are found in spite of configurations that are nested too deep', () => {
    const deep = '{"exports":'.repeat(20_000);
    const files = {
      'tsconfig.json': deep,
      'package.json': `${deep}1${'}'.repeat(20_000)}`,
      'src/clients.ts': CLIENTS,
      'src/main.ts': using('./clients'),
    };
    assert.equal(
      operationsOf({ ...files, 'src/main.ts': `import 'elsewhere';\n${files['src/main.ts']}` }).length,
      1,
    );
  });

  const silent: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'what exports do not list': {
      'packages/db/package.json': json({ name: '@acme/db', exports: { '.': './src/index.ts' } }),
      'packages/db/src/clients.ts': CLIENTS,
      'packages/api/main.ts': using('@acme/db/clients'),
    },
    'what exports hide': {
      'db/package.json': json({ name: 'db', exports: { './*': './*.js', './internal/*': null } }),
      'db/internal/clients.js': CLIENTS,
      'main.js': using('db/internal/clients'),
    },
    'the folder of a package that has another name': {
      'packages/db/package.json': json({ name: '@other/db' }),
      'packages/db/src/clients.ts': CLIENTS,
      'apps/api/main.ts': using('@acme/db/clients'),
    },
    'the folder of a package, as a name without a scope': {
      'packages/db/src/clients.ts': CLIENTS,
      'apps/api/main.ts': using('db/clients'),
    },
    'a broken configuration': {
      'tsconfig.json': `{ "compilerOptions": { "paths": { "@db/*": 3, `,
      'package.json': `{ "name": `,
      'src/clients.ts': CLIENTS,
      'main.ts': using('@db/clients'),
    },
    'configurations that extend each other': {
      'tsconfig.json': json({ extends: './other.json' }),
      'other.json': json({ extends: './tsconfig.json' }),
      'src/clients.ts': CLIENTS,
      'main.ts': using('@db/clients'),
    },
  };
  for (const [name, files] of Object.entries(silent)) {
    it(`are not found by ${name}`, () => {
      assert.deepEqual(
        operationsOf(files).map(({ evidence }) => evidence),
        ['shape-only'],
      );
    });
  }

  it('of what is no code lead nowhere, and are not asked for', () => {
    const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
    engine.setFile(
      '/main.ts',
      `${CLIENTS} import './a.css'; import data from './data.json'; import './b.svg';`,
    );
    assert.deepEqual(engine.wantedFiles(), []);
  });

  const deep: Readonly<Record<string, string>> = {
    '/names.ts': `export const NAME = 'Employees';`,
    '/middle.ts': `export { NAME as TABLE } from './names';`,
    '/main.ts': `${PACKAGE}import { TABLE } from './middle'; new TableClient(u, TABLE, k).listEntities();`,
  };

  it('of known files that say nothing of tables are followed without asking for them, and read once', () => {
    const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
    for (const [file, text] of Object.entries(deep)) engine.setFile(file, text);
    assert.deepEqual(engine.wantedFiles(), []);
    assert.equal(engine.operations('/main.ts')[0]?.table, 'Employees');
    assert.deepEqual([engine.parseCount(), engine.linkCount()], [3, 2]);
    engine.setFile('/names.ts', `export const NAME = 'Departments';`);
    assert.equal(engine.operations('/main.ts')[0]?.table, 'Departments');
  });

  it('of files whose texts were let go ask for them', () => {
    const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
    for (const file of ['/names.ts', '/middle.ts']) engine.setFile(file, deep[file] ?? '');
    engine.forgetFacts();
    engine.setFile('/main.ts', deep['/main.ts'] ?? '');
    for (const file of ['/middle.ts', '/names.ts']) {
      assert.deepEqual(engine.wantedFiles(), [[file]]);
      engine.setFile(file, deep[file] ?? '');
    }
    assert.equal(engine.operations('/main.ts')[0]?.table, 'Employees');
  });

  it('lead elsewhere as soon as the configuration says so', () => {
    const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
    const tables = (): unknown => engine.analyze('/lib/main.ts').operations.map(({ table }) => table);
    const set = (text: string): void => {
      engine.setFile('/tsconfig.json', text);
      assert.deepEqual(engine.wantedFiles(), []);
    };
    engine.setFile('/src/a/clients.ts', CLIENTS);
    engine.setFile('/src/b/clients.ts', CLIENTS.replace('Employees', 'Departments'));
    engine.setFile('/lib/main.ts', using('@/clients'));
    assert.deepEqual(tables(), [undefined]);
    set(paths({ '@/*': ['src/a/*'] }));
    assert.deepEqual(tables(), ['Employees']);
    set(paths({ '@/*': ['src/b/*'] }));
    assert.deepEqual(tables(), ['Departments']);
    const parsed = engine.parseCount();
    set(paths({ '@/*': ['src/a/*'] }));
    assert.deepEqual(tables(), ['Employees']);
    assert.equal(engine.parseCount(), parsed);
    engine.removeFile('/tsconfig.json');
    assert.deepEqual(tables(), [undefined]);
  });

  it('ask for what the configuration extends', () => {
    const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/api/tsconfig.json', json({ extends: '../base.json' }));
    engine.setFile('/api/main.ts', using('clients'));
    assert.deepEqual(engine.wantedFiles(), [['/base.json']]);
    engine.setFile('/base.json', paths({ clients: ['./clients.ts'] }));
    assert.deepEqual(engine.wantedFiles()[0]?.[0], '/clients.ts');
    engine.setFile('/clients.ts', CLIENTS);
    assert.equal(engine.analyze('/api/main.ts').operations[0]?.table, 'Employees');
  });
});
