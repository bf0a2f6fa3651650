import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliFolder } from '../../test/support/cli-folder.ts';
import { complaintsOf } from '../../test/support/json-schema.ts';
import { root } from '../../scripts/lib/paths.ts';
import type { DesignChange } from '../lens/design/report/compare.ts';
import { run } from './run.ts';

const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.X!, 'Employees');
export const hire = (dep: string, id: string, email: string) =>
  client.createEntity({ partitionKey: dep, rowKey: 'emp_' + id, email });
`;
const BY_ID = `export const byId = (dep: string, id: string) => client.getEntity(dep, 'emp_' + id);\n`;
const BY_EMAIL = `export async function byEmail(email: string) {
  for await (const e of client.listEntities({ queryOptions: { filter: odata\`email eq \${email}\` } })) return e;
  return undefined;
}
`;
const IN_LOOP = `export async function all(dep: string, ids: string[]) {
  const found = [];
  for (const id of ids) found.push(await client.getEntity(dep, 'emp_' + id));
  return found;
}
`;

interface Comparison {
  readonly base: string;
  readonly changes: readonly DesignChange[];
}

describe('partition-lens design --base', function () {
  this.timeout(20_000);
  const { folder, write, partitionLens } = cliFolder();

  function git(...args: readonly string[]): string {
    return execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], {
      cwd: folder(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  async function commit(files: Readonly<Record<string, string>>): Promise<void> {
    await write(files);
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
  }

  async function compared(...args: readonly string[]): Promise<Comparison> {
    const { out, err } = await partitionLens('design', '--format', 'json', ...args);
    assert.equal(err, '');
    return JSON.parse(out) as Comparison;
  }

  beforeEach(async () => {
    git('init', '-q', '-b', 'main');
    await commit({ 'src/a.ts': HEAD + BY_ID });
  });

  it('tells what a change adds, and fails on what is worse if it is asked to', async () => {
    await write({ 'src/a.ts': HEAD + BY_ID + BY_EMAIL });
    const [change, ...others] = (await compared('--base', 'main')).changes;
    assert.equal(others.length, 0);
    assert.deepEqual(
      [change?.table, change?.added.map(({ sentence, shape }) => [sentence, shape]), change?.worse.length],
      ['Employees', [['One employee with a given email', 'table-scan']], 1],
    );
    const { code, out } = await partitionLens('design', '--base', 'main', '--fail-on', 'worse');
    assert.equal(code, 1);
    assert.match(out, /^Since main: worse 1, better 0, new access patterns 1, gone 0\.\n/);
    assert.match(out, /Worse: One employee with a given email: new, Table scan\n {6}src\/a\.ts:7:/);
    assert.equal((await partitionLens('design', '--base', 'main')).code, 0);
  });

  it('tells what gets better and worse, and what is gone', async () => {
    await commit({ 'src/a.ts': HEAD + BY_ID + BY_EMAIL });
    await write({ 'src/a.ts': HEAD + IN_LOOP });
    const [change] = (await compared('--base', 'HEAD')).changes;
    assert.deepEqual(
      change?.worse.map(({ before, after }) => [before, after]),
      [
        [
          { shape: 'point', inLoop: false },
          { shape: 'point', inLoop: true },
        ],
      ],
    );
    assert.deepEqual(
      change.removed.map(({ sentence }) => sentence),
      ['One employee with a given email'],
    );
    await write({ 'src/a.ts': HEAD + BY_ID });
    git('commit', '-q', '-a', '-m', 'loop');
    const nothing = await partitionLens('design', '--base', 'HEAD', '--fail-on', 'worse');
    assert.equal(nothing.code, 0);
    assert.match(nothing.out, /^Since HEAD: worse 0, better 0, new access patterns 0, gone 0\./);
  });

  it('prints data as its schema has it, and a comment with its details folded', async () => {
    await write({ 'src/a.ts': HEAD + BY_EMAIL });
    const { out } = await partitionLens('design', '--format', 'json', '--base', 'main');
    const schema = JSON.parse(
      readFileSync(join(root, 'schemas/design-report.schema.json'), 'utf8'),
    ) as object;
    assert.deepEqual(await complaintsOf(out, schema), []);
    assert.notDeepEqual(await complaintsOf(out.replace('"rekeyed"', '"others"'), schema), []);
    const { out: page } = await partitionLens('design', '--format', 'markdown', '--base', 'main');
    assert.match(
      page,
      /^\*\*Table design\*\* Since main: worse 1, better 0, new access patterns 1, gone 1\\\.\n/,
    );
    assert.match(
      page,
      /- Worse: One employee with a given email: new, Table scan · \[`src\/a\.ts:6:\d+`\]\(src\/a\.ts#L6\)/,
    );
    assert.match(page, /<details><summary>Employees<\/summary>/);
    assert.ok(page.length < 65_536);
  });

  it('knows files and tables that were renamed with them', async () => {
    const injected = (read: string): string => `import { odata, TableClient } from '@azure/data-tables';
      export class People {
        constructor(private readonly table: TableClient) {}
        add = (dep: string, id: string) => this.table.createEntity({ partitionKey: dep, rowKey: id });
        ${read}
      }`;
    await commit({
      'src/people.ts': injected('get = (dep: string, id: string) => this.table.getEntity(dep, id);'),
    });
    await mkdir(join(folder(), 'lib'));
    await rename(join(folder(), 'src/people.ts'), join(folder(), 'lib/persons.ts'));
    git('add', '-A');
    git('commit', '-q', '-m', 'renamed');
    assert.deepEqual((await compared('--base', 'HEAD~1')).changes, []);
    assert.deepEqual((await compared('lib/persons.ts', '--base', 'HEAD~1')).changes, []);
  });

  it('reads a subfolder of the repository, a worktree and a shallow clone', async () => {
    await commit({ 'src/a.ts': HEAD + BY_ID + BY_EMAIL });
    const at = async (place: string, ...args: readonly string[]): Promise<string> => {
      let [out, err] = ['', ''];
      await run(['design', ...args], {
        folder: place,
        write: (text) => void (out += text),
        complain: (text) => void (err += text),
      });
      return err === '' ? out : err;
    };
    assert.match(
      await at(join(folder(), 'src'), '--base', 'HEAD~1'),
      /^Since HEAD~1: worse 1, .*\n[^]*a\.ts:7:/,
    );
    const place = await mkdtemp(join(tmpdir(), 'partition-lens-clones-'));
    try {
      git('worktree', 'add', '-q', '--detach', join(place, 'tree'));
      assert.match(await at(join(place, 'tree'), '--base', 'HEAD~1'), /^Since HEAD~1: worse 1, /);
      git('clone', '-q', '--depth', '1', `file://${folder()}`, join(place, 'shallow'));
      assert.match(await at(join(place, 'shallow'), '--base', 'HEAD'), /^Since HEAD: worse 0, /);
      assert.match(
        await at(join(place, 'shallow'), '--base', 'HEAD~1'),
        /no revision "HEAD~1" in this clone, which is shallow/,
      );
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  });

  it('takes no reference for an option or a command', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('partition-lens-base-'));
    for (const ref of [
      '--output=pwned',
      '-c',
      '',
      '$(touch pwned)',
      '; touch pwned',
      'main\nHEAD',
      'a'.repeat(5000),
      '--upload-pack=touch pwned',
    ]) {
      const { code, err } = await partitionLens('design', `--base=${ref}`);
      assert.deepEqual([code, err.includes('no revision')], [2, true], ref);
    }
    assert.ok(!existsSync(join(folder(), 'pwned')));
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith('partition-lens-base-'));
    assert.deepEqual(
      after.filter((name) => !before.includes(name)),
      [],
    );
  });

  it('says what is missing', async () => {
    const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
      [['--fail-on', 'worse'], /--fail-on worse needs --base/],
      [['--base', 'main', '--fail-on', 'better'], /Unknown reason to fail "better": use worse/],
      [['--base', 'nowhere'], /There is no revision "nowhere" here/],
    ];
    for (const [args, message] of wrong) {
      const { code, err } = await partitionLens('design', ...args);
      assert.equal(code, 2);
      assert.match(err, message);
    }
    await rm(join(folder(), '.git'), { recursive: true });
    const { code, err } = await partitionLens('design', '--base', 'main');
    assert.equal(code, 2);
    assert.match(err, /git can't read another revision here: .*not a git repository/);
  });
});
