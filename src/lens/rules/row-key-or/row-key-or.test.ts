import { check, checkFix, checkNoFix } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe('row-key-or', () => {
  it('underlines the "or"', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales' and (RowKey eq '121' or RowKey eq '322')" } });
//                                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning row-key-or/or
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${d} and (RowKey eq \${a} or RowKey eq \${b})\` } });
//                                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning row-key-or
`);
  });

  it('is silent for ranges, for "or" over other properties, and for scans of the table', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales' and RowKey ge '1' and RowKey lt '2'" } });
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales' and (Age eq 20 or Age eq 30)" } });
client.listEntities({ queryOptions: { filter: "RowKey eq '1' or RowKey eq '2'" } });
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning table-scan
`);
  });

  describe('fix', () => {
    it('reads constants in the order of the service, each once', () => {
      checkFix(
        'row-key-or',
        `${HEAD}
for await (const employee of client.listEntities<Employee>({
  queryOptions: { select: ['Age'], filter: "PartitionKey eq 'Sales' and (RowKey eq 'b' or RowKey eq 'a' or RowKey eq 'b')" },
})) {
  print(employee);
}
`,
        `${HEAD}
for (const employee of await Promise.all(
  ['a', 'b'].map((rowKey) =>
    client.getEntity<Employee>('Sales', rowKey, { queryOptions: { select: ['Age'] } }).catch((error) => {
      if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
      throw error;
    }),
  ),
)) {
  if (employee === undefined) continue;
  print(employee);
}
`,
        'parallel',
      );
    });

    it('sorts and thins out keys that only the running program knows', () => {
      checkFix(
        'row-key-or',
        `${HEAD}
export async function leaders(department: string, manager: string, deputy: string) {
  const staff = client.listEntities({
    queryOptions: { filter: odata\`(RowKey eq \${manager} or RowKey eq \${deputy}) and PartitionKey eq \${department}\` },
  });
  for await (const one of staff) print(one);
}
`,
        `${HEAD}
export async function leaders(department: string, manager: string, deputy: string) {
  const staff = await Promise.all(
    [...new Set([manager, deputy])].sort().map((rowKey) =>
      client.getEntity(department, rowKey).catch((error) => {
        if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
        throw error;
      }),
    ),
  );
  for (const one of staff) if (one !== undefined) print(one);
}
`,
      );
    });

    it('makes a range of keys that follow each other, in the quotes of the source', () => {
      checkFix(
        'row-key-or',
        `${HEAD}
client.listEntities({ queryOptions: { filter: 'PartitionKey eq \\'Sales\\' and (RowKey eq \\'e_008\\' or RowKey eq \\'e_007\\')' } });
`,
        `${HEAD}
client.listEntities({ queryOptions: { filter: 'PartitionKey eq \\'Sales\\' and (RowKey ge \\'e_007\\' and RowKey le \\'e_008\\')' } });
`,
        'range e_007 to e_008',
      );
    });

    it('is not offered where it is not certain to be right', () => {
      const list = (filter: string, options = ''): string => `${HEAD}
for await (const one of client.listEntities({ queryOptions: { filter: ${filter} }${options} })) print(one);
`;
      const two = "(RowKey eq '7' or RowKey eq '9')";
      // a further condition
      checkNoFix('row-key-or', list(`"PartitionKey eq 'S' and ${two} and Age gt 5"`));
      // something else than equality
      checkNoFix('row-key-or', list(`"PartitionKey eq 'S' and (RowKey eq '7' or RowKey ge '9')"`));
      // options that would be lost
      checkNoFix('row-key-or', list(`"PartitionKey eq 'S' and ${two}"`, ', disableTypeConversion: true'));
      // a key that would be computed for each row
      checkNoFix('row-key-or', list(`odata\`PartitionKey eq \${next()} and ${two}\``));
      // a result that goes elsewhere
      checkNoFix(
        'row-key-or',
        `${HEAD}
export const list = () => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'S' and ${two}" } });
`,
      );
      // a clause for each element
      checkNoFix(
        'row-key-or',
        `${HEAD}export async function some(ids: string[]) {
  const rows = client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'S' and (\${ids.map((id) => \`RowKey eq '\${id}'\`).join(' or ')})\` } });
  for await (const one of rows) print(one);
}
`,
      );
      // no neighbours
      checkNoFix('row-key-or', list(`"PartitionKey eq 'S' and ${two}"`), 'range');
    });
  });

  it('is silent where the service rejects the filter', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales' and RowKey in ('121', '322')" } });
//                                                                         ^^^^^^^^^^^^^^^^^^^^^^^^ error invalid-filter
`);
  });
});
