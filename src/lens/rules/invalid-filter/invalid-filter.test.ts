import { check, checkFix, checkNoFix } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } });`;

describe('invalid-filter', () => {
  it('underlines each mistake, an error where it is documented, else a warning', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey == 'A' && Age > 5" } });
//                                                          ^^ error invalid-filter: eq
//                                                                 ^^ error invalid-filter: and
//                                                                        ^ error invalid-filter: gt
client.listEntities({ queryOptions: { filter: "PartitionKey EQ 'A'" } });
//                                                          ^^ error invalid-filter: Azurite
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and Age eq null" } });
//                                                                            ^^^^ warning invalid-filter: Azurite
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and startswith(RowKey,'b')" } });
//                                                                     ^^^^^^^^^^^^^^^^^^^^^^ error invalid-filter
`);
  });

  it('underlines through escapes and holes', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: 'PartitionKey eq \\'A\\' AND Age gt 5' } });
//                                                                   ^^^ error invalid-filter
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} AND Age gt 5\` } });
//                                                                                ^^^ error invalid-filter
`);
  });

  it('says nothing of filters that are right, and of those that are not known', () => {
    check(`${HEAD}
export function lists(clause: string, value: string) {
  ${list(`"PartitionKey eq 'A' and not (Age gt 5) and (Born lt datetime'2026-01-02T03:04:05Z' or Id eq 5L)"`)}
  ${list(`odata\`PartitionKey eq \${value}\``)}
  ${list(`clause`)}
}
`);
  });

  describe('fix', () => {
    it('writes what is meant, in the quotes of the source', () => {
      checkFix(
        'invalid-filter',
        `${HEAD}${list(`"PartitionKey eq 'A' AND Age gt 5"`)}\n`,
        `${HEAD}${list(`"PartitionKey eq 'A' and Age gt 5"`)}\n`,
      );
      checkFix(
        'invalid-filter',
        `${HEAD}${list(`'PartitionKey eq "A"'`)}\n`,
        `${HEAD}${list(`'PartitionKey eq \\'A\\''`)}\n`,
      );
    });

    it('turns startswith on a key into a range', () => {
      checkFix(
        'invalid-filter',
        `${HEAD}${list(`"PartitionKey eq 'A' and startswith(RowKey,'b')"`)}\n`,
        `${HEAD}${list(`"PartitionKey eq 'A' and (RowKey ge 'b' and RowKey lt 'c')"`)}\n`,
      );
    });

    it('is not offered where nobody can tell what is meant', () => {
      checkNoFix('invalid-filter', `${HEAD}${list(`"PartitionKey eq 'A' and contains(Name,'b')"`)}\n`);
    });
  });
});
