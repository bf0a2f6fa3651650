import { TableServiceClient } from '@azure/data-tables';
import { runScenario } from './scenario.ts';
import { seed } from './seed.ts';

/** What each version of the sample keeps its entities in, and how they get there. */
const CONTENTS = [
  {
    tables: ['Employees', 'ExpenseClaims', 'LoginEvents', 'ActivityLog'],
    write: (connectionString: string): Promise<unknown> => seed(connectionString),
  },
  {
    tables: ['Staff', 'Expenses', 'Logins', 'Activities'],
    write: (connectionString: string): Promise<unknown> => runScenario('bad', connectionString),
  },
];

/** Tables by what became of them. */
export interface Provided {
  readonly written: string[];
  /** Those of a version of which a table was there already: none of its tables was touched. */
  readonly left: string[];
}

/** Writes the tables of both versions of the sample, but for a version of which the account has a table. */
export async function provide(connectionString: string): Promise<Provided> {
  const service = TableServiceClient.fromConnectionString(connectionString, {
    allowInsecureConnection: true,
    retryOptions: { maxRetries: 0 },
  });
  const present = new Set<string>();
  // names are equal whatever their case: REST page "Understanding the Table service data model"
  for await (const { name = '' } of service.listTables()) present.add(name.toLowerCase());
  const isThere = (name: string): boolean => present.has(name.toLowerCase());
  const absent = CONTENTS.filter(({ tables }) => !tables.some(isThere));
  await Promise.all(absent.map(({ write }) => write(connectionString)));
  return {
    written: absent.flatMap(({ tables }) => tables),
    left: CONTENTS.filter((content) => !absent.includes(content)).flatMap(({ tables }) =>
      tables.filter(isThere),
    ),
  };
}
