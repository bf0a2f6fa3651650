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
});
