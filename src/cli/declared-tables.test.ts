import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
