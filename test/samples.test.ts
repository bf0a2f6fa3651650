import assert from 'node:assert/strict';
import { runScenario, type ScenarioResult } from '../samples/scenario.ts';
import { azuriteAccount, type AzuriteAccount } from './azurite.ts';
import { readDefects } from './support/samples.ts';

const ids = Array.from({ length: 30 }, (_, index) => index + 1);
const staffOf = (department: string): string[] => ids.map((id) => `Employee ${id} of ${department}`);
const contactsOf = (department: string): string[] =>
  ids.map(
    (id) => `${id}: Employee ${id} of ${department} <employee${id}@${department.toLowerCase()}.contoso.com>`,
  );

const RIGHT: ScenarioResult = {
  found: {
    department: 'Sales',
    id: 7,
    name: 'Employee 7 of Sales',
    email: 'employee7@sales.contoso.com',
  },
  missing: undefined,
  byEmail: {
    department: 'Research',
    id: 12,
    name: 'Employee 12 of Research',
    email: 'employee12@research.contoso.com',
  },
  leaders: ['Employee 7 of Research', 'Employee 12 of Research'],
  range: staffOf('Sales').slice(7, 21),
  latestClaims: [
    '11: 16500 for Journey 11, 2026-01-07T15:00:00.000Z',
    '10: 15000 for Journey 10, 2026-01-07T10:00:00.000Z',
    '8: 12000 for Journey 8, 2026-01-07T00:00:00.000Z',
  ],
  largeClaims: [
    '11: 16500 for Journey 11, 2026-01-07T15:00:00.000Z',
    '10: 15000 for Journey 10, 2026-01-07T10:00:00.000Z',
    '8: 12000 for Journey 8, 2026-01-07T00:00:00.000Z',
    '7: 10500 for Journey 7, 2026-01-06T19:00:00.000Z',
    '5: 7500 for Journey 5, 2026-01-06T09:00:00.000Z',
  ],
  failedLogins: ['2026-01-05T16:00:00.000Z', '2026-01-06T00:00:00.000Z', '2026-01-06T08:00:00.000Z'],
  latestLines: ['Line 14', 'Line 12', 'Line 10', 'Line 8'],
  clearedLines: [],
  everybody: staffOf('Sales').toSorted(),
  count: 30,
  withAccount: ['Employee 3 of Sales'],
  withEmails: 'Employee 3 of Sales, Employee 4 of Sales',
  spent: [117_000, 0],
  appointed: [true, false],
  manager: 8,
  newLeaders: ['Employee 7 of Research', 'Employee 13 of Research'],
  skills: 'done',
  link: 'done',
  lentKey: 'done',
  badge: '9007199254740993',
  submittedSince: [12, 9, 6],
  forPurpose: [9],
  smallOrLarge: [12, 3],
  newest: 'Journey 11',
  totals: { 'Journey 1': 1500, 'Journey 11': 16_500 },
  saved: 'done',
  contacts: [...contactsOf('Sales'), ...contactsOf('Research')].toSorted(),
};

/** What the bad version answers where its defects make the answer wrong. */
const WRONG: Partial<ScenarioResult> = {
  everybody: [],
  count: 32,
  withAccount: 'status 400',
  withEmails: ', , ',
  appointed: [true, true],
  manager: 9,
  newLeaders: ['Employee 13 of Research'],
  skills: 'exception',
  link: 'status 400',
  lentKey: 'exception',
  badge: '9007199254740992',
  forPurpose: [],
  smallOrLarge: [],
  saved: 'exception',
};

describe('the sample application', () => {
  let azurite: AzuriteAccount;

  before(async function () {
    this.timeout(30_000);
    azurite = await azuriteAccount();
  });

  it('answers what it is asked, written well', async function () {
    this.timeout(30_000);
    assert.deepEqual(await runScenario('good', azurite.connectionString), RIGHT);
  });

  it('answers the same, written badly, but for what DEFECTS.md says', async function () {
    this.timeout(30_000);
    assert.deepEqual(await runScenario('bad', azurite.connectionString), { ...RIGHT, ...WRONG });
    assert.deepEqual(
      Object.keys(WRONG),
      readDefects().differences.map(({ name }) => name),
    );
  });
});
