import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { cliFolder } from '../../test/support/cli-folder.ts';
import { run } from './run.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;
const SCAN = `${CLIENT}
export async function all(console: Console) {
\tfor await (const e of staff.listEntities()) console.log(e);
}
`;
const CALM = `${CLIENT}export const one = () => staff.getEntity(department, id);
`;

describe('partition-lens over files', () => {
  const { write, partitionLens, data, folder } = cliFolder();

  const filesOf = (found: readonly Record<string, unknown>[]): unknown[] => [
    ...new Set(found.map(({ file }) => file)),
  ];

  describe('check', () => {
    it('prints each finding with its code, and counts them', async () => {
      await write({ 'src/staff.ts': SCAN });
      const { code, out, err } = await partitionLens('check');
      assert.match(out, /^src\/staff\.ts:5:30: warning: .+ \[table-scan\]$/m);
      assert.ok(
        out.includes(
          [
            '  4 | export async function all(console: Console) {',
            '> 5 |  for await (const e of staff.listEntities()) console.log(e);',
            '    |                              ^^^^^^^^^^^^',
            '  6 | }',
            '',
          ].join('\n'),
        ),
        out,
      );
      assert.match(out, /\nFound: 1 warning[^\n]*\n$/);
      assert.deepEqual([code, err], [1, '']);
    });

    it('checks files that only make clients, and prints no secret', async () => {
      const key = createHash('sha512').update('no account').digest('base64');
      await write({
        'client.ts': `import { TableClient } from '@azure/data-tables';
export const staff = TableClient.fromConnectionString(
  'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${key}',
  'Staff',
);
`,
      });
      const { code, out } = await partitionLens('check');
      assert.match(out, /^client\.ts:3:4: warning: .+ \[hard-coded-account-key\]$/m);
      assert.ok(out.includes('AccountKey=****') && !out.includes(key.slice(0, 12)), out);
      assert.equal(code, 1);
      assert.ok(!JSON.stringify(await data('check')).includes(key.slice(0, 12)));
    });

    it('says how to see what a pattern would do', async () => {
      const asked = "listEntities({ queryOptions: { filter: `city eq '${console.name}'` } })";
      await write({
        'src/staff.ts': SCAN.replace('console: Console', 'console: Console & { name: string }').replace(
          'listEntities()',
          asked,
        ),
      });
      const { out } = await partitionLens('check');
      assert.match(
        out,
        /\nA pattern might repair some of these\. .*: partition-lens assist src\/staff\.ts:5\n$/,
      );
      const scan = (await data('check')).find(({ rule }) => rule === 'table-scan');
      assert.deepEqual(scan?.patterns, ['inter-partition-index']);
    });

    it('says that nothing was found', async () => {
      await write({ 'a.ts': CALM });
      assert.deepEqual(await partitionLens('check'), {
        code: 0,
        out: 'Nothing found. Operations on tables: 1.\n',
        err: '',
      });
    });

    it('gives each finding as data, with these fields', async () => {
      await write({ 'src/staff.ts': SCAN });
      const scan = (await data('check')).find(({ rule }) => rule === 'table-scan');
      assert(scan !== undefined);
      const { message, help, ...rest } = scan;
      assert.deepEqual([typeof message, typeof help], ['string', 'string']);
      assert.deepEqual(rest, {
        rule: 'table-scan',
        messageId: 'no-filter',
        severity: 'warning',
        file: 'src/staff.ts',
        line: 5,
        column: 30,
        endLine: 5,
        endColumn: 42,
        table: 'Staff',
        data: [],
        fingerprint: scan.fingerprint,
        related: [],
        fixable: false,
        patterns: [],
      });
      assert.match(String(scan.fingerprint), /^[\da-f]{16}:1$/);
      await write({ 'src/staff.ts': CALM });
      assert.deepEqual(await data('check'), []);
    });

    const failing: readonly (readonly [failOn: string, code: number])[] = [
      ['error', 0],
      ['warning', 1],
      ['information', 1],
      ['hint', 1],
      ['never', 0],
    ];
    for (const [failOn, code] of failing) {
      it(`a warning exits with ${code} when told to fail on ${failOn}`, async () => {
        await write({ 'a.ts': SCAN });
        assert.equal((await partitionLens('check', '--fail-on', failOn)).code, code);
        assert.equal((await partitionLens('check', '--format=json', `--fail-on=${failOn}`)).code, code);
      });
    }

    it('points to other places that belong to a finding', async () => {
      await write({
        'filters.ts': `export const old = 'Age gt 5';`,
        'use.ts': `import { old } from './filters.js';\n${CLIENT}staff.listEntities({ queryOptions: { filter: old } });`,
      });
      const { out } = await partitionLens('check');
      assert.match(out, /^use\.ts:4:\d+: warning: .+ \[table-scan\]\n[^]+\n {2}filters\.ts:1:\d+: \S/m);
    });
  });

  describe('tables', () => {
    const KEYS = `${CLIENT}
export const add = (department: string, id: number, email: string) =>
  staff.createEntity({ partitionKey: department, rowKey: \`empid_\${String(id).padStart(6, '0')}\`, email });
export const find = (d: string, id: number) => staff.getEntity(d, 'empid_' + String(id).padStart(6, '0'));
export const all = () => staff.listEntities();
export const put = (given) => staff.upsertEntity(given);
`;

    it('shows how keys are put together, what entities have, and the operations', async () => {
      await write({ 'keys.ts': KEYS });
      const { code, out, err } = await partitionLens('tables');
      assert.match(out, /^Staff\n {2}PartitionKey {2}\{department\} {2}written 1, queried 1\n/);
      assert.match(out, /\n {2}RowKey {8}empid_\{id:6\} {2}written 1, queried 1; such as empid_000042\n/);
      assert.match(out, /\n {2}Some writes create entities with unknown keys\.\n/);
      assert.match(out, /\n {2}Entity empid_\{id:6\}: email\n/);
      assert.match(out, /\n {2}table-scan \(1\)\n {4}keys\.ts:7:32 {2}listEntities\n/);
      assert.deepEqual([code, err], [0, '']);
    });

    it('gives them as data, with these fields', async () => {
      await write({ 'src/keys.ts': KEYS });
      const [table, ...others] = await data('tables', 'src');
      const file = 'src/keys.ts';
      const added = { file, line: 5, column: 9, method: 'createEntity' };
      const found = { file, line: 6, column: 54, method: 'getEntity' };
      const listed = { file, line: 7, column: 32, method: 'listEntities' };
      const put = { file, line: 8, column: 37, method: 'upsertEntity' };
      const sites = [
        { ...added, how: 'written' },
        { ...found, how: 'asked' },
      ];
      assert.deepEqual(table, {
        table: 'Staff',
        partitionKey: [{ pattern: '{department}', sites }],
        rowKey: [{ pattern: 'empid_{id:6}', example: 'empid_000042', sites }],
        partial: true,
        entityTypes: [
          { rowKey: 'empid_{id:6}', properties: ['email'], sites: [added] },
          { rowKey: '{…}', properties: [], sites: [put] },
        ],
        operations: {
          createEntity: [added],
          point: [found],
          'table-scan': [listed],
          upsertEntity: [put],
        },
      });
      assert.deepEqual(others, []);
    });

    it('says where no table is known by name', async () => {
      await write({ 'other.ts': 'export const a = 1;' });
      const { code, out } = await partitionLens('tables');
      assert.deepEqual([code, out], [0, 'No operation names its table.\n']);
    });
  });

  describe('operations', () => {
    const MIXED = `${CLIENT}
import { odata } from '@azure/data-tables';
export const mixed = async (department: string, e: any, any: any) => {
  staff.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and Age gt 5\` } });
  staff.listEntities({ queryOptions: { filter: outside() } });
  await staff.getEntity('Sales', e.id);
  await staff.createEntity(e);
  any.getEntity('a', 'b');
};
`;

    it('lists what is read and written, file by file', async () => {
      await write({ 'mixed.ts': MIXED });
      const { code, out, err } = await partitionLens('operations');
      assert.match(out, /^mixed\.ts\n {2}6:9 +listEntities +partition-scan +Staff\n/);
      assert.match(out, /\n {6}filter: PartitionKey eq \$\{department\} and Age gt 5\n/);
      assert.match(out, /\n {2}9:15 +createEntity +Staff\n/);
      assert.match(out, /\n {2}10:7 +getEntity +point +not sure\n/);
      assert.match(out, /\nOperations: 4; reads of unknown shape: 1; not sure or something else: 1\.\n$/);
      assert.deepEqual([code, err], [0, '']);
    });

    it('leaves files without any out', async () => {
      await write({
        'a.ts': "import { TableClient } from '@azure/data-tables';\nexport const none: TableClient[] = [];\n",
        'mixed.ts': MIXED,
      });
      const { out } = await partitionLens('operations');
      assert.match(out, /^mixed\.ts\n/);
    });

    it('gives them as data, with these fields', async () => {
      await write({ 'src/mixed.ts': MIXED });
      const found = await data('operations', 'src');
      const [scan, unknown, point, create, unsure] = found;
      const place = { file: 'src/mixed.ts', column: 9 };
      assert.deepEqual(scan, {
        ...place,
        line: 6,
        method: 'listEntities',
        table: 'Staff',
        shape: 'partition-scan',
        filter: 'PartitionKey eq ${department} and Age gt 5',
        proof: [
          'PartitionKey = ${department} fixes the partition.',
          'The service has no index on Age, only on PartitionKey and RowKey.',
        ],
        evidence: 'proved',
      });
      const { unknownBecause, ...known } = unknown ?? {};
      assert.match(String(unknownBecause), /outside/);
      const query = { method: 'listEntities', table: 'Staff', shape: 'unknown', evidence: 'proved' };
      assert.deepEqual(known, { ...place, line: 7, ...query });
      assert.deepEqual(point?.proof, ["PartitionKey = 'Sales'", 'RowKey = e.id']);
      const written = { method: 'createEntity', table: 'Staff', evidence: 'proved' };
      assert.deepEqual(create, { file: 'src/mixed.ts', line: 9, column: 15, ...written });
      assert.deepEqual([unsure?.evidence, unsure?.shape], ['shape-only', 'point']);
      assert.match(String(unsure?.unknownBecause), /only the name of the method/);
      assert.equal(found.length, 5);
    });

    it('names a call of a wrapper where it stands, with the method that it ends in', async () => {
      await write({
        'package.json': '{}',
        'store.ts': `${CLIENT}export const find = (filter: string) => staff.listEntities({ queryOptions: { filter } });`,
        'use.ts': `import { find } from './store.js';\nexport const f = () => find("PartitionKey eq 'a'");`,
      });
      const found = await data('operations', 'use.ts');
      assert.deepEqual(
        found.map(({ file, line, column, method, shape }) => [file, line, column, method, shape]),
        [['use.ts', 2, 24, 'listEntities', 'partition-scan']],
      );
    });

    it('shows the whole filter and says on which branch it is the worst', async () => {
      const filter = `flag ? "PartitionKey eq 'a'" : 'Age gt 5'`;
      await write({
        'a.js': `${CLIENT}export const f = (flag) => staff.listEntities({ queryOptions: { filter: ${filter} } });`,
      });
      const [found] = await data('operations');
      assert.deepEqual([found?.shape, found?.filter], ['table-scan', 'Age gt 5']);
      assert.match(JSON.stringify(found?.proof), /This happens when flag is not set/);
    });
  });

  describe('reading', () => {
    it('leaves out installed packages, build output and what git ignores', async () => {
      await write({
        '.gitignore': 'generated/\n',
        'package.json': '{}',
        'dist/a.ts': SCAN,
        'generated/a.ts': SCAN,
        'node_modules/p/a.ts': SCAN,
        'src/a.ts': SCAN,
      });
      assert.deepEqual(filesOf(await data('check')), ['src/a.ts']);
    });

    it('takes several files and folders, each once, and a named file whoever ignores it', async () => {
      await write({ '.gitignore': 'b/x.ts', 'a/x.ts': SCAN, 'b/x.ts': SCAN, 'c/x.ts': SCAN });
      assert.deepEqual(filesOf(await data('check', 'a', 'a/x.ts', 'b', 'b/x.ts')), ['a/x.ts', 'b/x.ts']);
    });

    it('reads what a named file imports, and says nothing about it', async () => {
      await write({
        'store.ts': CLIENT + SCAN.slice(CLIENT.length),
        'use.ts': `import { staff } from './store.js';\nstaff.listEntities();`,
      });
      const found = await data('operations', 'use.ts');
      assert.deepEqual(
        found.map(({ file, table }) => [file, table]),
        [['use.ts', 'Staff']],
      );
    });

    it('reads the package that a named file is part of, and of several that belong together all', async () => {
      const made = "new TableClient('https://a.table.core.windows.net', 'Staff', key)";
      const head = "import { TableClient } from '@azure/data-tables';\ndeclare const key: any;\n";
      const lists = (module: string): string =>
        `${head}import { list } from '${module}';\nvoid list(${made});\n`;
      await write({
        'package.json': '{}',
        'api/package.json': '{ "name": "api" }',
        'api/lib/list.ts': `${head}export const list = (of: TableClient) => of.listEntities();\n`,
        'web/main.ts': lists('../api/lib/list.js'),
      });
      const tables = async (): Promise<unknown> =>
        (await data('operations', 'api/lib')).map(({ table }) => table);
      assert.deepEqual(await tables(), [undefined]);
      await write({ 'package.json': '{ "workspaces": ["api", "web"] }' });
      assert.deepEqual(await tables(), ['Staff']);
      await write({ 'package.json': '{}', 'api/main.ts': lists('./lib/list.js') });
      assert.deepEqual(await tables(), ['Staff']);
    });

    it('names files outside the working directory from there', async () => {
      await write({ 'inner/.keep': '', 'outer/a.ts': SCAN });
      let out = '';
      const inner = {
        folder: join(folder(), 'inner'),
        write: (text: string) => void (out += text),
        complain: (text: string) => assert.fail(text),
      };
      await run(['operations', '../outer', '--format=json'], inner);
      assert.deepEqual(filesOf(JSON.parse(out) as Record<string, unknown>[]), ['../outer/a.ts']);
    });

    it('tells of a broken file and skips it', async () => {
      await write({
        'a.ts': SCAN,
        'broken.ts': SCAN.replace('staff.listEntities()', 'staff.listEntities(('),
      });
      const { code, out, err } = await partitionLens('check', '--format=json');
      assert.deepEqual(filesOf(JSON.parse(out) as Record<string, unknown>[]), ['a.ts']);
      assert.match(err, /^broken\.ts: skipped: it can't be parsed; line 5, column \d+: .+\nSkipped: 1\.\n$/);
      assert.equal(code, 1);
      assert.deepEqual(filesOf(await data('operations')), ['a.ts']);
    });

    it('tells of files and folders that it may not read, and skips them', async () => {
      await write({ 'package.json': '{}', 'a.ts': SCAN, 'secret.ts': SCAN, 'secrets/b.ts': SCAN });
      await chmod(folder(), 0o755);
      await chmod(join(folder(), 'secret.ts'), 0);
      await chmod(join(folder(), 'secrets'), 0);
      // nothing is kept from root
      const isRoot = process.geteuid?.() === 0;
      if (isRoot) process.seteuid?.(65534);
      const result = await partitionLens('check', '--format=json', 'a.ts', '.', 'secrets').finally(() => {
        if (isRoot) process.seteuid?.(0);
      });
      await chmod(join(folder(), 'secrets'), 0o755);
      assert.deepEqual(filesOf(JSON.parse(result.out) as Record<string, unknown>[]), ['a.ts']);
      assert.deepEqual(
        result.err
          .split('\n')
          .map((line) => line.replace(/: not read: the system denies access .+/, ''))
          .sort(),
        ['', 'Skipped: 2.', 'secret.ts', 'secrets'],
      );
      assert.equal(result.code, 2);
    });

    it('tells of a named file that is no source, and of an empty folder', async () => {
      await write({ 'README.md': '' });
      const { code, out, err } = await partitionLens('check', 'README.md');
      assert.match(err, /^README\.md: not read: .+\nThere is no TypeScript or JavaScript to read\.\n$/);
      assert.deepEqual([code, out], [2, 'Nothing found. Operations on tables: 0. Skipped: 1.\n']);
    });

    for (const command of ['check', 'operations']) {
      it(`${command} refuses a path that does not exist`, async () => {
        const { code, out, err } = await partitionLens(command, 'nowhere');
        assert.deepEqual([code, out], [2, '']);
        assert.match(err, /"nowhere"[^]*See: partition-lens \w+ --help/);
      });

      it(`${command} shows how far it is where somebody looks on, and cleans up`, async () => {
        await write({ 'a.ts': SCAN });
        const lines: string[] = [];
        const terminal = {
          folder: folder(),
          write: () => undefined,
          complain: (text: string) => assert.fail(text),
        };
        await run([command], { ...terminal, progress: (line) => void lines.push(line) });
        assert.ok(lines.includes('Reading .: 0 of 1') && lines.includes('Checking a.ts'), lines.join('\n'));
        assert.equal(lines.at(-1), '');
      });
    }

    it('refuses a severity that there is not', async () => {
      const { code, err } = await partitionLens('check', '--fail-on', 'fatal');
      assert.equal(code, 2);
      assert.match(err, /Unknown severity "fatal": use error, warning, /);
    });
  });
});
