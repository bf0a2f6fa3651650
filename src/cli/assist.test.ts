import assert from 'node:assert/strict';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliFolder } from '../../test/support/cli-folder.ts';
import type { TableReport } from '../lens/design/report/data.ts';

const COUNTER = `import { TableClient } from '@azure/data-tables';

const client = new TableClient('https://x', 'Counters', key);

export async function bump(id: string, log: (text: string) => void) {
\tconst counter = await client.getEntity<{ n: number }>('a', id);
\tawait client.updateEntity({ partitionKey: 'a', rowKey: id, n: counter.n + 1 }, 'Merge');
\tlog('done');
}

export async function close(id: string, log: (text: string) => void) {
\tconst counter = await client.getEntity<{ n: number }>('a', id);
\tlog('closing');
\tawait client.updateEntity({ partitionKey: 'a', rowKey: id, n: -counter.n }, 'Merge');
}
`;

describe('partition-lens assist', () => {
  const { write, partitionLens, folder } = cliFolder();
  const read = (name: string): Promise<string> => readFile(join(folder(), name), 'utf8');

  it('lists the patterns', async () => {
    const { code, out } = await partitionLens('assist');
    assert.match(out, /^etag-retry: /m);
    assert.equal(code, 0);
  });

  it('says what is offered at a place, or why it is not', async () => {
    await write({ 'a.ts': COUNTER });
    const offered = await partitionLens('assist', 'a.ts:7:15');
    assert.match(offered.out, /^etag-retry: Send the ETag and retry on conflict\n {2}Consistency: /);
    assert.deepEqual([offered.code, offered.err], [0, '']);
    const refused = await partitionLens('assist', 'a.ts:14');
    assert.match(refused.out, /^etag-retry: not offered here\. "log\('closing'\)" is between/);
    assert.equal(refused.code, 1);
    const nothing = await partitionLens('assist', 'a.ts:1');
    assert.deepEqual(
      [nothing.code, nothing.out],
      [
        1,
        'No pattern applies there. Name the line of a read or write: partition-lens operations lists them.\n',
      ],
    );
  });

  it('prints a diff that keeps tabs, and changes nothing', async () => {
    await write({ 'a.ts': COUNTER });
    const { code, out, err } = await partitionLens(
      'assist',
      'etag-retry',
      'a.ts:7:15',
      '--set',
      'attempts=5',
    );
    assert.match(out, /^--- a\/a\.ts\n\+\+\+ b\/a\.ts\n@@ -1,10 \+1,13 @@\n/);
    assert.ok(out.includes('\n+\tawait retryOnConflict(async () => {\n+\t\tconst counter = '), out);
    assert.match(out, /\n--- \/dev\/null\n\+\+\+ b\/retry-on-conflict\.ts\n/);
    assert.ok(out.includes('attempt === 5'), out);
    assert.match(err, /^Consistency: .*\nCost: .*\n$/);
    assert.equal(code, 0);
    assert.equal(await read('a.ts'), COUNTER);
    await assert.rejects(read('retry-on-conflict.ts'));
  });

  it('writes what a design adds, at a site of it, and that is the design of today then', async () => {
    await write({
      'readings.js': `const { odata, TableClient } = require('@azure/data-tables');
const { randomUUID } = require('node:crypto');
const client = TableClient.fromConnectionString(process.env.TABLES, 'Readings');
exports.add = async (device, value) => {
  const at = new Date();
  await client.createEntity({ partitionKey: device, rowKey: randomUUID(), value, at });
};
exports.latest = async (device) => {
  const found = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${device}\` } })) found.push(one);
  return found.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, 10);
};
`,
    });
    const designsOf = async (): Promise<TableReport['designs']> => {
      const { out } = await partitionLens('design', '--format', 'json', '.');
      return (JSON.parse(out) as TableReport[]).flatMap(({ designs }) => designs);
    };
    const [first] = await designsOf();
    assert.equal(first?.title, 'New keys for reading');
    const places = first.sites.map(({ file, line, column }) => `${file}:${line}:${column}`);
    const offered = await Promise.all(places.map((place) => partitionLens('assist', place)));
    const at = places.find((_, index) => /^log-tail: Put/m.test(offered[index]?.out ?? ''));
    assert.equal((await partitionLens('assist', 'log-tail', at ?? '', '--write')).code, 0);
    assert.match(await read('readings.js'), /rowKey: newReadingKey\(at, randomUUID\(\)\)/);
    const [best] = await designsOf();
    assert.equal(best?.title, 'Leave it as it is');
  });

  it('writes the files on request, and then has nothing left to do', async () => {
    await write({ 'a.ts': COUNTER });
    assert.equal((await partitionLens('assist', 'etag-retry', 'a.ts:7', '--write')).code, 0);
    assert.match(
      await read('a.ts'),
      /n: counter\.n \+ 1 }, 'Merge', \{ etag: counter\.etag }\);\n\t}\);\n\tlog/,
    );
    assert.match(await read('retry-on-conflict.ts'), /^export async function retryOnConflict<T>/m);
    assert.equal((await partitionLens('assist', 'etag-retry', 'a.ts:9')).code, 1);
  });

  it('uses the helper that is there, and no other module of its name', async () => {
    await write({ 'a.ts': COUNTER, 'retry-on-conflict.ts': 'export const retryOnConflict = 1;\n' });
    const { code, err } = await partitionLens('assist', 'etag-retry', 'a.ts:7');
    assert.deepEqual([code, err], [1, 'retry-on-conflict has another meaning in this file or folder.\n']);
    const own = 'export async function retryOnConflict<T>(f: () => Promise<T>) { /* 412 */ return f(); }\n';
    await write({ 'retry-on-conflict.ts': own });
    const { out } = await partitionLens('assist', 'etag-retry', 'a.ts:7', '--write');
    assert.ok(!out.includes('/dev/null'), out);
    assert.equal(await read('retry-on-conflict.ts'), own);
  });

  it('prints no secret', async () => {
    const account = `AccountName=a;AccountKey=${'QUJD'.repeat(21)}QUI=`;
    await write({ 'a.ts': COUNTER.replace("'https://x'", `'${account}'`) });
    const { out } = await partitionLens('assist', 'etag-retry', 'a.ts:7');
    assert.ok(out.includes('AccountKey=****') && !out.includes('QUJDQUJD'), out);
  });

  it('writes nothing outside of the working directory, and no other encoding', async () => {
    const outside = join(tmpdir(), `outside-${process.pid}.ts`);
    await writeFile(outside, COUNTER);
    await symlink(outside, join(folder(), 'a.ts'));
    const linked = await partitionLens('assist', 'etag-retry', 'a.ts:7', '--write');
    assert.deepEqual([linked.code, await readFile(outside, 'utf8')], [2, COUNTER]);
    await rm(outside);
    await write({ 'b.ts': `\uFEFF${COUNTER}` });
    const marked = await partitionLens('assist', 'etag-retry', 'b.ts:7', '--write');
    assert.match(marked.err, /isn't plain UTF-8, so nothing was written\./);
    assert.deepEqual([marked.code, await read('b.ts')], [2, `\uFEFF${COUNTER}`]);
  });

  it('writes a module, a script and all writes of a table in other files', async () => {
    await write({
      'src/client.ts': `import { TableClient } from '@azure/data-tables';
export const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
`,
      'src/hire.ts': `import { client } from './client';
export async function hire(department: string, id: string, email: string) {
  await client.createEntity({ partitionKey: department, rowKey: \`empid-\${id}\`, email });
}
`,
      'src/find.ts': `import { odata } from '@azure/data-tables';
import { client } from './client';
export async function find(department: string, email: string) {
  const filter = { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` };
  for await (const one of client.listEntities({ queryOptions: { filter: filter.filter } })) return [one, filter];
  for await (const one of client.listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` },
  }))
    return one.age;
}
`,
    });
    const elsewhere = await partitionLens('assist', 'intra-partition-index', 'src/find.ts:5');
    assert.match(elsewhere.err, /The call itself doesn't show the value/);
    const other = await partitionLens('assist', 'intra-partition-index', 'src/find.ts:6', '--write');
    assert.match(other.err, /find\.ts:5 would return the copies, too/);
    assert.deepEqual([elsewhere.code, other.code], [1, 1]);
    const found = await read('src/find.ts');
    await write({ 'src/find.ts': found.replace(/ {2}const filter[^]*, filter];\n/, '') });
    const { code, out, err } = await partitionLens(
      'assist',
      'intra-partition-index',
      'src/find.ts:4',
      '--write',
    );
    assert.match(err, /^Reads by email: [^]*\nOld entities have no copy: deploy the writes, run .*\n$/);
    assert.equal(code, 0);
    assert.match(out, /\+\+\+ b\/src\/employees-by-email-backfill\.ts\n/);
    assert.match(await read('src/find.ts'), /of employeesByEmail\(client, department, email\)\)\n/);
    assert.match(await read('src/hire.ts'), /import \{ createEmployee \} from '\.\/employees-by-email';/);
    assert.match(await read('src/employees-by-email.ts'), /return `email-\$\{email\.replace/);
  });

  it('has nothing to say of a line of a file that names no table', async () => {
    await write({ 'plain.ts': 'export const one = 1;\nexport const two = 2;\n' });
    const { code, out, err } = await partitionLens('assist', 'plain.ts:2');
    assert.match(out + err, /No pattern applies there/);
    assert.equal(code, 1);
  });

  for (const [args, why] of [
    [['nope', 'a.ts:7'], /Unknown pattern "nope"/],
    [['etag-retry', 'a.ts'], /"a\.ts" isn't a place/],
    [['etag-retry', 'a.ts:99'], /a\.ts has no line 99/],
    [['etag-retry', 'a.ts:7', '--set', 'attempts=0'], /"0" isn't a value of attempts/],
    [['etag-retry', 'a.ts:7', '--set', 'tries=3'], /etag-retry has no setting "tries"/],
    [['a', 'b', 'c'], /Name one pattern and one place/],
  ] as const) {
    it(`fails with ${args.join(' ')}`, async () => {
      await write({ 'a.ts': COUNTER });
      const { code, err } = await partitionLens('assist', ...args);
      assert.match(err, why);
      assert.equal(code, 2);
    });
  }
});
