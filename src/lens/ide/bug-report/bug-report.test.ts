import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '../../engine/create.ts';
import { rules } from '../../rules/registry.ts';
import { hasFinding, sourcesAround } from './program.ts';
import { type BugReport, bugReport } from './report.ts';

const noPause = (): Promise<void> => Promise.resolve();

type Files = Readonly<Record<string, string>>;
type Made = Extract<BugReport, { kind: 'made' }>;

/** The report of a finding in the first of some files. */
function reportOf(
  files: Files,
  rule: string,
  messageId: string,
  limits?: { programs: number; characters: number },
): Promise<BugReport> {
  const [file = ''] = Object.keys(files);
  const sources = sourcesAround(file, Object.keys(files), (path) => files[path]);
  return bugReport({ rule, messageId }, sources, '1.2.3', noPause, limits);
}

async function madeOf(...of: Parameters<typeof reportOf>): Promise<Made> {
  const report = await reportOf(...of);
  assert.ok(report.kind === 'made', report.kind);
  return report;
}

/** The files that a report shows. */
function filesIn(text: string): Map<string, string> {
  const found = [...text.matchAll(/^(\S+)\n\n```+\w+\n([^]*?)\n```+$/gm)];
  return new Map(found.map(([, name = '', code = '']) => [`/${name}`, `${code}\n`]));
}

const HEAD = "import { TableClient, odata } from '@azure/data-tables';\n";

describe('a bug report', () => {
  const folder = 'samples/bad/src';
  const files = Object.fromEntries(
    readdirSync(folder).map((name) => [`/code/${name}`, readFileSync(join(folder, name), 'utf8')]),
  );

  for (const [name, rule] of [
    ['staff.ts', 'row-key-or'],
    ['audit.ts', 'filter-type-mismatch'],
    ['audit.ts', 'unknown-property'],
    ['directory.ts', 'open-row-range'],
    ['departments.ts', 'lost-update'],
    ['expenses.ts', 'invalid-filter'],
    ['reports.js', 'query-in-loop'],
    ['activity-log.cjs', 'list-then-delete-each'],
  ] as const) {
    it(`is a small program that has ${rule} by itself`, async () => {
      const engine = createEngine({ rules, onRuleError: () => undefined });
      for (const [file, text] of Object.entries(files)) engine.setFile(file, text);
      const found = engine.analyze(`/code/${name}`).findings.find((each) => each.rule === rule);
      assert.ok(found);
      const first = { [`/code/${name}`]: files[`/code/${name}`] ?? '', ...files };
      const { text, lines, isSmall, kept } = await madeOf(first, rule, found.messageId);
      assert.ok(lines <= 20 && isSmall, text);
      assert.deepEqual(kept, []);
      assert.ok(text.startsWith(`Partition Lens 1.2.3 reports ${rule}/${found.messageId} here`), text);
      assert.ok(await hasFinding(filesIn(text), { rule, messageId: found.messageId }, noPause), text);
    });
  }

  it('has none of the names, texts, comments and secrets of the source', async () => {
    const key = createHash('sha512').update('no account').digest('base64');
    const text = `${HEAD}// ask Rosalind about the Lovelace account
const connection = 'DefaultEndpointsProtocol=https;AccountName=lovelace;AccountKey=${key};EndpointSuffix=core.windows.net';
const patients = TableClient.fromConnectionString(connection, 'Patients');
export function ofWard(ward: string, /* nobody */ Diagnosis: string) {
  const password = \`hunter2 \${ward} 4711-0815\`;
  return patients.listEntities({ queryOptions: { filter: odata\`Diagnosis eq \${Diagnosis} and Ward eq 'Station 12'\` } });
}
`;
    for (const [rule, messageId] of [
      ['table-scan', 'only-properties'],
      ['hard-coded-account-key', 'account-key'],
    ] as const) {
      const report = await reportOf({ '/home/rosalind/hospital.ts': text }, rule, messageId);
      const words = /rosalind|lovelace|hospital|patients|ward|nobody|diagnosis|hunter|4711|0815|station/i;
      assert.ok(report.kind === 'made', `${rule}: ${report.kind}`);
      assert.doesNotMatch(report.text, words);
      for (let at = 0; at + 5 <= key.length; at++) assert.ok(!report.text.includes(key.slice(at, at + 5)));
    }
  });

  it('follows a finding through the files that it rests on, under other names', async () => {
    const report = await madeOf(
      {
        '/code/app/staff.ts': `import { staff } from '../data/index.js';
import { unused } from './unused';
export const all = () => staff.find("Salary gt 4000");
export const other = unused;
`,
        '/code/data/index.ts': "export { staff } from './repository';\nexport const more = 1;\n",
        '/code/data/repository.ts': `${HEAD}class Repository {
  constructor(private readonly client: TableClient) {}
  find(filter: string) { return this.client.listEntities({ queryOptions: { filter } }); }
  count() { return 0; }
}
export const staff = new Repository(TableClient.fromConnectionString('UseDevelopmentStorage=true', 'Staff'));
`,
        '/code/app/unused.ts': 'export const unused = 1;\n',
      },
      'table-scan',
      'only-properties',
    );
    const made = filesIn(report.text);
    assert.deepEqual([...made.keys()].sort(), ['/report/file1.ts', '/report/file2.ts', '/report/file3.ts']);
    assert.doesNotMatch(report.text, /staff|salary|repository|unused|count/i);
    assert.ok(await hasFinding(made, { rule: 'table-scan', messageId: 'only-properties' }, noPause));
  });

  it('says which names the finding rests on', async () => {
    const text = `${HEAD}declare const client: TableClient;
export const save = (user: { email: string }, address: string) =>
  client.createEntity({ partitionKey: address, rowKey: encode(user.url) });
`;
    const found = readFileSync('samples/bad/src/profiles.ts', 'utf8');
    const { kept, text: report } = await madeOf(
      { '/code/p.ts': found, '/code/q.ts': text },
      'forbidden-key-character',
      'email',
    );
    assert.deepEqual(kept, ['email']);
    assert.match(report, /\bemail\b/);
  });

  it('is not made where only a text of the source has the finding', async () => {
    const text = `${HEAD}export const client = TableClient.fromConnectionString(process.env.STORAGE ?? '', 'Tables');\nclient.createTable();\n`;
    assert.deepEqual(await reportOf({ '/code/a.ts': text }, 'invalid-table-name', 'reserved'), {
      kind: 'texts',
    });
  });

  it('is not made where the sources alone do not have the finding', async () => {
    assert.deepEqual(await reportOf({ '/code/a.ts': HEAD }, 'table-scan', 'no-filter'), {
      kind: 'elsewhere',
    });
  });

  it('is as small as the limit of work allows, and says so', async () => {
    const { isSmall, text } = await madeOf(files, 'constant-partition-key', 'one-partition', {
      programs: 5,
      characters: 1_000_000,
    });
    assert.equal(isSmall, false);
    assert.doesNotMatch(text, /activity|user/i);
  });

  it('reads the code of markup', async () => {
    const page = `<template><p>Hello</p></template>\n<script setup lang="ts">\n${HEAD}const client = TableClient.fromConnectionString('', 'Staff');
client.listEntities();\n</script>\n`;
    const { text } = await madeOf({ '/code/Page.vue': page }, 'table-scan', 'no-filter');
    assert.match(text, /^report\/file1\.ts$/m);
    assert.doesNotMatch(text, /Hello|template/);
  });
});
