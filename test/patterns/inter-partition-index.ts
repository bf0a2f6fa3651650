import type { Program } from '../support/assisted.ts';
import { cells as within, through } from './intra-partition-index.ts';

/** The same programs, whose questions name no department. */
export const cells: Readonly<Record<string, Program>> = Object.fromEntries(
  Object.entries({ ...within, ...through }).map(([name, program]) => [
    name,
    Object.fromEntries(
      Object.entries(program).map(([file, text]) => [
        file,
        text
          .replaceAll('PartitionKey eq \\${department} and email eq \\${email}', 'email eq \\${email}')
          .replaceAll('PartitionKey eq ${department} and email eq ${email}', 'email eq ${email}')
          .replaceAll('email eq ${email} and PartitionKey eq ${department}', 'email eq ${email}'),
      ]),
    ),
  ]),
);

const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
export async function find(email: string) {
  for await (const employee of client./*here*/listEntities<{ email: string }>({
    queryOptions: { filter: odata\`email eq \${email}\` },
  }))
    return employee;
}
`;

/** Programs in which it is not certain, and what is said. */
export const refused: Readonly<Record<string, { readonly program: Program; readonly why: string }>> = {
  'where a transaction writes': {
    program: {
      'main.ts': `${HEAD}
export const hireAll = (all: { partitionKey: string; rowKey: string; email: string }[]) =>
  client.submitTransaction(all.map((one) => ['create', one]));
`,
    },
    why: 'main.ts:11 writes in a transaction, which would leave the copies as they are.',
  },
  'where a list of the table would have entries of the index': {
    program: {
      'main.ts': `${HEAD}
export async function list(filter: string) {
  const all = [];
  for await (const one of client.listEntities({ queryOptions: { filter } })) all.push(one);
  return all;
}
`,
    },
    why: "main.ts:12 would return the copies, too, and its filter can't be changed with certainty.",
  },
};
