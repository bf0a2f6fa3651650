import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

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

  it('underlines one that ends early and is then put the other way round', () => {
    check(`${HEAD}
export const save = (text: string) => client.createEntity({ partitionKey: 'feedback', rowKey: new Date().toISOString(), text });
export async function latest() {
  const found = [];
  for await (const one of client.listEntities().byPage({ maxPageSize: 100 })) {
    //                           ^^^^^^^^^^^^ warning table-scan
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
});
