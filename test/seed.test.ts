import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import { seed, type SeedReport } from '../samples/seed.ts';
import { readKey } from '../src/core/keys/read.ts';
import { formatTicks, UNIT } from '../src/core/keys/time.ts';
import { azuriteAccount, type AzuriteAccount } from './azurite.ts';

const NOW = new Date('2026-03-04T05:06:07.089Z');

describe('the seeding script', () => {
  let azurite: AzuriteAccount;
  let report: SeedReport;

  before(async function () {
    this.timeout(60_000);
    azurite = await azuriteAccount();
    report = await seed(azurite.connectionString, NOW);
  });

  const open = (name: string): TableClient =>
    TableClient.fromConnectionString(azurite.connectionString, name, { allowInsecureConnection: true });

  it('writes a few thousand entities, over a hundred partitions, and a partition of over a thousand', () => {
    assert.ok(report.entities > 3000 && report.entities < 10_000, `${report.entities}`);
    const logins = report.tables.find(({ name }) => name === 'LoginEvents');
    assert.ok(logins !== undefined && logins.partitions > 100);
  });

  it('writes what it reports, and one partition that outlasts a page', async () => {
    const partitions = new Map<string, number>();
    for await (const { partitionKey = '' } of open('LoginEvents').listEntities()) {
      partitions.set(partitionKey, (partitions.get(partitionKey) ?? 0) + 1);
    }
    const entities = [...partitions.values()].reduce((sum, count) => sum + count, 0);
    assert.deepEqual(
      report.tables.find(({ name }) => name === 'LoginEvents'),
      { name: 'LoginEvents', partitions: partitions.size, entities },
    );
    assert.ok(Math.max(...partitions.values()) > 1000);
  }).timeout(10_000);

  it('writes keys that decode to the time beside them', async () => {
    const claims = open('ExpenseClaims').listEntities<{ submitted: Date }>({
      queryOptions: { filter: "PartitionKey eq 'empid_000001'" },
    });
    const times: string[] = [];
    for await (const { rowKey = '', submitted } of claims) {
      const [time, number] = readKey(rowKey).parts;
      assert.ok(time?.common?.kind === 'time' && number?.common?.kind === 'number');
      assert.equal(formatTicks(time.common.ticks, UNIT.millisecond), submitted.toISOString());
      times.push(submitted.toISOString());
    }
    assert.equal(times[0], NOW.toISOString());
    assert.deepEqual(times, times.toSorted().reverse());
  });
});
