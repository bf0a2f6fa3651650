import { isRetired } from '../model/operations/legacy.ts';
import type { Operation } from '../model/operations/operation.ts';
import { doubtOf } from './doubt.ts';

export interface Counts {
  readonly operations: number;
  readonly classified: number;
  readonly unknown: number;
}

/** How many operations there are, of which how many are classified. What is none of Azure Tables does not count. */
export function countOperations(operations: readonly Operation[]): Counts {
  const counted = operations.filter((operation) => operation.evidence !== 'rejected' || isRetired(operation));
  const unknown = counted.filter((operation) => doubtOf(operation, 'asked') !== undefined).length;
  return { operations: counted.length, classified: counted.length - unknown, unknown };
}
