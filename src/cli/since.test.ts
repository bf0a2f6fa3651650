import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliFolder } from '../../test/support/cli-folder.ts';
import { run } from './run.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;
const SCAN = `import { staff } from './client.ts';\nfor await (const one of staff.listEntities()) console.log(one);\n`;
const BY_AGE = SCAN.replace('()', "({ queryOptions: { filter: 'Age gt 5' } })");
/** What it gives decides what the file that asks with it reads. */
const FILTER = (filter: string): string => `export const filter = ${JSON.stringify(filter)};\n`;
const ASKS = `import { filter } from './filter.ts';\nimport { staff } from './client.ts';
for await (const one of staff.listEntities({ queryOptions: { filter } })) console.log(one);\n`;

describe('check --since', function () {
  this.timeout(20_000);
  const { folder, write, partitionLens, data } = cliFolder();

  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], {
      cwd: folder(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const commit = async (files: Readonly<Record<string, string>>): Promise<void> => {
    await write(files);
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
  };
  const scansIn = async (...args: string[]): Promise<readonly unknown[]> =>
    (await data('check', '--rule', 'table-scan', ...args)).map(({ file }) => file);

  beforeEach(async () => {
    git('init', '-q', '-b', 'main');
    await commit({ 'src/client.ts': CLIENT, 'src/a.ts': SCAN });
  });

  it('lists what is new, and not what only moved', async () => {
    await write({ 'src/a.ts': `// moved\n${SCAN}`, 'src/b.ts': SCAN });
    assert.deepEqual(await scansIn(), ['src/a.ts', 'src/b.ts']);
    assert.deepEqual(await scansIn('--since', 'main'), ['src/b.ts']);
    await write({ 'src/a.ts': BY_AGE });
    assert.deepEqual(await scansIn('--since', 'main', 'src'), ['src/a.ts', 'src/b.ts']);
    assert.equal((await partitionLens('check', '--since', 'main')).code, 1);
    git('checkout', '-q', '.');
    git('clean', '-qfd');
    assert.deepEqual(await partitionLens('check', '--since', 'main'), {
      code: 0,
      out: 'Nothing found. Operations on tables: 1.\n',
      err: '',
    });
  });

  it('lists what a change causes in files that it did not touch', async () => {
    await commit({ 'src/filter.ts': FILTER("PartitionKey eq 'a'"), 'src/c.ts': ASKS });
    await write({ 'src/filter.ts': FILTER('Age gt 5') });
    assert.deepEqual(await scansIn('--since', 'HEAD'), ['src/c.ts']);
  });

  it('compares with where the branch left the other one', async () => {
    git('checkout', '-q', '-b', 'feature');
    await commit({ 'src/b.ts': SCAN });
    git('checkout', '-q', 'main');
    await commit({ 'src/a.ts': 'export {};\n' });
    git('checkout', '-q', 'feature');
    assert.deepEqual(await scansIn('--since', 'main'), ['src/b.ts']);
  });

  it('knows files that were renamed, committed or not', async () => {
    await rename(join(folder(), 'src/a.ts'), join(folder(), 'src/z.ts'));
    assert.deepEqual(await scansIn('--since', 'HEAD'), []);
    git('add', '-A');
    await write({ 'src/a.ts': BY_AGE });
    assert.deepEqual(await scansIn('--since', 'HEAD'), ['src/a.ts']);
    assert.deepEqual(await scansIn('--since', 'HEAD', 'src/z.ts'), []);
  });

  it('works in a folder of the repository, and in a shallow clone', async () => {
    await commit({ 'src/b.ts': 'export {};\n' });
    await write({ 'src/b.ts': SCAN });
    let out = '';
    const terminal = {
      folder: join(folder(), 'src'),
      write: (text: string) => void (out += text),
      complain: (text: string) => assert.fail(text),
    };
    assert.equal(await run(['check', '--since', 'HEAD', '--rule', 'table-scan'], terminal), 1);
    assert.match(out, /^b\.ts:2:/);
    assert.doesNotMatch(out, /a\.ts/);
    const clone = join(folder(), 'clone');
    git('clone', '-q', '--depth', '1', `file://${folder()}`, clone);
    let err = '';
    const shallow = { folder: clone, write: () => undefined, complain: (text: string) => void (err += text) };
    assert.equal(await run(['check', '--since', 'HEAD'], shallow), 0);
    assert.equal(await run(['check', '--since', 'HEAD~1'], shallow), 2);
    assert.match(err, /There is no revision "HEAD~1" in this clone, which is shallow\. Fetch it first/);
  });

  it('knows what a submodule had', async () => {
    const other = await mkdtemp(join(tmpdir(), 'partition-lens-sub-'));
    try {
      git('clone', '-q', folder(), other);
      git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other, 'lib of others');
      await commit({ 'src/b.ts': SCAN });
      assert.deepEqual(await scansIn(), ['lib of others/src/a.ts', 'src/a.ts', 'src/b.ts']);
      assert.deepEqual(await scansIn('--since', 'HEAD'), []);
      await write({ 'lib of others/src/c.ts': SCAN });
      assert.deepEqual(await scansIn('--since', 'HEAD'), ['lib of others/src/c.ts']);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  it('runs no command that the settings of the repository name', async () => {
    const ran = join(folder(), 'ran');
    git('config', 'core.fsmonitor', `touch "${ran}"; false`);
    assert.equal((await partitionLens('check', '--since', 'main')).code, 0);
    assert.ok(!existsSync(ran));
  });

  it('goes along with a baseline, which is not updated by what is old', async () => {
    await partitionLens('check', '--update-baseline');
    await write({ 'src/b.ts': SCAN });
    assert.deepEqual(await scansIn('--since', 'main'), ['src/b.ts']);
    assert.doesNotMatch((await partitionLens('check', '--since', 'main')).err, /gone/);
  });

  it('fixes only what is new', async () => {
    const wrong = SCAN.replace('()', "({ queryOptions: { filter: 'A = 1' } })");
    await commit({ 'src/old.ts': wrong });
    await write({ 'src/new.ts': wrong });
    const { err } = await partitionLens('check', '--fix', '--since', 'HEAD');
    assert.match(err, /^src\/new\.ts: fixed: /);
    assert.doesNotMatch(err, /old/);
  });

  for (const ref of ['--output=x', '-p', '', 'HEAD:src', 'nothing', 'HEAD\nHEAD', 'HEAD..HEAD', '@{-1}']) {
    it(`refuses ${JSON.stringify(ref)} as a revision`, async () => {
      const { code, out, err } = await partitionLens('check', `--since=${ref}`);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /^There is no revision /);
      assert.ok(!existsSync(join(folder(), 'x')));
    });
  }

  it('says that there is no repository', async () => {
    const other = await mkdtemp(join(tmpdir(), 'partition-lens-none-'));
    try {
      await mkdir(join(other, 'src'));
      let err = '';
      const terminal = {
        folder: other,
        write: () => undefined,
        complain: (text: string) => void (err += text),
      };
      assert.equal(await run(['check', '--since', 'main'], terminal), 2);
      assert.match(err, /git can't read another revision here: .*not a git repository/);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });
});
