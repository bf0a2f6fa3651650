import assert from 'node:assert/strict';
import { CLIENT } from '../../../test/support/operations.ts';
import { readAll, useOf } from '../../../test/support/designs.ts';
import { keyText } from './layout.ts';

/** Kinds as one line each: name, keys, attributes (those without a property with a star). */
function kindsIn(source: string): readonly string[] {
  return useOf(CLIENT + source).kinds.map(({ name, layout, attributes, copyOf }) =>
    [
      `${name}: ${keyText(layout.partitionKey)} | ${keyText(layout.rowKey)}`,
      attributes.map((one) => (one.property === undefined ? `${one.name}*` : one.name)).join(' '),
      ...(copyOf === undefined ? [] : [`copy of ${copyOf}`]),
    ].join(' | '),
  );
}

describe('kinds of entities', () => {
  it('have one attribute for a value that stands in a key and in a property', () => {
    assert.deepEqual(
      kindsIn(`export const add = (e: { dep: string; no: number }) =>
        client.createEntity({ partitionKey: e.dep, department: e.dep, rowKey: String(e.no).padStart(6, '0') });`),
      ['employee: {department} | {no:6} | department no*'],
    );
  });

  it('have one attribute for the time in a key and the only time that is stored, and none for what a name alone says is one', () => {
    const source = (time: string, property: string): string =>
      `export const add = (id, at, until) => client.createEntity(
        { partitionKey: id, rowKey: String(${time}).padStart(15, '0'), ${property} });`;
    const shown: readonly (readonly [time: string, property: string, attributes: string])[] = [
      ['at.getTime()', 'takenAt: new Date(at), level: until', 'takenAt level id*'],
      // a name alone tells no time: both may be given
      ['new Date(at).getTime()', 'birthDate: until', 'birthDate id* time*'],
      ['at.getTime()', 'takenAt: new Date(at), endsAt: until', 'takenAt endsAt id*'],
      // which of two it is nobody says
      ['at.getTime()', 'takenAt: at, endsAt: until', 'takenAt endsAt id* time*'],
      // the clock gives the one, and who calls the other
      ['Date.now()', 'endsAt: until', 'endsAt id* time*'],
      ['Date.now()', 'endsAt: new Date(until)', 'endsAt id* time*'],
      ['at.getTime()', 'made: new Date()', 'made id* time*'],
      // a text, and what is not called a time
      ['at.getTime()', "takenAt: '' + at", 'takenAt id* time*'],
      ['at.getTime()', 'level: at', 'level id* time*'],
    ];
    for (const [time, property, attributes] of shown) {
      const [kind = ''] = kindsIn(source(time, property));
      assert.equal(kind.split(' | ')[2], attributes, `${time}, ${property}`);
    }
  });

  it('are called after what a value is, not after where one call takes it from or to', () => {
    assert.deepEqual(
      kindsIn(`
        const receive = (warehouse: string, sku: string, count: number) =>
          client.createEntity({ partitionKey: warehouse, rowKey: sku, count });
        export const transfer = (from: string, to: string, sku: string) => receive(to, sku, 1);
        export const stockOf = (warehouse: string, sku: string) => client.getEntity(warehouse, sku);`),
      ['employee: {warehouse} | {sku} | count warehouse* sku*'],
    );
  });

  it('have one attribute for what is made up once, and two for what is made up twice', () => {
    assert.deepEqual(
      kindsIn(`
        const newId = () => crypto.randomUUID();
        export const add = (dep: string) => {
          const id = newId();
          return client.createEntity({ partitionKey: dep, rowKey: id, personId: id, badge: newId() });
        };`),
      ['employee: {dep} | {personId:randomUUID} | personId badge dep*'],
    );
  });

  it('are told apart by the words that their keys begin with, and named by them', () => {
    assert.deepEqual(
      kindsIn(`
        export const a = (dep: string, id: string, mail: string) =>
          client.createEntity({ partitionKey: dep, rowKey: 'person_' + id, mail });
        export const b = (dep: string, head: string) =>
          client.upsertEntity({ partitionKey: dep, rowKey: 'department', head });`),
      ['person: {dep} | person_{id} | mail dep* id*', 'department: {dep} | department | head dep*'],
    );
  });

  it('are one where only what they are called differs', () => {
    assert.deepEqual(
      kindsIn(`
        export const a = (tenant: string, id: string, mail: string) =>
          client.createEntity({ partitionKey: tenant, rowKey: id, mail });
        export const b = (tid: string, user: string, mail: string) =>
          client.upsertEntity({ partitionKey: tid, rowKey: user, mail });`).length,
      1,
    );
  });

  it('are one with what is written back under the PartitionKey that was read', () => {
    assert.deepEqual(
      kindsIn(`
        async function placeOf(day: string) {
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${day}\` } }))
            return { partitionKey: e.partitionKey ?? 'song', rowKey: e.rowKey ?? day };
          return undefined;
        }
        export const add = (day: string, songs: string) => client.upsertEntity({ partitionKey: 'song', rowKey: day, songs }, 'Replace');
        export async function change(day: string, songs: string) {
          const there = await placeOf(day);
          const partitionKey = there?.partitionKey ?? 'song';
          await client.upsertEntity({ partitionKey, rowKey: day, songs }, 'Replace');
        }`),
      ['employee: song | {day} | songs day*'],
    );
  });

  it('have one value for the pieces of a code that is made piece by piece', () => {
    assert.deepEqual(
      kindsIn(`
        const letter = () => LETTERS[Math.floor(Math.random() * LETTERS.length)];
        export const open = (host: string) =>
          client.createEntity({ partitionKey: 'game', rowKey: letter() + letter() + letter() + letter(), host });
        export const join = (game: string) => client.getEntity('game', game);`),
      ['employee: game | {game} | host game*'],
    );
  });

  it('have a value where a constant that is written is asked for by one, unless several kinds may be meant', () => {
    const seed = `export const seed = () =>
      client.createEntity({ partitionKey: 'campaign', rowKey: 'first', title: 'x', status: 'new' });`;
    const get = `export const get = (campaignId: string) => client.getEntity('campaign', campaignId);`;
    const other = `export const second = () =>
      client.createEntity({ partitionKey: 'campaign', rowKey: 'totals', count: 1 });`;
    const any = `export const any = (partitionKey: string, rowKey: string) => client.getEntity(partitionKey, rowKey);`;
    assert.deepEqual(kindsIn(seed + get), ['employee: campaign | {campaignId} | title status campaignId*']);
    assert.deepEqual(kindsIn(seed + any), ['employee: campaign | first | title status']);
    assert.deepEqual(kindsIn(seed + other + get), [
      'first: campaign | first | title status',
      'total: campaign | totals | count',
    ]);
  });

  it('are one with the first of them, which the program names itself', () => {
    assert.deepEqual(
      kindsIn(`
        export const add = (mail: string, nick: string) =>
          client.createEntity({ partitionKey: 'admin', rowKey: mail, nick });
        export const seed = () => client.createEntity({ partitionKey: 'admin', rowKey: 'root@a.example', nick: 'root' });`),
      ['employee: admin | {mail} | nick mail*'],
    );
  });

  it('have one PartitionKey where one file calls it alike, be it by a name that says nothing', () => {
    assert.deepEqual(
      kindsIn(`
        export const open = (name: string, head: string) =>
          client.createEntity({ partitionKey: name, rowKey: 'department', head });
        export const limit = (name: string, purpose: string, cents: number) =>
          client.upsertEntity({ partitionKey: name, rowKey: 'limit_' + purpose, cents });
        export const get = (department: string) => client.getEntity(department, 'department');`),
      [
        'department: {name} | department | head name*',
        'limit: {name} | limit_{purpose} | cents name* purpose*',
      ],
    );
  });

  it('lie apart where a partition is asked for by name, with keys that are put together otherwise', () => {
    assert.deepEqual(
      kindsIn(`
        export const add = (trip: string, user: string, nick: string) =>
          client.createEntity({ partitionKey: trip, rowKey: 'member:' + user, nick });
        export const tripOf = (slug: string) => client.getEntity('slug', slug);`),
      ['member: {trip} | member:{user} | nick trip* user*', 'slug: slug | {slug} | slug*'],
    );
  });

  it('are one where a key of one write has a constant in the place of a value, or is one of a list', () => {
    assert.deepEqual(
      kindsIn(`
        export const count = (ip: string, hits: number) =>
          client.upsertEntity({ partitionKey: 'limit', rowKey: ip || 'unknown', hits });
        export const react = (message: string, emoji: string, user: string) =>
          client.createEntity({ partitionKey: 'reaction_' + message, rowKey: emoji + '__' + (user || ''), emoji });
        export async function seed() {
          for (const rowKey of ['score', 'rate', 'share']) await client.upsertEntity({ partitionKey: 'benchmark', rowKey, mean: 1 });
        }`),
      [
        'limit: limit | {ip} | hits ip*',
        'reaction: reaction_{message} | {emoji}__{user} | emoji message* user*',
        'benchmark: benchmark | {rowKey} | mean rowKey*',
      ],
    );
  });

  it('are two where the keys of one write differ in more', () => {
    assert.deepEqual(
      kindsIn(`export const put = (dep: string, id: string, isHead: boolean) =>
        client.upsertEntity({ partitionKey: dep, rowKey: isHead ? 'department' : 'person_' + id, mail: 1 });`)
        .length,
      2,
    );
  });

  it('are two where a property says so', () => {
    assert.deepEqual(
      kindsIn(`
        export const a = (pk: string, id: string) => client.createEntity({ partitionKey: pk, rowKey: id, type: 'order', sum: 1 });
        export const b = (pk: string, id: string) => client.createEntity({ partitionKey: pk, rowKey: id, type: 'note', sum: 1 });`)
        .length,
      2,
    );
  });

  it('are two for the two directions of a relationship, each with what is deleted of it', () => {
    const { kinds, writes } = useOf(`${CLIENT}
      export async function join(roomId: string, userId: string) {
        await client.upsertEntity({ partitionKey: roomId, rowKey: userId, joined: new Date() });
        await client.upsertEntity({ partitionKey: userId, rowKey: roomId, joined: new Date() });
      }
      export const leave = (roomId: string, userId: string) =>
        Promise.all([client.deleteEntity(userId, roomId), client.deleteEntity(roomId, userId)]);`);
    assert.deepEqual(
      kinds.map(({ layout }) => [layout.partitionKey, layout.rowKey].map(keyText).join(' | ')),
      ['{roomId} | {userId}', '{userId} | {roomId}'],
    );
    assert.deepEqual(
      writes.map(({ kind, does, writes: sites }) => [kind, does, sites.length]),
      [
        ['employee', 'merge', 1],
        ['employee 2', 'merge', 1],
        ['employee 2', 'delete', 1],
        ['employee', 'delete', 1],
      ],
    );
  });

  it('know a copy that the same transaction writes', () => {
    assert.deepEqual(
      kindsIn(`export const add = (dep: string, id: string, mail: string) => client.submitTransaction([
        ['create', { partitionKey: dep, rowKey: 'id_' + id, id, mail }],
        ['create', { partitionKey: dep, rowKey: 'mail_' + mail, id, mail }],
      ]);`)[1],
      'mail: {dep} | mail_{mail} | id mail dep* | copy of id',
    );
  });

  it('are seen by what is read, where no write is', () => {
    const { kinds, patterns } = useOf(
      `${CLIENT} export const get = (tenant: string, user: string) => client.getEntity(tenant, user);`,
    );
    assert.deepEqual(
      kinds.map(({ makers, layout }) => [
        makers.length,
        keyText(layout.partitionKey),
        keyText(layout.rowKey),
      ]),
      [[0, '{tenant}', '{user}']],
    );
    assert.equal(patterns[0]?.shape, 'point');
  });
});

describe('kinds that are only read', () => {
  it('are two where a partition is asked for by a word, and another by a value', () => {
    assert.deepEqual(
      kindsIn(`
        export const room = (roomCode: string) => client.getEntity('room', roomCode);
        ${readAll('seats', 'roomCode: string', 'PartitionKey eq ${roomCode}')}`),
      ['room: room | {roomCode} | roomCode*', 'employee: {roomCode} | {rowKey} | roomCode* rowKey*'],
    );
  });

  it('are others than the made ones under a word that what is asked for cannot be', () => {
    assert.deepEqual(
      kindsIn(`
        export const count = (shop: string, group: string, sold: number) =>
          client.upsertEntity({ partitionKey: 'totals', rowKey: \`\${shop}|\${group}\`, sold });
        ${readAll('sales', 'shop: string, day: string', 'PartitionKey eq ${`${shop}|${day}`}')}`),
      [
        'total: totals | {shop}|{group} | sold shop* group*',
        'employee: {shop}|{day} | {rowKey} | shop* day* rowKey*',
      ],
    );
  });
});
