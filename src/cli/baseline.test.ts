import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cliFolder } from '../../test/support/cli-folder.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;
const SCAN = `for await (const one of staff.listEntities()) console.log(one);\n`;
const BY_AGE = `for await (const one of staff.listEntities({ queryOptions: { filter: 'Age gt 5' } })) console.log(one);\n`;
const BASELINE = '.partitionlens-baseline';
const CALM = { code: 0, err: '' };

describe('check, with a baseline', () => {
  const { folder, write, partitionLens, data } = cliFolder();
  const file = (name = BASELINE): string => join(folder(), name);
  const lines = (name?: string): readonly string[] => readFileSync(file(name), 'utf8').split('\n');
  const update = async (...args: string[]): Promise<string> => {
    const { code, err } = await partitionLens('check', '--update-baseline', ...args);
    assert.equal(code, 0, err);
    return err;
  };
  const rulesIn = async (...args: string[]): Promise<readonly unknown[]> =>
    (await data('check', '--rule', 'table-scan', ...args)).map(
      ({ file: name, line }) => `${String(name)}:${String(line)}`,
    );

  it('does not report what is known, wherever its lines move, until its meaning changes', async () => {
    await write({ 'src/a b.ts': CLIENT + SCAN });
    assert.match(await update(), /^\.partitionlens-baseline: \d added, 0 removed\.\n/);
    assert.ok(lines().some((line) => /^src\/a b\.ts table-scan [\da-f]{16}:1$/.test(line)));
    assert.deepEqual(lines(), [...lines().slice(0, -1).toSorted(), '']);
    await write({ 'src/a b.ts': `${CLIENT}\n// moved\n\n${SCAN}` });
    const { out, ...rest } = await partitionLens('check');
    assert.match(out, /^Nothing found\. Operations on tables: \d\. In the baseline: \d\.\n$/);
    assert.deepEqual(rest, CALM);
    await write({ 'src/a b.ts': CLIENT + BY_AGE });
    assert.deepEqual(await rulesIn(), ['src/a b.ts:3']);
    assert.equal((await partitionLens('check')).code, 1);
  });

  it('reports the second of two that are alike', async () => {
    await write({ 'a.ts': CLIENT + SCAN });
    await update();
    await write({ 'a.ts': CLIENT + SCAN + SCAN });
    assert.deepEqual(await rulesIn(), ['a.ts:4']);
  });

  it('asks for a smaller one when some are gone', async () => {
    await write({ 'a.ts': CLIENT + SCAN, 'b.ts': CLIENT + SCAN });
    await update();
    const count = lines().length - 1;
    await write({ 'b.ts': 'export {};\n' });
    const { code, err } = await partitionLens('check');
    assert.equal(code, 0);
    assert.match(
      err,
      /^\.partitionlens-baseline: findings that are gone: \d\. Run check --update-baseline to remove them\.\n/,
    );
    await update();
    assert.ok(lines().length - 1 < count && lines().every((line) => !line.startsWith('b.ts')));
    unlinkSync(file('a.ts'));
    await update();
    assert.deepEqual(lines(), ['']);
  });

  it('leaves what was not checked as it is: other files, other rules, files that are broken', async () => {
    await write({ 'src/a.ts': CLIENT + SCAN, 'b.ts': CLIENT + SCAN, 'c.ts': CLIENT + SCAN });
    await update();
    const before = lines();
    await write({ 'c.ts': `${CLIENT}for (` });
    for (const args of [['src'], ['--rule', 'invalid-filter'], ['--rule', 'table-scan:off'], []]) {
      await update(...args);
      assert.deepEqual(lines(), before, args.join(' '));
      assert.doesNotMatch((await partitionLens('check', ...args)).err, /gone/);
    }
  });

  it('takes one of another name and folder, whose names are relative to it', async () => {
    await write({ 'src/a.ts': CLIENT + SCAN, 'known/.keep': '' });
    await update('--baseline', 'known/list.txt');
    assert.ok(!existsSync(file()));
    assert.ok(lines('known/list.txt').some((line) => line.startsWith('../src/a.ts table-scan ')));
    assert.deepEqual(await rulesIn('--baseline', 'known/list.txt'), []);
    const { code, err } = await partitionLens('check', '--baseline', 'none.txt');
    assert.equal(code, 2);
    assert.match(err, /^There is no baseline "none\.txt"\./);
  });

  it('takes lines in any order, more than once, with ends of Windows, and complains of others', async () => {
    await write({ 'a.ts': CLIENT + SCAN });
    await update();
    const known = lines().filter((line) => line !== '');
    await write({
      [BASELINE]: ['<<<<<<< main', ...known, ...known.toReversed(), '=======', ''].join('\r\n'),
    });
    const { code, err } = await partitionLens('check');
    assert.deepEqual([code, err], [0, `${BASELINE}: "<<<<<<< main" isn't a finding, so it is ignored.\n`]);
    await update();
    assert.deepEqual(lines(), [...known.toSorted(), '']);
  });

  it('reads one of megabytes, and refuses one that nobody wrote', async () => {
    await write({ 'a.ts': CLIENT + SCAN });
    const junk = `${'x'.repeat(99)} ${'y '.repeat(50)}\n`;
    await write({ [BASELINE]: junk.repeat(20_000) });
    assert.deepEqual(await rulesIn(), ['a.ts:3']);
    await write({ [BASELINE]: junk.repeat(60_000) });
    const { code, err } = await partitionLens('check');
    assert.equal(code, 2);
    assert.match(err, /^\.partitionlens-baseline: not read: it is larger than 8 MB\./);
  });

  it('says that it cannot be written', async () => {
    await write({ 'a.ts': CLIENT + SCAN });
    const { code, err } = await partitionLens('check', '--update-baseline', '--baseline', 'none/list.txt');
    assert.equal(code, 2);
    assert.match(err, /^none\/list\.txt can't be written \(ENOENT\)\.\n/);
  });

  it('writes nothing to where a link leads', async () => {
    await write({ 'a.ts': CLIENT + SCAN, 'other.txt': 'mine\n' });
    symlinkSync(file('other.txt'), file());
    await update();
    assert.equal(readFileSync(file('other.txt'), 'utf8'), 'mine\n');
    assert.ok(lstatSync(file()).isFile());
  });

  it('reports a finding that another file told of, where that is known', async () => {
    const put = `${CLIENT}export const put = (id: string) => staff.upsertEntity({ partitionKey: 'one', rowKey: id });\n`;
    await write({ 'a.ts': put, 'package.json': '{}' });
    await update();
    await write({ 'b.ts': put });
    const { out } = await partitionLens('check', '--rule', 'constant-partition-key');
    assert.match(out, /^b\.ts:3:\d+: hint: .+\[constant-partition-key\]$/m);
  });
});
