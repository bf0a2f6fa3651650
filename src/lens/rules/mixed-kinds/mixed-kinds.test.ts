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
