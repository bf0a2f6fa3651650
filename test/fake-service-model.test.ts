import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import fc from 'fast-check';
import { azuriteAccount, type AzuriteAccount } from './azurite.ts';
import { startFakeTableService } from './fake-service/service.ts';
import type { FakeTableService } from './fake-service/service.ts';
import { refusalOf } from './support/refusal.ts';

const OPTIONS = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };

const keys = fc.record({
  partitionKey: fc.constantFrom('a', "b'b"),
  rowKey: fc.constantFrom('1', 'ü', '10'),
});
const values = fc.record(
  { A: fc.integer({ min: 0, max: 9 }), B: fc.constantFrom('x', ''), C: fc.boolean() },
  { requiredKeys: [] },
);
const mode = fc.constantFrom('Merge' as const, 'Replace' as const);
/** The version that a write is of: any, the one that is there, one that was. */
const version = fc.constantFrom('any' as const, 'current' as const, 'stale' as const);
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), keys, values }),
  fc.record({ kind: fc.constant('upsert' as const), keys, values, mode }),
  fc.record({ kind: fc.constant('update' as const), keys, values, mode, version }),
  fc.record({ kind: fc.constant('delete' as const), keys, version }),
  fc.record({
    kind: fc.constant('transaction' as const),
    keys: fc.uniqueArray(keys, { minLength: 1, maxLength: 3 }),
    values,
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe('any sequence of writes', function () {
  this.timeout(60_000);
  let azurite: AzuriteAccount;
  let fake: FakeTableService;
  let number = 0;
  before(async () => {
    [azurite, fake] = await Promise.all([azuriteAccount(), startFakeTableService({})]);
  });
  after(() => fake.stop());

  it('ends alike on Azurite and on the fake table service', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const table = `Table${number++}`;
        const [first, second] = await Promise.all([
          run(TableClient.fromConnectionString(azurite.connectionString, table, OPTIONS), steps),
          run(TableClient.fromConnectionString(fake.connectionString, table, OPTIONS), steps),
        ]);
        assert.deepEqual(second, first);
      }),
      { numRuns: 60 },
    );
  });
});

/** What each step was answered with, and what is there in the end. */
async function run(client: TableClient, steps: readonly Step[]): Promise<unknown> {
  await client.createTable();
  const answers: string[] = [];
  for (const each of steps) answers.push(await answerOf(client, each));
  const rows: unknown[] = [];
  for await (const { partitionKey, rowKey, A, B, C } of client.listEntities()) {
    rows.push({ partitionKey, rowKey, A, B, C });
  }
  return { answers, rows };
}

async function answerOf(client: TableClient, each: Step): Promise<string> {
  switch (each.kind) {
    case 'create':
      return outcomeOf(client.createEntity({ ...each.keys, ...each.values }));
    case 'upsert':
      return outcomeOf(client.upsertEntity({ ...each.keys, ...each.values }, each.mode));
    case 'update': {
      const etag = await etagOf(client, each.keys, each.version);
      return outcomeOf(client.updateEntity({ ...each.keys, ...each.values }, each.mode, { etag }));
    }
    case 'delete': {
      const { partitionKey, rowKey } = each.keys;
      const etag = await etagOf(client, each.keys, each.version);
      return outcomeOf(client.deleteEntity(partitionKey, rowKey, { etag }));
    }
    case 'transaction': {
      const partitionKey = each.keys[0]?.partitionKey ?? '';
      const own = each.keys.filter((other) => other.partitionKey === partitionKey);
      const actions = own.map((entity): ['create', typeof entity] => [
        'create',
        { ...entity, ...each.values },
      ]);
      return outcomeOf(client.submitTransaction(actions));
    }
  }
}

async function outcomeOf(asked: Promise<unknown>): Promise<string> {
  const done = await asked.then(
    () => true,
    () => false,
  );
  return done ? 'done' : refusalOf(asked);
}

async function etagOf(
  client: TableClient,
  { partitionKey, rowKey }: { partitionKey: string; rowKey: string },
  wanted: 'any' | 'current' | 'stale',
): Promise<string> {
  if (wanted === 'any') return '*';
  const stale = `W/"datetime'2020-01-01T00%3A00%3A00.0000000Z'"`;
  if (wanted === 'stale') return stale;
  const found = await client.getEntity(partitionKey, rowKey).catch(() => undefined);
  return found?.etag ?? stale;
}
