import { createApp as createBad } from './bad/src/app.ts';
import { createApp as createGood } from './good/src/app.ts';

interface Employee {
  department: string;
  id: number;
  name: string;
  email: string;
}

interface Claim {
  employeeId: number;
  number: number;
  submitted: Date;
  cents: number;
  purpose: string;
}

/** What both versions of the application can do. */
export interface ExpenseApp {
  createTables(): Promise<void>;
  employees: {
    addDepartment(department: { name: string; managerId: number; deputyId: number }): Promise<void>;
    add(employee: Employee): Promise<void>;
    find(department: string, id: number): Promise<Employee | undefined>;
    findByEmail(department: string, email: string): Promise<Employee | undefined>;
    leaders(department: string): Promise<Employee[]>;
    range(department: string, first: number, last: number): Promise<Employee[]>;
  };
  claims: {
    submit(claim: Claim): Promise<void>;
    latest(employeeId: number, count: number): Promise<Claim[]>;
    above(employeeId: number, cents: number, after: Date): Promise<Claim[]>;
  };
  logins: {
    record(login: {
      department: string;
      employeeId: number;
      number: number;
      time: Date;
      succeeded: boolean;
    }): Promise<void>;
    failed(department: string, employeeId: number, since: Date, until: Date): Promise<Date[]>;
  };
  log: {
    append(line: { source: string; number: number; time: Date; text: string }): Promise<void>;
    latest(source: string, count: number): Promise<string[]>;
  };
}

export type Version = 'good' | 'bad';

/** What the application answered, as plain data. */
export interface ScenarioResult {
  found: Employee | undefined;
  missing: Employee | undefined;
  byEmail: Employee | undefined;
  leaders: string[];
  range: string[];
  latestClaims: string[];
  largeClaims: string[];
  failedLogins: string[];
  latestLines: string[];
}

const START = Date.UTC(2026, 0, 5, 8);
const HOUR = 3_600_000;
const at = (hours: number): Date => new Date(START + hours * HOUR);

/**
 * Lets one version of the application work a few days on an account that has none of its tables' entities
 * yet, and returns what it answers.
 */
export async function runScenario(version: Version, connectionString: string): Promise<ScenarioResult> {
  const app: ExpenseApp = version === 'good' ? createGood(connectionString) : createBad(connectionString);
  await app.createTables();
  await fill(app);
  return ask(app);
}

async function fill({ employees, claims, logins, log }: ExpenseApp): Promise<void> {
  for (const department of ['Sales', 'Research']) {
    await employees.addDepartment({ name: department, managerId: 7, deputyId: 12 });
    for (let id = 1; id <= 30; id++) {
      const email = `employee${id}@${department.toLowerCase()}.contoso.com`;
      await employees.add({ department, id, name: `Employee ${id} of ${department}`, email });
    }
  }
  for (let number = 1; number <= 12; number++) {
    const employeeId = number % 3 === 0 ? 12 : 7;
    const submitted = at(number * 5);
    await claims.submit({
      employeeId,
      number,
      submitted,
      cents: number * 1500,
      purpose: `Journey ${number}`,
    });
  }
  for (let number = 1; number <= 20; number++) {
    const login = {
      department: 'Sales',
      employeeId: number % 2 === 0 ? 7 : 12,
      number,
      time: at(number * 2),
    };
    await logins.record({ ...login, succeeded: number % 4 !== 0 });
  }
  for (let number = 1; number <= 15; number++) {
    const source = number % 2 === 0 ? 'claims' : 'logins';
    await log.append({ source, number, time: at(number), text: `Line ${number}` });
  }
}

async function ask({ employees, claims, logins, log }: ExpenseApp): Promise<ScenarioResult> {
  const describe = ({ number, cents, purpose, submitted }: Claim): string =>
    `${number}: ${cents} for ${purpose}, ${submitted.toISOString()}`;
  return {
    found: await employees.find('Sales', 7),
    missing: await employees.find('Sales', 99),
    byEmail: await employees.findByEmail('Research', 'employee12@research.contoso.com'),
    leaders: (await employees.leaders('Research')).map(({ name }) => name),
    range: (await employees.range('Sales', 8, 21)).map(({ name }) => name),
    latestClaims: (await claims.latest(7, 3)).map(describe),
    largeClaims: (await claims.above(7, 6000, at(10))).map(describe),
    failedLogins: (await logins.failed('Sales', 7, at(8), at(32))).map((time) => time.toISOString()),
    latestLines: await log.latest('claims', 4),
  };
}
