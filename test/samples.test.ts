import assert from 'node:assert/strict';
import { runScenario } from '../samples/scenario.ts';
import { startAzurite, type Azurite } from './azurite.ts';

describe('the sample application', () => {
  let azurite: Azurite;

  before(async function () {
    this.timeout(30_000);
    azurite = await startAzurite();
  });

  after(() => azurite.stop());

  it('answers the same, written well and written badly', async function () {
    this.timeout(30_000);
    const good = await runScenario('good', azurite.connectionString);
    const bad = await runScenario('bad', azurite.connectionString);
    assert.deepEqual(bad, good);
    assert.deepEqual(good, {
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
      range: Array.from({ length: 14 }, (_, index) => `Employee ${index + 8} of Sales`),
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
    });
  });
});
