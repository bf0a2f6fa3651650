import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliFolder } from '../../test/support/cli-folder.ts';
import { fromDisk } from '../lens/workspace/paths.ts';
import { writeFixed } from './fix.ts';

const CLIENT = `import { TableClient, odata } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;
const REJECTED = `\texport const old = (name) => staff.listEntities({ queryOptions: { filter: odata\`PartitionKey == \${name}\` } });\n`;
const FIXED = REJECTED.replace('==', 'eq');
/** Its fix is a choice of the person. */
const SCAN = `export const all = () => staff.listEntities({ queryOptions: { filter: 'Age gt 5' } });\n`;

describe('check --fix', () => {
  const { folder, write, partitionLens, piped, data } = cliFolder();
  const text = (name: string): string => readFileSync(join(folder(), name), 'utf8');

  it('writes what is right whatever the code is for, says it, and lists the rest', async () => {
    await write({ 'src/a.ts': CLIENT + REJECTED + SCAN });
    const { code, out, err } = await partitionLens('check', '--fix');
    assert.equal(text('src/a.ts'), CLIENT + FIXED + SCAN);
    assert.equal(err, 'src/a.ts: fixed: Write "eq" instead of "==" [invalid-filter]\n');
    assert.match(out, /^src\/a\.ts:4:\d+: warning: .+\[table-scan\]$/m);
    assert.doesNotMatch(out, /invalid-filter/);
    assert.equal(code, 1);
    const again = await partitionLens('check', '--fix');
    assert.deepEqual([again.err, text('src/a.ts')], ['', CLIENT + FIXED + SCAN]);
  });

  it('goes on until no fix is left', async () => {
    const several =
      "export const x = (name) => staff.listEntities({ queryOptions: { filter: `PartitionKey == '${name}' AND A = 1` } });\n";
    await write({ 'a.ts': CLIENT + several });
    await partitionLens('check', '--fix');
    assert.match(text('a.ts'), /odata`PartitionKey eq \$\{String\(name\)\} and A eq 1`/);
    const rules = ['--rule', 'invalid-filter', '--rule', 'unescaped-interpolation'];
    assert.deepEqual(await data('check', ...rules), []);
  });

  it('adds no package to a file', async () => {
    const ask =
      "export const find = (name) => staff.listEntities({ queryOptions: { filter: `PartitionKey eq '${name}'` } });\n";
    const other = `import { staff } from './client.ts';\n${ask}`;
    await write({ 'client.ts': CLIENT, 'a.ts': other, 'b.ts': CLIENT.replace(', odata', '') + ask });
    await partitionLens('check', '--fix');
    assert.equal(text('a.ts'), other);
    assert.ok(text('b.ts').startsWith("import { TableClient, odata } from '@azure/data-tables';\n"));
    assert.match(text('b.ts'), /odata`PartitionKey eq /);
  });

  it('fixes only what it would list', async () => {
    await write({ 'a.ts': CLIENT + REJECTED });
    await partitionLens('check', '--fix', '--rule', 'table-scan');
    assert.equal(text('a.ts'), CLIENT + REJECTED);
    await partitionLens('check', '--update-baseline');
    await partitionLens('check', '--fix');
    assert.equal(text('a.ts'), CLIENT + REJECTED);
    await write({ '.partitionlens.json': '{ "exclude": ["a.ts"] }', '.partitionlens-baseline': '' });
    await partitionLens('check', '--fix');
    assert.equal(text('a.ts'), CLIENT + REJECTED);
  });

  it('keeps the ends of lines, the byte order mark and the rights of a file', async () => {
    const windows = (source: string): string => `\uFEFF${source.replaceAll('\n', '\r\n')}`;
    await write({ 'a.ts': windows(CLIENT + REJECTED) });
    chmodSync(join(folder(), 'a.ts'), 0o750);
    await partitionLens('check', '--fix');
    assert.equal(text('a.ts'), windows(CLIENT + FIXED));
    assert.equal(statSync(join(folder(), 'a.ts')).mode & 0o777, 0o750);
  });

  it('writes no file that is not UTF-8', async () => {
    const bytes = Buffer.from(`\uFEFF${CLIENT}${REJECTED}`, 'utf16le');
    writeFileSync(join(folder(), 'a.ts'), bytes);
    const { code, out, err } = await partitionLens('check', '--fix');
    assert.deepEqual(readFileSync(join(folder(), 'a.ts')), bytes);
    assert.deepEqual([code, err], [2, "a.ts: not fixed, because it isn't UTF-8.\n"]);
    assert.match(out, /\[invalid-filter\]/);
  });

  it('writes no file that changed since it was read', async () => {
    await write({ 'a.ts': 'new' });
    const fixed = {
      file: fromDisk(join(folder(), 'a.ts')),
      name: 'a.ts',
      before: 'old',
      after: 'x',
      applied: [],
    };
    assert.match(
      (await writeFixed(fixed, () => true)) ?? '',
      /^a\.ts: not fixed, because it changed meanwhile\.$/,
    );
    assert.equal(text('a.ts'), 'new');
  });

  it('writes nothing where only a link leads, and follows one that is named', async function () {
    const other = await mkdtemp(join(tmpdir(), 'partition-lens-other-'));
    try {
      writeFileSync(join(other, 'a.ts'), CLIENT + REJECTED);
      symlinkSync(join(other, 'a.ts'), join(folder(), 'a.ts'));
      await write({ 'package.json': '{}', 'b.ts': `import { staff } from './a.ts';\n${REJECTED}` });
      await partitionLens('check', '--fix');
      assert.equal(readFileSync(join(other, 'a.ts'), 'utf8'), CLIENT + REJECTED);
      assert.equal(text('b.ts'), `import { staff } from './a.ts';\n${FIXED}`);
      await partitionLens('check', '--fix', 'a.ts');
      assert.equal(readFileSync(join(other, 'a.ts'), 'utf8'), CLIENT + FIXED);
      assert.ok(lstatSync(join(folder(), 'a.ts')).isSymbolicLink());
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  it('prints with --fix-dry-run a diff that git applies, and writes nothing', async () => {
    const before = {
      'src/a b.ts': CLIENT + REJECTED + SCAN,
      'c.ts': (CLIENT + REJECTED).replaceAll('\n', '\r\n'),
    };
    await write(before);
    const { code, out } = await partitionLens('check', '--fix-dry-run');
    assert.equal(code, 1);
    assert.equal(text('src/a b.ts'), before['src/a b.ts']);
    assert.match(out, /^--- a\/c\.ts\n\+\+\+ b\/c\.ts\n@@ -\d,\d \+\d,\d @@\n/);
    execFileSync('git', ['apply', '--unsafe-paths', '-'], { cwd: folder(), input: out });
    assert.equal(text('src/a b.ts'), CLIENT + FIXED + SCAN);
    assert.equal(text('c.ts'), (CLIENT + FIXED).replaceAll('\n', '\r\n'));
  });

  it('makes what acts in a terminal plain in a diff, and shows no secret', async () => {
    const secret = `const c = 'AccountName=a;AccountKey=${'A'.repeat(86)}==';\n`;
    await write({ 'a.ts': `${CLIENT}// \u001B[2J ##vso[task.complete]\n${secret}${REJECTED}` });
    const { out } = await partitionLens('check', '--fix-dry-run');
    assert.match(out, /^\+\texport const old/m);
    assert.ok(!out.includes('\u001B') && !out.includes('##vso[') && !out.includes('A'.repeat(86)), out);
  });

  it('shows what it would change of standard input', async () => {
    const { out } = await piped(
      [Buffer.from(CLIENT + REJECTED)],
      ...['check', '--fix-dry-run', '--stdin-filename', 'a.ts'],
    );
    assert.match(out, /^\+.+PartitionKey eq/m);
  });

  for (const wrong of [
    ['--fix', '--fix-dry-run'],
    ['--fix', '--stdin-filename', 'a.ts'],
    ['--fix-dry-run', '--format', 'json'],
  ]) {
    it(`refuses ${wrong.join(' ')}`, async () => {
      const { code, out, err } = await partitionLens('check', ...wrong);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /--fix/);
    });
  }
});
