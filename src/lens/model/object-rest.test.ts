import assert from 'node:assert/strict';
import { CLIENT, operationsOf, PACKAGE } from '../../../test/support/operations.ts';
import { constantText } from '../link/values/text.ts';
import type { Value, Write } from './operations/operation.ts';

/** The one write of a function. */
function writeOf(body: string, parameters = 'id: string, given: any'): Write {
  const code = `${PACKAGE}${CLIENT}export async function save(${parameters}) {\n${body}\n}\n`;
  const write = operationsOf({ 'main.ts': code }).find(({ kind }) => kind === 'write');
  assert(write?.kind === 'write');
  return write;
}

function show(value: Value | undefined): string {
  if (value?.kind === 'oneOf') return [...new Set(value.values.map((one) => show(one.value)))].join(' | ');
  const known = value && constantText(value);
  return known ?? (value?.kind === 'unknown' ? `{${value.name ?? ''}}` : String(value?.kind));
}

const keysOf = ({ partitionKey, rowKey }: Write): string =>
  `${show(partitionKey?.value)}/${show(rowKey?.value)}`;

describe('what a pattern leaves of an object', () => {
  const copied = "await client.createEntity({ partitionKey: 'p', rowKey: 'x', ...rest });";

  it('has not what the pattern took, and all else', () => {
    const write = writeOf(
      `const { partitionKey, ...rest } = { partitionKey: id, rowKey: 'r', color: 'red' };\n${copied}`,
    );
    assert.equal(keysOf(write), 'p/r');
    assert.deepEqual(write.properties, ['color']);
  });

  it('is also told of types, of what is unknown, and under other names and with defaults', () => {
    const typed = 'await client.getEntity<{ partitionKey: string; rowKey: string; color: string }>(id, id)';
    for (const source of [typed, 'given', 'JSON.parse(id)']) {
      const pattern = "{ partitionKey: old, 'rowKey': row = '', ...rest }";
      assert.equal(keysOf(writeOf(`const ${pattern} = ${source};\n${copied}`)), 'p/x', source);
    }
  });

  it('is told of parameters, and of each of several objects', () => {
    assert.equal(keysOf(writeOf(copied, '{ partitionKey, rowKey, ...rest }: any')), 'p/x');
    const several = `const { partitionKey, ...rest } = given ? { partitionKey: 'a', rowKey: 'r' } : { rowKey: 'r' };`;
    assert.equal(keysOf(writeOf(`${several}\n${copied}`)), 'p/r');
  });

  it('leaves what stands in front of a spread, where the pattern takes it', () => {
    const source = 'const { ...rest } = { partitionKey: id, rowKey: id };';
    assert.equal(keysOf(writeOf(`${source}\n${copied}`)), '{id}/{id}');
  });

  it('may be given it again', () => {
    const source =
      "const { rowKey, ...rest } = { partitionKey: 'p', rowKey: id, n: 1 };\nrest.rowKey = 'late';";
    const write = writeOf(`${source}\nawait client.createEntity(rest);`);
    assert.equal(keysOf(write), 'p/late');
    assert.deepEqual(write.properties, ['n']);
  });

  it('keeps what an assignment had given the object before, unless the pattern takes it', () => {
    const source = "const all: any = { rowKey: 'r' };\nall.partitionKey = 'late';\nall.color = 'red';";
    const kept = writeOf(`${source}\nconst { color, ...rest } = all;\nawait client.createEntity(rest);`);
    assert.equal(keysOf(kept), 'late/r');
    assert.deepEqual(kept.properties, []);
    const taken = writeOf(`${source}\nconst { partitionKey, ...rest } = all;\n${copied}`);
    assert.equal(keysOf(taken), 'p/r');
  });
});
