import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'mixed-kinds';
const HEAD = `
import { TableClient, odata } from '@azure/data-tables';
const staff = new TableClient(url, 'Staff', credential);
export async function add(department: string, id: string, email: string, name: string, grade: string) {
  await staff.submitTransaction([
    ['create', { partitionKey: department, rowKey: \`empid_\${id}\`, name, grade, email }],
    ['create', { partitionKey: department, rowKey: \`email_\${email}\`, name, grade, id }],
  ]);
}
`;

describe(ID, () => {
  it('underlines a list of a partition that has two copies of each entity', () => {
    check(`${HEAD}
export async function names(department: string) {
  const names = [];
  for await (const one of staff.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } }))
    //                          ^^^^^^^^^^^^ information mixed-kinds
    names.push(one.name);
  return names;
}
`);
  });

  describe('of entities that have other properties', () => {
    const KINDS = `
import { TableClient, odata } from '@azure/data-tables';
const staff = new TableClient(url, 'Staff', credential);
export async function add(department: string, id: string, name: string, grade: number) {
  await staff.createEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, name, grade });
}
export async function found(department: string, title: string) {
  await staff.submitTransaction([
    ['create', { partitionKey: department, rowKey: 'Department', title }],
    ['create', { partitionKey: department, rowKey: 'Budget', amount: 0 }],
  ]);
}
`;
    const read = (body: string): string => `${KINDS}
export async function read(department: string) {
  const filter = odata\`PartitionKey eq \${department}\`;
  ${body}
}`;

    it('knows that what one transaction makes is in one partition, by whatever name that is asked for', () => {
      const list = (property: string, mark: string): string => `
import { TableClient, odata } from '@azure/data-tables';
const tills = new TableClient(url, 'Tills', credential);
export async function open(shop: string, cents: number) {
  await tills.submitTransaction([
    ['create', { partitionKey: shop.slice(0, 2), rowKey: \`till_\${shop}\`, cents }],
    ['create', { partitionKey: shop.slice(0, 2), rowKey: \`keys_\${shop}\`, hook: 1, tag: shop }],
  ]);
}
export async function close(region: string, shop: string) {
  await tills.createEntity({ partitionKey: region, rowKey: \`note_\${shop}\`, closed: true });
}
export async function total(region: string) {
  let sum = 0;
  for await (const till of tills.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${region}\` } }))
    ${mark}
    sum += till.${property};
  return sum;
}
`;
      check(list('cents', '//                           ^^^^^^^^^^^^ information mixed-kinds'));
      check(list('closed', ''));
    });

    it('knows of an entity that was read and is put again what kind it is', () => {
      const renamed = (rowKey: string, mark: string): string => `
import { TableClient, odata } from '@azure/data-tables';
const staff = new TableClient(url, 'Staff', credential);
export async function add(department: string, id: string, name: string, grade: number) {
  await staff.createEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, name, grade });
}
export async function book(department: string, id: string, seats: number) {
  await staff.createEntity({ partitionKey: department, rowKey: \`room_\${id}\`, seats });
}
export async function rename(department: string, id: string, name: string) {
  const one = await staff.getEntity(department, ${rowKey});
  await staff.updateEntity({ ...one, name }, 'Replace', { etag: one.etag });
}
export async function names(department: string) {
  const names: string[] = [];
  for await (const one of staff.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } }))
    ${mark}
    names.push(one.name.toUpperCase());
  return names;
}
`;
      check(
        renamed(
          '`empid_${id}`',
          '//                          ^^^^^^^^^^^^ information mixed-kinds/other-kind: name',
        ),
      );
      checkSilent(ID, renamed('`room_${id}`', ''));
      checkSilent(ID, renamed('id', ''));
    });

    it('underlines a list that reads of all what one kind alone has', () => {
      check(
        read(`const names = [];
  for await (const one of staff.listEntities({ queryOptions: { filter, select: ['name'] } })) {
    //                          ^^^^^^^^^^^^ information mixed-kinds/other-kind: name
    names.push(one.name.toUpperCase());
  }
  return names;`),
      );
    });

    it('knows by types what each kind has, and that what is counted by a property is not asked for it', () => {
      check(`
import { odata, type TableClient } from '@azure/data-tables';
interface Tool { maker: string; owner: string }
interface Loan { since: string; person: string }
class Tools {
  constructor(private readonly client: TableClient) {}
  async add(shed: string, no: string, tool: Tool) {
    await this.client.createEntity({ partitionKey: shed, rowKey: \`tool-\${no}\`, ...tool });
  }
  async lend(shed: string, no: string, loan: Loan) {
    await this.client.createEntity({ partitionKey: shed, rowKey: \`loan-\${no}\`, ...loan });
  }
  async makers(shed: string) {
    const count: Record<string, number> = {};
    for await (const tool of this.client.listEntities<Tool>({ queryOptions: { filter: odata\`PartitionKey eq \${shed}\` } })) {
//                                       ^^^^^^^^^^^^ information mixed-kinds/other-kind
      count[tool.maker] = (count[tool.maker] ?? 0) + 1;
    }
    return count;
  }
}
`);
    });

    it('is silent where it is asked which kind each is, or whether it has the property', () => {
      const silent = (use: string, before = KINDS): void => {
        const loop = `for await (const one of staff.listEntities({ queryOptions: { filter } })) { ${use} }`;
        checkSilent(ID, read(loop).replace(KINDS, before));
      };
      silent('if (one.rowKey.startsWith("empid_")) show(one.name);');
      silent('if (one.name) show(one.name);');
      silent('show(one.name ?? "");');
      silent('show(one.name?.toUpperCase());');
      silent('if ("name" in one) show(one.name);');
      silent('keep(one);');
      silent('await staff.deleteEntity(one.partitionKey, one.rowKey);');
      silent('show(one.mail);');
    });

    it('is silent where others may put the property, or the kinds are in other partitions', () => {
      const use = 'for await (const one of staff.listEntities({ queryOptions: { filter } })) show(one.name);';
      const silent = (kinds: string): void => {
        checkSilent(ID, read(use).replace(KINDS, kinds));
      };
      silent(`${KINDS}export const change = (entity) => staff.updateEntity(entity, 'Merge');`);
      silent(KINDS.replace('title }', 'title, ...others }').replace('amount: 0', 'name: ""'));
      silent(
        KINDS.replaceAll("partitionKey: department, rowKey: 'D", "partitionKey: title, rowKey: 'D").replace(
          'amount: 0',
          'name: ""',
        ),
      );
      silent(KINDS.replace("rowKey: 'Department'", 'rowKey: title').replace('amount: 0', 'name: ""'));
    });
  });

  it('knows copies that are written one after the other, and those of other partitions where the whole table is read', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const tools = new TableClient(url, 'Tools', credential);
export async function save(tool: { id: string; code: string; name: string; bin: string }) {
  await tools.upsertEntity({ partitionKey: 'tool', rowKey: 'id_' + tool.id, name: tool.name, bin: tool.bin, code: tool.code });
  await tools.upsertEntity({ partitionKey: 'tool', rowKey: 'code_' + tool.code, name: tool.name, bin: tool.bin, id: tool.id });
}
export async function bins() {
  const bins = [];
  for await (const one of tools.listEntities({ queryOptions: { filter: "PartitionKey eq 'tool'" } })) bins.push(one.bin);
  //                            ^^^^^^^^^^^^ information mixed-kinds/both-copies
  return bins;
}
export async function count() {
  let count = 0;
  for await (const _ of tools.listEntities({ queryOptions: { filter: "PartitionKey eq 'tool'", select: ['RowKey'] } })) count++;
  //                          ^^^^^^^^^^^^ information mixed-kinds/both-copies
  return count;
}
const people = new TableClient(url, 'People', credential);
export async function add(one: { id: string; badge: string; name: string }) {
  await people.upsertEntity({ partitionKey: 'byId', rowKey: one.id, name: one.name, badge: one.badge });
  await people.upsertEntity({ partitionKey: 'byBadge', rowKey: one.badge, name: one.name, id: one.id });
}
export async function names() {
  const names = [];
  for await (const one of people.listEntities()) names.push(one.name);
  //                             ^^^^^^^^^^^^ information mixed-kinds/both-copies
  //                             ^^^^^^^^^^^^ warning table-scan
  return names;
}
export async function byId() {
  const names = [];
  for await (const one of people.listEntities({ queryOptions: { filter: "PartitionKey eq 'byId'" } })) names.push(one.name);
  return names;
}
`);
  });

  it('knows what one client of a class does, whatever table that is given', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
class Inbox {
  constructor(private readonly inbox: TableClient) {}
  deliver(user: string, id: string, text: string) { return this.inbox.upsertEntity({ partitionKey: user, rowKey: 'notice_' + id, text }); }
  sum(user: string, unread: number) { return this.inbox.upsertEntity({ partitionKey: user, rowKey: 'summary', unread }); }
  async texts(user: string) {
    const texts = [];
    for await (const one of this.inbox.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } })) texts.push(one.text);
    //                                 ^^^^^^^^^^^^ information mixed-kinds/other-kind: text
    return texts;
  }
}
`);
  });

  it('knows what is written through functions of the program, by those who call them', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
const rooms = new TableClient(url, 'Rooms', credential);
const insert = async (entity: { partitionKey: string; rowKey: string; [name: string]: unknown }) => {
  await rooms.createEntity(entity);
};
export const book = (room: string, id: string, seats: number) => insert({ partitionKey: room, rowKey: 'booking_' + id, seats });
export const lend = (room: string, id: string, holder: string) => insert({ partitionKey: room, rowKey: 'key_' + id, holder });
export async function seats(room: string) {
  let seats = 0;
  for await (const one of rooms.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } })) seats += Number(one.seats);
  //                            ^^^^^^^^^^^^ information mixed-kinds/other-kind: seats
  return seats;
}
`);
  });

  it('knows by the type that a query names which kind it takes all for', () => {
    const source = (type: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const rooms = new TableClient(url, 'Rooms', credential);
interface Booking { from: Date; seats: number }
interface Key { holder: string }
export async function add(room: string, id: string, from: Date, holder: string) {
  await rooms.createEntity({ partitionKey: room, rowKey: 'booking_' + id, from, seats: 2 });
  await rooms.createEntity({ partitionKey: room, rowKey: 'key_' + id, holder });
}
export async function count(room: string) {
  let count = 0;
  for await (const _ of rooms.listEntities<${type}>({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } })) count++;
  return count;
}
`;
    check(
      source('Booking').replace(
        '  return count',
        '  //                          ^^^^^^^^^^^^ information mixed-kinds/other-kind: from\n  return count',
      ),
    );
    for (const type of ['Partial<Booking>', 'Booking | Key', 'object']) checkSilent(ID, source(type));
  });

  it('is silent where one of the two is asked for, or they are told apart', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function names(department: string) {
  const names = [];
  const filter = odata\`PartitionKey eq \${department} and RowKey ge 'empid_' and RowKey lt 'empid\`'\`;
  for await (const one of staff.listEntities({ queryOptions: { filter } })) names.push(one.name);
  return names;
}
export async function told(department: string) {
  const names = [];
  for await (const one of staff.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } }))
    if (one.rowKey.startsWith('empid_')) names.push(one.name);
  return names;
}
export async function others() {
  const names = [];
  for await (const one of staff.listEntities({ queryOptions: { filter: "PartitionKey eq 'settings'" } })) names.push(one.name);
  return names;
}
`.replaceAll('empid`', 'empid~'),
    );
  });

  it('knows that a condition on what both copies have leaves both, and one on what one has does not', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Players', credential);
export async function add(team: string, shirt: string, mail: string, name: string, position: string) {
  await client.submitTransaction([
    ['create', { partitionKey: team, rowKey: \`shirt_\${shirt}\`, name, position, mail }],
    ['create', { partitionKey: team, rowKey: \`mail_\${mail}\`, name, position, shirt }],
  ]);
}
export async function keepers(team: string) {
  const found = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team} and position eq 'keeper'\` } })) found.push(one);
//                               ^^^^^^^^^^^^ information mixed-kinds/both-copies
  return found;
}
export async function withMail(team: string, mail: string) {
  const found = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team} and mail gt \${mail}\` } })) found.push(one);
  return found;
}
`);
  });

  it('knows a row of its own among those that callers name', () => {
    const source = (more: string, read: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const plants = new TableClient(url, 'Plants', credential);
export const water = (garden, plant, litres) =>
  plants.upsertEntity({ partitionKey: garden, rowKey: plant, litres, at: new Date() }, 'Replace');
export const plan = (garden, days) => plants.upsertEntity({ partitionKey: garden, rowKey: '_plan', days${more} }, 'Merge');
export async function litresOf(garden) {
  let all = 0;
  for await (const one of plants.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${garden}${read}\` } })) all += one.litres;
  return all;
}
`;
    check(
      source('', '').replace(
        '\n  return all',
        '\n  //                             ^^^^^^^^^^^^ information mixed-kinds/other-kind: litres\n  return all',
      ),
    );
    checkSilent(ID, source(', litres: 0', ''));
    checkSilent(ID, source('', " and RowKey lt '_'"));
    checkSilent(ID, source('', ' and litres gt 0'));
    checkSilent(ID, source('', '').replace('one.litres', '(one.litres ?? 0)'));
    const listed = (made: string): string =>
      source('', '')
        .replace('let all = 0', 'const all = []')
        .replace('all += one.litres', `all.push(${made})`);
    check(
      listed('{ id: one.rowKey, litres: one.litres }').replace(
        '\n  return all',
        '\n  //                             ^^^^^^^^^^^^ information mixed-kinds/other-kind: litres\n  return all',
      ),
    );
    checkSilent(ID, listed("one.rowKey.startsWith('_') ? undefined : { litres: one.litres }"));
    checkSilent(ID, listed('{ id: one.rowKey.slice(1), litres: one.litres }'));
  });

  it('is told where a function is called that lists, as far as all is seen that is read', () => {
    const store = (list: string, more = 'out.push(row);'): string => `
import { odata, TableClient } from '@azure/data-tables';
interface Person { name: string; grade: string; email: string; id: string }
class Store {
  readonly table = new TableClient(url, 'Staff', credential);
  async many(filter: string) {
    const out = [];
    for await (const row of this.table.listEntities<Person>({ queryOptions: { filter } })) { ${more} }
    return out;
  }
  async add(department: string, { id, email, ...rest }: Person) {
    await this.table.submitTransaction([
      ['create', { partitionKey: department, rowKey: \`empid_\${id}\`, email, ...rest }],
      ['create', { partitionKey: department, rowKey: \`email_\${email}\`, id, ...rest }],
    ]);
  }
  async list(department: string) {
    ${list}
  }
}
`;
    const asked = 'await this.many(odata`PartitionKey eq ${department}`)';
    check(
      store(`const rows = ${asked};
    //                      ^^^^ information mixed-kinds/both-copies
    return rows.map((row) => row.name);`),
    );
    for (const [list, more] of [
      [`return ${asked};`],
      [`return (${asked}).map((row) => [row.rowKey, row.name]);`],
      [`return (${asked}).map((row) => row.name);`, "if (row.rowKey?.startsWith('empid_')) out.push(row);"],
      [`return (${asked}).map((row) => ['delete', { partitionKey: department, rowKey: row.rowKey }]);`],
      [
        "return (await this.many(odata`PartitionKey eq ${department} and RowKey ge 'empid_' and RowKey lt 'empid`'`)).map((row) => row.name);",
      ],
    ] as const)
      checkSilent(ID, store(list, more));
  });
});
