import { RestError } from '@azure/data-tables';
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
    add(employee: Employee): Promise<void>;
    find(department: string, id: number): Promise<Employee | undefined>;
    findByEmail(department: string, email: string): Promise<Employee | undefined>;
    leaders(department: string): Promise<Employee[]>;
    range(department: string, first: number, last: number): Promise<Employee[]>;
  };
  directory: {
    everybody(department: string): Promise<string[]>;
    count(department: string): Promise<number>;
    withAccount(department: string, account: string, host: string): Promise<string[]>;
    withEmails(department: string, emails: string[]): Promise<string[]>;
  };
  departments: {
    add(department: { name: string; managerId: number; deputyId: number }): Promise<void>;
    setLimits(name: string, limits: { purpose: string; cents: number }[]): Promise<void>;
    spend(name: string, cents: number): Promise<void>;
    spent(names: string[]): Promise<number[]>;
    manager(name: string): Promise<{ managerId: number; version: string }>;
    appoint(name: string, managerId: number, version: string): Promise<boolean>;
    setDeputy(name: string, deputyId: number): Promise<void>;
  };
  profiles: {
    setSkills(department: string, email: string, skills: string[]): Promise<void>;
    addLink(department: string, email: string, url: string): Promise<void>;
    setBadge(department: string, email: string, badge: bigint, issued: Date): Promise<void>;
    badgeOf(department: string, email: string): Promise<string>;
    lendKey(department: string, key: string, email: string): Promise<void>;
  };
  claims: {
    submit(claim: Claim): Promise<void>;
    latest(employeeId: number, count: number): Promise<Claim[]>;
    above(employeeId: number, cents: number, after: Date): Promise<Claim[]>;
  };
  audit: {
    submittedSince(employeeId: number, since: Date): Promise<number[]>;
    forPurpose(employeeId: number, purpose: string): Promise<number[]>;
    smallOrLarge(employeeId: number): Promise<number[]>;
  };
  reports: {
    newest(employeeId: number): Promise<string | undefined>;
    totals(employeeId: number, purposes: string[]): Promise<Record<string, number>>;
    contacts(one: string, other: string): Promise<string[]>;
    saveTotals(department: string, totals: Record<string, number>): Promise<void>;
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
    clear(source: string): Promise<void>;
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
  clearedLines: string[];
  everybody: string[];
  count: number;
  withAccount: string[] | Refused;
  withEmails: string;
  spent: number[];
  /** Two people appoint a manager after having seen the same version of a department: what each is told. */
  appointed: boolean[];
  manager: number;
  /** After a change of the deputy. */
  newLeaders: string[];
  skills: Done;
  link: Done;
  lentKey: Done;
  badge: string;
  submittedSince: number[] | Refused;
  forPurpose: number[];
  smallOrLarge: number[];
  newest: string | undefined;
  totals: Record<string, number>;
  saved: Done;
  contacts: string[];
}

/** What stands in the place of an answer where the service refuses the request, or the SDK does. */
export type Refused = `status ${number}` | 'exception';

type Done = 'done' | Refused;

const START = Date.UTC(2026, 0, 5, 8);
const HOUR = 3_600_000;

/** More digits than a number holds. */
const BADGE = 9_007_199_254_740_993n;

const at = (hours: number): Date => new Date(START + hours * HOUR);

/** Opens a version of the application on an account. */
export type CreateApp = (connectionString: string) => ExpenseApp;

const VERSIONS: Readonly<Record<Version, CreateApp>> = { good: createGood, bad: createBad };

/**
 * Lets one version of the application work a few days on an account that has none of its tables' entities
 * yet, and returns what it answers.
 * @param version one of the two, or what opens another
 */
export async function runScenario(
  version: Version | CreateApp,
  connectionString: string,
): Promise<ScenarioResult> {
  const createApp = typeof version === 'string' ? VERSIONS[version] : version;
  const app = createApp(connectionString);
  await app.createTables();
  await fill(app);
  return ask(app);
}

async function fill({ employees, departments, claims, logins, log }: ExpenseApp): Promise<void> {
  for (const department of ['Sales', 'Research']) {
    await departments.add({ name: department, managerId: 7, deputyId: 12 });
    for (let id = 1; id <= 30; id++) {
      const email = `employee${id}@${department.toLowerCase()}.contoso.com`;
      await employees.add({ department, id, name: `Employee ${id} of ${department}`, email });
    }
    await departments.setLimits(department, [
      { purpose: 'Hotel', cents: 15_000 },
      { purpose: 'Train', cents: 30_000 },
    ]);
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
    await departments.spend('Sales', number * 1500);
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
  for (let number = 16; number <= 18; number++) {
    await log.append({ source: 'trials', number, time: at(number), text: `Line ${number}` });
  }
  await log.clear('trials');
}

async function ask(app: ExpenseApp): Promise<ScenarioResult> {
  const { employees, directory, departments, profiles, claims, audit, reports, logins, log } = app;
  const describe = ({ number, cents, purpose, submitted }: Claim): string =>
    `${number}: ${cents} for ${purpose}, ${submitted.toISOString()}`;
  const email = 'employee3@sales.contoso.com';
  const emails = [email, 'employee4@sales.contoso.com'];
  const done = (): 'done' => 'done';
  const { version } = await departments.manager('Sales');
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
    clearedLines: await log.latest('trials', 4),
    everybody: (await directory.everybody('Sales')).toSorted(),
    count: await directory.count('Sales'),
    withAccount: await orRefused(directory.withAccount('Sales', 'employee3', 'sales.contoso.com')),
    withEmails: await orRefused(directory.withEmails('Sales', emails).then((names) => names.join(', '))),
    spent: await departments.spent(['Sales', 'Research']),
    appointed: [
      await departments.appoint('Sales', 8, version),
      await departments.appoint('Sales', 9, version),
    ],
    manager: (await departments.manager('Sales')).managerId,
    newLeaders: await departments
      .setDeputy('Research', 13)
      .then(() => employees.leaders('Research'))
      .then((leaders) => leaders.map(({ name }) => name)),
    skills: await orRefused(profiles.setSkills('Sales', email, ['French', 'Norwegian']).then(done)),
    link: await orRefused(profiles.addLink('Sales', email, 'https://contoso.com/?of=7').then(done)),
    lentKey: await orRefused(profiles.lendKey('Sales', 'garage', email).then(done)),
    badge: await profiles.setBadge('Sales', email, BADGE, at(1)).then(() => profiles.badgeOf('Sales', email)),
    submittedSince: await orRefused(audit.submittedSince(12, at(30))),
    forPurpose: await audit.forPurpose(12, 'Journey 9'),
    smallOrLarge: await audit.smallOrLarge(12),
    newest: await reports.newest(7),
    totals: await reports.totals(7, ['Journey 1', 'Journey 11']),
    saved: await orRefused(reports.saveTotals('Sales', { Hotel: 117_000, Train: 0 }).then(done)),
    contacts: (await reports.contacts('Sales', 'Research')).toSorted(),
  };
}

async function orRefused<T>(answer: Promise<T>): Promise<T | Refused> {
  try {
    return await answer;
  } catch (error) {
    const status = error instanceof RestError ? error.statusCode : undefined;
    return status === undefined ? 'exception' : `status ${status}`;
  }
}
