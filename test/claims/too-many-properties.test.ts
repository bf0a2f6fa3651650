import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import { type FakeTableService, startFakeTableService } from '../fake-service/service.ts';
import { findingsOf } from '../support/rule-fixtures.ts';

/** Puts a series into one entity, as the code below does. */
const code = (count: number): string => `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(connection, 'Series');
export async function save(counts) {
  const entity = { partitionKey: 'p', rowKey: 'r' };
  for (let day = 0; day < ${count}; day++) entity['day' + day] = counts[day];
  await client.upsertEntity(entity, 'Replace');
}`;

describe('the claims of too-many-properties', () => {
  let service: FakeTableService;
  before(async () => {
    service = await startFakeTableService({ Series: [] });
  });
  after(() => service.stop());

  const save = async (count: number): Promise<void> => {
    const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
    const client = TableClient.fromConnectionString(service.connectionString, 'Series', options);
    const entity: Record<string, unknown> & { partitionKey: string; rowKey: string } = {
      partitionKey: 'p',
      rowKey: 'r',
    };
    for (let day = 0; day < count; day++) entity[`day${day}`] = day;
    await client.upsertEntity(entity, 'Replace');
  };
  const isReported = (count: number): boolean =>
    findingsOf('/claim.js', code(count)).some(({ rule }) => rule === 'too-many-properties');

  it('253 properties are refused, 252 are not', async () => {
    assert.ok(isReported(253));
    await assert.rejects(save(253), /TooManyProperties/);
    assert.ok(!isReported(252));
    await save(252);
  });
});
