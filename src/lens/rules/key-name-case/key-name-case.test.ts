import { check, checkFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe('key-name-case', () => {
  it('underlines the name, on either side and anywhere in the filter', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and rowKey eq 'B'" } });
//                                                                     ^^^^^^ error key-name-case/wrong-case: RowKey
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${d} and not (\${id} eq ROWKEY)\` } });
//                                                                                         ^^^^^^ error key-name-case
`);
  });

  it('is silent for the right names, for other names, in texts and in select', () => {
    const list = (filter: string): string =>
      `${HEAD}client.listEntities({ queryOptions: { select: ['partitionKey'], filter: ${filter} } });\n`;
    checkSilent('key-name-case', list(`"PartitionKey eq 'partitionKey' and RowKey eq 'rowKey'"`));
    checkSilent('key-name-case', list(`"PartitionKey eq 'A' and myRowKey eq 'B' and Key eq 'C'"`));
    checkSilent('key-name-case', list('filterOf(partitionKey)'));
  });

  it('is silent where the entities have such a property', () => {
    checkSilent(
      'key-name-case',
      `${HEAD}
export const add = (d: string, id: string) =>
  client.createEntity({ partitionKey: d, rowKey: id, rowkey: id.toLowerCase() });
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and rowkey eq 'b'" } });
`,
    );
  });

  it('has a fix that writes the name, through escapes', () => {
    checkFix(
      'key-name-case',
      `${HEAD}client.listEntities({ queryOptions: { filter: 'partitionKey eq \\'A\\'' } });\n`,
      `${HEAD}client.listEntities({ queryOptions: { filter: 'PartitionKey eq \\'A\\'' } });\n`,
    );
  });

  it('takes timestamp for the Timestamp of the service, where the program makes the entities', () => {
    const list = `client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'A' and timestamp ge \${new Date(0)}\` } });`;
    const made = `export const add = (id: string, timestamp: Date) => client.upsertEntity({ partitionKey: 'A', rowKey: id, timestamp });`;
    check(`${HEAD}export const add = (id: string) => client.createEntity({ partitionKey: 'A', rowKey: id });
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and timestamp ge datetime'2026-01-01T00:00:00Z'" } });
//                                                                     ^^^^^^^^^ error key-name-case/wrong-case: Timestamp
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and Timestamp ge datetime'2026-01-01T00:00:00Z'" } });
`);
    checkSilent('key-name-case', `${HEAD}${list}`);
    checkSilent('key-name-case', `${HEAD}${made}${list.replace('timestamp ge', 'timeStamp ge')}`);
    checkFix(
      'key-name-case',
      `${HEAD}${made}\n${list}\n`,
      `${HEAD}${made}\n${list.replace('timestamp ge', 'Timestamp ge')}\n`,
    );
  });
});
