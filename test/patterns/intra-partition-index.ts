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

/** Hires somebody. */
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

export async function find(department: string, email: string): Promise<Employee | undefined> {
  const employees = client./*here*/listEntities<Employee>({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` },
  });
  for await (const employee of employees) return employee;
  return undefined;
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

    async findByEmail(department: string, email: string): Promise<Employee | undefined> {
        const found = await this.table
            ./*here*/listEntities<Employee>({ queryOptions: { filter: odata\`email eq \${email} and PartitionKey eq \${department}\` } })
            .next()
        return found.done ? undefined : found.value
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
export const find = store.findByEmail.bind(store)

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
    find: async (department: string, email: string): Promise<Employee | undefined> => {
      for await (const employee of client./*here*/listEntities<Employee>({
        queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` },
      })) {
        return employee;
      }
      return undefined;
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

export const { hire, change, put, dismiss, find, ages } = createStore(
  TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS}),
);
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { TableClient, odata } = require('@azure/data-tables');

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

/** @param {string} department @param {string} email */
async function find(department, email) {
  for await (const employee of client./*here*/listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` },
  })) {
    return employee;
  }
  return undefined;
}

/** @param {string} department */
async function ages(department) {
  const all = [];
  for await (const employee of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) {
    all.push(employee.age);
  }
  return all;
}

module.exports = { hire, change, put, dismiss, find, ages };
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

export async function find(department: string, email: string): Promise<Employee | undefined> {
  const employees = table()./*here*/listEntities<Employee>({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` },
  });
  for await (const employee of employees) return employee;
  return undefined;
}

export async function ages(department: string): Promise<(number | undefined)[]> {
  return (await query(odata\`PartitionKey eq \${department}\`)).map(({ age }) => age);
}
`,
  },
  'base-class': {
    'data/repository.ts': `import { TableClient } from '@azure/data-tables';

export interface Keyed {
  partitionKey: string;
  rowKey: string;
}

export abstract class Repository<T extends object> {
  protected readonly table: TableClient;

  constructor(name: string) {
    this.table = TableClient.fromConnectionString(process.env.TABLES!, name, ${OPTIONS});
  }

  protected async insert(entity: T & Keyed): Promise<void> {
    await this.table.createEntity(entity);
  }

  protected async merge(entity: Partial<T> & Keyed): Promise<void> {
    await this.table.updateEntity(entity, 'Merge');
  }

  protected async replace(entity: T & Keyed): Promise<void> {
    await this.table.upsertEntity(entity, 'Replace');
  }

  protected async remove(partitionKey: string, rowKey: string): Promise<void> {
    await this.table.deleteEntity(partitionKey, rowKey);
  }

  protected async query(filter: string): Promise<T[]> {
    const all: T[] = [];
    for await (const one of this.table.listEntities<T>({ queryOptions: { filter } })) all.push(one as T);
    return all;
  }
}
`,
    'main.ts': `import { odata, RestError } from '@azure/data-tables';
import { Repository } from './data/repository.ts';

interface Employee {
  email: string;
  age: number;
}

class Employees extends Repository<Employee> {
  constructor() {
    super('Employees');
  }

  hire = (department: string, id: string, employee: Employee): Promise<void> =>
    this.insert({ partitionKey: department, rowKey: \`empid_\${id}\`, ...employee });

  change = (department: string, id: string, changes: Partial<Employee>): Promise<void> =>
    this.merge({ partitionKey: department, rowKey: \`empid_\${id}\`, ...changes });

  put = (department: string, id: string, employee: Employee): Promise<void> =>
    this.replace({ partitionKey: department, rowKey: \`empid_\${id}\`, ...employee });

  dismiss = (department: string, id: string): Promise<void> => this.remove(department, \`empid_\${id}\`);

  find = async (department: string, email: string): Promise<Employee | undefined> => {
    try {
      for await (const employee of this.table./*here*/listEntities<Employee>({
        queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` },
      }))
        return employee;
    } catch (error) {
      if (error instanceof RestError && error.statusCode === 404) return undefined;
      throw error;
    }
    return undefined;
  };

  ages = async (department: string): Promise<number[]> =>
    (await this.query(odata\`PartitionKey eq \${department}\`)).map(({ age }) => age);
}

/** Another table with the same base class. */
export class Rooms extends Repository<{ floor: number }> {
  constructor() {
    super('Rooms');
  }

  list = (floor: string): Promise<{ floor: number }[]> => this.query(odata\`PartitionKey eq \${floor}\`);
}

export const { hire, change, put, dismiss, find, ages } = new Employees();
`,
  },
  // the filters and options of lists are constants
  constants: {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS});

interface Employee {
  email: string;
  age: number;
}

const rowKeyOf = (id: string) => 'empid_' + id;

export async function hire(department: string, id: string, employee: Employee): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: rowKeyOf(id), ...employee });
}

export async function change(department: string, id: string, changes: Partial<Employee>): Promise<void> {
  await client.updateEntity({ partitionKey: department, rowKey: rowKeyOf(id), ...changes }, 'Merge');
}

export async function put(department: string, id: string, employee: Employee): Promise<void> {
  await client.upsertEntity({ partitionKey: department, rowKey: rowKeyOf(id), ...employee }, 'Replace');
}

export async function dismiss(department: string, id: string): Promise<void> {
  await client.deleteEntity(department, rowKeyOf(id));
}

export async function find(department: string, email: string): Promise<Employee | undefined> {
  // of one department
  const filter = odata\`PartitionKey eq \${department} and email eq \${email}\`;
  const queryOptions = { filter };
  let found: Employee | undefined;
  for await (const employee of client./*here*/listEntities<Employee>({ queryOptions })) {
    found ??= employee;
  }
  return found;
}

export async function ages(department: string): Promise<number[]> {
  const all: number[] = [];
  const options = { queryOptions: { filter: odata\`PartitionKey eq \${department}\` } };
  for await (const { age } of client.listEntities<Employee>(options)) all.push(age);
  return all;
}
`,
  },
  // entities of two kinds, RowKeys that may be anything, and several matches
  'more-conditions': {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS});

interface Employee {
  email: string;
  age: number;
}

const here = (employee: Employee) => ({ ...employee, state: employee.age === 41 ? 'away' : 'here', isGone: false });

export async function hire(department: string, id: string, employee: Employee): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...here(employee) });
}

export async function change(department: string, id: string, changes: Partial<Employee>): Promise<void> {
  await client.updateEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...changes }, 'Merge');
}

export async function put(department: string, id: string, employee: Employee): Promise<void> {
  await client.upsertEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...here(employee) }, 'Replace');
}

export async function dismiss(department: string, id: string): Promise<void> {
  await client.deleteEntity(department, \`empid_\${id}\`);
}

export async function find(department: string, email: string): Promise<Employee | undefined> {
  const employees = client./*here*/listEntities<Employee>({
    queryOptions: {
      filter: odata\`state eq 'here' and PartitionKey eq \${department} and email eq \${email} and isGone eq false\`,
    },
  });
  for await (const employee of employees) return employee;
  return undefined;
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
  'several-kinds': {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS});

interface Employee {
  email: string;
  age: number;
}

export async function hire(department: string, id: string, employee: Employee): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: id, ...employee });
}

export async function rename(department: string, name: string): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: 'department', name });
}

export async function change(department: string, id: string, changes: Partial<Employee>): Promise<void> {
  await client.updateEntity({ partitionKey: department, rowKey: id, ...changes }, 'Merge');
}

export async function put(department: string, id: string, employee: Employee): Promise<void> {
  await client.upsertEntity({ partitionKey: department, rowKey: id, ...employee }, 'Replace');
}

export async function dismiss(department: string, id: string): Promise<void> {
  await client.deleteEntity(department, id);
}

export async function find(department: string, email: string): Promise<Employee | undefined> {
  const all: Employee[] = [];
  for await (const employee of client./*here*/listEntities<Employee>({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` },
  })) {
    all.push(employee);
  }
  return all[0];
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

/** Of a program its function `find`, in other words; it needs no other names of modules. */
function finding(name: string, from: string, to: string, find: string): Program {
  const program = written[name] ?? {};
  return Object.fromEntries(
    Object.entries(program).map(([file, text]) => {
      const [start, end] = [text.indexOf(from), text.indexOf(to)];
      const found = start < 0 ? text : text.slice(0, start) + find + text.slice(end);
      return [
        file,
        found
          .replace(/, (?:RestError|table) \}/, ' }')
          // another table is written through the same class
          .replace(
            '  list = (floor: string)',
            '  open = (floor: string, id: string): Promise<void> =>\n    this.insert({ partitionKey: floor, rowKey: id, floor: 1 });\n\n  list = (floor: string)',
          ),
      ];
    }),
  );
}

/** The same where a function of the program sends every query. */
export const through: Readonly<Record<string, Program>> = {
  'own-query': finding(
    'base-class',
    '  find = async',
    '  ages = async',
    `  find = async (department: string, email: string): Promise<Employee | undefined> => {
    const [employee] = await this./*here*/query(odata\`PartitionKey eq \${department} and email eq \${email}\`);
    return employee;
  };

`,
  ),
  'query-in-another-file': finding(
    'writes-in-another-file',
    'export async function find',
    'export async function ages',
    `export async function find(department: string, email: string): Promise<Employee | undefined> {
  const filter = odata\`PartitionKey eq \${department} and email eq \${email}\`;
  const found = await /*here*/query(filter);
  return found[0] as Employee | undefined;
}

`,
  ),
  'query-generator': finding(
    'commonjs',
    '/** @param {string} department @param {string} email */',
    '/** @param {string} department */\nasync function ages',
    `/** @param {{ filter: string }} question */
async function* query({ filter }) {
  for await (const one of client.listEntities({ queryOptions: { filter } })) yield one;
}

/** @param {string} department @param {string} email */
async function find(department, email) {
  const found = /*here*/query({ filter: odata\`PartitionKey eq \${department} and email eq \${email}\` });
  for await (const employee of found) return employee;
  return undefined;
}

`,
  ),
};

/** A program of the guide's employees, by its style: the last file exports the five functions that a test calls. */
export const cells: Readonly<Record<string, Program>> = {
  ...written,
  ...inStyles(written.functions ?? {}, ['closure', 'class-in-commonjs', 'base-class-that-writes', 'package']),
};

const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
`;
const FIND = `export async function find(department: string, email: string) {
  for await (const employee of client./*here*/listEntities<{ email: string }>({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` },
  }))
    return employee;
}
`;
const HIRE = `export async function hire(department: string, id: string, email: string) {
  await client.createEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, email });
}
`;

function main(code: string): Program {
  return { 'main.ts': HEAD + code };
}

/** Programs in which a query that is sent through a function can't be changed, and what is said. */
export const refusedThrough: Readonly<Record<string, { readonly program: Program; readonly why: string }>> = {
  'where the function that sends the query is given as a value, too': {
    program: main(`${HIRE}
async function query(filter: string) {
  const found: object[] = [];
  for await (const one of client.listEntities({ queryOptions: { filter } })) found.push(one);
  return found;
}
export async function find(department: string, email: string) {
  const [one] = await /*here*/query(odata\`PartitionKey eq \${department} and email eq \${email}\`);
  return one;
}
export const counts = async (filters: string[]) => (await Promise.all(filters.map(query))).map((one) => one.length);
`),
    why: "main.ts:9 would return the copies, too, and its filter can't be changed with certainty.",
  },
};

/** Programs in which it is not certain, and what is said. */
export const refused: Readonly<Record<string, { readonly program: Program; readonly why: string }>> = {
  'where a transaction writes': {
    program: main(`${FIND}${HIRE}
export const hireAll = (all: { partitionKey: string; rowKey: string; email: string }[]) =>
  client.submitTransaction(all.map((one) => ['create', one]));
`),
    why: 'main.ts:14 writes in a transaction, which would leave the copies as they are.',
  },
  'where what a write returns is used': {
    program: main(`${FIND}
export async function hire(department: string, id: string, email: string) {
  const { etag } = await client.createEntity({ partitionKey: department, rowKey: id, email });
  return etag;
}
`),
    why: 'main.ts:11 uses what the write returns.',
  },
  "where a write isn't awaited": {
    program: main(`${HIRE}${FIND}
export function change(department: string, id: string, email: string) {
  client.upsertEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, email });
}
`),
    why: "main.ts:14 isn't awaited, and two writes take longer than one. Await it first.",
  },
  'where the value is one of a function within the query': {
    program: main(`${HIRE}
export async function find(department: string) {
  const found = [];
  for await (const one of client./*here*/listEntities({ queryOptions: { filter: Object.entries({ PartitionKey: department, email: 'a' }).map(([name, value]) => \`\${name} eq '\${value}'\`).join(' and ') } })) found.push(one);
  return found;
}
`),
    why: "The call itself doesn't show the value that the property is compared with.",
  },
  'where the function that sends the query makes something else of the entities': {
    program: main(`${HIRE}
async function query(filter: string) {
  const all: { id: string }[] = [];
  for await (const one of client.listEntities({ queryOptions: { filter } })) all.push({ id: one.rowKey ?? '' });
  return all;
}
export const find = (department: string, email: string) =>
  /*here*/query(odata\`PartitionKey eq \${department} and email eq \${email}\`);
`),
    why: 'The query is sent by a function of yours that is given its filter. If you send it here with the client itself, it can be changed.',
  },
  'where a delete sends an ETag': {
    program: main(`${HIRE}${FIND.replace('return employee;', 'return employee.email;')}
export async function dismiss(department: string, id: string, etag: string) {
  await client.deleteEntity(department, \`empid_\${id}\`, { etag });
}
`),
    why: "main.ts:14 deletes with an ETag, which a transaction can't send.",
  },
  'where ETags are used': {
    program: main(`${HIRE}${FIND}
export async function change(department: string, id: string, email: string, etag: string) {
  await client.updateEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, email }, 'Merge', { etag });
}
`),
    why: 'main.ts:14 sends an ETag, which might be of what is read here, and a copy has its own.',
  },
  'where a function writes several tables': {
    program: main(`${FIND}${HIRE}
const others = TableClient.fromConnectionString(process.env.TABLES!, 'Others');
async function put(table: TableClient, entity: { partitionKey: string; rowKey: string; email: string }) {
  await table.upsertEntity(entity);
}
export async function both(department: string, email: string) {
  await put(client, { partitionKey: department, rowKey: 'empid_1', email });
  await put(others, { partitionKey: department, rowKey: 'empid_1', email });
}
`),
    why: 'main.ts:15 is called for several tables.',
  },
  'where a list would have copies': {
    program: main(`${FIND}${HIRE}
export async function list(filter: string) {
  const all = [];
  for await (const one of client.listEntities({ queryOptions: { filter } })) all.push(one);
  return all;
}
`),
    why: "main.ts:15 would return the copies, too, and its filter can't be changed with certainty.",
  },
  'for a number': {
    program: main(`export async function find(department: string, age: number) {
  for await (const one of client./*here*/listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and age eq \${age}\` },
  }))
    return one;
}
`),
    why: 'The property is compared with something that might not be text.',
  },
  'with more conditions on keys': {
    program: main(FIND.replace('email eq', "Timestamp ge datetime'2024-01-01T00:00:00Z' and email eq")),
    why: "The filter asks more of the keys than one PartitionKey, or doesn't compare the property with one value.",
  },
  'where the list is passed on': {
    program: main(`export const find = (department: string, email: string) =>
  client./*here*/listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` } });
`),
    why: 'The list is passed on, so that it might be used as more than a list of entities.',
  },
  'where RowKeys begin so already': {
    program: main(`${FIND}
export async function hire(department: string, email: string) {
  await client.createEntity({ partitionKey: department, rowKey: \`email_\${email}\`, email });
}
`),
    why: 'RowKeys of this table already begin with email_.',
  },
  'where numbers are stored': {
    program: main(`${FIND}
export async function hire(department: string, id: string) {
  await client.createEntity({ partitionKey: department, rowKey: id, email: 5 });
}
`),
    why: 'email is not always stored as text.',
  },
};
