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
});
