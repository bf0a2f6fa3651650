import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { odata, TableClient, TableServiceClient, TableTransaction } from '@azure/data-tables';
import { azuriteAccount, type AzuriteAccount } from '../azurite.ts';
import { type FakeTableService, startFakeTableService } from '../fake-service/service.ts';
import { findingsOf } from './rule-fixtures.ts';

/** What code may use: `client` of a table of its own, a `service`, and the SDK's classes. */
const HEAD = `import { odata, TableClient, TableServiceClient, TableTransaction } from '@azure/data-tables';
const client = TableClient.fromConnectionString(connection, 'Claims', options);
const service = TableServiceClient.fromConnectionString(connection, options);
`;

/**
 * Checks a claim of a rule: code that it reports fails against Azurite, with an error that matches, and the same code
 * as it should be is not reported, and succeeds. Both are statements in JavaScript.
 */
export async function checkClaim(
  rule: string,
  bad: string,
  error: RegExp | typeof TypeError,
  good: string,
): Promise<void> {
  await checkOn((await azuriteOnce()).connectionString, rule, bad, error, good);
}

/** The same where Azurite is more lenient than the service's documentation, by which the fake service answers. */
export async function checkDocumentedClaim(
  rule: string,
  bad: string,
  error: RegExp,
  good: string,
): Promise<void> {
  await checkOn((await fakeOnce()).connectionString, rule, bad, error, good);
}

async function checkOn(
  connectionString: string,
  rule: string,
  bad: string,
  error: RegExp | typeof TypeError,
  good: string,
): Promise<void> {
  assert.ok(rulesIn(bad).includes(rule), `${rule} does not report:\n${bad}`);
  assert.ok(!rulesIn(good).includes(rule), `${rule} reports:\n${good}`);
  await assert.rejects(run(connectionString, bad), error);
  await run(connectionString, good);
}

function rulesIn(code: string): readonly string[] {
  return findingsOf('/claim.js', HEAD + code).map((finding) => finding.rule);
}

type Code = (...args: readonly unknown[]) => Promise<unknown>;
const AsyncFunction = run.constructor as new (...source: readonly string[]) => Code;

/** Runs statements against a new table. */
async function run(connectionString: string, code: string): Promise<void> {
  const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
  const table = `T${randomUUID().replaceAll('-', '')}`;
  const client = TableClient.fromConnectionString(connectionString, table, options);
  const service = TableServiceClient.fromConnectionString(connectionString, options);
  await client.createTable();
  const known = {
    connection: connectionString,
    options,
    client,
    service,
    odata,
    TableClient,
    TableTransaction,
  };
  await new AsyncFunction(...Object.keys(known), code)(...Object.values(known));
}

let azurite: Promise<AzuriteAccount> | undefined;
let fake: Promise<FakeTableService> | undefined;

/** One for all claims, from the first that needs it on. */
function azuriteOnce(): Promise<AzuriteAccount> {
  azurite ??= azuriteAccount();
  return azurite;
}

function fakeOnce(): Promise<FakeTableService> {
  fake ??= startFakeTableService({});
  return fake;
}

after(async () => {
  await (await fake)?.stop();
});
