import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
    assert.equal(await tables(), 0);
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
