import assert from 'node:assert/strict';
import { CLIENT } from '../../../test/support/operations.ts';
import { useOf } from '../../../test/support/designs.ts';
import { joinsOf } from './joins.ts';
import { relationshipsOf } from './relationships.ts';

describe('relationships', () => {
  const related = (source: string): readonly string[] =>
    relationshipsOf(useOf(CLIENT + source).kinds.map((kind) => ({ table: 'Employees', kind }))).map(
      ({ kind, from, to, by }) => `${from.kind.name} ${kind} ${to.kind.name} by ${by.join()}`,
    );

  it('are of what one function makes up and gives to both', () => {
    const between = (source: string): readonly string[] => {
      const { kinds, table } = useOf(CLIENT + source);
      return relationshipsOf(kinds.map((kind) => ({ table, kind }))).map(
        ({ kind, from, to, by }) => `${kind} ${from.kind.name} ${to.kind.name} ${by.join()}`,
      );
    };
    const found = between(`
      import { randomUUID } from 'node:crypto';
      export async function found(user: string, name: string) {
        const clubId = randomUUID();
        await client.createEntity({ partitionKey: 'club', rowKey: clubId, name });
        await client.createEntity({ partitionKey: clubId, rowKey: 'member_' + user, role: 'head' });
      }
      export const club = (clubId: string) => client.getEntity('club', clubId);
      export const member = (clubId: string, user: string) => client.getEntity(clubId, 'member_' + user);`);
    assert.deepEqual(found, ['one-to-many club member clubId']);
    const joined = between(`
      import { randomUUID } from 'node:crypto';
      export async function found(name: string) {
        const clubId = randomUUID();
        await client.createEntity({ partitionKey: 'club', rowKey: clubId, name });
        return clubId;
      }
      export const club = (clubId: string) => client.getEntity('club', clubId);
      export const join = (clubId: string, user: string) =>
        client.createEntity({ partitionKey: clubId, rowKey: 'member_' + user, role: 'guest' });`);
    assert.deepEqual(joined, ['one-to-many club member clubId']);
  });

  it('are not of a count, which belongs to what its key is called after as others do', () => {
    const add = `export const add = (projectId: string, title: string) =>
      client.createEntity({ partitionKey: projectId, rowKey: 'task_' + crypto.randomUUID(), title });`;
    for (const other of [
      `export const count = (projectId: string, tasks: number) =>
        client.upsertEntity({ partitionKey: projectId, rowKey: 'size', tasks });`,
      `export const next = async (projectId: string, by: string) => {
        const { value } = await client.getEntity('counter', projectId);
        await client.updateEntity({ partitionKey: 'counter', rowKey: projectId, value: value + 1, by });
      };`,
    ])
      assert.deepEqual(related(add + other), [], other);
    assert.deepEqual(
      related(`${add} export const found = (projectId: string, title: string) =>
        client.createEntity({ partitionKey: 'project', rowKey: projectId, title });`),
      ['project one-to-many task by projectId'],
    );
  });

  it('are none between two ways of one write to put a key together', () => {
    const { kinds, table } = useOf(`${CLIENT}
      export const vote = (session: string, songId: string, isOnce: boolean) =>
        client.createEntity({ partitionKey: session, rowKey: isOnce ? songId : songId + '|' + crypto.randomUUID(), songId });`);
    assert.deepEqual([kinds.length, relationshipsOf(kinds.map((kind) => ({ table, kind })))], [2, []]);
  });

  it('are not of ids that each write makes up by itself', () => {
    assert.deepEqual(
      related(`
        const make = () => { const tokenId = crypto.randomUUID(); return { tokenId }; };
        export const reset = (user: string) =>
          client.createEntity({ partitionKey: 'reset', rowKey: make().tokenId, user, expires: 1 });
        export const login = (user: string) =>
          client.createEntity({ partitionKey: 'refresh', rowKey: make().tokenId, user, hash: 1 });
        export const a = (tokenId: string) => client.getEntity('reset', tokenId);
        export const b = (tokenId: string) => client.getEntity('refresh', tokenId);`),
      [],
    );
  });

  it('are of one to many only where there can be many', () => {
    assert.deepEqual(
      related(`
        export const user = (pageId: string, senderId: string, sessionId: string) =>
          client.upsertEntity({ partitionKey: 'user_' + pageId, rowKey: senderId, pageId, senderId, sessionId });
        export const session = (pageId: string, senderId: string, sessionId: string) =>
          client.upsertEntity({ partitionKey: 'session_' + pageId + '_' + senderId, rowKey: sessionId, pageId, senderId, sessionId });`),
      ['user one-to-many session by pageId,senderId'],
    );
  });

  it('are of one each where each of two has what tells the other apart', () => {
    assert.deepEqual(
      related(`
        export const add = (badgeNo: string, phoneNo: string, owner: string) => Promise.all([
          client.upsertEntity({ partitionKey: 'badge', rowKey: badgeNo, badgeNo, phoneNo, owner }),
          client.upsertEntity({ partitionKey: 'phone', rowKey: phoneNo, badgeNo, phoneNo }),
        ]);`),
      ['badge one-to-one phone by badgeNo'],
    );
  });

  it('are not of the time at which things were made', () => {
    assert.deepEqual(
      related(`
        export const summary = (points: string) => {
          const generatedAt = new Date().toISOString();
          return client.createEntity({ partitionKey: 'summary', rowKey: generatedAt, points, generatedAt });
        };
        export const report = (date: string, text: string) =>
          client.upsertEntity({ partitionKey: 'report', rowKey: date, text, generatedAt: new Date().toISOString() });`),
      [],
    );
  });

  it('are of a key that those who ask for it have a name for', () => {
    assert.deepEqual(
      related(`
        const toEntity = (one: { id: string; name: string }) => ({ partitionKey: 'race', rowKey: one.id, name: one.name });
        export const add = (name: string) => client.createEntity(toEntity({ id: crypto.randomUUID(), name }));
        export async function rename(raceId: string, name: string) {
          const entity = await client.getEntity('race', raceId);
          await client.updateEntity(toEntity({ id: entity.rowKey ?? '', name }), 'Replace');
        }
        export const enter = (raceId: string, runner: string) =>
          client.createEntity({ partitionKey: 'entry_' + raceId, rowKey: 'runner_' + runner, runner });`),
      ['race one-to-many runner by raceId'],
    );
  });

  it('are of an id that others call after what it is of', () => {
    assert.deepEqual(
      related(`
        export const order = (id: string, total: number) =>
          client.createEntity({ partitionKey: 'order', rowKey: 'order_' + id, id, total });
        export const line = (orderId: string, no: string) =>
          client.createEntity({ partitionKey: 'line', rowKey: 'line_' + orderId + '_' + no, orderId, no });`),
      ['order one-to-many line by orderId'],
    );
  });
});

describe('references', () => {
  it('are properties of one kind that another is asked for by', () => {
    const { references } = useOf(
      `${CLIENT}
      export const a = (dep: string, managerId: string) =>
        client.createEntity({ partitionKey: dep, rowKey: 'department', managerId });
      export const b = (dep: string, id: string, mail: string) =>
        client.createEntity({ partitionKey: dep, rowKey: 'person_' + id, mail });
      export async function manager(dep: string) {
        const { managerId } = await client.getEntity<{ managerId: string }>(dep, 'department');
        return client.getEntity(dep, 'person_' + managerId);
      }`,
    );
    assert.deepEqual(
      references.map(({ from, to, by, isOnePartition }) => [
        from.kind.name,
        by,
        to.kind.name,
        isOnePartition,
      ]),
      [['department', ['managerId'], 'person', true]],
    );
  });
});

describe('joins in the client', () => {
  it('are questions that are asked once for each result of another', () => {
    const use = useOf(
      `${CLIENT}
      interface Person { dep: string; head: string }
      export const add = (dep: string, id: string, mail: string) =>
        client.createEntity({ partitionKey: dep, rowKey: 'person_' + id, mail });
      export async function report(dep: string) {
        const options = { queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } };
        for await (const person of client.listEntities<Person>(options)) {
          show(await client.getEntity(person.head, 'department'));
        }
      }`,
    );
    const [join, ...others] = joinsOf([use]);
    assert.deepEqual(
      [join?.outer, join?.inner].map((end) => end && use.patterns[end.pattern]?.shape),
      ['partition-scan', 'point'],
    );
    assert.equal(others.length, 0);
  });
});
