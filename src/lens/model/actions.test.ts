import assert from 'node:assert/strict';
import { CLIENT, filesOf, operationsOf } from '../../../test/support/operations.ts';
import { constantText } from '../link/values/text.ts';
import type { Write } from './operations/operation.ts';

function writeIn(source: string): Write {
  const write = operationsOf(filesOf(`${CLIENT}${source}`)).findLast((one) => one.kind === 'write');
  assert(write?.kind === 'write');
  return write;
}

/** Each action as `create a/b`, with `*` where there may be many and `!` where it is no tuple. */
function actionsIn(source: string): readonly string[] | undefined {
  return writeIn(source).actions?.map(({ kind, partitionKey, rowKey, many, isTuple }) => {
    const keys = [partitionKey, rowKey].map((key) => (key && constantText(key.value)) ?? '?').join('/');
    return `${isTuple === false ? '!' : ''}${kind ?? '?'} ${keys}${many ? ' *' : ''}`;
  });
}

describe('the actions of a transaction', () => {
  const cases: Readonly<Record<string, readonly [string, readonly string[]]>> = {
    'a list in place': [
      `client.submitTransaction([['create', { partitionKey: 'p', rowKey: 'a' }], ['delete', { partitionKey: 'p', rowKey: 'b' }]]);`,
      ['create p/a', 'delete p/b'],
    ],
    'pushed in a loop': [
      `const all: TransactionAction[] = []; for (const id of ids) all.push(['upsert', { partitionKey: 'p', rowKey: id }, 'Merge']); client.submitTransaction(all);`,
      ['upsert p/? *'],
    ],
    'made from a list': [
      `const f = (ids: string[]) => client.submitTransaction(ids.map((id) => ['delete', { partitionKey: 'p', rowKey: id }]));`,
      ['delete p/? *'],
    ],
    'pushed all at once': [
      `const f = (ids: string[]) => {
        const all: TransactionAction[] = [['delete', { partitionKey: 'p', rowKey: 'a' }]];
        all.push(...ids.map((id) => ['create', { partitionKey: 'p', rowKey: id }]));
        return client.submitTransaction(all);
      };`,
      ['delete p/a', 'create p/? *'],
    ],
    'by a helper, as often as it is called': [
      `const all: TransactionAction[] = [];
      const add = (kind: string, rowKey: string) => { const entity = { partitionKey: 'p', rowKey }; all.push([kind, entity]); };
      add('create', 'a'); add('create', 'b'); add('delete', 'c');
      client.submitTransaction(all);`,
      ['create p/a', 'create p/b', 'delete p/c'],
    ],
    'of a TableTransaction, wherever its methods are called': [
      `function fill(to: TableTransaction) {
        to.createEntity({ partitionKey: 'p', rowKey: 'a' }); to.deleteEntity('p', 'b'); to.upsertEntity({ partitionKey: 'p', rowKey: 'c' });
      }
      const transaction = new TableTransaction(); fill(transaction);
      client.submitTransaction(transaction.actions);`,
      ['create p/a', 'delete p/b', 'upsert p/c'],
    ],
    'of a list that is sent in parts': [
      `const f = async (ids: string[]) => {
        const all = ids.map((id) => ['delete', { partitionKey: 'p', rowKey: id }]);
        for (let i = 0; i < all.length; i += 100) await client.submitTransaction(all.slice(i, i + 100));
      };`,
      ['delete p/? *'],
    ],
    'of a list that is emptied as it is sent': [
      `const f = async (ids: string[]) => {
        const all = ids.map((id) => ['delete', { partitionKey: 'p', rowKey: id }]);
        while (all.length > 0) await client.submitTransaction(all.splice(0, 100));
      };`,
      ['delete p/? *'],
    ],
    'as they are when they are sent': [
      `const entity = { partitionKey: 'p', rowKey: 'a' }; const all = [['create', entity]];
      client.submitTransaction(all);
      entity.rowKey = 'b'; all.push(['delete', entity]);`,
      ['create p/a'],
    ],
    'of whatever kind each may be': [
      `const f = (isNew: boolean) => client.submitTransaction([[isNew ? 'create' : 'update', { partitionKey: 'p', rowKey: 'a' }]]);`,
      ['create p/a', 'update p/a'],
    ],
    'objects instead of tuples': [
      `client.submitTransaction([{ type: 'create', entity: { partitionKey: 'p', rowKey: 'a' } }]);`,
      ['!? ?/?'],
    ],
  };
  for (const [name, [source, expected]] of Object.entries(cases)) {
    it(`are seen: ${name}`, () => {
      assert.deepEqual(actionsIn(source), expected);
    });
  }

  it('are not made up', () => {
    assert.equal(
      actionsIn('function f(all: TransactionAction[]) { client.submitTransaction(all); }'),
      undefined,
    );
    assert.equal(actionsIn(`client.createEntity({ partitionKey: 'p', rowKey: 'a' });`), undefined);
  });
});

describe('the values that a write puts', () => {
  it('are those of the literal, of what is spread into it, and of later assignments', () => {
    const write = writeIn(`const base = { partitionKey: 'p', size: 1 };
      const entity: any = { ...base, rowKey: 'r', tags: ['a'], f: () => 1 }; entity.late = { a: 1 };
      client.createEntity(entity);`);
    assert.deepEqual(
      write.values.map(({ name, value, isLate }) => `${name} ${value.kind}${isLate ? ' (late)' : ''}`),
      ['partitionKey text', 'size number', 'rowKey text', 'tags unknown', 'f unknown', 'late unknown (late)'],
    );
  });

  it('are what the last assignment leaves', () => {
    const structures = (source: string): readonly string[] =>
      writeIn(source).values.map(({ name, structure }) => `${name} ${structure?.kind ?? 'plain'}`);
    assert.deepEqual(
      structures(`const e: any = { tags: ['a'], home: { city: 'x' }, id: { type: 'Int64', value: '1' } };
        e.tags = JSON.stringify(e.tags); client.createEntity(e);`),
      ['tags plain', 'home object', 'id typed'],
    );
    assert.deepEqual(structures(`const e: any = { tags: ['a'] }; prepare(e); client.createEntity(e);`), [
      'tags plain',
    ]);
    assert.deepEqual(
      structures(`const e: any = { tags: ['a'] };
        for (const name in e) e[name] = String(e[name]); client.createEntity(e);`),
      ['tags plain'],
    );
    assert.deepEqual(
      structures(`const e: any = { tags: ['a'] };
        for (const name of names) e[name] = [name]; client.createEntity(e);`),
      ['tags plain', '[] array'],
    );
  });

  it('are none where the entity is not seen', () => {
    assert.deepEqual(writeIn('function f(e: any) { client.createEntity(e); }').values, []);
  });
});
