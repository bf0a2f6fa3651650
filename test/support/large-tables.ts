import { generatedRows } from '../fake-service/rows.ts';
import type { Rows } from '../fake-service/rows.ts';

/** A table of the fake service, made when it is asked for. */
export interface LargeTable {
  readonly partitions: number;
  readonly sizeOf: (partition: number) => number;
}

/** The tables that budgets are held to. */
export const LARGE_TABLES: Readonly<Record<string, LargeTable>> = {
  Million: { partitions: 1_000, sizeOf: () => 1_000 },
  ManyPartitions: { partitions: 50_000, sizeOf: () => 20 },
  Uniform: { partitions: 500, sizeOf: () => 400 },
  Skewed: { partitions: 3_000, sizeOf: (partition) => (partition % 50 === 0 ? 20_000 : 2) },
  OnePartition: { partitions: 1, sizeOf: () => 1_000_000 },
  OneEntityEach: { partitions: 50_000, sizeOf: () => 1 },
};

/** What the fake service serves, by the names of the tables. */
export function largeRows(): Readonly<Record<string, Rows>> {
  const rows = Object.entries(LARGE_TABLES).map(([name, { partitions, sizeOf }]): [string, Rows] => [
    name,
    generatedRows({ partitions, rows: sizeOf }),
  ]);
  return Object.fromEntries(rows);
}

/** Requests that docs/performance.md grants to partitions: to the first 100, and to all. */
export function partitionBudgets({ partitions, sizeOf }: LargeTable): { first: number; all: number } {
  const entitiesIn = (count: number): number =>
    Array.from({ length: Math.min(partitions, count) }, (_, partition) => sizeOf(partition)).reduce(
      (sum, size) => sum + size,
      0,
    );
  const pages = (entities: number): number => Math.max(1, Math.ceil(entities / 1_000));
  const toHundredth = entitiesIn(99) + (partitions > 99 ? 1 : 0);
  return {
    first: Math.min(100, pages(toHundredth)) + 1,
    all: Math.min(pages(entitiesIn(partitions)), partitions) + 1,
  };
}
