import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }';

const written: Readonly<Record<string, Program>> = {
  functions: {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS});

export interface Employee {
  email: string;
  age: number;
}

export async function hire(department: string, id: string, employee: Employee): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...employee });
}

export async function change(department: string, id: string, changes: Partial<Employee>): Promise<void> {
  await client.updateEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...changes }, 'Merge');
}

export async function put(department: string, id: string, employee: Employee): Promise<void> {
  await client.upsertEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...employee }, 'Replace');
}

export async function dismiss(department: string, id: string): Promise<void> {
  await client.deleteEntity(department, \`empid_\${id}\`);
}

/** How many work in a department. */
export async function count(department: string): Promise<number> {
  let n = 0;
  const employees = client./*here*/listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${department}\`, select: ['RowKey'] },
  });
  for await (const _ of employees) n += 1;
  return n;
}

export async function ages(department: string): Promise<number[]> {
  const all: number[] = [];
  const employees = client.listEntities<Employee>({
    queryOptions: { filter: odata\`PartitionKey eq \${department}\` },
  });
  for await (const { age } of employees) all.push(age);
  return all;
}
`,
  },
  class: {
    'store.ts': `import { TableClient, odata } from "@azure/data-tables"

export interface Employee {
    email: string
    age: number
}

/** The employees of all departments. */
export class EmployeeStore {
    constructor(private readonly table: TableClient) {}

    async add(department: string, id: string, employee: Employee): Promise<void> {
        await this.table.createEntity({
            partitionKey: department,
            rowKey: "empid_" + id,
            ...employee,
        })
    }

    async change(department: string, id: string, changes: Partial<Employee>): Promise<void> {
        await this.table.updateEntity({ partitionKey: department, rowKey: "empid_" + id, ...changes }, "Merge")
    }

    async put(department: string, id: string, employee: Employee): Promise<void> {
        await this.table.upsertEntity<Employee>({ partitionKey: department, rowKey: "empid_" + id, ...employee }, "Replace")
    }

    async remove(department: string, id: string): Promise<void> {
        await this.table.deleteEntity(department, "empid_" + id)
    }

    async size(department: string): Promise<{ count: number; isEmpty: boolean }> {
        const all: Employee[] = []
        for await (const one of this.table./*here*/listEntities<Employee>({
            queryOptions: { filter: odata\`PartitionKey eq \${department}\` },
        })) {
            all.push(one)
        }
        return { count: all.length, isEmpty: all.length === 0 }
    }

    async *all(department: string): AsyncGenerator<Employee> {
        yield* this.table.listEntities<Employee>({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })
    }
}
`,
    'main.ts': `import { TableClient } from "@azure/data-tables"
import { EmployeeStore } from "./store.ts"

const table = TableClient.fromConnectionString(process.env.TABLES!, "Employees", { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } })
const store = new EmployeeStore(table)

export const hire = store.add.bind(store)
export const change = store.change.bind(store)
export const put = store.put.bind(store)
export const dismiss = store.remove.bind(store)
export const count = async (department: string): Promise<number> => (await store.size(department)).count

export async function ages(department: string): Promise<number[]> {
    const all: number[] = []
    for await (const { age } of store.all(department)) all.push(age)
    return all
}
`,
  },
  factory: {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

type Employee = { email: string; age: number };

function createStore(client: TableClient) {
  const keys = (department: string, id: string) => ({ partitionKey: department, rowKey: \`empid_\${id}\` });
  return {
    hire: async (department: string, id: string, employee: Employee): Promise<void> => {
      await client.createEntity({ ...keys(department, id), ...employee });
    },
    change: async (department: string, id: string, changes: Partial<Employee>): Promise<void> => {
      await client.updateEntity({ ...keys(department, id), ...changes });
    },
    put: (department: string, id: string, employee: Employee): Promise<unknown> =>
      Promise.all([update(department, id, employee)]),
    dismiss: async (department: string, id: string): Promise<void> => {
      const { partitionKey, rowKey } = keys(department, id);
      await client.deleteEntity(partitionKey, rowKey);
    },
    count: async (department: string): Promise<number> => {
      try {
        let n = 0;
        for await (const page of client
          ./*here*/listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })
          .byPage({ maxPageSize: 2 })) {
          n += page.length;
        }
        return n;
      } catch {
        return -1;
      }
    },
    ages: async (department: string): Promise<number[]> => {
      const all: number[] = [];
      const filter = odata\`PartitionKey eq \${department} and RowKey ge 'empid_' and RowKey lt 'empid_~'\`;
      for await (const { age } of client.listEntities<Employee>({ queryOptions: { filter } })) all.push(age);
      return all;
    },
  };

  async function update(department: string, id: string, employee: Employee): Promise<void> {
    await client.upsertEntity({ ...keys(department, id), ...employee }, 'Replace');
  }
}

export const { hire, change, put, dismiss, count, ages } = createStore(
  TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS}),
);
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { odata, TableClient } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees', ${OPTIONS});

/** @param {string} department @param {string} id @param {{ email: string, age: number }} employee */
async function hire(department, id, employee) {
  await client.createEntity({ partitionKey: department, rowKey: 'empid_' + id, ...employee });
}

/** @param {string} department @param {string} id @param {{ email?: string, age?: number }} changes */
async function change(department, id, changes) {
  await client.updateEntity({ partitionKey: department, rowKey: 'empid_' + id, ...changes }, 'Merge');
}

/** @param {string} department @param {string} id @param {{ email: string, age: number }} employee */
async function put(department, id, employee) {
  await client.upsertEntity({ partitionKey: department, rowKey: 'empid_' + id, ...employee }, 'Replace');
}

/** @param {string} department @param {string} id */
async function dismiss(department, id) {
  await client.deleteEntity(department, 'empid_' + id);
}

/** @param {string} department */
async function count(department) {
  let n = 0;
  for await (const _ of client./*here*/listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) n++;
  console.assert(n >= 0);
  return n;
}

/** @param {string} department */
async function ages(department) {
  const all = [];
  for await (const employee of client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${department}'\` } })) {
    all.push(employee.age);
  }
  return all;
}

module.exports = { hire, change, put, dismiss, count, ages };
`,
  },
  'writes-in-another-file': {
    'data/table.ts': `import { TableClient } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS});

export type Stored = { partitionKey: string; rowKey: string; email?: string; age?: number };

export async function insert(entity: Stored): Promise<void> {
  await client.createEntity(entity);
}

export async function merge(entity: Stored): Promise<void> {
  await client.updateEntity(entity, 'Merge');
}

export async function replace(entity: Stored): Promise<void> {
  await client.upsertEntity(entity, 'Replace');
}

export async function remove(partitionKey: string, rowKey: string): Promise<void> {
  await client.deleteEntity(partitionKey, rowKey);
}

export async function query(filter: string): Promise<Stored[]> {
  const found: Stored[] = [];
  for await (const one of client.listEntities<Stored>({ queryOptions: { filter } })) found.push(one);
  return found;
}

export const table = (): TableClient => client;
`,
    'main.ts': `import { odata } from '@azure/data-tables';
import { insert, merge, query, remove, replace, table } from './data/table.ts';

interface Employee {
  email: string;
  age: number;
}

export const hire = (department: string, id: string, employee: Employee): Promise<void> =>
  insert({ partitionKey: department, rowKey: \`empid_\${id}\`, ...employee });

export const change = (department: string, id: string, changes: Partial<Employee>): Promise<void> =>
  merge({ partitionKey: department, rowKey: \`empid_\${id}\`, ...changes });

export const put = (department: string, id: string, employee: Employee): Promise<void> =>
  replace({ partitionKey: department, rowKey: \`empid_\${id}\`, ...employee });

export const dismiss = (department: string, id: string): Promise<void> => remove(department, \`empid_\${id}\`);

export async function count(department: string): Promise<number> {
  let total = 0;
  for (const each of [department]) {
    const filter = odata\`PartitionKey eq \${each}\`;
    for await (const _ of table()./*here*/listEntities({ queryOptions: { filter } })) total++;
  }
  return total;
}

export async function ages(department: string): Promise<(number | undefined)[]> {
  return (await query(odata\`PartitionKey eq \${department}\`)).map(({ age }) => age);
}
`,
  },
  // only those within a range are counted, by one of four entities
  'of-a-range': {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS});

interface Employee {
  email: string;
  age: number;
}

export async function hire(department: string, id: string, employee: Employee): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...employee });
  await client.upsertEntity({ partitionKey: department, rowKey: 'department', name: department });
}

export async function change(department: string, id: string, changes: Partial<Employee>): Promise<void> {
  await client.updateEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...changes }, 'Merge');
}

export async function put(department: string, id: string, employee: Employee): Promise<void> {
  await client.upsertEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...employee }, 'Replace');
}

export async function dismiss(department: string, id: string): Promise<void> {
  await client.deleteEntity(department, \`empid_\${id}\`);
}

export async function count(department: string): Promise<number> {
  const employees = await Array.fromAsync(
    client./*here*/listEntities<Employee>({
      queryOptions: { filter: odata\`PartitionKey eq \${department} and RowKey ge 'empid_' and RowKey lt 'empid\\\`'\` },
    }),
  );
  return employees.length;
}

export async function ages(department: string): Promise<number[]> {
  const all: number[] = [];
  for await (const { age } of client.listEntities<Employee>({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and (age gt 0 or age lt 0)\` },
  })) {
    all.push(age);
  }
  return all;
}
`,
  },
};

/** A program of the guide's employees, by its style: the last file exports `hire`, `change`, `put`, `dismiss`, `count` and `ages`. */
export const cells: Readonly<Record<string, Program>> = {
  ...written,
  ...inStyles(written.functions ?? {}, ['closure', 'class-in-commonjs', 'base-class-that-writes', 'package']),
};

const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
`;
const COUNT = `export async function count(department: string) {
  let n = 0;
  for await (const _ of client./*here*/listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } }))
    n += 1;
  return n;
}
`;
const HIRE = `export async function hire(department: string, id: string, email: string) {
  await client.createEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, email });
}
`;

function main(code: string): Program {
  return { 'main.ts': HEAD + code };
}

/** Programs in which it is not certain, and what is said. */
export const refused: Readonly<Record<string, { readonly program: Program; readonly why: string }>> = {
  'where another package writes': {
    program: {
      'packages/tables/package.json': '{ "name": "@shop/tables", "exports": "./index.ts" }',
      'apps/api/package.json': '{ "name": "@shop/api" }',
      'packages/tables/index.ts': `${HEAD.replace('const client', 'export const client')}${HIRE}`,
      'apps/api/main.ts': `import { odata } from '@azure/data-tables';\nimport { client } from '@shop/tables';\n${COUNT}`,
    },
    why: '../../packages/tables/index.ts is in another package, and would have to import the new module out of this one. Move all calls of the table into one package first.',
  },
  'where a transaction writes': {
    program: main(`${COUNT}${HIRE}
export const hireAll = (all: { partitionKey: string; rowKey: string; email: string }[]) =>
  client.submitTransaction(all.map((one) => ['create', one]));
`),
    why: 'main.ts:14 writes in a transaction, which would leave the number as it is.',
  },
  'where what a write returns is used': {
    program: main(`${COUNT}
export async function hire(department: string, id: string, email: string) {
  const { etag } = await client.createEntity({ partitionKey: department, rowKey: id, email });
  return etag;
}
`),
    why: 'main.ts:11 uses what the write returns.',
  },
  'where a delete sends an ETag': {
    program: main(`${HIRE}${COUNT}
export async function dismiss(department: string, id: string, etag: string) {
  await client.deleteEntity(department, \`empid_\${id}\`, { etag });
}
`),
    why: "main.ts:14 deletes with an ETag, which a transaction can't send.",
  },
  'where a list would have the number': {
    program: main(`${COUNT}${HIRE}
export async function list(filter: string) {
  const all = [];
  for await (const one of client.listEntities({ queryOptions: { filter } })) all.push(one);
  return all;
}
`),
    why: "main.ts:15 would return the entity with the number, too, and its filter can't be changed with certainty.",
  },
  'for a whole table': {
    program: main(`export async function count() {
  let n = 0;
  for await (const _ of client./*here*/listEntities()) n += 1;
  return n;
}
`),
    why: 'It counts entities of several partitions, and a transaction writes only one. Count each partition.',
  },
  'with more conditions': {
    program: main(COUNT.replace('`PartitionKey', '`active eq true and PartitionKey')),
    why: "The filter isn't one PartitionKey, with or without a range of RowKeys.",
  },
  'where a comment would be lost': {
    program: main(COUNT.replace('n += 1;', '// each of them\n    n += 1;')),
    why: 'There is a comment in the loop, which would be lost.',
  },
  'where the PartitionKey may be another one by then': {
    program: main(
      COUNT.replace(
        '  let n = 0;',
        '  let n = 0;\n  const filter = odata`PartitionKey eq ${department}`;\n  department = "";',
      ).replace('filter: odata`PartitionKey eq ${department}`', 'filter'),
    ),
    why: "The call itself doesn't show the value of the PartitionKey.",
  },
  'where RowKeys begin so already': {
    program: main(`${COUNT}
export async function hire(department: string, email: string) {
  await client.createEntity({ partitionKey: department, rowKey: \`count_\${email}\`, email });
}
`),
    why: 'RowKeys of this table already begin with count_.',
  },
};

/** Programs that want more of the entities than their number. */
export const others: Readonly<Record<string, Program>> = {
  'which are left out': main(
    COUNT.replace('const _', 'const one').replace('n += 1', 'if (one.rowKey > "b") n += 1'),
  ),
  'which are kept': main(`export async function list(department: string) {
  const all = [];
  for await (const one of client./*here*/listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } }))
    all.push(one);
  console.log(all.length);
  return all;
}
`),
  'which are counted by twos': main(COUNT.replace('n += 1', 'n += 2')),
  'of which one is enough': main(COUNT.replace('n += 1;', '{ n += 1; break; }')),
};
