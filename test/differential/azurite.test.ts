import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import type { TransactionAction } from '@azure/data-tables';
import fc from 'fast-check';
import type { EdmValue } from '../../src/core/edm/value.ts';
import type { FilterError } from '../../src/core/odata/ast.ts';
import { evaluate, type EvaluatedEntity } from '../../src/core/odata/evaluate.ts';
import { describeFilterError } from '../../src/core/odata/messages.ts';
import { parseFilter } from '../../src/core/odata/parse.ts';
import { plainText } from '../../src/core/text/segments.ts';
import { parseConnectionString } from '../../src/data/connection.ts';
import { openTableService, type TableService } from '../../src/data/service.ts';
import { type AzuriteAccount, azuriteAccount } from '../azurite.ts';
import { mangledFilter, rightFilter, wrongFilter } from './filters.ts';
import { COMPARING, expected, leniencies, READING, STRICTER } from './leniencies.ts';
import { entities } from './values.ts';

/** What is asked, the same each time; another number asks other filters of other entities. */
const SEED = Number(process.env.DIFFERENTIAL_SEED ?? 20_260_102);
const TABLES = 24;
const RIGHT_PER_TABLE = 350;
const WRONG_PER_TABLE = 150;
const MANGLED_PER_TABLE = 50;
/** What each leniency must be seen to do. */
const AT_LEAST = 20;

/** The rows that came back, as their places among the entities; or the failure. */
type Answer = ReadonlySet<number> | 'rejected' | 'failed';

const seen = new Map<string, number>();
const differences: string[] = [];
let asked = 0;

function count(name: string): void {
  seen.set(name, (seen.get(name) ?? 0) + 1);
}

describe('the evaluator and Azurite', function () {
  this.timeout(180_000);
  let azurite: AzuriteAccount;

  before(async () => {
    azurite = await azuriteAccount();
    const service = open(azurite.connectionString);
    const tables = fc.sample(entities, { numRuns: TABLES, seed: SEED });
    for (const [number, rows] of tables.entries()) {
      const name = `t${String(number).padStart(3, '0')}`;
      await write(azurite.connectionString, name, rows);
      const sample = (filters: fc.Arbitrary<string>, numRuns: number): string[] =>
        fc.sample(filters, { numRuns, seed: SEED + number });
      const texts = [
        ...sample(rightFilter, RIGHT_PER_TABLE),
        ...sample(wrongFilter, WRONG_PER_TABLE),
        ...sample(mangledFilter, MANGLED_PER_TABLE),
      ];
      await askAll(service, name, rows, texts);
    }
  });

  it('agree, but for what is known', () => {
    const shown = differences.slice(0, 5).join('\n\n');
    assert.equal(differences.length, 0, `${differences.length} of ${asked}, seed ${SEED}\n${shown}`);
    assert.ok(asked >= 5000);
  });

  for (const { name } of [...COMPARING, ...READING]) {
    it(`differ in this: ${name}`, () => {
      assert.ok((seen.get(name) ?? 0) >= AT_LEAST, `seen ${seen.get(name) ?? 0} times, seed ${SEED}`);
    });
  }
});

/** Asks for each text, several at a time. */
async function askAll(
  service: TableService,
  table: string,
  rows: readonly EvaluatedEntity[],
  texts: readonly string[],
): Promise<void> {
  const places = new Map(rows.map((row, index) => [keyOf(row.partitionKey, row.rowKey), index]));
  const waiting = texts.values();
  const worker = async (): Promise<void> => {
    for (const text of waiting) {
      const difference = differenceIn(text, rows, await ask(service, table, text, places));
      asked++;
      if (difference !== undefined) differences.push(`${text}\n  ${difference}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

async function ask(
  service: TableService,
  table: string,
  filter: string,
  places: ReadonlyMap<string, number>,
): Promise<Answer> {
  const query = { $filter: filter, $select: 'PartitionKey,RowKey' };
  const answer = await service.get(`${table}()`, query, { metadata: 'no' });
  if (answer.kind === 'error') return answer.error.kind === 'bad-request' ? 'rejected' : 'failed';
  const { value } = JSON.parse(answer.body) as { value: { PartitionKey: string; RowKey: string }[] };
  return new Set(value.map(({ PartitionKey, RowKey }) => places.get(keyOf(PartitionKey, RowKey)) ?? -1));
}

/** What is wrong with an answer: a sentence; undefined when it is the evaluator's, or a known leniency's. */
function differenceIn(text: string, rows: readonly EvaluatedEntity[], answer: Answer): string | undefined {
  const { filter, errors } = parseFilter(plainText(text));
  if (filter === undefined) return undefined;
  const [error] = errors;
  if (error && !error.azuriteAccepts) {
    return answer === 'rejected' ? undefined : `${error.kind}: said to be rejected by Azurite too`;
  }
  if (answer === 'rejected') return STRICTER.some((pattern) => pattern.test(text)) ? undefined : 'rejected';
  const untold = errors.find((one) => !describeFilterError(one).includes('Azurite accepts it'));
  if (untold) return `${untold.kind}: nothing is said of Azurite`;
  const readings = errors.map(readingOf);
  for (const reading of readings) if (reading) count(reading.name);
  if (!readings.every((reading) => reading?.asMeant)) return undefined;

  const known = leniencies(filter, rows);
  const isOther = (row: EvaluatedEntity, index: number): boolean =>
    answer === 'failed' || answer.has(index) !== evaluate(filter, row);
  const [only, ...others] = known;
  const isFailure = answer === 'failed' && only?.fails;
  if (only && others.length === 0 && (only.fails ? isFailure : rows.some(isOther))) count(only.name);
  if (answer === 'failed') return [...known].some(({ fails }) => fails) ? undefined : 'failed';
  const wrong = rows.find((row, index) => {
    const due = expected(filter, row);
    return due !== 'either' && due !== answer.has(index);
  });
  return wrong && `${answer.has(rows.indexOf(wrong)) ? 'returned' : 'left out'}: ${describeEntity(wrong)}`;
}

function readingOf(error: FilterError): (typeof READING)[number] | undefined {
  return READING.find(({ is }) => is(error));
}

function keyOf(partitionKey: string, rowKey: string): string {
  return `${partitionKey}\n${rowKey}`;
}

function describeEntity({ partitionKey, rowKey, properties = new Map() }: EvaluatedEntity): string {
  const show = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);
  return JSON.stringify({ partitionKey, rowKey, ...Object.fromEntries(properties) }, show);
}

function open(connectionString: string): TableService {
  const parsed = parseConnectionString(connectionString);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  // a query that fails does so each time
  return openTableService(parsed.endpoint, { retries: 0 });
}

async function write(
  connectionString: string,
  table: string,
  rows: readonly EvaluatedEntity[],
): Promise<void> {
  const client = TableClient.fromConnectionString(connectionString, table, { allowInsecureConnection: true });
  await client.createTable();
  for (const key of new Set(rows.map(({ partitionKey }) => partitionKey))) {
    const partition = rows.filter(({ partitionKey }) => partitionKey === key);
    await client.submitTransaction(partition.map(creation));
  }
}

function creation({ partitionKey, rowKey, properties = new Map() }: EvaluatedEntity): TransactionAction {
  const values = [...properties].map(([name, value]) => [name, toSdk(value)]);
  return ['create', { partitionKey, rowKey, ...(Object.fromEntries(values) as object) }];
}

/** A value as the SDK takes it, with its type said. */
function toSdk(value: EdmValue): {
  readonly type: EdmValue['type'];
  readonly value: string | number | boolean;
} {
  switch (value.type) {
    case 'Int64':
      return { type: value.type, value: String(value.value) };
    case 'Double':
      return { type: value.type, value: value.text };
    case 'Binary':
      return { type: value.type, value: Buffer.from(value.value, 'hex').toString('base64') };
    default:
      return value;
  }
}
