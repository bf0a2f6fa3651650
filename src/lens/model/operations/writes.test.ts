import assert from 'node:assert/strict';
import { CLIENT, operationsOf, PACKAGE } from '../../../../test/support/operations.ts';
import type { Operation, Repetition, Write } from './operation.ts';

/** The operations of a function's body. */
function inside(body: string): readonly Operation[] {
  const code = `export async function f(pk: string, rk: string, items: any[], options: any) {\n${body}\n}\n`;
  return operationsOf({ 'main.ts': PACKAGE + CLIENT + code });
}

function write(body: string): Write {
  const found = inside(body).find((operation) => operation.kind === 'write');
  assert(found?.kind === 'write');
  return found;
}

function repeated(body: string): Repetition | undefined {
  const [operation] = inside(body).filter(({ kind }) => kind !== 'query');
  return operation?.repeated;
}

describe('what is known of a write', () => {
  it('is whether its options bring an etag', () => {
    const etag = (args: string): string => write(`await client.updateEntity(${args});`).etag;
    assert.equal(etag('items[0]'), 'missing');
    assert.equal(etag("items[0], 'Merge', {}"), 'missing');
    assert.equal(etag("items[0], 'Merge', { etag: undefined }"), 'missing');
    assert.equal(etag("items[0], 'Merge', { etag: items[0].etag ?? '*' }"), 'sent');
    assert.equal(etag("items[0], 'Merge', options"), 'unknown');
    assert.equal(etag('...items'), 'unknown');
  });

  it('is so on every way on which it is reached', () => {
    const etag = (code: string): string => write(code).etag;
    const given = 'const o: any = {}; ';
    const update = "await client.updateEntity(items[0], 'Merge', o);";
    assert.equal(etag(`${given}o.etag = pk; ${update}`), 'sent');
    assert.equal(etag(`${given}if (rk) o.etag = pk; ${update}`), 'unknown');
    assert.equal(etag(`${given}if (rk) { o.etag = pk; ${update} }`), 'sent');
    assert.equal(etag(`${given}o.requestOptions = { customHeaders: {} }; ${update}`), 'unknown');
    assert.equal(etag(`const o = { ...options }; ${update}`), 'unknown');
    assert.equal(etag('await client.deleteEntity(pk, rk, { etag: pk });'), 'sent');
    assert.equal(etag('await client.deleteEntity(pk, rk, {});'), 'missing');
  });

  it('is its mode, where that is a constant', () => {
    assert.equal(write("const mode = 'Replace'; await client.updateEntity(items[0], mode);").mode, 'Replace');
    assert.equal(write('await client.updateEntity(items[0], options.mode);').mode, undefined);
  });

  it('is whether it is the exception', () => {
    assert(write('try { work(); } catch { await client.createEntity(items[0]); }').isInCatch);
    const named = 'try { work(); } catch { if (force) await client.createEntity(items[0]); }';
    assert(write(named).isInCatch && write(named.replace('force', 'again')).isInCatch);
    const around = 'try { work(); } catch { for (const item of items) await client.createEntity(item); }';
    assert(!write(around).isInCatch && !write(around.replace('for (', 'for(')).isInCatch);
  });
});

describe('what repeats an operation', () => {
  it('is the innermost loop in which it is about something else each time', () => {
    const found = repeated(
      'for (const { id, parts } of items) for (const part of parts) await client.deleteEntity(id, rk);',
    );
    assert.equal(found?.partition, 'other');
    assert.equal(found.isOtherRow, false);
    assert.equal(repeated('for (const item of items) await client.deleteEntity(pk, rk);'), undefined);
  });

  it('tells whose partition it is', () => {
    const partition = (code: string): string | undefined =>
      repeated(`for (const item of items) ${code}`)?.partition;
    assert.equal(partition('await client.deleteEntity(pk, item.id);'), 'same');
    assert.equal(partition('{ const key = pk + 1; await client.deleteEntity(key, item.id); }'), 'same');
    assert.equal(partition('await client.createEntity(item);'), 'of-element');
    assert.equal(partition('await client.createEntity({ ...item, rowKey: item.id });'), 'of-element');
    assert.equal(partition('await client.deleteEntity(item.owner, item.id);'), 'other');
  });

  it('does not take for new what was made before the loop', () => {
    const retry = (key: string): Repetition | undefined =>
      repeated(`const made = crypto.randomUUID();
for (const item of items) await client.createEntity({ partitionKey: pk, rowKey: ${key} });`);
    assert.equal(retry('made'), undefined);
    assert.equal(retry('crypto.randomUUID()')?.isOtherRow, true);
  });

  it('tells what goes on at once, and what follows from the turn before', () => {
    const read = (code: string): Repetition | undefined => repeated(`let at = rk;\n${code}`);
    assert.equal(read('for (const id of items) await client.getEntity(pk, id);')?.isParallel, false);
    assert.equal(read('for (const id of items) all.push(client.getEntity(pk, id));')?.isParallel, true);
    assert.equal(
      read('for (const id of items) all.push(limit(() => client.getEntity(pk, id)));')?.isParallel,
      true,
    );
    assert.equal(read('await Promise.all(items.map((id) => client.getEntity(pk, id)));')?.kind, 'callback');
    assert.equal(read('while (at) at = (await client.getEntity(pk, at)).next;')?.isChained, true);
  });

  it('tells which partitions a query asks for', () => {
    const asked = (code: string): string | undefined =>
      inside(`const codes = String(pk).split(','); ${code}`).find(({ kind }) => kind === 'query')?.repeated
        ?.partition;
    const ask = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } })`;
    const each = (filter: string): string => `for (const item of items) await all(${ask(filter)});`;
    const row = "and RowKey eq '${item.id}'`";
    assert.equal(asked(each(`\`PartitionKey eq '\${pk}' ${row}`)), 'same');
    assert.equal(asked(each(`\`PartitionKey eq 'a' ${row}`)), 'same');
    assert.equal(asked(each(`\`PartitionKey eq '\${item.owner}' ${row}`)), 'other');
    assert.equal(asked(each(`\`PartitionKey eq 'p-\${item.owner}' ${row}`)), 'other');
    assert.equal(asked(each(`\`PartitionKey eq '\${item.partitionKey}' ${row}`)), 'other');
    assert.equal(asked(each(`\`Name eq '\${item.name}'\``)), 'same');
    const own = `const key = item.owner ?? pk; await all(${ask("`PartitionKey eq '${key}'`")});`;
    assert.equal(asked(`for (const item of items) { ${own} }`), 'other');
    const through = `const find = (filter: string) => all(${ask('filter')});`;
    const find = (key: string): string =>
      `await Promise.all(codes.map((code) => find(\`PartitionKey eq '\${${key}}' and A eq '\${code}'\`)));`;
    assert.equal(asked(`${through} ${find('code')}`), 'other');
    assert.equal(asked(`${through} ${find('pk')}`), 'same');
  });

  it('tells entities of a list from other things', () => {
    const list = 'const rows = []; for await (const row of client.listEntities()) rows.push(row.rowKey);';
    assert.equal(
      repeated(`${list} for (const id of rows) await client.getEntity(pk, id);`)?.over,
      'entities',
    );
    assert.equal(repeated(`${list} for (const id of items) await client.getEntity(pk, id);`)?.over, 'others');
  });
});
