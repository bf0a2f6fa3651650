import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Audit', credential);
`;

const list = (filter: string): string =>
  `${HEAD}client.listEntities({ queryOptions: { filter: ${filter} } });\n`;

describe('partition-range-scan', () => {
  it('underlines the bound that there is', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey ge '2026' and Level eq 5" } });
//                                             ^^^^^^^^^^^^^^^^^^^^^^ information partition-range-scan/no-end
client.listEntities({ queryOptions: { filter: odata\`RowKey eq 'a' and PartitionKey le \${last}\` } });
//                                                                    ^^^^^^^^^^^^^^^^^^^^^^^ information partition-range-scan/no-start
`);
  });

  it('is silent for two bounds, one partition, scans of the table, and where nobody reads on', () => {
    checkSilent('partition-range-scan', list(`"PartitionKey ge 'A' and PartitionKey lt 'B'"`));
    checkSilent('partition-range-scan', list(`"PartitionKey eq 'A' and RowKey ge 'B'"`));
    checkSilent('partition-range-scan', list(`"PartitionKey ge 'A' or Level eq 5"`));
    checkSilent('partition-range-scan', list("`PartitionKey ge 'A' and ${clause}`"));
    checkSilent(
      'partition-range-scan',
      `${HEAD}export async function first() {
  for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey gt 'A'" } })) return one;
}\n`,
    );
  });

  describe('fix', () => {
    it('adds the end of a prefix', () => {
      checkFix(
        'partition-range-scan',
        list(`"PartitionKey ge 'log_'"`),
        list(`"PartitionKey ge 'log_' and PartitionKey lt 'log\`'"`),
      );
    });

    it('leaves a name to be filled in where the other bound is not to be seen', () => {
      checkFix(
        'partition-range-scan',
        list('odata`PartitionKey ge ${first} and Level eq 5`'),
        list('odata`PartitionKey ge ${first} and PartitionKey le ${lastPartitionKey} and Level eq 5`'),
      );
      checkFix(
        'partition-range-scan',
        list("`PartitionKey lt '${last}'`"),
        list("`PartitionKey lt '${last}' and PartitionKey ge '${firstPartitionKey}'`"),
      );
    });

    it('is not offered where a value cannot be put in, and where the name means something', () => {
      checkNoFix('partition-range-scan', list(`"PartitionKey ge '2026'"`));
      checkNoFix(
        'partition-range-scan',
        list('odata`PartitionKey ge ${first}`').replace(
          'client.list',
          "const lastPartitionKey = 'z';\nclient.list",
        ),
      );
    });
  });
});
