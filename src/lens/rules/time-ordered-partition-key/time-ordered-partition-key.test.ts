import { check } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { randomUUID } from 'node:crypto';
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Logins', credential);
`;

describe('time-ordered-partition-key', () => {
  it('underlines the time with which the key begins', () => {
    check(`${HEAD}
export function add(id: string, at: Date) {
  client.createEntity({ partitionKey: new Date().toISOString(), rowKey: id });
//                                    ^^^^^^^^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key/clock
  client.createEntity({ partitionKey: String(Date.now()), rowKey: id });
//                                    ^^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key
  client.upsertEntity({ partitionKey: \`log_\${at.toISOString().slice(0, 10)}_\${at.getUTCFullYear()}\`, rowKey: id });
//                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key
}
`);
  });

  it('knows a window of the clock, of any length, and not what comes again', () => {
    check(`${HEAD}
const windowOf = (seconds: number) => String(Math.floor(Date.now() / 1000 / seconds)).padStart(10, '0');
export function add(id: string, seconds: number, born: Date) {
  client.createEntity({ partitionKey: windowOf(seconds), rowKey: id });
//                                    ^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key/clock
  client.createEntity({ partitionKey: String(Math.floor(Date.now() / 900_000)), rowKey: id });
//                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key
  client.createEntity({ partitionKey: String(Math.floor(Date.now() / 7) % 10), rowKey: id });
  client.createEntity({ partitionKey: String(Math.floor((Date.now() - born.getTime()) / 7)).padStart(6, '0'), rowKey: id });
  client.createEntity({ partitionKey: String(Math.floor(seconds / Date.now())).padStart(4, '0'), rowKey: id });
}
`);
  });

  it('underlines it in a transaction', () => {
    check(`${HEAD}
export const add = (id: string, at: Date) =>
  client.submitTransaction([
    ['create', { partitionKey: at.toISOString(), rowKey: id }],
//                             ^^^^^^^^^^^^^^^^ warning time-ordered-partition-key/clock
    ['delete', { partitionKey: at.toISOString(), rowKey: '0' }],
  ]);
`);
  });

  it('knows a date by its year, and the month of now, whatever the names on the way', () => {
    check(`${HEAD}
export function add(id: string, at: Date) {
  const y = at.getUTCFullYear();
  const m = String(at.getUTCMonth() + 1).padStart(2, '0');
  client.createEntity({ partitionKey: \`m_\${y}-\${m}\`, rowKey: id });
//                                         ^ warning time-ordered-partition-key/clock
  client.createEntity({ partitionKey: \`\${new Date().getMonth() + 1}\`, rowKey: id });
//                                       ^^^^^^^^^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key
//                                       ^^^^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-number-in-key
  client.createEntity({ partitionKey: m, rowKey: id });
}
`);
  });

  it('takes any of the texts that the key may be', () => {
    check(`${HEAD}
export function add(id: string, body: any) {
  const day = (body.at || new Date().toISOString()).slice(0, 10);
  client.createEntity({ partitionKey: day, rowKey: id });
//                                    ^^^ warning time-ordered-partition-key
}
`);
  });

  it('underlines what the code checks to be a date', () => {
    check(`${HEAD}
const DAY = /^\\d{4}-\\d{2}-\\d{2}$/;
const isDate = (text: string): boolean => /^\\d{4}-\\d{2}-\\d{2}$/.test(text);
export async function save(body: { date?: string; day: string; month: string; code: string }, id: string) {
  const date = (body.date ?? '').trim();
  if (!isDate(date) || !DAY.test(body.day) || !body.month.match(/^\\d{4}-\\d{2}$/)) return;
  if (!/^\\d{4}$/.test(body.code)) return;
  await client.createEntity({ partitionKey: date, rowKey: id });
//                                          ^^^^ warning time-ordered-partition-key/clock
  await client.createEntity({ partitionKey: \`day_\${body.day}\`, rowKey: id });
//                                                 ^^^^^^^^ warning time-ordered-partition-key
  await client.createEntity({ partitionKey: body.month, rowKey: id });
//                                          ^^^^^^^^^^ warning time-ordered-partition-key
  await client.createEntity({ partitionKey: body.code, rowKey: id });
}
export async function other(date: string, id: string) {
  await client.createEntity({ partitionKey: date, rowKey: id });
}
`);
  });

  it('is silent where something behind the time spreads what is written at one moment', () => {
    check(`${HEAD}
const DAY = /^\\d{4}-\\d{2}-\\d{2}$/;
export function add(id: string, count: number, at: Date, day: string) {
  client.createEntity({ partitionKey: \`\${at.toISOString().slice(0, 10)}_\${count % 16}\`, rowKey: id });
  client.createEntity({ partitionKey: \`\${at.getUTCFullYear()}-\${at.getUTCMonth() + 1}_\${id}\`, rowKey: 'a' });
//                                                              ^^^^^^^^^^^^^^^^^^^^ warning unpadded-number-in-key
  client.createEntity({ partitionKey: \`\${Date.now()}_\${randomUUID()}\`, rowKey: id });
  if (DAY.test(day)) client.createEntity({ partitionKey: \`\${day}_\${id}\`, rowKey: id });
}
`);
  });

  it('is silent where a hash of a text comes first, whatever that of no characters is', () => {
    check(`${HEAD}
const bucketOf = (text: string) => String([...text].reduce((all, one) => (all * 31 + one.charCodeAt(0)) % 16, 7)).padStart(2, '0');
function hashOf(text: string) {
  let hash = 0;
  for (let n = 0; n < text.length; n++) hash = ((hash << 5) - hash + text.charCodeAt(n)) | 0;
  return Math.abs(hash) % 16;
}
export function add(path: string, at: Date) {
  client.createEntity({ partitionKey: \`\${bucketOf(path)}-\${at.toISOString().slice(0, 10)}\`, rowKey: randomUUID() });
  client.createEntity({ partitionKey: \`\${hashOf(path)}-\${at.toISOString().slice(0, 10)}\`, rowKey: randomUUID() });
  client.createEntity({ partitionKey: \`log-\${at.toISOString().slice(0, 10)}\`, rowKey: randomUUID() });
//                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key
}
`);
  });

  it('is silent where something else comes first, for RowKeys, for changes and for random ids', () => {
    check(`${HEAD}
export function add(department: string, at: Date) {
  client.createEntity({ partitionKey: \`\${department}_\${at.toISOString()}\`, rowKey: randomUUID() });
  client.createEntity({ partitionKey: department, rowKey: at.toISOString() });
  client.createEntity({ partitionKey: randomUUID(), rowKey: '' });
  client.updateEntity({ partitionKey: at.toISOString(), rowKey: department });
  client.deleteEntity(at.toISOString(), department);
}
`);
  });

  it('is told where a class makes the key that a method writes which it inherits: in a getter, a field, a method', () => {
    check(`
import { TableClient } from '@azure/data-tables';
abstract class Repo<T extends { id: string }> {
  constructor(protected readonly table: TableClient) {}
  protected abstract get partition(): string;
  save(item: T) {
    return this.table.upsertEntity({ rowKey: item.id, ...item, partitionKey: this.partition });
  }
}
export class Visits extends Repo<{ id: string; page: string }> {
  protected get partition() {
    return new Date().toISOString().slice(0, 7);
//         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key/clock
  }
}
export class Pages extends Repo<{ id: string; page: string }> {
  protected get partition() {
    return 'page';
  }
}
`);
  });
});
