import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

/** The head of the file, with a write of an employee under this RowKey. */
const head = (rowKey: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const add = (department: string, employee: Employee) =>
  client.upsertEntity({ ...employee, partitionKey: department, rowKey: ${rowKey} });
`;

const query = (filter: string): string =>
  `export const find = (d: string, value: string) => client.listEntities({ queryOptions: { filter: ${filter} } });\n`;

describe('partition-scan', () => {
  it('underlines the condition that a RowKey answers', () => {
    check(`${head('`phone_${employee.phone}`')}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and Age gt 5 and Phone eq 'x'" } });
//                                                                                  ^^^^^^^^^^^^ hint partition-scan/whole
`);
    check(`${head('employee.badge')}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and badge eq 'x'" } });
//                                                                     ^^^^^^^^^^^^ hint partition-scan/whole: employee.badge
`);
    check(`${head("employee.year + '_' + employee.id")}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and year eq '2026'" } });
//                                                                     ^^^^^^^^^^^^^^ hint partition-scan/beginning
`);
    check(`${head('`review_${employee.id}`')}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and kind eq 'review'" } });
//                                                                     ^^^^^^^^^^^^^^^^ hint partition-scan/prefix
`);
  });

  describe('of a kind', () => {
    const kinds = (other: string, more = ''): string => `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Accounts', credential);
const invoiceRow = (n: number) => \`inv_\${n.toString().padStart(9, '0')}\`;
export const bill = (account: string, n: number, cents: number) =>
  client.createEntity({ partitionKey: account, rowKey: invoiceRow(n), kind: 'invoice', cents });
export const meet = (account: string, id: string, name: string) =>
  client.createEntity({ partitionKey: account, rowKey: ${other}, name });
export const pay = (account: string, n: number, cents: number) =>
  client.updateEntity({ partitionKey: account, rowKey: invoiceRow(n), kind: 'invoice', cents }, 'Merge');
${more}
export const invoices = (account: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${account} and kind eq 'invoice'\` } });
`;

    it('underlines a condition that RowKeys have a prefix for, and others have another', () => {
      check(`${kinds("`con_${id}`, kind: 'contact'")}//                                                                                   ^^^^^^^^^^^^^^^^^ hint partition-scan/prefix: kind, invoiceRow(n)
`);
      check(`${kinds('`con_${id}`')}//                                                                                   ^^^^^^^^^^^^^^^^^ hint partition-scan/prefix
`);
    });

    it('is silent where others may be of that kind, have that prefix, or become so', () => {
      checkSilent('partition-scan', kinds("id, kind: 'contact'"));
      checkSilent('partition-scan', kinds("`inv_x${id}`, kind: 'contact'"));
      checkSilent('partition-scan', kinds('`con_${id}`, kind: name'));
      checkSilent('partition-scan', kinds("`con_${id}`, kind: 'invoice'"));
      const contact = "`con_${id}`, kind: 'contact'";
      const become = (put: string): string =>
        kinds(
          contact,
          `export const set = (account: string, rowKey: string, put: object) => client.updateEntity({ ${put} }, 'Merge');`,
        );
      checkSilent('partition-scan', become("partitionKey: account, rowKey, kind: 'invoice'"));
      checkSilent('partition-scan', become('partitionKey: account, rowKey, ...put'));
      const only = kinds(contact).replace(/export const meet[^;]*;/, '');
      checkSilent('partition-scan', only);
    });
  });

  it('sees the writes of other files', () => {
    check(`
// file: main.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and phone eq 'x'" } });
//                                                                     ^^^^^^^^^^^^ hint partition-scan
// file: write.ts${head('`phone_${employee.phone}`')}`);
  });

  const silent: readonly (readonly [rowKey: string, filter: string])[] = [
    ['employee.id', 'odata`PartitionKey eq ${d} and phone eq ${value}`'],
    ['`${employee.id}_${employee.phone}`', 'odata`PartitionKey eq ${d} and phone eq ${value}`'],
    ['employee.phone', 'odata`PartitionKey eq ${d}`'],
    ['employee.phone', 'odata`PartitionKey eq ${d} and phone gt ${value}`'],
    ['employee.phone', 'odata`PartitionKey eq ${d} and (phone eq ${value} or age gt 5)`'],
    [
      'employee.phone',
      "odata`PartitionKey eq ${d} and RowKey ge 'a' and RowKey lt 'b' and phone eq ${value}`",
    ],
    ['`review_${employee.id}`', `"PartitionKey eq 'A' and kind eq 'person'"`],
    ['`review_${employee.id}`', 'odata`PartitionKey eq ${d} and kind eq ${value}`'],
    ["'review_'", `"PartitionKey eq 'A' and kind eq 'review'"`],
    ['employee.phone', 'filterOf(value)'],
  ];
  for (const [rowKey, filter] of silent) {
    it(`is silent for ${filter} where ${rowKey} is written`, () => {
      checkSilent('partition-scan', head(rowKey) + query(filter));
    });
  }

  it('has a fix that adds the range of a prefix, and none where the condition would have to go', () => {
    checkFix(
      'partition-scan',
      head('`review_${employee.id}`') + query(`"PartitionKey eq 'A' and kind eq 'review' and age gt 5"`),
      head('`review_${employee.id}`') +
        query(
          `"PartitionKey eq 'A' and kind eq 'review' and RowKey ge 'review_' and RowKey lt 'review\`' and age gt 5"`,
        ),
    );
    checkNoFix(
      'partition-scan',
      head('employee.phone') + query('odata`PartitionKey eq ${d} and phone eq ${value}`'),
    );
  });

  it('is silent for writes to another table, and for updates alone', () => {
    const other = head('employee.phone')
      .replace("'Employees'", "'Others'")
      .replace('client =', 'others =')
      .replace('client.', 'others.');
    const filter = `"PartitionKey eq 'A' and phone eq 'x'"`;
    checkSilent(
      'partition-scan',
      `${other}const client = new TableClient(url, 'Employees', credential);\n${query(filter)}`,
    );
    checkSilent(
      'partition-scan',
      head('employee.phone').replace('upsertEntity', 'updateEntity') + query(filter),
    );
  });

  it('reads the entity itself where the property is the RowKey', () => {
    const file = (rowKey: string, body: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const hire = (department: string, email: string, name: string) =>
  client.createEntity({ partitionKey: department, rowKey: ${rowKey}, email, name });
export async function find(department: string, email: string) {
${body}
  return undefined;
}
`;
    const list = `  for await (const one of client.listEntities<Employee>({ queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` } })) {
    return one;
  }`;
    const read = (
      rowKey: string,
    ): string => `  const one = await client.getEntity<Employee>(department, ${rowKey}).catch((error) => {
    if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
    throw error;
  });
  if (one !== undefined) {
    return one;
  }`;
    checkFix('partition-scan', file('email', list), file('email', read('email')), 'Use getEntity');
    const prefixed = '`email_${email}`';
    checkFix('partition-scan', file(prefixed, list), file(prefixed, read(prefixed)), 'Use getEntity');
    checkNoFix(
      'partition-scan',
      file('email', list.replace('and email', 'and age gt 5 and email')),
      'getEntity',
    );
  });

  it('knows keys that transactions write, and such as are encoded, which no fix does for the reader', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Players', credential);
export async function add(team: string, shirt: string, mail: string, name: string) {
  await client.submitTransaction([
    ['create', { partitionKey: team, rowKey: \`shirt_\${shirt}\`, name, mail }],
    ['create', { partitionKey: team, rowKey: \`mail_\${encodeURIComponent(mail)}\`, name, shirt }],
  ]);
}
export async function lend(team: string, id: string, tag: string) {
  const key = \`tag_\${tag.trim().toUpperCase()}\`;
  await client.createEntity({ partitionKey: team, rowKey: key, id, tag });
}
export const byTag = (team: string, tag: string) =>
  Array.fromAsync(client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team} and tag eq \${tag}\` } }));
//                                                                                                ^^^^^^^^^^^^^ hint partition-scan/whole
export const byShirt = (team: string, shirt: string) =>
  Array.fromAsync(client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team} and shirt eq \${shirt}\` } }));
//                                                                                                ^^^^^^^^^^^^^^^^^ hint partition-scan/whole
export const byMail = (team: string, mail: string) =>
  Array.fromAsync(client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team} and mail eq \${mail}\` } }));
//                                                                                                ^^^^^^^^^^^^^^^ hint partition-scan/whole
`);
  });

  it('knows by its type what a request brings', () => {
    check(`
import { HttpRequest } from '@azure/functions';
import { odata, TableClient } from '@azure/data-tables';
interface Seed { species: string; grower: string; bag: string }
const seeds = new TableClient(url, 'Seeds', credential);
export async function add(request: HttpRequest) {
  const bank = request.params.bank;
  const seed = (await request.json()) as Omit<Seed, 'bag'>;
  await seeds.createEntity({ partitionKey: bank, rowKey: \`\${seed.species}_\${crypto.randomUUID()}\`, ...seed });
}
export async function of(bank: string, species: string) {
  const filter = odata\`PartitionKey eq \${bank} and species eq \${species}\`;
  //                                               ^^^^^^^^^^^^^^^^^^^^^ hint partition-scan/beginning
  const found = [];
  for await (const seed of seeds.listEntities({ queryOptions: { filter, select: ['rowKey'] } })) found.push(seed.rowKey);
  return found;
}
`);
  });

  it('knows what another file writes through one client, whatever its table is called', () => {
    check(`
// file: tables.ts
import { TableClient } from '@azure/data-tables';
import { stage } from './config';
export const bookings = new TableClient(url, 'bookings' + stage(), credential);
// file: index.ts
export { bookings as kept } from './tables';
// file: write.ts
import { kept } from './index';
export const book = (venue: string, day: string, slot: string) =>
  kept.createEntity({ partitionKey: venue, rowKey: \`\${day}_\${slot}\`, day, slot });
// file: read.ts
import { odata } from '@azure/data-tables';
import * as tables from './tables';
export const bookingsOn = (venue: string, day: string) =>
  tables.bookings.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${venue} and day eq \${day}\` } });
  //                                                                                        ^^^^^^^^^^^^^ hint partition-scan/beginning: day
`);
  });

  it('takes no client that a function puts where others import it for one', () => {
    const source = (given: string): string => `
// file: tables.ts
import { TableClient } from '@azure/data-tables';
${given}
// file: write.ts
import { client, connect } from './tables';
export async function book(venue: string, day: string, slot: string) {
  connect('bookings' + venue);
  await client.createEntity({ partitionKey: venue, rowKey: \`\${day}_\${slot}\`, day, slot });
}
// file: read.ts
import { odata } from '@azure/data-tables';
import { client } from './tables';
export const of = (venue: string, day: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${venue} and day eq \${day}\` } });
`;
    check(
      source(
        'export let client: TableClient;\nexport function connect(name: string) { client = new TableClient(url, name, credential); }',
      ),
    );
    check(
      source(
        'exports.connect = (name) => { const client = new TableClient(url, name, credential); exports.client = client; };',
      ),
    );
  });
});
