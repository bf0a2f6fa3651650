import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import { type FakeTableService, startFakeTableService } from '../fake-service/service.ts';
import { findingsOf } from '../support/rule-fixtures.ts';

/** What a property is given, as source and as value. */
const DATES: readonly (readonly [code: string, value: unknown, isRefused: boolean])[] = [
  ["new Date('0001-01-01T00:00:00Z')", new Date('0001-01-01T00:00:00Z'), true],
  ['new Date(-8640000000000000)', new Date(-8640000000000000), true],
  ['new Date(8640000000000000)', new Date(8640000000000000), true],
  [
    "{ type: 'DateTime', value: '0001-01-01T00:00:00Z' }",
    { type: 'DateTime', value: '0001-01-01T00:00:00Z' },
    true,
  ],
  ["new Date('1601-01-02T00:00:00Z')", new Date('1601-01-02T00:00:00Z'), false],
  ["new Date('9999-12-31T23:59:59Z')", new Date('9999-12-31T23:59:59Z'), false],
];

describe('the claims of date-out-of-range', () => {
  let service: FakeTableService;
  before(async () => {
    service = await startFakeTableService({ Dates: [] });
  });
  after(() => service.stop());

  for (const [code, at, isRefused] of DATES) {
    it(`${code} is ${isRefused ? 'refused' : 'stored'}`, async () => {
      const source = `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(connection, 'Dates');
export const save = () => client.upsertEntity({ partitionKey: 'p', rowKey: 'r', at: ${code} });`;
      const isReported = findingsOf('/claim.js', source).some(({ rule }) => rule === 'date-out-of-range');
      assert.equal(isReported, isRefused);
      const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
      const client = TableClient.fromConnectionString(service.connectionString, 'Dates', options);
      const save = (): Promise<unknown> => client.upsertEntity({ partitionKey: 'p', rowKey: 'r', at });
      if (isRefused) await assert.rejects(save, { statusCode: 400 });
      else await save();
    });
  }
});
