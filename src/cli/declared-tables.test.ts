import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliFolder } from '../../test/support/cli-folder.ts';
import { run } from './run.ts';

const SOURCE = `import { TableClient } from '@azure/data-tables';
const staff = new TableClient(url, 'Staff', credential);
export const find = (id) => staff.getEntity('a', id);
`;

describe('declared keys of tables', () => {
  let folder: string;
  let out: string;
  let err: string;

  const tables = async (...args: string[]): Promise<number> => {
    [out, err] = ['', ''];
    return run(['tables', ...args], {
      folder,
      write: (text) => (out += text),
      complain: (text) => (err += text),
    });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-declared-'));
    await mkdir(join(folder, 'src'));
    await writeFile(join(folder, 'src/a.ts'), SOURCE);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are shown with the tables, as they are declared beside them', async () => {
    const declared =
      '{"tables":{"staff":{"rowKey":["padded-6",{"separator":"_","parts":[{"name":"a"},"ulid"]}]}}}';
    await writeFile(join(folder, 'src/.partitionlens.json'), declared);
    await writeFile(join(folder, '.partitionlens.json'), '{"tables":{"Staff":{"rowKey":"padded-9"}}}');
    assert.equal(await tables('src'), 0);
    assert.match(out, /\n {2}RowKey is declared as \{padded-6\}\n {2}RowKey is declared as \{a\}_\{ulid\}\n/);
    assert.equal(err, '');
    await tables('--format', 'json', 'src');
    const [table] = JSON.parse(out) as { declared: unknown }[];
    assert.deepEqual(table?.declared, { partitionKey: [], rowKey: ['{padded-6}', '{a}_{ulid}'] });
  });

  it('are those of the series that a table belongs to', async () => {
    await writeFile(join(folder, 'src/a.ts'), SOURCE.replace('Staff', 'Staff20261122'));
    await writeFile(
      join(folder, '.partitionlens.json'),
      '{"tables":{"Staff{yyyyMMdd}":{"rowKey":"padded-6"}}}',
    );
    assert.equal(await tables(), 0);
    assert.match(out, /Staff20261122[^]*RowKey is declared as \{padded-6\}/);
  });

  it('are complained of where they are wrong', async () => {
    const text = '{"tables":{\n "Staff": { "rowKey": "padded6" } } }';
    await writeFile(join(folder, '.partitionlens.json'), text);
    assert.equal(await tables(), 2);
    assert.match(err, /^\.partitionlens\.json:2:23: There is no key codec "padded6".*"padded-6"/);
    assert.doesNotMatch(out, /declared/);
  });
});

describe('severities and clients that are declared', () => {
  const { write, partitionLens, data } = cliFolder();
  const CLIENT = `import { TableClient } from '@azure/data-tables';\nconst staff = new TableClient(url, 'Staff', credential);\n`;
  const SCAN = `${CLIENT}for await (const one of staff.listEntities()) console.log(one);\n`;
  const severitiesOf = async (...args: string[]): Promise<unknown[]> =>
    (await data('check', ...args))
      .filter(({ rule }) => rule === 'table-scan')
      .map(({ file, severity }) => [file, severity]);

  it('hold for check, by folder, where the command line says nothing else', async () => {
    await write({
      'src/a.ts': SCAN,
      'scripts/b.ts': SCAN,
      'scripts/deep/c.ts': SCAN,
      '.partitionlens.json': JSON.stringify({
        rules: { 'table-scan': 'error' },
        folders: { scripts: { rules: { 'table-scan': 'off' } } },
      }),
      'scripts/deep/.partitionlens.json': JSON.stringify({ rules: { 'table-scan': 'hint' } }),
    });
    assert.deepEqual(await severitiesOf(), [['src/a.ts', 'error']]);
    assert.deepEqual(await severitiesOf('scripts/deep', 'src'), [
      ['scripts/deep/c.ts', 'hint'],
      ['src/a.ts', 'error'],
    ]);
    assert.deepEqual(await severitiesOf('--rule', 'table-scan:information', 'scripts/b.ts'), [
      ['scripts/b.ts', 'information'],
    ]);
    assert.equal((await partitionLens('check', '--rule', 'table-scan:default', 'src')).code, 1);
    const { err } = await partitionLens('check', '--update-baseline');
    assert.match(err, /1 added|2 added|3 added/);
    assert.deepEqual(await severitiesOf('--rule', 'table-scan:error', 'scripts/b.ts'), [
      ['scripts/b.ts', 'error'],
    ]);
  });

  it('are complained of where they are wrong', async () => {
    await write({ 'a.ts': SCAN, '.partitionlens.json': '{ "rules": { "no-rule": "off" } }' });
    assert.match(
      (await partitionLens('check')).err,
      /^\.partitionlens\.json:1:25: There is no rule "no-rule"/,
    );
  });

  it('name tables for operations, tables, check and design', async () => {
    await write({
      'a.ts': `import { TableClient } from '@azure/data-tables';
export class Store {
  constructor(private readonly client: TableClient) {}
  add(id: string) { return this.client.createEntity({ partitionKey: 'a', rowKey: id, kind: 'x' }); }
  all() { return this.client.listEntities({ queryOptions: { filter: "kind eq 'x'" } }); }
}
`,
      '.partitionlens.json': '{ "clients": { "Store.client": "Orders" } }',
    });
    const [operation] = await data('operations');
    assert.equal(operation?.table, 'Orders');
    assert.match((await partitionLens('tables')).out, /Orders/);
    assert.equal((await data('check')).find(({ rule }) => rule === 'table-scan')?.table, 'Orders');
    assert.match((await partitionLens('design')).out, /Orders/);
    await write({ '.partitionlens.json': '{}' });
    assert.equal((await data('operations'))[0]?.table, undefined);
  });
});

describe('settings that can not be used', () => {
  const { write, partitionLens, folder } = cliFolder();
  const CODE = `import { TableClient } from '@azure/data-tables';
const staff = new TableClient(url, 'Staff', credential);
export const one = staff.listEntities({ queryOptions: { filter: "PartitionKey == 'a'" } });
`;
  const WRONG: readonly (readonly [text: string, complaint: RegExp])[] = [
    ['{ "exclude": ', /^\.partitionlens\.json:1:\d+: This isn't valid JSON/],
    ['[]', /:1:1: This must be an object/],
    ['{ "exclude": "a.ts" }', /:1:14: This must be a list of patterns/],
    ['{ "rules": { "table-scan": "loud" } }', /:1:28: Unknown severity "loud"/],
    ['{ "rules": { "table-scan": 2 } }', /:1:28: This must be a text/],
    ['{ "folders": { "../up": {} } }', /"\.\.\/up" isn't a folder below this file/],
    ['{ "clients": { "a b": "Orders" } }', /"a b" isn't the name of a client/],
    ['{ "tables": { "Staff": { "rowKey": "padded6" } } }', /There is no key codec "padded6"/],
    ['{ "tables": { "Staff": { "cardinality": 3 } } }', /This must be an object/],
  ];

  for (const [text, complaint] of WRONG)
    it(`end each command with exit code 2, which lists what it found all the same: ${text}`, async () => {
      await write({ 'a.ts': CODE, '.partitionlens.json': text });
      for (const command of ['check', 'operations', 'tables', 'design']) {
        const { code, out, err } = await partitionLens(command);
        assert.equal(code, 2, command);
        assert.match(err, complaint, command);
        assert.match(out, command === 'check' ? /a\.ts:3:/ : /Staff/, command);
      }
      for (const format of ['json', 'sarif', 'github', 'junit']) {
        const { code, out } = await partitionLens('check', '--format', format, '--fail-on', 'never');
        assert.deepEqual([code, out.includes('a.ts')], [2, true], format);
      }
    });

  it('keep what writes files from it: an excluded file could be changed', async () => {
    await write({ 'a.ts': CODE, '.partitionlens.json': '{ "exclude": "a.ts" }' });
    for (const option of ['--fix', '--update-baseline']) {
      const { code, err } = await partitionLens('check', option);
      assert.equal(code, 2);
      assert.match(err, /Fix \.partitionlens\.json first: nothing was written\./);
    }
    assert.deepEqual((await readdir(folder())).sort(), ['.partitionlens.json', 'a.ts']);
    assert.equal(await readFile(join(folder(), 'a.ts'), 'utf8'), CODE);
    await write({ '.partitionlens.json': '{ "exclude": ["a.ts"] }' });
    assert.equal((await partitionLens('check', '--fix')).code, 0);
    assert.equal(await readFile(join(folder(), 'a.ts'), 'utf8'), CODE);
  });

  it('are told from names that are not known, which change nothing', async () => {
    const harmless = '{ "$schema": "x", "excludes": [], "rules": { "rule-of-2030": "off" } }';
    await write({ 'a.ts': 'export {};\n', '.partitionlens.json': harmless });
    const { code, err } = await partitionLens('check');
    assert.equal(code, 0);
    assert.match(err, /:1:19: "excludes" isn't valid here and is ignored\. Use one of: \$schema, exclude,/);
    assert.match(err, /There is no rule "rule-of-2030", so this changes nothing/);
    assert.doesNotMatch(err, /"\$schema" isn't/);
  });

  it('are also those of a file that can not be read', async () => {
    await write({ 'a.ts': 'export {};\n' });
    await writeFile(join(folder(), '.partitionlens.json'), ' '.repeat(3_000_000));
    const { code, err } = await partitionLens('check');
    assert.deepEqual(
      [code, err.split('\n')[0]],
      [2, '.partitionlens.json: not read: it is larger than 256 kB. Split it, or exclude it.'],
    );
    await rm(join(folder(), '.partitionlens.json'));
    assert.equal((await partitionLens('check', 'a.ts')).code, 0);
  });
});
