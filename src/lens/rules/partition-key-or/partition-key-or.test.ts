import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

const list = (filter: string): string => `${HEAD}
for await (const one of client.listEntities({ queryOptions: { filter: ${filter} } })) print(one);
`;

describe('partition-key-or', () => {
  it('underlines the "or", in the place of table-scan', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' or PartitionKey eq 'B'" } });
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning partition-key-or/or
client.listEntities({ queryOptions: { filter: odata\`(PartitionKey eq \${a} or \${b} eq PartitionKey) and Age gt 60\` } });
//                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning partition-key-or
`);
  });

  it('leaves to table-scan what cannot be split so, and a branch without a filter', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' or PartitionKey ge 'C'" } });
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning table-scan
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' or Age gt 60" } });
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning table-scan
client.listEntities({ queryOptions: { filter: "(PartitionKey eq 'A' and RowKey eq '1') or (PartitionKey eq 'A' and RowKey eq '2')" } });
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning table-scan
export function lists(all: boolean) {
  const options = all ? {} : { queryOptions: { filter: "PartitionKey eq 'A' or PartitionKey eq 'B'" } };
  return client.listEntities(options);
//              ^^^^^^^^^^^^ warning table-scan
}
`);
  });

  it('is silent where one partition is fixed, and where a clause is not known', () => {
    checkSilent('partition-key-or', list(`"PartitionKey eq 'A' and (RowKey eq '1' or RowKey eq '2')"`));
    checkSilent(
      'partition-key-or',
      list(`"PartitionKey eq 'A' and (PartitionKey eq 'A' or PartitionKey eq 'B')"`),
    );
    checkSilent('partition-key-or', list("`PartitionKey eq 'A' or ${clause}`"));
  });

  describe('fix', () => {
    it('sends one query for each partition, in the order of the service', () => {
      checkFix(
        'partition-key-or',
        `${HEAD}
for await (const one of client.listEntities<Employee>({
  queryOptions: { filter: "(PartitionKey eq 'B' or PartitionKey eq 'A') and Age gt 60", select: ['Age'] },
})) {
  print(one);
}
`,
        `${HEAD}
for (const one of (
  await Promise.all(
    ['A', 'B'].map(async (partitionKey) => {
      const found = [];
      for await (const entity of client.listEntities<Employee>({
        queryOptions: { filter: odata\`PartitionKey eq \${partitionKey} and Age gt 60\`, select: ['Age'] },
      })) {
        found.push(entity);
      }
      return found;
    }),
  )
).flat()) {
  print(one);
}
`,
      );
    });

    it('takes keys that only the running program knows, and imports the tag', () => {
      checkFix(
        'partition-key-or',
        `
import { odata as o, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export async function two(a: string, b: string, age: number) {
  const found = client.listEntities({ queryOptions: { filter: o\`Age gt \${age} and (PartitionKey eq \${a} or PartitionKey eq \${b})\` } });
  for await (const one of found) print(one);
}
`,
        `
import { odata as o, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export async function two(a: string, b: string, age: number) {
  const found = (
    await Promise.all(
      [...new Set([a, b])].sort().map(async (partitionKey) => {
        const found = [];
        for await (const entity of client.listEntities({ queryOptions: { filter: o\`Age gt \${age} and PartitionKey eq \${partitionKey}\` } })) {
          found.push(entity);
        }
        return found;
      }),
    )
  ).flat();
  for (const one of found) print(one);
}
`,
      );
    });

    it('is not offered where it is not certain to be right', () => {
      const or = "(PartitionKey eq 'A' or PartitionKey eq 'B')";
      // a result that goes elsewhere
      checkNoFix(
        'partition-key-or',
        `${HEAD}export const f = () => client.listEntities({ queryOptions: { filter: "${or}" } });\n`,
      );
      // a filter that is written elsewhere
      checkNoFix(
        'partition-key-or',
        `${HEAD}const filter = "${or}";\nfor await (const one of client.listEntities({ queryOptions: { filter } })) print(one);\n`,
      );
      // a value that is escaped by nobody
      checkNoFix('partition-key-or', list(`\`${or} and Name eq '\${name}'\``));
      // the name that the new query needs is taken
      checkNoFix('partition-key-or', list(`odata\`${or} and Copy eq \${partitionKey}\``));
      // a clause for each element
      checkNoFix(
        'partition-key-or',
        list("ids.map((id: string) => odata`PartitionKey eq ${id}`).join(' or ')").replace(
          'for await',
          'declare const ids: string[];\nfor await',
        ),
      );
      // a receiver that would be evaluated for each
      checkNoFix(
        'partition-key-or',
        `${HEAD}for await (const one of open().listEntities({ queryOptions: { filter: "${or}" } })) print(one);\nconst open = () => client;\n`,
      );
    });
  });
});
