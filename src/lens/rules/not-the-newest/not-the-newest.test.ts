import assert from 'node:assert/strict';
import { check, checkSilent, findingsOf } from '../../../../test/support/rule-fixtures.ts';

const ID = 'not-the-newest';
const HEAD = `
import { TableClient, odata } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';
const client = new TableClient(url, 'Chats', credential);
`;
const read = (after: string, stop: string): string => `
export async function latest(user: string, limit: number) {
  const found = [];
  for await (const chat of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } })) {
    found.push({ id: chat.rowKey, at: chat.at });
    if (found.length >= ${stop}) break;
  }
  ${after}
}
`;

describe(ID, () => {
  it('underlines a query whose first results are sorted by something else than the key', () => {
    check(`${HEAD}
export const save = (user: string, at: Date) => client.createEntity({ partitionKey: user, rowKey: randomUUID(), at });
export async function latest(user: string) {
  const found = [];
  for await (const chat of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } }).byPage({ maxPageSize: 50 })) {
    //                            ^^^^^^^^^^^^ warning not-the-newest/count: at
    found.push(...chat);
    if (found.length >= 50) break;
  }
  return found.sort((a, b) => b.at - a.at);
}
`);
  });

  it('tells who calls a function of the program that reads one page', () => {
    check(`${HEAD}
export const save = (user: string, at: Date) => client.createEntity({ partitionKey: user, rowKey: randomUUID(), at });
async function pageOf(user: string, size: number) {
  const page = await client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } }).byPage({ maxPageSize: size }).next();
  return page.value ?? [];
}
export async function latest(user: string) {
  const chats = await pageOf(user, 20);
  //                  ^^^^^^ warning not-the-newest/some: at
  return chats.sort((a, b) => b.at - a.at);
}
`);
  });

  it('takes no entities into account that lack the property', () => {
    const source = (of: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const games = new TableClient(url, 'Games', credential);
export const play = (league: string, at: Date, winner: string) =>
  games.createEntity({ partitionKey: league, rowKey: crypto.randomUUID(), at, winner });
export const round = (league: string, number: number, points: number) =>
  games.upsertEntity({ partitionKey: league, rowKey: \`round-\${number}\`, ${of} }, 'Replace');
export async function latest(league: string) {
  const found = [];
  for await (const game of games.listEntities<{ at: Date }>({ queryOptions: { filter: odata\`PartitionKey eq \${league}\` } })) {
    found.push(game);
    if (found.length >= 50) break;
  }
  return found.sort((a, b) => b.at.getTime() - a.at.getTime());
}
`;
    const told = (of: string): boolean => findingsOf('/a.ts', source(of)).some(({ rule }) => rule === ID);
    assert.ok(told('points'));
    assert.ok(!told('points, at: new Date()'));
  });

  describe('of keys that begin with a number', () => {
    const numbered = (put: string, more: string, mark: string): string => `${HEAD}
export const bill = (account: string, invoice: { number: number; rank: number; issuedOn: string }) =>
  client.createEntity({ partitionKey: account, ${put}, issuedOn: invoice.issuedOn });
${more}
export async function last(account: string) {
  const filter = odata\`PartitionKey eq \${account} and RowKey ge 'inv_' and RowKey lt 'inv~'\`;
  const rows = [];
  for await (const page of client.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize: 20 })) {
    ${mark}
    rows.push(...page);
    break;
  }
  return rows.sort((a, b) => b.issuedOn.localeCompare(a.issuedOn))[0];
}
`;
    const MARK = '//                            ^^^^^^^^^^^^ warning not-the-newest: issuedOn';
    const own = 'rowKey: `inv_${String(invoice.number).padStart(9, "0")}`, number: invoice.number';

    it('knows that the smallest are first, whatever other kinds there are', () => {
      check(
        numbered(
          own,
          'export const meet = (account: string, id: string) => client.createEntity({ partitionKey: account, rowKey: `con_${id}`, id });',
          MARK,
        ),
      );
    });

    it('is silent where the number may go down, or another kind may be in the range', () => {
      for (const [put, more = ''] of [
        ['rowKey: `inv_${String(invoice.rank).padStart(9, "0")}`, rank: invoice.rank'],
        ['rowKey: `inv_${String(999999999 - invoice.number).padStart(9, "0")}`, number: invoice.number'],
        ['rowKey: `inv_${invoice.rank}`, number: invoice.number'],
        [
          own,
          'export const add = (pk: string, rowKey: string) => client.createEntity({ partitionKey: pk, rowKey });',
        ],
      ] as const)
        checkSilent(ID, numbered(put, more, ''));
    });
  });

  it('knows ids that begin with the time', () => {
    for (const [module, make] of [
      ['ulid', 'ulid'],
      ['uuid', 'v7'],
    ] as const) {
      const write = `import { ${make} as made } from '${module}';
export const save = (user: string, text: string) => client.createEntity({ partitionKey: user, rowKey: made(), text, at: new Date() });
`;
      const found = findingsOf(
        '/code/a.ts',
        `${HEAD}${write}${read('return found.sort((a, b) => b.at.getTime() - a.at.getTime());', '40')}`,
      );
      assert(
        found.some(({ rule }) => rule === ID),
        module,
      );
      // the oldest are asked for, and shown the oldest first
      const oldest = findingsOf(
        '/code/a.ts',
        `${HEAD}${write}${read('return found.sort((a, b) => a.at.getTime() - b.at.getTime());', '40')}`,
      );
      assert(!oldest.some(({ rule }) => rule === ID), module);
    }
  });

  it('underlines one that ends early and is then put the other way round', () => {
    check(`${HEAD}
export const save = (text: string) => client.createEntity({ partitionKey: 'feedback', rowKey: new Date().toISOString(), text });
export async function latest() {
  const found = [];
  for await (const one of client.listEntities().byPage({ maxPageSize: 100 })) {
    found.push(...one);
    if (found.length >= 500) break;
  }
  return found;
}
export async function newest() {
  const found = [];
  for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'feedback'" } })) {
    //                           ^^^^^^^^^^^^ information first-of-list
    //                           ^^^^^^^^^^^^ warning not-the-newest/count: 500
    found.push(one);
    if (found.length >= 500) break;
  }
  found.sort((a, b) => b.rowKey.localeCompare(a.rowKey));
  return found;
}
`);
  });

  it('is silent where the keys are newest first, or nobody knows their order', () => {
    checkSilent(
      ID,
      `${HEAD}
export const save = (user: string, at: Date) =>
  client.createEntity({ partitionKey: user, rowKey: String(8640000000000000 - at.getTime()).padStart(16, '0'), at });
${read('return found.sort((a, b) => b.at - a.at);', '50')}
`,
    );
    checkSilent(
      ID,
      `${HEAD}
export const save = (user: string, id: string, at: Date) => client.createEntity({ partitionKey: user, rowKey: id, at });
${read('return found.sort((a, b) => b.at - a.at);', '50')}
`,
    );
  });

  it('is silent where all are read, and where they are left in their order', () => {
    checkSilent(
      ID,
      `${HEAD}
export const save = (user: string, at: Date) => client.createEntity({ partitionKey: user, rowKey: randomUUID(), at });
export async function all(user: string) {
  const found = [];
  for await (const chat of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } })) found.push(chat);
  return found.sort((a, b) => b.at - a.at).slice(0, 20);
}
${read('return found;', '50')}
`,
    );
  });

  it('is told at the caller of what reads only some, and where the others are left out before it is sorted', () => {
    check(`${HEAD}
export const save = (user: string, at: Date, votes: number) => client.createEntity({ partitionKey: user, rowKey: randomUUID(), at, votes });
async function some(user: string, most: number) {
  const found = [];
  for await (const chat of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } })) {
//                                ^^^^^^^^^^^^ information first-of-list/some
    found.push(chat);
    if (found.length >= most) break;
  }
  return found;
}
export async function best(user: string) {
  const found = await some(user, 50);
//                    ^^^^ warning not-the-newest/some
  return found.sort((a, b) => b.votes - a.votes).slice(0, 3);
}
async function everything(user: string) {
  const found = [];
  for await (const chat of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } })) found.push(chat);
  return found;
}
export async function latest(user: string) {
  const found = await everything(user);
//                    ^^^^^^^^^^ warning first-of-list/all-for-count
//                    ^^^^^^^^^^ warning not-the-newest/kept
  return found.slice(0, 20).sort((a, b) => b.at - a.at);
}
export async function right(user: string) {
  const found = await everything(user);
  return found.sort((a, b) => b.at - a.at).slice(0, 20);
}
`);
  });

  it('knows that no key goes by what is changed later, or that goes by another property', () => {
    check(`${HEAD}
export const save = (shelf: string, isbn: string, title: string) => client.createEntity({ partitionKey: shelf, rowKey: isbn, title, lent: 0 });
export async function lend(shelf: string, isbn: string, times: number) {
  await client.updateEntity({ partitionKey: shelf, rowKey: isbn, lent: times }, 'Merge');
}
export async function favourites(shelf: string) {
  const page = await client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${shelf}\` } }).byPage({ maxPageSize: 100 }).next();
//                          ^^^^^^^^^^^^ warning not-the-newest/some
  return page.value.sort((a, b) => b.lent - a.lent).slice(0, 10);
}
const people = new TableClient(url, 'People', credential);
export const add = (team: string, name: string, joined: Date) => people.createEntity({ partitionKey: team, rowKey: \`\${name}_\${randomUUID()}\`, name, joined });
export async function newcomers(team: string) {
  const found = [];
  for await (const one of people.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team}\` } })) {
//                               ^^^^^^^^^^^^ warning not-the-newest/count
    found.push(one);
    if (found.length === 10) break;
  }
  return found.sort((a, b) => b.joined - a.joined);
}
`);
  });

  it('is silent where what is put back is what was read, and where keys go by an id', () => {
    checkSilent(
      ID,
      `${HEAD}
export const save = (shelf: string, id: string, at: Date) => client.createEntity({ partitionKey: shelf, rowKey: id, id, at });
export async function touch(shelf: string, id: string, entity: any, note: string) {
  await client.updateEntity({ partitionKey: shelf, rowKey: id, at: entity.at, note }, 'Merge');
}
export async function latest(shelf: string) {
  const page = await client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${shelf}\` } }).byPage({ maxPageSize: 100 }).next();
  return page.value.sort((a, b) => b.at - a.at);
}
`,
    );
  });

  it('knows that what is measured is in no order of ids and times', () => {
    const top = (key: string): string => `${HEAD}
export const save = (user: string, id: string, day: Date, rating: number) =>
  client.createEntity({ partitionKey: user, rowKey: ${key}, rating });
export async function best(user: string) {
  const rows = [];
  for await (const page of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } }).byPage({ maxPageSize: 25 })) {
    rows.push(...page);
    break;
  }
  return rows.sort((a, b) => b.rating - a.rating).slice(0, 5);
}
`;
    // the smallest are first where the key begins with it
    for (const key of ['id', '`${day.toISOString()}_${id}`', '`${rating}_${id}`', 'String(rating)'])
      assert.deepEqual(
        findingsOf('/main.ts', top(key))
          .filter(({ rule }) => rule === ID)
          .map(({ messageId }) => messageId),
        ['some'],
        key,
      );
    for (const key of ['`${9 - rating}`', 'ratingKey(rating)', 'score', 'make()']) checkSilent(ID, top(key));
  });

  it('knows that names which callers give say nothing of when an entity is made', () => {
    const newest = (key: string): string => `${HEAD}
export const save = (user: string, slug: string, version: string) =>
  client.upsertEntity({ partitionKey: user, rowKey: ${key}, createdAt: new Date() });
export async function latest(user: string) {
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } })) {
    rows.push(row);
    if (rows.length >= 50) break;
  }
  return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, 5);
}
`;
    for (const key of ['slug', '`page:${slug.toLowerCase()}`'])
      assert.ok(
        findingsOf('/main.ts', newest(key)).some(({ rule }) => rule === ID),
        key,
      );
    for (const key of ['version', '`${slug}_${version}`', 'make(slug)']) checkSilent(ID, newest(key));
  });

  it('knows what instruments measure, also of what is put into objects of the code', () => {
    const hottest = (property: string, key: string): string => `${HEAD}
export const alarm = (device: string, celsius: number, seq: number) =>
  client.createEntity({ partitionKey: device, rowKey: ${key}, celsius, seq });
export async function hottest(device: string) {
  const list: { id?: string; value?: number }[] = [];
  for await (const a of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${device}\` } })) {
    list.push({ id: a.rowKey, value: a.${property} });
    if (list.length >= 50) break;
  }
  list.sort((x, y) => (y.value ?? 0) - (x.value ?? 0));
  return list.slice(0, 5);
}
`;
    const told = (property: string, key: string): boolean =>
      findingsOf('/main.ts', hottest(property, key)).some(({ rule }) => rule === ID);
    assert.ok(told('celsius', 'String(Date.now())'));
    assert.ok(told('celsius', 'randomUUID()'));
    assert.ok(!told('seq', 'String(8640000000000000 - Date.now())'));
    assert.ok(!told('celsius', 'String(999 - celsius)'));
    assert.ok(!told('celsius', 'keyOf(celsius)'));
  });

  it('knows amounts that people have', () => {
    check(`${HEAD}
export const join = (guild: string, user: string) => client.createEntity({ partitionKey: guild, rowKey: user, coins: 0 });
export async function richest(guild: string) {
  for await (const page of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${guild}\` } }).byPage({ maxPageSize: 25 })) {
    //                            ^^^^^^^^^^^^ warning not-the-newest/some: coins
    return page.sort((a, b) => b.coins - a.coins).slice(0, 10);
  }
  return [];
}
`);
  });

  describe('of a page that comes with a token', () => {
    const PAGES = `${HEAD}
export interface Page { items: any[]; token?: string }
async function pageOf(filter: string, size: number, token?: string): Promise<Page> {
  const pages = client.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize: size, continuationToken: token });
  for await (const page of pages) return { items: page, token: page.continuationToken };
  return { items: [] };
}
export async function win(user: string, id: string) {
  const row = await client.getEntity<{ rating: number }>(user, id);
  const patch = won() ? { rating: row.rating + 16 } : { rating: row.rating - 16 };
  await client.updateEntity({ partitionKey: user, rowKey: id, ...patch }, 'Merge', { etag: row.etag });
}
`;
    const best = (body: string): string =>
      `${PAGES}export async function best(user: string, n: number, from: string) {\n${body}\n}\n`;
    const sort = 'sort((a, b) => b.rating - a.rating)';
    const told = (body: string): boolean =>
      findingsOf('/main.ts', best(body)).some(({ rule }) => rule === ID);

    it('is told where that is dropped', () => {
      for (const body of [
        `const { items } = await pageOf(odata\`PartitionKey eq \${user}\`, 100); return items.${sort}.slice(0, n);`,
        `const { items: rows } = await pageOf(odata\`PartitionKey eq \${user}\`, 100, undefined); return rows.${sort}[0];`,
        `return (await pageOf(odata\`PartitionKey eq \${user}\`, 100)).items.${sort};`,
        `const page = await pageOf(odata\`PartitionKey eq \${user}\`, 100); page.items.${sort}; return page.items.slice(0, n);`,
      ])
        assert.ok(told(body), body);
    });

    it('is silent where it leads on, the page is a later one, or nothing is sorted', () => {
      for (const body of [
        `const { items, token } = await pageOf(odata\`PartitionKey eq \${user}\`, 100); return { items: items.${sort}, token };`,
        `const { items, ...more } = await pageOf(odata\`PartitionKey eq \${user}\`, 100); return { items: items.${sort}, ...more };`,
        `const page = await pageOf(odata\`PartitionKey eq \${user}\`, 100); page.items.${sort}; return page;`,
        `const page = await pageOf(odata\`PartitionKey eq \${user}\`, 100); return { items: page.items.${sort}, next: page.token };`,
        `const page = await pageOf(odata\`PartitionKey eq \${user}\`, 100); const other = page; other.items.${sort}; return other;`,
        `const { items } = await pageOf(odata\`PartitionKey eq \${user}\`, 100, from); return items.${sort};`,
        `const { items } = await pageOf(odata\`PartitionKey eq \${user}\`, 100); return items.slice(0, n);`,
        `let page = await pageOf(odata\`PartitionKey eq \${user}\`, 100); const all = [...page.items]; while (page.token) { page = await pageOf(odata\`PartitionKey eq \${user}\`, 100, page.token); all.push(...page.items); } return all.${sort};`,
      ])
        assert.ok(!told(body), body);
    });

    it('is silent where what is spread in may be what was read', () => {
      const source = best(
        `const { items } = await pageOf(odata\`PartitionKey eq \${user}\`, 100); return items.${sort};`,
      );
      for (const patch of ['{ rating: row.rating }', 'make(row)', 'row', '{ rating: from(row) }'])
        checkSilent(ID, source.replace(/won\(\) \? .*;/, `${patch};`));
    });
  });
});
