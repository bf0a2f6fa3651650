import assert from 'node:assert/strict';
import { cliFolder } from '../../test/support/cli-folder.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;

describe('check, of files that are excluded', () => {
  const { write, partitionLens, data } = cliFolder();
  const scan = `${CLIENT}for await (const one of staff.listEntities()) console.log(one);\n`;
  const filesIn = async (...args: string[]): Promise<unknown[]> =>
    (await data('check', ...args)).map(({ file }) => file);

  it('says nothing of them, unless they are named', async () => {
    await write({
      'a.ts': scan,
      'scripts/seed/b.ts': scan,
      '.partitionlens.json': '{ "exclude": ["scripts/"] }',
    });
    assert.deepEqual(await filesIn(), ['a.ts']);
    assert.deepEqual(await filesIn('scripts'), []);
    assert.deepEqual(await filesIn('scripts/seed/b.ts'), ['scripts/seed/b.ts']);
    assert.doesNotMatch((await partitionLens('check')).out, /seed/);
  });

  it('knows all the same what they write', async () => {
    const put = (key: string): string =>
      `${CLIENT}export const put = (id: string) => staff.createEntity({ partitionKey: '${key}', rowKey: id });\n`;
    await write({
      'a.ts': put('one'),
      'seed.ts': put('two'),
      '.partitionlens.json': '{ "exclude": ["seed.ts"] }',
    });
    assert.deepEqual(await filesIn(), []);
    await write({ 'seed.ts': put('one') });
    assert.deepEqual(await filesIn(), ['a.ts']);
  });

  it('complains of patterns that are none', async () => {
    await write({ 'a.ts': scan, '.partitionlens.json': '{ "exclude": "scripts/" }' });
    const { err, out } = await partitionLens('check');
    assert.match(err, /^\.partitionlens\.json:1:14: This must be a list of patterns/);
    assert.match(out, /^a\.ts:3:/);
  });
});

describe('check, of one mistake that several rules know', () => {
  const { write, partitionLens, data } = cliFolder();
  const DELETES = `${CLIENT}export async function clear() {
  for await (const { partitionKey, rowKey } of staff.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'", select: ['partitionKey', 'rowKey'] } })) {
    await staff.deleteEntity(partitionKey, rowKey);
  }
}
`;
  const VALUE = `${CLIENT}export function find(name: string) {
  const options = { filter: \`PartitionKey eq '\${name}'\` };
  console.log(name);
  console.log(options);
  console.log(name, options);
  return [staff.listEntities({ queryOptions: options }), staff.listEntities({ queryOptions: options })];
}
`;

  it('prints it once, with the ids of all', async () => {
    await write({ 'a.ts': DELETES });
    const { out } = await partitionLens('check');
    assert.match(out, /\[list-then-delete-each, writes-in-loop\]$/m);
    assert.equal(out.split('writes-in-loop').length - 1, 1);
    const found = await data('check');
    assert.deepEqual(found.map(({ rule }) => rule).sort(), ['list-then-delete-each', 'writes-in-loop']);
  });

  it('prints what is true of a table in one of its files, and points to the others', async () => {
    const put = `${CLIENT}export const put = (id: string) => staff.upsertEntity({ partitionKey: 'one', rowKey: id });\n`;
    await write({ 'a.ts': put, 'b.ts': put, 'package.json': '{}' });
    const { out } = await partitionLens('check');
    assert.equal(out.match(/\[constant-partition-key\]$/gm)?.length, 1);
    assert.match(out, /^a\.ts:3:\d+: information: [^]+\n {2}b\.ts:3:\d+: It is written here too\.$/m);
    assert.match(
      (await partitionLens('check', 'b.ts')).out,
      /^b\.ts:3:\d+: hint: .+\[constant-partition-key\]$/m,
    );
    const listed = (await data('check')).filter(({ rule }) => rule === 'constant-partition-key');
    assert.deepEqual(
      listed.map(({ file, severity }) => [file, severity]),
      [
        ['a.ts', 'information'],
        ['b.ts', 'hint'],
      ],
    );
  });

  it('shows a value in the filter where it is written, once, and lists it at each call', async () => {
    await write({ 'a.ts': VALUE });
    const { out } = await partitionLens('check');
    assert.deepEqual(out.match(/^a\.ts:\d+:\d+: .+unescaped-interpolation/gm)?.length, 1);
    assert.match(out, /^a\.ts:4:49: warning: name isn't escaped/m);
    assert.deepEqual(out.match(/^ {2}a\.ts:8:\d+: This query is sent/gm)?.length, 2);
    const listed = (await data('check')).filter(({ rule }) => rule === 'unescaped-interpolation');
    assert.deepEqual(
      listed.map(({ line }) => line),
      [8, 8],
    );
  });
});
