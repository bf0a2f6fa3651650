import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { TableClient, TableServiceClient, TableTransaction } from '@azure/data-tables';
import { type Azurite, startAzurite } from '../azurite.ts';
import { findingsOf } from './rule-fixtures.ts';

/** What code may use: `client` of a table of its own, a `service`, and the SDK's classes. */
const HEAD = `import { TableClient, TableServiceClient, TableTransaction } from '@azure/data-tables';
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
  assert.ok(rulesIn(bad).includes(rule), `${rule} does not report:\n${bad}`);
  assert.ok(!rulesIn(good).includes(rule), `${rule} reports:\n${good}`);
  await assert.rejects(run(bad), error);
  await run(good);
}

function rulesIn(code: string): readonly string[] {
  return findingsOf('/claim.js', HEAD + code).map((finding) => finding.rule);
}

type Code = (...args: readonly unknown[]) => Promise<unknown>;
const AsyncFunction = run.constructor as new (...source: readonly string[]) => Code;

/** Runs statements against a new table. */
async function run(code: string): Promise<void> {
  const { connectionString } = await shared();
  const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
  const table = `T${randomUUID().replaceAll('-', '')}`;
  const client = TableClient.fromConnectionString(connectionString, table, options);
  const service = TableServiceClient.fromConnectionString(connectionString, options);
  await client.createTable();
  const known = { connection: connectionString, options, client, service, TableClient, TableTransaction };
  await new AsyncFunction(...Object.keys(known), code)(...Object.values(known));
}

let azurite: Promise<Azurite> | undefined;

/** One for all claims, from the first that needs it on. */
function shared(): Promise<Azurite> {
  azurite ??= startAzurite();
  return azurite;
}

after(async () => {
  await (await azurite)?.stop();
});
