import { randomBytes } from 'node:crypto';

/** Names for scratch tables, which no other table has. */
export function scratchNames(count: number): readonly string[] {
  const run = randomBytes(8).toString('hex');
  return Array.from({ length: count }, (_, index) => `${PREFIX}${run}x${index}`);
}

const PREFIX = 'PartitionLensScratch';

/** Whether a name is that of a scratch table; no other table is ever dropped. */
export function isScratch(name: string): boolean {
  return name.startsWith(PREFIX) && /^[0-9a-f]{16}x\d{1,3}$/.test(name.slice(PREFIX.length));
}

/** Entities that are copied to scratch tables at most: Azurite reads a whole table for each answer. */
export const MOST_COPIED = 5_000;
