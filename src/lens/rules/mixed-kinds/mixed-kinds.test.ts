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
});
