import { TableClient, type TransactionAction } from '@azure/data-tables';
import { pathToFileURL } from 'node:url';
import { employeeKey, newestFirst, sixDigits } from './good/src/keys.ts';

/** How much was written, by table. */
export interface SeedReport {
  tables: { name: string; partitions: number; entities: number }[];
  entities: number;
}

interface Entity {
  partitionKey: string;
  rowKey: string;
  [property: string]: string | number | boolean | Date | bigint;
}

const DEPARTMENTS = ['Finance', 'Legal', 'Marketing', 'Operations', 'Research', 'Sales'];
const EMPLOYEES_PER_DEPARTMENT = 40;
const NAMES = [
  'Ada',
  'Bela',
  'Chidi',
  'Dana',
  'Elif',
  'Femi',
  'Goran',
  'Hana',
  'Ines',
  'Jun',
  'Kofi',
  'Lena',
];
const PURPOSES = [
  'Train',
  'Flight',
  'Hotel',
  'Taxi',
  'Conference',
  'Meal with a customer',
  'Book',
  'Parking',
];
const DAY = 86_400_000;
const TRANSACTION_SIZE = 100;
const PARALLEL_TRANSACTIONS = 8;

/**
 * Fills the tables of the well-written sample: a few thousand entities in seconds. What it writes depends on
 * the reference time alone; entities that are there already are replaced.
 * @param now the time at which the newest claim, login and log line are set
 */
export async function seed(connectionString: string, now: Date = new Date()): Promise<SeedReport> {
  const random = randomNumbers(2017);
  const employees = DEPARTMENTS.flatMap((department, index) =>
    Array.from({ length: EMPLOYEES_PER_DEPARTMENT }, (_, offset) => ({
      department,
      id: index * EMPLOYEES_PER_DEPARTMENT + offset + 1,
    })),
  );
  const contents: [name: string, entities: Entity[]][] = [
    ['Employees', [...DEPARTMENTS.map(departmentEntity), ...employees.flatMap(employeeEntities)]],
    ['ExpenseClaims', employees.flatMap((employee) => claimEntities(employee, now, random))],
    ['LoginEvents', employees.flatMap((employee) => loginEntities(employee, now, random))],
    ['ActivityLog', ['claims', 'logins', 'payments'].flatMap((source) => logEntities(source, now, random))],
  ];
  const tables: SeedReport['tables'] = [];
  for (const [name, entities] of contents) {
    const partitions = await fill(connectionString, name, entities);
    tables.push({ name, partitions, entities: entities.length });
  }
  return { tables, entities: tables.reduce((sum, table) => sum + table.entities, 0) };
}

interface Employee {
  department: string;
  id: number;
}

function departmentEntity(name: string, index: number): Entity {
  const first = index * EMPLOYEES_PER_DEPARTMENT + 1;
  return { partitionKey: name, rowKey: 'department', managerId: first, deputyId: first + 1 };
}

/** An employee under its id and under its e-mail address. */
function employeeEntities({ department, id }: Employee): Entity[] {
  const name = `${NAMES[id % NAMES.length]} ${String.fromCharCode(65 + (id % 26))}.`;
  const email = `${NAMES[id % NAMES.length]?.toLowerCase()}${id}@contoso.com`;
  const entity = { partitionKey: department, id, name, email };
  return [
    { ...entity, rowKey: employeeKey(id) },
    { ...entity, rowKey: `email_${email}` },
  ];
}

/** The claims of one employee over half a year; the newest of employee 1 is of `now` itself. */
function claimEntities({ id }: Employee, now: Date, random: () => number): Entity[] {
  const count = 2 + Math.floor(random() * 6);
  return Array.from({ length: count }, (_, index) => {
    const age = id === 1 && index === 0 ? 0 : Math.floor(random() * 180 * DAY);
    const submitted = new Date(now.getTime() - age);
    const number = id * 10 + index;
    return {
      partitionKey: employeeKey(id),
      rowKey: `${newestFirst(submitted)}_${sixDigits(number)}`,
      number,
      submitted,
      cents: 500 + Math.floor(random() * 90_000),
      purpose: PURPOSES[Math.floor(random() * PURPOSES.length)] ?? '',
    };
  });
}

/** Logins of the last month; employee 7 is a script that logs in more than a thousand times. */
function loginEntities({ department, id }: Employee, now: Date, random: () => number): Entity[] {
  const count = id === 7 ? 1_200 : 1 + Math.floor(random() * 8);
  return Array.from({ length: count }, (_, index) => {
    const time = new Date(now.getTime() - Math.floor(random() * 30 * DAY));
    return {
      partitionKey: `${department}_${sixDigits(id)}`,
      rowKey: `${time.toISOString()}_${sixDigits(index + 1)}`,
      time,
      succeeded: random() > 0.1,
    };
  });
}

function logEntities(source: string, now: Date, random: () => number): Entity[] {
  let time = now.getTime();
  return Array.from({ length: 250 }, (_, index) => {
    time -= Math.floor(random() * 3_600_000);
    const number = 250 - index;
    return {
      partitionKey: source,
      rowKey: `${newestFirst(new Date(time))}_${sixDigits(number)}`,
      text: `${source}: step ${number} took ${Math.floor(random() * 900)} ms`,
    };
  });
}

/** Numbers from 0 to below 1, always the same for one seed (mulberry32). */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes the entities into a table, and returns how many partitions they make. */
async function fill(connectionString: string, name: string, entities: Entity[]): Promise<number> {
  const table = TableClient.fromConnectionString(connectionString, name, {
    allowInsecureConnection: /UseDevelopmentStorage=true|http:\/\/(127\.0\.0\.1|localhost)/.test(
      connectionString,
    ),
    retryOptions: { maxRetries: 0 },
  });
  await table.createTable();
  const partitions = new Map<string, Entity[]>();
  for (const entity of entities) {
    const partition = partitions.get(entity.partitionKey);
    if (partition === undefined) partitions.set(entity.partitionKey, [entity]);
    else partition.push(entity);
  }
  const transactions = [...partitions.values()].flatMap((partition) => chunks(partition, TRANSACTION_SIZE));
  await inParallel(transactions, PARALLEL_TRANSACTIONS, async (chunk) => {
    await table.submitTransaction(chunk.map((entity): TransactionAction => ['upsert', entity, 'Replace']));
  });
  return partitions.size;
}

function chunks<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

async function inParallel<T>(all: T[], bound: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  await Promise.all(
    Array.from({ length: bound }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

async function main(connectionString = 'UseDevelopmentStorage=true'): Promise<void> {
  const started = performance.now();
  const report = await seed(connectionString);
  console.table(report.tables);
  console.log(`${report.entities} entities in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** What went wrong, in one sentence; a refused connection is the one that everybody meets. */
function sentenceFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED' || code === 'REQUEST_SEND_ERROR') {
    return 'No response from this address: start Azurite first (npx azurite-table), or check the connection string.';
  }
  return error instanceof Error ? error.message : String(error);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await main(process.argv[2]);
  } catch (error) {
    console.error(sentenceFor(error));
    process.exitCode = 1;
  }
}
