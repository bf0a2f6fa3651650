import { check, checkFix, checkNoFix } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;
const POINT = 'odata`PartitionKey eq ${department} and RowKey eq ${id}`';

describe('point-query-as-list', () => {
  it("underlines the method's name", () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: ${POINT} } });
//     ^^^^^^^^^^^^ warning point-query-as-list/list
`);
  });

  it('asks of a binding to give the keys as such, and has no fix for it', () => {
    const binding = (settings: string): string => `
import { input } from '@azure/functions';
input.table({ tableName: 'Employees', connection: 'X', ${settings} });`;
    check(binding(`partitionKey: 'Sales', rowKey: '{id}'`));
    const asFilter = binding(`filter: "PartitionKey eq 'Sales' and RowKey eq '{id}'"`);
    check(`${asFilter}
//    ^^^^^ warning point-query-as-list/binding
`);
    checkNoFix('point-query-as-list', asFilter);
  });

  it('is silent for other shapes, and where a branch has another one', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'S' and RowKey ge '1' and RowKey lt '2'" } });
client.listEntities({ queryOptions: { filter: id ? ${POINT} : odata\`PartitionKey eq \${department}\` } });
client.getEntity(department, id);
`);
  });

  describe('fix', () => {
    it('passes the text that the filter has of a value that may be none', () => {
      const find = (read: string): string => `
const { odata, TableClient } = require('@azure/data-tables');
const client = new TableClient(url, 'Employees', credential);
exports.find = async function find(department, id) {
  ${read}
    return employee;
  }
};
`;
      const loop = (filter: string): string =>
        `for await (const employee of client.listEntities({ queryOptions: { filter: ${filter} } })) {`;
      const read = (
        key: string,
      ): string => `const employee = await client.getEntity('Sales', ${key}).catch((error) => {
    if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
    throw error;
  });
  if (employee !== undefined) {`;
      const fixes = (filter: string, key: string): void => {
        checkFix('point-query-as-list', `// file: main.js${find(loop(filter))}`, find(read(key)));
      };
      fixes("`PartitionKey eq 'Sales' and RowKey eq '${id}'`", 'String(id)');
      fixes("odata`PartitionKey eq 'Sales' and RowKey eq ${id}`", 'String(id)');
      fixes("odata`PartitionKey eq 'Sales' and RowKey eq '${id}'`", "String(id ?? '')");
      fixes("odata`PartitionKey eq 'Sales' and RowKey eq ${String(id)}`", 'String(id)');
      checkNoFix(
        'point-query-as-list',
        `// file: main.js${find(loop("odata`PartitionKey eq 'Sales' and RowKey eq '${id || department}'`"))}`,
      );
    });

    it('turns a loop into a condition', () => {
      checkFix(
        'point-query-as-list',
        `${HEAD}
export async function find(department: string, id: string) {
  for await (const employee of client.listEntities<Employee>({ queryOptions: { filter: ${POINT} } })) {
    return employee;
  }
  return undefined;
}
`,
        `${HEAD}
export async function find(department: string, id: string) {
  const employee = await client.getEntity<Employee>(department, id).catch((error) => {
    if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
    throw error;
  });
  if (employee !== undefined) {
    return employee;
  }
  return undefined;
}
`,
      );
    });

    it('drops the break at the end, and takes a named list away', () => {
      checkFix(
        'point-query-as-list',
        `${HEAD}
export async function find(department: string, id: string) {
  let found;
  const list = client.listEntities({
    queryOptions: { filter: "PartitionKey eq 'O''Hara' and RowKey eq '1'", select: ['Age'] },
  });
  for await (const employee of list) {
    found = employee;
    break;
  }
  return found;
}
`,
        `${HEAD}
export async function find(department: string, id: string) {
  let found;
  const employee = await client.getEntity('O\\'Hara', '1', { queryOptions: { select: ['Age'] } }).catch((error) => {
    if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
    throw error;
  });
  if (employee !== undefined) {
    found = employee;
  }
  return found;
}
`,
      );
    });

    it('keeps undefined for the first result of nothing', () => {
      checkFix(
        'point-query-as-list',
        `${HEAD}
export async function find(department: string, id: string) {
  return (await client.listEntities({ queryOptions: { filter: ${POINT} } }).next()).value;
}
`,
        `${HEAD}
export async function find(department: string, id: string) {
  return (await client.getEntity(department, id).catch((error) => {
    if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
    throw error;
  }));
}
`,
      );
    });

    it('puts composed keys together as the filter did', () => {
      checkFix(
        'point-query-as-list',
        `${HEAD}
export async function find(department: string, id: number) {
  for await (const employee of client.listEntities({
    queryOptions: { filter: \`PartitionKey eq '\${department}' and RowKey eq 'emp_\${id}'\` },
  })) print(employee);
}
`,
        `${HEAD}
export async function find(department: string, id: number) {
  const employee = await client.getEntity(department, \`emp_\${id}\`).catch((error) => {
    if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
    throw error;
  });
  if (employee !== undefined) print(employee);
}
`,
      );
    });

    it('is not offered where it is not certain what happens on no match, or what the key is', () => {
      const inside = (body: string): string => `${HEAD}
export async function find(department: string, id: string) {
  ${body}
}
`;
      const call = `client.listEntities({ queryOptions: { filter: ${POINT} } })`;
      // the list goes elsewhere
      checkNoFix('point-query-as-list', inside(`return ${call};`));
      // a loop around it would be continued
      checkNoFix(
        'point-query-as-list',
        inside(`for await (const one of ${call}) { if (one.Age) continue; print(one); }`),
      );
      // the name is taken in the block
      checkNoFix(
        'point-query-as-list',
        inside(`const one = 1; { print(one); }\n  for await (const one of ${call}) print(one);`),
      );
      checkNoFix('point-query-as-list', inside(`for await (const id of ${call}) print(id);`));
      // the statement is a branch of its own
      checkNoFix('point-query-as-list', inside(`if (id) for await (const one of ${call}) print(one);`));
      // what follows the key may be another condition
      checkNoFix(
        'point-query-as-list',
        `${HEAD}
class Staff {
  extra: string = '';
  async all() {
    for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and RowKey eq 'b'" + this.extra } })) print(one);
  }
}
`,
      );
      // the value may be escaped already
      checkNoFix(
        'point-query-as-list',
        inside(
          `for await (const one of client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${escape(department)}' and RowKey eq '1'\` } })) print(one);`,
        ),
      );
      // more than the keys is asked for
      checkNoFix(
        'point-query-as-list',
        inside(
          `for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and RowKey eq \${id} and Age gt 5\` } })) print(one);`,
        ),
      );
    });
  });
});
