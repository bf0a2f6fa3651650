import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 1 } }';

/** Such programs whose writes follow each other. */
const styles: Readonly<Record<string, Program>> = {
  functions: {
    'main.ts': `import { TableClient, type TableEntity } from '@azure/data-tables';

const employees = TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS});
const archive = TableClient.fromConnectionString(process.env.TABLES!, 'Archive', ${OPTIONS});

interface Employee {
  name: string;
  joined: Date;
  salary: bigint;
  photo: Uint8Array;
}

export async function hire(department: string, id: string, employee: Employee): Promise<void> {
  await employees.createEntity({ ...employee, partitionKey: department, rowKey: id });
}

export async function retire(department: string, id: string): Promise<void> {
  const employee = await employees.getEntity(department, id);
  await archive./*here*/createEntity(employee as TableEntity);
  // only then it is gone
  await employees.deleteEntity(department, id);
}

export async function get(department: string, id: string): Promise<Employee> {
  const { name, joined, salary, photo } = await employees.getEntity<Employee>(department, id);
  return { name, joined, salary, photo };
}

export async function archived(department: string, id: string): Promise<Employee> {
  const { name, joined, salary, photo } = await archive.getEntity<Employee>(department, id);
  return { name, joined, salary, photo };
}
`,
  },
  class: {
    'staff.ts': `import { TableClient } from "@azure/data-tables"

export interface Employee {
    name: string
    joined: Date
    salary: bigint
    photo: Uint8Array
}

export class Staff {
    constructor(private readonly employees: TableClient, private readonly archive: TableClient) {}

    async hire(department: string, id: string, employee: Employee): Promise<void> {
        await this.employees.createEntity<Employee>({ partitionKey: department, rowKey: id, ...employee })
    }

    async retire(department: string, id: string): Promise<void> {
        const { name, joined, salary, photo } = await this.get(department, id)
        try {
            await this.archive./*here*/createEntity<Employee>({
                partitionKey: department,
                rowKey: id,
                name,
                joined,
                salary,
                photo,
            })
            await this.employees.deleteEntity(department, id)
        } finally {
            this.retirements += 1
        }
    }

    retirements = 0

    async get(department: string, id: string): Promise<Employee> {
        const { name, joined, salary, photo } = await this.employees.getEntity<Employee>(department, id)
        return { name, joined, salary, photo }
    }

    async archived(department: string, id: string): Promise<Employee> {
        const { name, joined, salary, photo } = await this.archive.getEntity<Employee>(department, id)
        return { name, joined, salary, photo }
    }
}
`,
    'main.ts': `import { TableClient } from "@azure/data-tables"
import { Staff } from "./staff.ts"

const client = (table: "Employees" | "Archive") =>
    TableClient.fromConnectionString(process.env.TABLES!, table, { allowInsecureConnection: true, retryOptions: { maxRetries: 1 } })
const staff = new Staff(client("Employees"), client("Archive"))

export const hire = staff.hire.bind(staff)
export const retire = staff.retire.bind(staff)
export const get = staff.get.bind(staff)
export const archived = staff.archived.bind(staff)
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { TableClient } = require('@azure/data-tables');

const employees = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees', ${OPTIONS});
const archive = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Archive', ${OPTIONS});

/** @param {string} department @param {string} id @param {object} employee */
async function hire(department, id, employee) {
  await employees.createEntity({ ...employee, partitionKey: department, rowKey: id });
}

/** @param {string} department @param {string} id */
async function retire(department, id) {
  const { name, joined, salary, photo } = await employees.getEntity(department, id);
  await archive.createEntity({ partitionKey: department, rowKey: id, name, joined, salary, photo });
  await employees./*here*/deleteEntity(department, id);
}

/** @param {string} department @param {string} id */
async function get(department, id) {
  const { name, joined, salary, photo } = await employees.getEntity(department, id);
  return { name, joined, salary, photo };
}

/** @param {string} department @param {string} id */
async function archived(department, id) {
  const { name, joined, salary, photo } = await archive.getEntity(department, id);
  return { name, joined, salary, photo };
}

module.exports = { hire, retire, get, archived };
`,
  },
  'wrapper-in-another-file': {
    'data/staff.ts': `import { TableClient, type TableEntity } from '@azure/data-tables';

const employees = TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS});
const archive = TableClient.fromConnectionString(process.env.TABLES!, 'Archive', ${OPTIONS});

export interface Employee {
  name: string;
  joined: Date;
  salary: bigint;
  photo: Uint8Array;
}

export async function insert(employee: TableEntity<Employee>): Promise<void> {
  await employees.createEntity(employee);
}

export async function moveToArchive(employee: TableEntity<Employee>): Promise<void> {
  await archive./*here*/createEntity(employee);
  await employees.deleteEntity(employee.partitionKey, employee.rowKey);
}

export async function find(from: 'employees' | 'archive', department: string, id: string): Promise<Employee> {
  const { name, joined, salary, photo } = await (from === 'archive' ? archive : employees).getEntity<Employee>(department, id);
  return { name, joined, salary, photo };
}
`,
    'main.ts': `import { type Employee, find, insert, moveToArchive } from './data/staff.ts';

export const hire = (department: string, id: string, employee: Employee): Promise<void> =>
  insert({ ...employee, partitionKey: department, rowKey: id });

export const retire = async (department: string, id: string): Promise<void> =>
  moveToArchive({ ...(await get(department, id)), partitionKey: department, rowKey: id });

export const get = (department: string, id: string): Promise<Employee> => find('employees', department, id);

export const archived = (department: string, id: string): Promise<Employee> => find('archive', department, id);
`,
  },
};

/** A program that retires employees, by its style: the last file exports the functions that a test calls. */
export const cells: Readonly<Record<string, Program>> = {
  ...styles,
  ...inStyles(styles.functions ?? {}, ['factory', 'closure', 'class-in-commonjs', 'base-class', 'package']),
  // both writes start together
  parallel: {
    'main.ts': (styles.functions?.['main.ts'] ?? '').replace(
      /await (archive[^;]*);\n( {2}\/\/[^\n]*\n) {2}await (employees\.deleteEntity[^;]*);/,
      'await Promise.all([\n$1,\n$2$3,\n]);',
    ),
  },
};

/** A program with operations of other kinds. */
export const others: Program = {
  'main.ts': `import { TableClient } from '@azure/data-tables';

const orders = TableClient.fromConnectionString(process.env.TABLES!, 'Orders', ${OPTIONS});
const shops = TableClient.fromConnectionString(process.env.TABLES!, 'Shops', ${OPTIONS});

export async function change(shop: string, id: string, total: number): Promise<void> {
  for (const status of ['open', 'closed']) {
    await orders./*here*/upsertEntity({ partitionKey: shop, rowKey: id, status, total }, 'Replace');
    await orders.upsertEntity({ partitionKey: \`by-\${status}\`, rowKey: \`\${shop}_\${id}\`, total });
    await shops.updateEntity({ partitionKey: 'shop', rowKey: shop, last: id });
  }
}
`,
};

/** A program whose writes a worker can't finish with certainty, and what is said of it. */
interface Refused {
  readonly program: Program;
  readonly why: string | undefined;
}

const HEAD = `import { TableClient } from '@azure/data-tables';
const employees = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
const archive = TableClient.fromConnectionString(process.env.TABLES!, 'Archive');
`;
const program = (code: string, head = HEAD): Program => ({ 'main.ts': `${head}${code}` });

export const refused: Readonly<Record<string, Refused>> = {
  'for one write': {
    program: program(`export async function add(id: string): Promise<void> {
  await employees./*here*/createEntity({ partitionKey: 'a', rowKey: id });
}
`),
    why: undefined,
  },
  'for two entities of one partition': {
    program: program(`export async function add(id: string): Promise<void> {
  await employees./*here*/createEntity({ partitionKey: id, rowKey: 'a' });
  await employees.createEntity({ partitionKey: id, rowKey: 'b' });
}
`),
    why: undefined,
  },
  'where the first write deletes': {
    program: program(`export async function retire(id: string): Promise<void> {
  await employees./*here*/deleteEntity('a', id);
  await archive.createEntity({ partitionKey: 'a', rowKey: id });
}
`),
    why: "main.ts:5 deletes first, so that a repeat wouldn't know its own delete from that of another. Write the new entity first.",
  },
  'where something is done in between': {
    program: program(`export async function retire(id: string): Promise<void> {
  await archive./*here*/createEntity({ partitionKey: 'a', rowKey: id });
  console.log(id);
  await employees.deleteEntity('a', id);
}
`),
    why: "main.ts:7 isn't the next statement, with await and nothing in between.",
  },
  'where what a write returns is used': {
    program: program(`export async function retire(id: string): Promise<string | undefined> {
  const { etag } = await archive./*here*/createEntity({ partitionKey: 'a', rowKey: id });
  await employees.deleteEntity('a', id);
  return etag;
}
`),
    why: "main.ts:6 isn't the next statement, with await and nothing in between.",
  },
  'where a write sends an ETag': {
    program: program(`export async function retire(id: string, etag: string): Promise<void> {
  await archive./*here*/createEntity({ partitionKey: 'a', rowKey: id });
  await employees.deleteEntity('a', id, { etag });
}
`),
    why: 'main.ts:6 passes an ETag, or other options.',
  },
  'where a write is a transaction': {
    program: program(`export async function retire(id: string): Promise<void> {
  await archive./*here*/createEntity({ partitionKey: 'a', rowKey: id });
  await employees.submitTransaction([['delete', { partitionKey: 'a', rowKey: id }]]);
}
`),
    why: 'main.ts:6 is a transaction.',
  },
  'where the table is not known': {
    program: program(`export async function add(table: TableClient, id: string): Promise<void> {
  await table./*here*/createEntity({ partitionKey: 'ids', rowKey: id });
  await table.upsertEntity({ partitionKey: id, rowKey: 'profile' });
}
`),
    why: "It isn't known which table main.ts:5 writes.",
  },
  'where the tables are in two accounts': {
    program: program(
      `export async function retire(id: string): Promise<void> {
  await archive./*here*/createEntity({ partitionKey: 'a', rowKey: id });
  await employees.deleteEntity('a', id);
}
`,
      HEAD.replace("process.env.TABLES!, 'Archive'", "process.env.COLD!, 'Archive'"),
    ),
    why: 'The tables are in different accounts.',
  },
  'where a function of the program writes': {
    program: program(`type Keys = { partitionKey: string; rowKey: string };
const insert = (entity: Keys) => archive.createEntity(entity);
export async function retire(id: string): Promise<void> {
  await /*here*/insert({ partitionKey: 'a', rowKey: id });
  await employees.deleteEntity('a', id);
}
`),
    why: 'main.ts:7 is a call of a function of yours, which might do more than write.',
  },
};
