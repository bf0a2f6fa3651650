import type { Program } from '../support/assisted.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }';

/** A program of the guide's employees, by its style: the last file exports the five functions that a test calls. */
export const cells: Readonly<Record<string, Program>> = {
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
};

/** Programs in which it is not certain, and what is said. */
export const refused: Readonly<Record<string, { readonly program: Program; readonly why: string }>> = {};
