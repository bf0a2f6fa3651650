import assert from 'node:assert/strict';
import { CLIENT } from '../../../test/support/operations.ts';
import { useOf } from '../../../test/support/designs.ts';

describe('writes', () => {
  it('are told by kind and by what they do, with what one transaction writes together', () => {
    const { writes, unseen } = useOf(
      `${CLIENT}
      export const add = (dep: string, id: string) => client.submitTransaction([
        ['create', { partitionKey: dep, rowKey: 'item_' + id, name: id }],
        ['update', { partitionKey: dep, rowKey: 'total', count: 1 }],
      ]);
      export const start = (dep: string) => client.createEntity({ partitionKey: dep, rowKey: 'total', count: 0 });
      export const drop = (dep: string, id: string) => client.deleteEntity(dep, 'item_' + id);
      export const save = (all: any) => client.upsertEntity(all);`,
    );
    assert.deepEqual(
      writes.map(({ kind, does, together }) => [kind, does, together]),
      [
        ['item', 'create', ['total']],
        ['total', 'merge', ['item']],
        ['total', 'create', []],
        ['item', 'delete', []],
      ],
    );
    assert.equal(unseen.length, 1);
  });

  it('are told for each kind that one may write, which no transaction writes together', () => {
    const { writes } = useOf(
      `${CLIENT}
      export const put = (id: string, title: string, owner?: string) => client.submitTransaction([
        ['upsert', { partitionKey: owner ? 'own_' + owner : 'shared', rowKey: id, title }, 'Replace'],
      ]);
      export const drop = (id: string, owner?: string) =>
        client.deleteEntity(owner ? 'own_' + owner : 'shared', id);`,
    );
    assert.deepEqual(
      writes.map(({ kind, does, together }) => [kind, does, together]),
      [
        ['own', 'replace', []],
        ['shared', 'replace', []],
        ['own', 'delete', []],
        ['shared', 'delete', []],
      ],
    );
  });
});

describe('writes of an entity that was read', () => {
  it('are of its kind, whether or not they send the ETag', () => {
    for (const options of ['', ', { etag: room.etag }']) {
      const { writes, strangers } = useOf(`${CLIENT}
        export const add = (hotel: string, no: string, price: number) =>
          client.createEntity({ partitionKey: hotel, rowKey: no, price });
        export async function setPrice(hotel: string, no: string, price: number) {
          const room = await client.getEntity(hotel, no);
          room.price = price;
          await client.updateEntity(room, 'Replace'${options});
        }`);
      assert.deepEqual(
        writes.map(({ kind, does }) => [kind, does]),
        [
          ['employee', 'create'],
          ['employee', 'replace'],
        ],
      );
      assert.deepEqual(strangers, []);
    }
  });
});

describe('writes by keys of which nothing is known', () => {
  const kinds = `${CLIENT}
    import { keysOf } from 'elsewhere';
    export const a = (day: string, text: string) => client.createEntity({ partitionKey: 'report', rowKey: day, text });
    export const b = (day: string, id: string, score: number) =>
      client.createEntity({ partitionKey: 'event_' + day, rowKey: id, score });
    export async function drop() {
      const [pk, rk] = keysOf();
      await client.deleteEntity(String(pk), String(rk));
    }`;

  it('are of no kind where there are several', () => {
    const { writes, strangers } = useOf(kinds);
    assert.deepEqual(
      writes.map(({ kind, does }) => [kind, does]),
      [
        ['report', 'create'],
        ['event', 'create'],
      ],
    );
    assert.equal(strangers.length, 1);
  });
});

describe('updates of an entity that was read', () => {
  it('are of the kind that was asked for', () => {
    const { writes, unseen } = useOf(`${CLIENT}
      export const hire = (dep: string, id: string, mail: string) =>
        client.createEntity({ partitionKey: dep, rowKey: 'person_' + id, mail, seen: 0 });
      export async function greet(dep: string, id: string) {
        const person = await client.getEntity(dep, 'person_' + id);
        person.seen = 1;
        await client.updateEntity(person, 'Merge');
      }`);
    assert.deepEqual(
      [writes.map(({ kind, does }) => `${kind} ${does}`), unseen],
      [['employee create', 'employee merge'], []],
    );
  });
});
