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
    check(`${head('`email_${employee.email}`')}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and Age gt 5 and Email eq 'x'" } });
//                                                                                  ^^^^^^^^^^^^ hint partition-scan: one entity
`);
    check(`${head('employee.badge')}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and badge eq 'x'" } });
//                                                                     ^^^^^^^^^^^^ hint partition-scan: employee.badge is also written as RowKey
`);
    check(`${head("employee.year + '_' + employee.id")}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and year eq '2026'" } });
//                                                                     ^^^^^^^^^^^^^^ hint partition-scan: a range of RowKey instead
`);
    check(`${head('`review_${employee.id}`')}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and kind eq 'review'" } });
//                                                                     ^^^^^^^^^^^^^^^^ hint partition-scan: over that prefix
`);
  });

  it('sees the writes of other files', () => {
    check(`
// file: main.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and email eq 'x'" } });
//                                                                     ^^^^^^^^^^^^ hint partition-scan
// file: write.ts${head('`email_${employee.email}`')}`);
  });

  const silent: readonly (readonly [rowKey: string, filter: string])[] = [
    ['employee.id', 'odata`PartitionKey eq ${d} and email eq ${value}`'],
    ['`${employee.id}_${employee.email}`', 'odata`PartitionKey eq ${d} and email eq ${value}`'],
    ['employee.email', 'odata`PartitionKey eq ${d}`'],
    ['employee.email', 'odata`PartitionKey eq ${d} and email gt ${value}`'],
    ['employee.email', 'odata`PartitionKey eq ${d} and (email eq ${value} or age gt 5)`'],
    [
      'employee.email',
      "odata`PartitionKey eq ${d} and RowKey ge 'a' and RowKey lt 'b' and email eq ${value}`",
    ],
    ['`review_${employee.id}`', `"PartitionKey eq 'A' and kind eq 'person'"`],
    ['`review_${employee.id}`', 'odata`PartitionKey eq ${d} and kind eq ${value}`'],
    ["'review_'", `"PartitionKey eq 'A' and kind eq 'review'"`],
    ['employee.email', 'filterOf(value)'],
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
      head('employee.email') + query('odata`PartitionKey eq ${d} and email eq ${value}`'),
    );
  });

  it('is silent for writes to another table, and for updates alone', () => {
    const other = head('employee.email')
      .replace("'Employees'", "'Others'")
      .replace('client =', 'others =')
      .replace('client.', 'others.');
    const filter = `"PartitionKey eq 'A' and email eq 'x'"`;
    checkSilent(
      'partition-scan',
      `${other}const client = new TableClient(url, 'Employees', credential);\n${query(filter)}`,
    );
    checkSilent(
      'partition-scan',
      head('employee.email').replace('upsertEntity', 'updateEntity') + query(filter),
    );
  });
});
