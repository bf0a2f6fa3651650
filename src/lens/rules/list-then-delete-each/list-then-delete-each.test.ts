import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Sessions', credential);
const list = (user: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } });
`;
const ID = 'list-then-delete-each';

describe(ID, () => {
  it('follows a RowKey to where it was read, as text, under another name and in a transaction too', () => {
    check(`${HEAD.replace('odata, TableClient', 'odata, TableClient, TableTransaction')}
export async function signOut(user: string) {
  for await (const session of list(user)) {
    const rowKey = String(session.rowKey ?? '');
    await client.deleteEntity(user, rowKey);
    //           ^^^^^^^^^^^^ information list-then-delete-each
  }
  for await (const session of list(user)) {
    await client.deleteEntity('token', session.token);
    //           ^^^^^^^^^^^^ information list-then-delete-each
  }
  const sessions = [];
  for await (const session of list(user)) sessions.push(session);
  const transaction = new TableTransaction();
  sessions.map((session) => session.rowKey).forEach((rowKey) => transaction.deleteEntity(user, rowKey));
  await client.submitTransaction(transaction.actions);
  //           ^^^^^^^^^^^^^^^^^ information list-then-delete-each
  //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large
}
`);
  });

  it('tells of deletes in the loop over the list, in turn or at once', () => {
    check(`${HEAD}
export async function signOut(user: string) {
  for await (const session of list(user)) {
    if (session.expired) await client.deleteEntity(session.partitionKey, session.rowKey);
    //                                ^^^^^^^^^^^^ information list-then-delete-each/each
  }
  for await (const page of list(user).byPage()) {
    await Promise.all(page.map((session) => client.deleteEntity(user, session.rowKey)));
    //                                             ^^^^^^^^^^^^ information list-then-delete-each
  }
  const deletes = [];
  for await (const session of list(user)) deletes.push(client.deleteEntity(user, session.rowKey));
  //                                                          ^^^^^^^^^^^^ information list-then-delete-each
  await Promise.all(deletes);
}
`);
  });

  it('is silent where something is waited for before each is deleted: what is deleted tells what is done', () => {
    const drain = (body: string): string =>
      `${HEAD}\nexport async function drain(user: string, send: Send) {\n  for await (const session of list(user)) {\n${body}\n  }\n}\n`;
    for (const id of [ID, 'writes-in-loop'])
      checkSilent(
        id,
        drain('    await send(session.mail);\n    await client.deleteEntity(user, session.rowKey);'),
      );
    check(
      drain(`    log(session.mail);
    await client.deleteEntity(user, session.rowKey);
    //           ^^^^^^^^^^^^ information list-then-delete-each
    await send(session.mail);`),
    );
  });

  it('is silent where the list has one entity at most', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function drop(user: string, id: string, other: boolean) {
  let filter = odata\`PartitionKey eq 'a' and PartitionKey eq 'b'\`;
  if (other) filter = odata\`PartitionKey eq \${user} and RowKey eq \${id}\`;
  for await (const session of client.listEntities({ queryOptions: { filter } }))
    await client.deleteEntity(session.partitionKey, session.rowKey);
}
`,
    );
  });

  it('is silent where each is in a partition of its own: no transaction holds two of them', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function drop(id: string) {
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${id}\` } }))
    await client.deleteEntity(one.partitionKey, one.rowKey);
}
`,
    );
  });

  it('does not call entities listed only to be deleted that are given another key', () => {
    check(`${HEAD}
export async function rename(user: string, to: string) {
  for await (const session of list(user)) {
    await client.createEntity({ ...session, partitionKey: to, rowKey: session.rowKey });
    await client.deleteEntity(session.partitionKey, session.rowKey);
    //           ^^^^^^^^^^^^ information list-then-delete-each/replaced
  }
}
`);
  });

  it('tells of deletes in a second loop, over what was collected in the first', () => {
    check(`${HEAD}
async function keysOf(user: string) {
  const keys = [];
  for await (const session of list(user)) keys.push({ pk: session.partitionKey, rk: session.rowKey });
  return keys;
}
export async function signOut(user: string) {
  const keys = await keysOf(user);
  for (const { pk, rk } of keys) await client.deleteEntity(pk, rk);
  //                                          ^^^^^^^^^^^^ information list-then-delete-each
}
`);
  });

  it('tells of deletes through wrappers in another file', () => {
    check(`
// file: store.ts
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Sessions', credential);
export async function all(user: string) {
  const found = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } })) found.push(one);
  return found;
}
export const remove = (pk: string, rk: string) => client.deleteEntity(pk, rk);
// file: main.ts
import { all, remove } from './store.js';
export async function signOut(user: string) {
  for (const session of await all(user)) await remove(session.partitionKey, session.rowKey);
  //                                           ^^^^^^ information list-then-delete-each
}
`);
  });

  it('tells of deletes through functions of the file, where a loop gives these what was listed', () => {
    check(`${HEAD}
class Sessions {
  constructor(private readonly table: TableClient) {}
  async *of(user: string) { yield* list(user); }
  async remove(user: string, id: string) {
    await this.table.deleteEntity(user, id);
    //               ^^^^^^^^^^^^ information list-then-delete-each
  }
}
const sessions = new Sessions(client);
export async function signOut(user: string) {
  for await (const { rowKey } of sessions.of(user)) await sessions.remove(user, rowKey);
}
`);
    checkSilent(
      ID,
      `${HEAD}
const remove = (user: string, id: string) => client.deleteEntity(user, id);
export async function signOut(user: string, ids: string[]) {
  for await (const { rowKey } of list(user)) console.log(rowKey);
  for (const id of ids) await remove(user, id);
}
const forgetOne = async (user: string, id: string) => {
  await messages.clear(id);
  await client.deleteEntity(user, id);
};
export async function forgetAll(user: string) {
  for await (const { rowKey } of list(user)) await forgetOne(user, rowKey);
}
export async function forget(user: string) {
  for await (const { token } of list(user)) await remove('tokens', token);
}
`,
    );
  });

  it('tells of a single transaction for whatever was listed', () => {
    check(`${HEAD}
export async function signOut(user: string) {
  const actions = [];
  for await (const { rowKey } of list(user)) actions.push(['delete', { partitionKey: user, rowKey }]);
  await client.submitTransaction(actions);
  //           ^^^^^^^^^^^^^^^^^ information list-then-delete-each/one-transaction
  //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/query
}
`);
  });

  it('is silent for transactions in groups', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function signOut(user: string) {
  for await (const page of list(user).byPage({ maxPageSize: 100 })) {
    await client.submitTransaction(page.map(({ rowKey }) => ['delete', { partitionKey: user, rowKey }]));
  }
  const rows = [];
  for await (const session of list(user)) rows.push(session);
  for (let i = 0; i < rows.length; i += 100) {
    await client.submitTransaction(
      rows.slice(i, i + 100).map(({ rowKey }) => ['delete', { partitionKey: user, rowKey }]),
    );
  }
  let actions = [];
  for await (const { rowKey } of list(user)) {
    actions.push(['delete', { partitionKey: user, rowKey }]);
    if (actions.length === MOST) {
      await client.submitTransaction(actions);
      actions = [];
    }
  }
  if (actions.length > 0) await client.submitTransaction(actions);
  let batch = [];
  for await (const { rowKey } of list(user)) {
    if (batch.length === 100) {
      await client.submitTransaction(batch);
      batch = [];
    }
    batch.push(['delete', { partitionKey: user, rowKey }]);
  }
  if (batch.length > 0) await client.submitTransaction(batch);
}
const MOST = 100;
`,
    );
  });

  it('is silent where one is found and deleted, others are deleted, or none was listed', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function signOut(user: string, id: string, ids: string[]) {
  for await (const session of list(user)) {
    if (session.token === id) {
      await client.deleteEntity(user, session.rowKey);
      break;
    }
  }
  for await (const session of list(user)) {
    await client.deleteEntity(\`device_\${session.device}\`, user);
    try {
      await client.getEntity('devices', session.device);
    } catch {
      await client.deleteEntity(user, session.rowKey);
    }
  }
  for (const one of ids) await client.deleteEntity(user, one);
  const actions = ids.map((one) => ['delete', { partitionKey: user, rowKey: one }]);
  await client.submitTransaction(actions);
}
`,
    );
  });

  it('is silent for lists of something else', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function clean(container: ContainerClient, user: string) {
  for await (const blob of container.listBlobsFlat()) await client.deleteEntity(user, blob.name);
}
`,
    );
  });

  describe('fix', () => {
    const LIST = 'client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${user}` } })';
    const inside = (body: string, imported = 'odata, TableClient'): string => `
import { ${imported} } from '@azure/data-tables';
const client = new TableClient(url, 'Sessions', credential);
export async function signOut(user: string) {
${body}
}
`;
    const after = (key: string): string => `  let transaction = new TableTransaction();
  for await (const one of ${LIST}) {
    transaction.deleteEntity(${key}, one.rowKey!);
    if (transaction.actions.length === 100) {
      await client.submitTransaction(transaction.actions);
      transaction = new TableTransaction();
    }
  }
  if (transaction.actions.length > 0) await client.submitTransaction(transaction.actions);`;

    it('deletes what a query of one partition lists in transactions', () => {
      for (const key of ['user', 'one.partitionKey!'])
        checkFix(
          ID,
          inside(`  for await (const one of ${LIST}) {
    await client.deleteEntity(${key}, one.rowKey!);
  }`),
          inside(after(key), 'odata, TableClient, TableTransaction'),
          'Delete in transactions of 100',
        );
    });

    it('is not offered where more is done, options are given, or there may be other partitions', () => {
      const remove = 'await client.deleteEntity(one.partitionKey!, one.rowKey!);';
      for (const body of [
        `for await (const one of ${LIST}) { ${remove} count++; }`,
        `for await (const one of ${LIST}) { if (one.old) ${remove} }`,
        `for await (const one of ${LIST}) await client.deleteEntity(user, one.rowKey!, { etag: one.etag });`,
        `for await (const one of client.listEntities()) ${remove}`,
        `for await (const one of client.listEntities({ queryOptions: { filter: user } })) ${remove}`,
        `if (user) for await (const one of ${LIST}) ${remove}`,
        // without users it lists all partitions
        `let filter: string | undefined; for (const each of users) { filter = odata\`PartitionKey eq \${each}\`; break; }
  for await (const one of client.listEntities({ queryOptions: { filter } })) ${remove}`,
      ])
        checkNoFix(ID, inside(`  ${body}`));
    });
  });

  it('is silent where a function is asked for one entity', () => {
    checkSilent(
      ID,
      `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Sessions', credential);
const listed = (filter: string) => client.listEntities({ queryOptions: { filter } });
const withClient = (use: (one: TableClient) => unknown) => use(client);
export async function signOut(id: string) {
  const sessions = [];
  const filter = odata\`PartitionKey eq 'a' and RowKey eq \${id}\`;
  for await (const session of listed(filter)) sessions.push(session);
  for (const { partitionKey, rowKey } of sessions) await client.deleteEntity(partitionKey, rowKey);
  const actions = [];
  for await (const { partitionKey, rowKey } of withClient((one) => one.listEntities({ queryOptions: { filter } })))
    actions.push(['delete', { partitionKey, rowKey }]);
  await client.submitTransaction(actions);
}
`,
    );
  });

  it('tells of deletes in a function that a package calls for each', () => {
    const source = (head: string, each: string, mark: string): string => `
import { odata, TableClient } from '@azure/data-tables';
${head}
const client = new TableClient(url, 'Rooms', credential);
export async function close(house: string) {
  const rooms = [];
  for await (const room of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${house}\` } })) rooms.push(room);
  await ${each}
${mark}
}
`;
    const mark = (at: number): string =>
      `  //${' '.repeat(at - 4)}^^^^^^^^^^^^ information list-then-delete-each/each`;
    for (const [head, each] of [
      [
        `import pMap from 'p-map';`,
        'pMap(rooms, (room) => client.deleteEntity(room.partitionKey, room.rowKey), { concurrency: 5 });',
      ],
      [
        `const async = require('async');`,
        'async.eachLimit(rooms, 5, async (room) => client.deleteEntity(room.partitionKey, room.rowKey));',
      ],
      [
        `import { each } from 'bluebird';`,
        'each(rooms, (room) => client.deleteEntity(room.partitionKey, room.rowKey));',
      ],
    ] as const)
      check(source(head, each, mark(`  await ${each}`.indexOf('deleteEntity'))));
  });
});
