import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { operationsOf } from '../../../test/support/operations.ts';
import type { Operation } from './operations/operation.ts';

interface GuideQuery {
  readonly line: number;
  readonly sdk: string;
  readonly shape: string;
}

const FIXTURE = new URL('../../../test/fixtures/guide-queries.json', import.meta.url);
const queries = JSON.parse(readFileSync(FIXTURE, 'utf8')) as readonly GuideQuery[];

function operationOf(sdk: string): Operation | undefined {
  const text = `import { odata, TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
export async function run(department: string) {\n  ${sdk}\n}`;
  const operations = operationsOf({ 'guide.ts': text });
  assert.equal(operations.length, 1, sdk);
  return operations[0];
}

function shapeOf(operation: Operation | undefined): string | undefined {
  if (operation?.kind === 'point-read') return 'point';
  if (operation?.kind !== 'query' || operation.filter.kind === 'unknown') return undefined;
  const { filter } = operation;
  return (filter.kind === 'known' ? filter.worst : filter).classification.shape;
}

describe("the design guide's queries, as the SDK's calls", () => {
  it('are all here', () => {
    assert(queries.length >= 20, `${queries.length} queries`);
  });
  for (const { line, sdk, shape } of queries) {
    it(`line ${line}: ${shape}`, () => {
      const operation = operationOf(sdk);
      assert.equal(operation?.evidence, 'proved');
      assert.equal(shapeOf(operation), shape);
    });
  }
});
