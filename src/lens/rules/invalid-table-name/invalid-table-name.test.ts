import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'invalid-table-name';

describe(ID, () => {
  it('tells of characters, lengths, and names that are taken', () => {
    check(`
import { TableClient, TableServiceClient } from '@azure/data-tables';
const a = new TableClient(url, 'my-table', credential);
//                             ^^^^^^^^^^ error invalid-table-name/characters
const b = TableClient.fromConnectionString(connection, 'ab');
//                                                     ^^^^ error invalid-table-name/length: 63
const c = new TableClient(url, '2ndTable', credential);
//                             ^^^^^^^^^^ error invalid-table-name/first-character
const d = new TableClient(url, process.env.TABLE ?? 'my_table', credential);
//                                                  ^^^^^^^^^^ error invalid-table-name
const e = new TableClient(url, \`\${prefix}-staff\`, credential);
//                             ^^^^^^^^^^^^^^^^^ error invalid-table-name/characters: …-staff
const service = TableServiceClient.fromConnectionString(connection);
await service.createTable('tables');
//                        ^^^^^^^^ error invalid-table-name/reserved
`);
  });

  it('tells where a name of another file is used, and where one stands that a factory is given', () => {
    check(`
// file: names.ts
export const STAFF = 'staff.members';
// file: factory.ts
import { TableClient } from '@azure/data-tables';
export const clientFor = (name: string) => new TableClient(url, name, credential);
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { clientFor } from './factory.js';
import { STAFF } from './names.js';
const staff = new TableClient(url, STAFF, credential);
//                                 ^^^^^ error invalid-table-name/characters: staff.members
export const read = (id: string) => clientFor('user-data').getEntity('p', id);
//                                             ^^^^^^^^^ error invalid-table-name/characters: user-data
`);
  });

  it('is not lost behind many calls of others that go by the name of that function', () => {
    check(`
// file: factory.ts
import { TableClient } from '@azure/data-tables';
export const open = (name: string) => new TableClient(url, name, credential);
// file: main.ts
import { open } from './factory.js';
export async function read(dialogs: Dialogs, id: string) {
${'  dialogs.open("a-question");\n'.repeat(40)}
  return open('user-data').getEntity('p', id);
//             ^^^^^^^^^ error invalid-table-name/characters: user-data
}
`);
  });

  it('tells it where the name is, not at a text of another meaning beside a call', () => {
    check(`
// file: main.ts
import { save, saveIn } from './scores.js';
export async function play(player: string) {
  await save(player).catch((error) => console.error('xp', error));
  await saveIn('my-log', player);
//              ^^^^^^ error invalid-table-name/characters
}
// file: scores.ts
import { TableClient } from '@azure/data-tables';
const scores = new TableClient(url, 'xp', credential);
//                                  ^^^^ error invalid-table-name/length
export const save = (player: string) => scores.upsertEntity({ partitionKey: 'all', rowKey: player });
//                                                                          ^^^^^ information constant-partition-key
export const saveIn = (name: string, player: string) => new TableClient(url, name, credential).upsertEntity({ partitionKey: player, rowKey: '1' });
//                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error invalid-table-name/characters
`);
  });

  it('is silent for good names, for the own tables of the service, and for what is not known', () => {
    checkSilent(
      ID,
      `
import { TableClient, TableServiceClient } from '@azure/data-tables';
const a = new TableClient(url, 'Employees', credential);
const b = new TableClient(url, process.env.TABLE ?? '', credential);
const c = new TableClient(url, \`\${prefix}Table\${i}\`, credential);
const d = new TableClient(url, '$MetricsHourPrimaryTransactionsTable', credential);
const e = new TableClient(url, 'Abc', credential);
`,
    );
  });

  it('is silent for Cosmos DB', () => {
    checkSilent(
      ID,
      `
import { TableClient } from '@azure/data-tables';
const a = new TableClient('https://me.table.cosmos.azure.com', 'my-table', credential);
`,
    );
  });

  it('takes no comment, and no code beside it, for Cosmos DB', () => {
    check(`
import { TableClient } from '@azure/data-tables';
// not for Cosmos DB
const a = new TableClient(url, 'my-table', credential);
//                             ^^^^^^^^^^ error invalid-table-name
export const cosmosUrl = () => 'https://me.table.cosmos.azure.com';
`);
    checkSilent(
      ID,
      `
import { TableClient } from '@azure/data-tables';
const url = process.env.COSMOS_URL ?? '';
export const open = (name: string) => new TableClient(url, 'my-table', credential);
`,
    );
  });

  it('takes no sentence for Cosmos DB', () => {
    check(`
import { TableClient } from '@azure/data-tables';
export function open() {
  console.log('not for Cosmos DB');
  return new TableClient(url, 'my-table', credential);
//                            ^^^^^^^^^^ error invalid-table-name
}
`);
  });

  it('is silent for the tables of another library', () => {
    checkSilent(
      ID,
      `
import { TableClient, Schema } from 'sql-tables';
const a = new TableClient(url, 'my-table');
const schema = new Schema();
schema.createTable('user_data');
`,
    );
  });

  it('is silent for a series of tables by their dates, but not for a name with hyphens in it', () => {
    check(`
import { TableClient } from '@azure/data-tables';
export const open = (day: string) => new TableClient(url, \`Audit\${day}\`, credential);
export const read = () => open(new Date().toISOString().slice(0, 10).replaceAll('-', '')).getEntity('p', 'r');
export const wrong = (day: string) => new TableClient(url, \`audit-\${day}\`, credential);
//                                                         ^^^^^^^^^^^^^^ error invalid-table-name
`);
  });

  it('knows a client of the service that a function or class is given by its type', () => {
    check(`
import { TableServiceClient } from '@azure/data-tables';
export async function up(service: TableServiceClient) {
  await service.createTable('old_orders');
  //                        ^^^^^^^^^^^^ error invalid-table-name/characters
}
export class Down {
  constructor(private readonly service: TableServiceClient, private readonly other: ServiceClient) {}
  async run() {
    await this.service.deleteTable('old-orders');
    //                             ^^^^^^^^^^^^ error invalid-table-name/characters
    await this.other.deleteTable('other-orders');
  }
}
`);
  });

  it('tells where a name is given to a function that makes the client, whoever uses that', () => {
    check(`
// file: tables.ts
import { TableClient } from '@azure/data-tables';
const open = (url: string, name = 'Others') => new TableClient(url, name, credential);
export const staff = open(url, 'staff-members');
//                             ^^^^^^^^^^^^^^^ error invalid-table-name/characters: staff-members
export const others = open(url);
export const first = open(...(['one-name', 'two-names'] as const));
export const second = open('not-a-table', 'Fine');
const other = (url: string, name: string) => new TableClient(url, \`Of\${name.length}\`, credential);
export const third = other(url, 'no-name');
`);
    checkSilent(
      ID,
      `
import { TableClient } from '@azure/data-tables';
const open = (name: string) => new TableClient(process.env.COSMOS_URL ?? '', name, credential);
export const staff = open('staff-members');
`,
    );
  });

  it('tells where a name is given to a function of another file that makes the client', () => {
    const code = (url: string, mark = ''): string => `
// file: tables.ts
import { TableClient } from '@azure/data-tables';
export const open = (name: string, own = '') => new TableClient(${url}, name, credential);
export function clean(name: string) {
  return new TableClient(${url}, name.replace(/[^a-z]/gi, ''), credential);
}
export function cleaned(name: string) {
  name = name.replace(/[^a-z]/gi, '');
  return new TableClient(${url}, name, credential);
}
// file: main.ts
import { clean, cleaned, open } from './tables.ts';
const grades = open('Grades', 'no-name');
const year = open(\`grades_\${process.env.YEAR}\`);
${mark}
const marks = clean('marks_of_all');
const names = cleaned('names_of_all');
await year.createEntity({ partitionKey: 'a', rowKey: 'b' });
`;
    const mark =
      '//                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error invalid-table-name/characters: grades_…';
    check(code('url', mark));
    checkSilent(ID, code("process.env.COSMOS_URL ?? ''"));
  });
});
