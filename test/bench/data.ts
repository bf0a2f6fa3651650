import { partitions } from '../../src/data/partitions.ts';
import type { PartitionCursor } from '../../src/data/partitions.ts';
import { queryEntities } from '../../src/data/query-entities.ts';
import type { TableService } from '../../src/data/service.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import { LARGE_TABLES, largeRows, partitionBudgets } from '../support/large-tables.ts';
import { openTestService } from '../support/tables.ts';
import type { Result } from './measure.ts';

/** What a walk may hold on to beyond what it began with: pages in flight, and what the collector left. */
const HEAP_MB = 5;
const MB = 1024 * 1024;

/**
 * What the browser asks of tables with up to a million entities, on the fake service in this process: requests, which are the same
 * everywhere, time, which is that of this machine, and how much more the heap holds while partitions are walked and dropped.
 */
export async function browsing(): Promise<readonly Result[]> {
  const fake = await startFakeTableService(largeRows());
  const results: Result[] = [];
  try {
    const service = openTestService(fake.connectionString);
    for (const [name, table] of Object.entries(LARGE_TABLES)) {
      const { first, all } = partitionBudgets(table);
      const rows = await timed(() => queryEntities(service, name, { top: 100 }));
      results.push(
        { what: `${name}: first rows`, value: rows.of.requests, unit: 'requests', budget: 1 },
        { what: `${name}: first rows`, value: rows.milliseconds, unit: 'ms' },
      );
      const hundred = await timed(() => partitions(service, name));
      results.push(
        {
          what: `${name}: first ${hundred.of.items.length} partitions`,
          value: hundred.of.requests,
          unit: 'requests',
          budget: first,
        },
        {
          what: `${name}: first ${hundred.of.items.length} partitions`,
          value: hundred.milliseconds,
          unit: 'ms',
        },
      );
      const walked = await timed(() => walk(service, name));
      const what = `${name}: all ${walked.of.found.toLocaleString('en')} partitions`;
      results.push(
        { what, value: walked.of.requests, unit: 'requests', budget: all },
        { what, value: walked.milliseconds, unit: 'ms' },
        { what, value: walked.of.heap / MB, unit: 'MB more than before at most', budget: HEAP_MB },
      );
    }
  } finally {
    await fake.stop();
  }
  return results;
}

/** Finds all partitions, 1,000 at a time, and keeps none. */
async function walk(
  service: TableService,
  table: string,
): Promise<{ found: number; requests: number; heap: number }> {
  let [found, requests, heap] = [0, 0, 0];
  const before = heapInUse();
  let cursor: PartitionCursor | undefined;
  do {
    const page = await partitions(service, table, { cursor, limit: 1_000, budget: 100 });
    found += page.items.length;
    requests += page.requests;
    cursor = page.next;
    heap = Math.max(heap, heapInUse() - before);
  } while (cursor !== undefined);
  return { found, requests, heap };
}

function heapInUse(): number {
  if (globalThis.gc === undefined) throw new Error('run with --expose-gc');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

async function timed<T>(act: () => Promise<T>): Promise<{ of: T; milliseconds: number }> {
  const start = performance.now();
  const of = await act();
  return { of, milliseconds: performance.now() - start };
}
