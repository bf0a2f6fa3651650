import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }';

const MAIN = `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees', ${OPTIONS});

interface Employee {
  email: string;
  age: number;
}

export async function hire(department: string, id: string, employee: Employee): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: id, ...employee });
}

export async function put(department: string, id: string, email: string, age: number): Promise<void> {
  await client.upsertEntity({ partitionKey: department, rowKey: id, email, age }, 'Replace');
}

export async function found(department: string, title: string): Promise<void> {
  await client.upsertEntity({ partitionKey: department, rowKey: 'department', title }, 'Replace');
}

export async function move(department: string, id: string, email: string): Promise<void> {
  await client.updateEntity({ partitionKey: department, rowKey: id, email }, 'Merge');
}

/** The addresses of all who work in a department. */
export async function addresses(department: string): Promise<string[]> {
  const all: string[] = [];
  for await (const employee of client./*here*/listEntities<Employee>({
    queryOptions: { filter: odata\`PartitionKey eq \${department}\` },
  })) {
    all.push(employee.email);
  }
  return all;
}
`;

const main = (text: string): Program => ({ 'main.ts': text });

const functions = main(MAIN);

/** The loop takes properties apart, in one line, and selects them. */
const SELECTED = MAIN.replace(
  `const employee of client./*here*/listEntities<Employee>({
    queryOptions: { filter: odata\`PartitionKey eq \${department}\` },
  })) {
    all.push(employee.email);
  }`,
  `const { email } of client./*here*/listEntities<Employee>({
    queryOptions: { filter: odata\`PartitionKey eq \${department}\`, select: ['email'] },
  }))
    all.push(email);`,
);

/** A department is founded in one transaction, with who leads it. */
const TOGETHER = MAIN.replace(
  "  await client.upsertEntity({ partitionKey: department, rowKey: 'department', title }, 'Replace');",
  `  await client.submitTransaction([
    ['upsert', { partitionKey: department, rowKey: 'department', title }, 'Replace'],
    ['upsert', { partitionKey: department, rowKey: 'lead', email: 'lead@x.org', age: 50 }, 'Replace'],
  ]);`,
);

/** A program of employees and departments in one partition, by its style: the last file exports the functions that a test calls. */
export const cells: Readonly<Record<string, Program>> = {
  functions,
  selected: main(SELECTED),
  together: main(TOGETHER),
  // the RowKeys say which an entity is
  'by-keys': main(MAIN.replaceAll('rowKey: id', 'rowKey: `empid_${id}`')),
  ...inStyles(functions, [
    'class',
    'factory',
    'closure',
    'base-class',
    'base-class-that-writes',
    'wrapper',
    'package',
    'package-with-all',
  ]),
  commonjs: {
    'main.cjs': `'use strict';
const { TableClient, odata } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees', ${OPTIONS});

/** @param {string} department @param {string} id @param {{ email: string, age: number }} employee */
async function hire(department, id, employee) {
  await client.createEntity({ partitionKey: department, rowKey: id, ...employee });
}

/** @param {string} department @param {string} id @param {string} email @param {number} age */
async function put(department, id, email, age) {
  await client.upsertEntity({ partitionKey: department, rowKey: id, email, age }, 'Replace');
}

/** @param {string} department @param {string} title */
async function found(department, title) {
  await client.upsertEntity({ partitionKey: department, rowKey: 'department', title }, 'Replace');
}

/** @param {string} department @param {string} id @param {string} email */
async function move(department, id, email) {
  await client.updateEntity({ partitionKey: department, rowKey: id, email }, 'Merge');
}

/** @param {string} department */
async function addresses(department) {
  const all = [];
  for await (const { email } of client./*here*/listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) all.push(email);
  return all;
}

module.exports = { hire, put, found, move, addresses };
`,
  },
};

interface Refused {
  readonly program: Program;
  readonly why: string | undefined;
}

const changed = (from: string, to: string): Program => main(MAIN.replaceAll(from, to));

/** Programs in which it isn't certain, and what is said; nothing where no kinds are mixed. */
export const refused: Readonly<Record<string, Refused>> = {
  'where there is one kind': {
    program: changed("rowKey: 'department', title", "rowKey: 'department', email: title, age: 0"),
    why: undefined,
  },
  'where the list is handed on': {
    program: main(
      MAIN.replace(
        / {2}const all: string\[\] = \[\];[\s\S]*$/,
        `  const all = await Array.fromAsync(client./*here*/listEntities<Employee>({
    queryOptions: { filter: odata\`PartitionKey eq \${department}\` },
  }));
  return all.map((one) => one.email);
}
`,
      ),
    ),
    why: "The list isn't gone through by a loop that its entities could be left out in.",
  },
  'where all of a loop has a comment before it': {
    program: changed('})) {\n    all', '})) /* each */ {\n    all'),
    why: "The list isn't gone through by a loop that its entities could be left out in.",
  },
  'where the module is there already': {
    program: { 'employees-kinds.ts': 'export const kinds = [];\n', ...functions },
    why: 'The names of the new functions or their module already have another meaning.',
  },
  'where an entity has its keys from somewhere else': {
    program: changed(
      '  await client.upsertEntity({ partitionKey: department, rowKey: id, email, age }',
      '  const keys = { partitionKey: department, rowKey: id };\n  await client.upsertEntity({ ...keys, email, age }',
    ),
    why: "main.ts:16 doesn't spell out the entity with its RowKey, so its kind isn't certain.",
  },
};
