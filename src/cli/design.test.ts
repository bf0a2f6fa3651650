import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cliFolder } from '../../test/support/cli-folder.ts';
import { complaintsOf } from '../../test/support/json-schema.ts';
import { HOSTILE_TEXTS } from '../../test/support/hostile-texts.ts';
import { sampleDesign } from '../../test/support/sample-design.ts';
import type { TableReport } from '../lens/design/report/data.ts';
import { run } from './run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function reportsOf(...args: string[]): Promise<readonly TableReport[]> {
  return JSON.parse((await sampleDesign(...args, '--format', 'json')).out) as readonly TableReport[];
}

/** What the published schema says against a document. */
function complaints(text: string): Promise<readonly string[]> {
  return complaintsOf(
    text,
    JSON.parse(readFileSync(`${root}/schemas/design-report.schema.json`, 'utf8')) as object,
  );
}

describe('partition-lens design', function () {
  this.timeout(180_000);

  it('says of the sample what the program asks, and designs that serve it', async () => {
    const { code, out } = await sampleDesign('samples/bad');
    assert.equal(code, 0);
    for (const line of [
      'Expenses',
      '    expense: PartitionKey empid_{employeeId:6}, RowKey {submitted:inverted ticks}',
      '    R4  Expenses of one employee, newest first, up to a limit: Partition scan',
      '          samples/bad/src/reports.js:23:42  listEntities, in a loop',
      '    W1  expense: create',
      '    managerId of department refers to empid, in one partition',
      '    1. A copy of expense by purpose in the same partition',
      '       Copy of expense, in the same transaction: PartitionKey empid_{employeeId:6}, RowKey purpose_{purpose}_{submitted:inverted ticks}',
      '       W1  requests: 1, entities written: 1 → requests: 1, entities written: 2',
      '             with maxPageSize: as many as the code uses',
      "       Patterns to try (partition-lens assist shows what each writes, or why it can't):",
      '         R1  log-tail samples/bad/src/activity-log.cjs:27:36',
      '       Left to you (no pattern writes it here):',
      '         The filters and sizes of pages, at the places that change.',
    ]) {
      assert.ok(out.split('\n').includes(line), line);
    }
    // what its callers decide is told of them
    assert.ok(!out.includes('repository.ts'));
  });

  it('leaves the good sample as it is, but for what an index would save', async () => {
    const reports = await reportsOf('samples/good');
    const first = new Map(
      reports.filter(({ kinds }) => kinds.length > 0).map((one) => [one.table, one.designs[0]?.title]),
    );
    assert.deepEqual(Object.fromEntries(first), {
      ActivityLog: 'Leave it as it is',
      Employees: 'Leave it as it is',
      ExpenseClaims: 'A copy of expense claim by purpose in the same partition',
      LoginEvents: 'Leave it as it is',
    });
  });

  it('shows at most five designs, "as it is" among them, and none that is worse unsaid', async () => {
    for (const { designs, accessPatterns, kinds } of await reportsOf('samples/bad', 'samples/good')) {
      assert.ok(designs.length <= 5);
      assert.equal(designs.filter(({ asItIs }) => asItIs).length, 1);
      for (const { patterns, whyNot } of designs) {
        const worse = patterns.filter(({ verdict }) => verdict === 'worse').length;
        assert.equal(whyNot.includes('Reads that cost more'), worse > 0);
        assert.ok(patterns.length <= accessPatterns.length);
      }
      assert.ok(kinds.length > 0 || accessPatterns.length === 0);
    }
  });

  it('prints data as its schema has it', async () => {
    const { out } = await sampleDesign('samples/bad', 'samples/good', '--format', 'json');
    assert.deepEqual(await complaints(out), []);
    assert.notDeepEqual(await complaints(out.replace('"sentence"', '"sentences"')), []);
  });

  it('prints a page for a pull request, with places to go to and diagrams', async () => {
    const { out } = await sampleDesign('samples/bad', '--format', 'markdown');
    assert.match(
      out,
      /^## Table design\n\n- `Activities`: access patterns: 2, table scans: 0, not known: 0, first design: /,
    );
    assert.ok(out.includes('](samples/bad/src/staff.ts#L41)'));
    assert.ok(out.includes('```mermaid\nflowchart LR\n  k0["'));
    assert.equal(out.match(/<details>/g)?.length, out.match(/<\/details>/g)?.length);
    // what a comment of a pull request may have
    assert.ok(out.length < 65_536);
  });

  it('refuses pictures that no page would show', async () => {
    for (const args of [
      ['--pictures', 'a'],
      ['--pictures', 'a', '--format', 'markdown', '--base', 'HEAD'],
    ]) {
      let err = '';
      const code = await run(['design', ...args], {
        folder: root,
        write: () => assert.fail('nothing is written'),
        complain: (text) => void (err += text),
      });
      assert.equal(code, 2);
      assert.match(err, /--pictures needs --format markdown, without --base\./);
    }
  });

  it('refuses a format that there is not', async () => {
    let err = '';
    const code = await run(['design', '--format', 'svg'], {
      folder: root,
      write: () => assert.fail('nothing is written'),
      complain: (text) => void (err += text),
    });
    assert.equal(code, 2);
    assert.match(err, /Unknown format "svg"/);
  });
});

describe('partition-lens design of hostile names', () => {
  const { folder, write, partitionLens } = cliFolder();

  it('writes pictures into the folder that is named, and nowhere else', async () => {
    await write({
      'a.ts': `import { TableClient } from '@azure/data-tables';
        const client = TableClient.fromConnectionString(process.env.X!, '../x<img src=y>');
        export const add = (id: string) => client.createEntity({ partitionKey: id, rowKey: '</svg><script>' });`,
    });
    const before = await readdir(folder());
    const { code, out, err } = await partitionLens(
      'design',
      '--format',
      'markdown',
      '--pictures',
      'pictures',
    );
    assert.deepEqual([code, err], [0, '']);
    const files = await readdir(join(folder(), 'pictures'));
    assert.deepEqual(await readdir(folder()), [...before, 'pictures'].sort());
    const linked = [...out.matchAll(/!\[[^\]]+\]\(pictures\/([\w-]+\.svg)\)/g)].map(([, name]) => name);
    assert.ok(files.length > 0);
    assert.deepEqual(linked.sort(), files.sort());
    for (const name of files)
      assert.doesNotMatch(await readFile(join(folder(), 'pictures', name), 'utf8'), /<(?:script|img)/);
  });

  it('shows them as text', async () => {
    const names = HOSTILE_TEXTS.map((text) => JSON.stringify(text));
    await write({
      'a.ts': `import { TableClient } from '@azure/data-tables';
        const client = TableClient.fromConnectionString(process.env.X!, 'Things');
        ${names
          .map(
            (name, index) =>
              `export const f${index} = (id: string) => client.createEntity({ partitionKey: ${name}, rowKey: ${name} + id, [${name}]: id });`,
          )
          .join('\n')}`,
    });
    for (const format of ['text', 'markdown', 'json']) {
      const { code, out, err } = await partitionLens('design', '--format', format);
      assert.deepEqual([code, err], [0, '']);
      assert.ok(out.includes('Things'));
      assert.doesNotMatch(out, /[^\P{Cc}\n]|\p{Cf}|^##vso/mu);
    }
    const { out } = await partitionLens('design', '--format', 'markdown');
    const [diagram = ''] = /(?<=```mermaid\n)[^]*?(?=\n```)/.exec(out) ?? [];
    assert.match(diagram, /^[\p{L}\p{N} _,.#;[\]"<>/\n|-]+$/u);
    assert.ok(diagram.length < 20_000);
    // in code all characters are what they are
    const outside = out.replaceAll(/\\[^\n]/g, '').replaceAll(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
    assert.ok(outside.length < out.length);
    assert.doesNotMatch(outside, /<(?!\/?(?:details|summary)>)|\]\((?!a\.ts#L)/);
  });
});

describe('tables that the environment names', () => {
  const { write, partitionLens } = cliFolder();

  async function tablesOf(
    files: Readonly<Record<string, string>>,
  ): Promise<readonly (readonly [string, number])[]> {
    await write(files);
    const { out } = await partitionLens('design', '--format', 'json');
    const reports = JSON.parse(out) as readonly {
      table: string;
      accessPatterns: unknown[];
      writes: unknown[];
    }[];
    return reports.map(({ table, accessPatterns, writes }) => [table, accessPatterns.length + writes.length]);
  }

  const SDK = '@azure/data-tables';
  const CLIENT = `import { TableClient } from '${SDK}';
    export const clientFor = (name: string) => TableClient.fromConnectionString(process.env.STORE!, name);`;
  const reader = (setting: string): string => `import { clientFor } from './client';
    export async function all() {
      const client = clientFor(process.env.${setting} as string);
      const found = [];
      for await (const one of client.listEntities()) found.push(one);
      return found;
    }`;
  const writer = (setting: string): string => `import { clientFor } from './client';
    export const add = (id: string, text: string) =>
      clientFor(process.env.${setting}!).createEntity({ partitionKey: 'feed', rowKey: id, text });`;

  it('are one in all files, by the name of the setting', async () => {
    const files = { 'client.ts': CLIENT, 'read.ts': reader('FEED_TABLE'), 'write.ts': writer('FEED_TABLE') };
    assert.deepEqual(await tablesOf(files), [['the table of FEED_TABLE', 2]]);
  });

  it('are one in all files where a constant stands beside a setting', async () => {
    const files = {
      'client.ts': `import { TableClient } from '${SDK}';
        const nameOf = (table: string) => process.env.PREFIX + table;
        export const clientFor = (name: string) => TableClient.fromConnectionString(process.env.STORE!, nameOf(name));`,
      'read.ts': reader('FEED_TABLE').replace('process.env.FEED_TABLE as string', "'Feed'"),
      'write.ts': writer('FEED_TABLE').replace('process.env.FEED_TABLE!', "'Feed'"),
      'other.ts': writer('FEED_TABLE').replace('process.env.FEED_TABLE!', "'Posts'"),
    };
    assert.deepEqual(await tablesOf(files), [
      ['the table of {PREFIX}Feed', 2],
      ['the table of {PREFIX}Posts', 1],
    ]);
  });

  it('are those that callers give a function that reads, each with that read', async () => {
    const files = {
      'client.ts': CLIENT,
      'read.ts': `import { clientFor } from './client';
        export async function all(table: string) {
          const found = [];
          for await (const one of clientFor(table).listEntities()) found.push(one);
          return found;
        }
        export const feeds = () => all('Feed');
        export const posts = () => all('Posts');`,
    };
    assert.deepEqual(await tablesOf(files), [
      ['Feed', 1],
      ['Posts', 1],
    ]);
  });

  it('are the table of the name that stands in for a setting, where there is one such name', async () => {
    const named = (name: string): string =>
      reader('FEED_TABLE').replace('process.env.FEED_TABLE as string', `process.env.FEED_TABLE || '${name}'`);
    const files = { 'client.ts': CLIENT, 'read.ts': named('Feed'), 'write.ts': writer('FEED_TABLE') };
    assert.deepEqual(await tablesOf(files), [['Feed', 2]]);
    assert.deepEqual(await tablesOf({ ...files, 'other.ts': named('Posts') }), [
      ['Feed', 1],
      ['Posts', 1],
      ['the table of FEED_TABLE', 1],
    ]);
  });

  it('are two where a condition decides between a setting and a name', async () => {
    const either = reader('FEED_TABLE').replace(
      'process.env.FEED_TABLE as string',
      "process.argv.includes('--old') ? process.env.FEED_TABLE! : 'Feed'",
    );
    const files = { 'client.ts': CLIENT, 'read.ts': either, 'write.ts': writer('FEED_TABLE') };
    assert.deepEqual(await tablesOf(files), [
      ['Feed', 1],
      ['the table of FEED_TABLE', 1],
    ]);
  });

  it('are two of two settings', async () => {
    const files = { 'client.ts': CLIENT, 'read.ts': reader('FEED_TABLE'), 'write.ts': writer('POSTS_TABLE') };
    assert.deepEqual(await tablesOf(files), [
      ['the table of FEED_TABLE', 1],
      ['the table of POSTS_TABLE', 1],
    ]);
  });

  it('are one for each file where every table is called so', async () => {
    const files = { 'client.ts': CLIENT, 'a.ts': reader('TABLE_NAME'), 'b.ts': writer('TABLE_NAME') };
    assert.deepEqual(await tablesOf(files), [
      ['the table of TABLE_NAME in a.ts', 1],
      ['the table of TABLE_NAME in b.ts', 1],
    ]);
  });

  it('are one for all that a module does for its callers, however it is called', async () => {
    const files = {
      'store.js': `const { TableClient } = require('${SDK}');
        const client = TableClient.fromConnectionString(process.env.STORE, process.env.TABLE_NAME);
        exports.add = (one) => client.createEntity(one).then((done) => done);
        exports.find = (project, issue) => client.getEntity(project, issue);`,
      'add.js': `const { add } = require('./store');
        module.exports = (project, issue, title) => add({ partitionKey: project, rowKey: issue, title });`,
      'find.js': `const { find } = require('./store');
        module.exports = (project, issue) => find(project, issue);`,
    };
    assert.deepEqual(await tablesOf(files), [['the table of TABLE_NAME in store.js', 2]]);
  });
});
