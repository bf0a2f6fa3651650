import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createEngine } from '../engine/create.ts';
import { fromDisk } from './paths.ts';
import { createWorkspace, type FileChange, type Workspace } from './workspace.ts';

/** A module that exports the client of one table. */
const clientOf = (table: string): string =>
  `import { TableClient } from '@azure/data-tables';\nexport const c = new TableClient(u, '${table}', k);\n`;
const using = (module: string): string => `import { c } from '${module}';\nc.getEntity(a, b);\n`;
const paths = (target: string): string =>
  JSON.stringify({ compilerOptions: { paths: { clients: [target] } } });

describe('a workspace that changes', () => {
  let disk: string;
  let workspace: Workspace;

  const at = (name: string): string => fromDisk(join(disk, name));
  const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(disk, name)), { recursive: true });
      await writeFile(join(disk, name), text);
    }
  };
  const change = (kind: FileChange['kind'], ...names: readonly string[]): readonly FileChange[] =>
    names.map((name) => ({ kind, file: at(name) }));
  /** The tables of a file's operations; `?` where the client is not found. */
  const tables = (name: string): readonly string[] =>
    workspace.analyze(at(name)).operations.map(({ table }) => table ?? '?');
  const concerned = (): readonly string[] =>
    workspace.filesWithOperations().map((file) => file.slice(fromDisk(disk).length + 1));

  beforeEach(async () => {
    disk = await realpath(await mkdtemp(join(tmpdir(), 'partition-lens-')));
    workspace = createWorkspace(createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) }));
  });
  afterEach(() => rm(disk, { recursive: true, force: true }));

  it('follows a file that another one imports', async () => {
    await write({ 'a.ts': clientOf('A'), 'main.ts': using('./a') });
    await workspace.index(at(''));
    assert.deepEqual(tables('main.ts'), ['A']);
    await write({ 'a.ts': clientOf('B') });
    await workspace.update(change('written', 'a.ts'));
    assert.deepEqual(tables('main.ts'), ['B']);
    await rm(join(disk, 'a.ts'));
    await workspace.update(change('deleted', 'a.ts'));
    assert.deepEqual(tables('main.ts'), ['?']);
  });

  it('takes a better match of an import when there is one', async () => {
    await write({ 'a/index.ts': clientOf('Index'), 'main.ts': using('./a') });
    await workspace.index(at(''));
    assert.deepEqual(tables('main.ts'), ['Index']);
    await write({ 'a.ts': clientOf('File') });
    await workspace.update(change('written', 'a.ts'));
    assert.deepEqual(tables('main.ts'), ['File']);
  });

  it('follows a folder that is renamed, of which only the folder is told', async () => {
    await write({ 'old/a.ts': clientOf('A'), 'old/use.ts': using('./a'), 'main.ts': using('./new/a') });
    await workspace.index(at(''));
    assert.deepEqual(tables('main.ts'), ['?']);
    await rename(join(disk, 'old'), join(disk, 'new'));
    await workspace.update([...change('deleted', 'old'), ...change('written', 'new')]);
    assert.deepEqual(tables('main.ts'), ['A']);
    assert.deepEqual(concerned(), ['main.ts', 'new/use.ts']);
  });

  it('follows a folder that an import names', async () => {
    await write({ 'main.ts': using('./lib'), 'elsewhere/index.ts': clientOf('A') });
    await workspace.index(at(''));
    assert.deepEqual(tables('main.ts'), ['?']);
    await rename(join(disk, 'elsewhere'), join(disk, 'lib'));
    await workspace.update([...change('deleted', 'elsewhere'), ...change('written', 'lib')]);
    assert.deepEqual(tables('main.ts'), ['A']);
    await rename(join(disk, 'lib'), join(disk, 'elsewhere'));
    await workspace.update([...change('deleted', 'lib'), ...change('written', 'elsewhere')]);
    assert.deepEqual(tables('main.ts'), ['?']);
  });

  it('takes no new folder that git ignores', async () => {
    await write({
      '.gitignore': 'gen\n',
      'main.ts': '',
      'gen/a.ts': using('./c'),
      'dist/b.ts': using('./c'),
    });
    await write({ 'package.json': '{}' });
    await workspace.index(at(''));
    await workspace.update(change('written', 'gen', 'dist'));
    assert.deepEqual(concerned(), []);
  });

  it('follows git to another branch, where everything is different', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `src/u${index}.ts`);
    await write({
      'src/a.ts': clientOf('A'),
      'tsconfig.json': paths('src/a.ts'),
      ...Object.fromEntries(names.map((name) => [name, using('clients')])),
    });
    await workspace.index(at(''));
    assert.deepEqual(tables('src/u0.ts'), ['A']);
    await rm(join(disk, 'src/a.ts'));
    await write({ '.gitignore': 'u7.ts\n', 'lib/b.ts': clientOf('B'), 'tsconfig.json': paths('lib/b.ts') });
    await workspace.update([
      ...change('deleted', 'src/a.ts'),
      ...change('written', 'lib', 'lib/b.ts', 'tsconfig.json', '.gitignore'),
    ]);
    assert.deepEqual(new Set(names.filter((name) => name !== 'src/u7.ts').flatMap(tables)), new Set(['B']));
    assert.equal(concerned().length, 49);
  });

  it('keeps what is imported of files that become ignored, and lists them no longer', async () => {
    await write({ 'gen/a.ts': `${clientOf('A')}c.listEntities();`, 'main.ts': using('./gen/a') });
    await workspace.index(at(''));
    assert.deepEqual(concerned(), ['gen/a.ts', 'main.ts']);
    await write({ '.gitignore': 'gen\n' });
    await workspace.update(change('written', '.gitignore'));
    assert.deepEqual(concerned(), ['main.ts']);
    assert.deepEqual(tables('main.ts'), ['A']);
  });

  it('finds an ignored file that is written after it was imported', async () => {
    await write({ '.gitignore': 'gen\n', 'main.ts': using('./gen/a') });
    await workspace.index(at(''));
    assert.deepEqual(tables('main.ts'), ['?']);
    await write({ 'gen/a.ts': clientOf('A') });
    await workspace.update(change('written', 'gen/a.ts'));
    assert.deepEqual(tables('main.ts'), ['A']);
    await write({ 'gen/a.ts': clientOf('B') });
    await workspace.update(change('written', 'gen/a.ts'));
    assert.deepEqual(tables('main.ts'), ['B']);
    assert.deepEqual(concerned(), ['main.ts']);
  });

  it('is not led in circles by links, and follows what they lead to', async () => {
    await write({ 'real/a.ts': clientOf('A'), 'app/main.ts': using('./linked/a') });
    await symlink(join(disk, 'app'), join(disk, 'app/circle'));
    await symlink(join(disk, 'real'), join(disk, 'app/linked'));
    await workspace.index(at('app'));
    assert.deepEqual(tables('app/main.ts'), ['A']);
    assert.deepEqual(concerned(), ['app/main.ts']);
    await write({ 'real/a.ts': clientOf('B') });
    await workspace.update(change('written', 'real/a.ts'));
    assert.deepEqual(tables('app/main.ts'), ['B']);
    await rm(join(disk, 'real'), { recursive: true });
    await workspace.update(change('deleted', 'real'));
    assert.deepEqual(tables('app/main.ts'), ['?']);
  });

  it('follows an editor that shows under its own name what is imported through a link', async () => {
    await write({ 'real/a.ts': clientOf('A'), 'app/main.ts': using('./linked/a') });
    await symlink(join(disk, 'real'), join(disk, 'app/linked'));
    await workspace.index(at('app'));
    workspace.open(at('real/a.ts'), clientOf('Edited'));
    assert.deepEqual(tables('app/main.ts'), ['Edited']);
    await write({ 'real/a.ts': clientOf('B') });
    await workspace.update(change('written', 'real/a.ts'));
    assert.deepEqual(tables('app/main.ts'), ['Edited']);
    await workspace.close(at('real/a.ts'));
    assert.deepEqual(tables('app/main.ts'), ['B']);
  });

  it('follows a file whose name changes in case alone', async () => {
    await write({ 'Clients.ts': clientOf('A'), 'main.ts': using('./clients') });
    await workspace.index(at(''));
    await rename(join(disk, 'Clients.ts'), join(disk, 'clients.ts'));
    for (const events of [
      [...change('deleted', 'Clients.ts'), ...change('written', 'clients.ts')],
      [...change('written', 'clients.ts'), ...change('deleted', 'Clients.ts')],
    ]) {
      await workspace.update(events);
      assert.deepEqual(tables('main.ts'), ['A']);
    }
    assert.deepEqual(workspace.files(), [at('main.ts'), at('clients.ts')]);
  });

  it('keeps a root inside a folder that the root around it ignores', async () => {
    await write({ '.gitignore': 'inner\n', 'a.ts': using('./x'), 'inner/b.ts': using('./x') });
    await workspace.index(at(''));
    await workspace.index(at('inner'));
    assert.deepEqual(concerned(), ['a.ts', 'inner/b.ts']);
    await workspace.update(change('written', '.gitignore'));
    assert.deepEqual(concerned(), ['a.ts', 'inner/b.ts']);
    await workspace.forget(at('inner'));
    assert.deepEqual(concerned(), ['a.ts']);
  });

  it('goes from one root to another', async () => {
    await write({ 'one/main.ts': using('../two/a'), 'two/a.ts': `${clientOf('A')}c.listEntities();` });
    await workspace.index(at('one'));
    await workspace.index(at('two'));
    assert.deepEqual(tables('one/main.ts'), ['A']);
    await workspace.forget(at('two'));
    assert.deepEqual(tables('one/main.ts'), ['A']);
    assert.deepEqual(concerned(), ['one/main.ts']);
    await write({ 'two/a.ts': clientOf('B') });
    await workspace.update(change('written', 'two/a.ts'));
    assert.deepEqual(tables('one/main.ts'), ['B']);
  });

  it('follows the configuration on disk', async () => {
    await write({ 'a.ts': clientOf('A'), 'b.ts': clientOf('B'), 'main.ts': using('clients') });
    await workspace.index(at(''));
    assert.deepEqual(tables('main.ts'), ['?']);
    await write({ 'base.json': paths('a.ts'), 'tsconfig.json': `{ "extends": "./base.json" }` });
    await workspace.update(change('written', 'base.json', 'tsconfig.json'));
    assert.deepEqual(tables('main.ts'), ['A']);
    await write({ 'base.json': paths('b.ts') });
    await workspace.update(change('written', 'base.json'));
    assert.deepEqual(tables('main.ts'), ['B']);
    await rm(join(disk, 'tsconfig.json'));
    await workspace.update(change('deleted', 'tsconfig.json'));
    assert.deepEqual(tables('main.ts'), ['?']);
  });

  it('follows an editor that shows the configuration, and the disk once it is closed', async () => {
    await write({
      'a.ts': clientOf('A'),
      'b.ts': clientOf('B'),
      'main.ts': using('clients'),
      'tsconfig.json': paths('a.ts'),
    });
    await workspace.index(at(''));
    workspace.open(at('tsconfig.json'), paths('b.ts'));
    assert.deepEqual(tables('main.ts'), ['B']);
    await workspace.close(at('tsconfig.json'));
    assert.deepEqual(tables('main.ts'), ['A']);
  });

  it('knows the configuration above a root', async () => {
    await write({
      'base.json': paths('packages/db/a.ts'),
      'packages/tsconfig.json': `{ "extends": "../base.json" }`,
      'packages/db/a.ts': clientOf('A'),
      'packages/api/main.ts': using('clients'),
    });
    await workspace.index(at('packages/api'));
    assert.deepEqual(tables('packages/api/main.ts'), ['A']);
  });

  const monorepos: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'npm or Yarn': { 'package.json': JSON.stringify({ workspaces: ['packages/*', '!packages/old'] }) },
    'Yarn, in its older form': {
      'package.json': JSON.stringify({ workspaces: { packages: ['./packages/db'], nohoist: [] } }),
    },
    pnpm: {
      'pnpm-workspace.yaml': `# all\npackages:\n  # ours\n  - 'apps/*'\n  - "packages/**" # deep\n\ncatalog:\n  x: 1\n`,
    },
  };
  for (const [name, files] of Object.entries(monorepos)) {
    it(`knows the packages beside a root that is one of ${name}`, async () => {
      await write({
        ...files,
        'packages/db/package.json': JSON.stringify({ name: '@acme/db', main: 'dist/index.js' }),
        'packages/db/src/index.ts': clientOf('A'),
        'packages/api/main.ts': using('@acme/db'),
      });
      await workspace.index(at('packages/api'));
      assert.deepEqual(tables('packages/api/main.ts'), ['A']);
      assert.deepEqual(concerned(), ['packages/api/main.ts']);
    });
  }

  it('reads for a file that belongs to no root what it needs', async () => {
    await write({ 'tsconfig.json': paths('src/a.ts'), 'src/a.ts': clientOf('A') });
    workspace.open(at('src/main.ts'), using('clients'));
    await workspace.settle();
    assert.deepEqual(tables('src/main.ts'), ['A']);
    await workspace.close(at('src/main.ts'));
    assert.deepEqual(tables('src/main.ts'), []);
  });

  describe('where a build generates the entry of a package', () => {
    const entry = 'db/src/index.ts';
    const saving = (table: string): Readonly<Record<string, string>> => ({ 'db/src/c.ts': clientOf(table) });
    const repository = {
      'package.json': JSON.stringify({ workspaces: ['*'] }),
      'db/package.json': JSON.stringify({ name: '@acme/db', main: 'dist/index.js' }),
      'api/main.ts': using('@acme/db'),
    };

    it('makes one of the modules beside it, and lists it nowhere', async () => {
      await write({ ...repository, ...saving('A') });
      await workspace.index(at(''));
      assert.deepEqual(tables('api/main.ts'), ['A']);
      assert.equal(await workspace.textOf(at(entry)), undefined);
      assert.ok(!workspace.files().includes(at(entry)));
    });

    it('makes it again when a module comes, is moved or goes', async () => {
      await write(repository);
      await workspace.index(at(''));
      assert.deepEqual(tables('api/main.ts'), ['?']);
      await write(saving('A'));
      await workspace.update(change('written', 'db/src/c.ts'));
      assert.deepEqual(tables('api/main.ts'), ['A']);
      await write(saving('B'));
      await workspace.update(change('written', 'db/src/c.ts'));
      assert.deepEqual(tables('api/main.ts'), ['B']);
      await mkdir(join(disk, 'db/src/deep'));
      await rename(join(disk, 'db/src/c.ts'), join(disk, 'db/src/deep/c.ts'));
      await workspace.update([...change('deleted', 'db/src/c.ts'), ...change('written', 'db/src/deep/c.ts')]);
      assert.deepEqual(tables('api/main.ts'), ['B']);
      await rm(join(disk, 'db/src/deep'), { recursive: true });
      await workspace.update(change('deleted', 'db/src/deep'));
      assert.deepEqual(tables('api/main.ts'), ['?']);
    });

    it('makes it of what is read later than a file that an editor shows', async () => {
      await write({ ...repository, ...saving('A') });
      workspace.open(at('api/main.ts'), using('@acme/db'));
      await workspace.settle();
      assert.deepEqual(tables('api/main.ts'), ['?']);
      await workspace.index(at(''));
      assert.deepEqual(tables('api/main.ts'), ['A']);
    });

    it('makes none over a real one that came before the modules', async () => {
      await write(repository);
      await workspace.index(at(''));
      await write({ [entry]: clientOf('Real') });
      await workspace.update(change('written', entry));
      await write(saving('A'));
      await workspace.update(change('written', 'db/src/c.ts'));
      assert.deepEqual(tables('api/main.ts'), ['Real']);
      await rm(join(disk, entry));
      await workspace.update(change('deleted', entry));
      assert.deepEqual(tables('api/main.ts'), ['A']);
    });

    for (const ignored of ['', 'index.ts\n']) {
      it(`takes the real one, ${ignored === '' ? 'listed' : 'ignored by git'}, while it is there`, async () => {
        await write({ ...repository, ...saving('A'), '.gitignore': ignored });
        await workspace.index(at(''));
        await write({ [entry]: clientOf('Real') });
        await workspace.update(change('written', entry));
        assert.deepEqual(tables('api/main.ts'), ['Real']);
        await write({ 'db/src/other.ts': '' });
        await workspace.update(change('written', 'db/src/other.ts'));
        assert.deepEqual(tables('api/main.ts'), ['Real']);
        await rm(join(disk, entry));
        await workspace.update(change('deleted', entry));
        assert.deepEqual(tables('api/main.ts'), ['A']);
      });
    }
  });
});
