import type { Claim } from './claim.ts';
import { filterClaims } from './filters.ts';
import { parallelClaims } from './parallel.ts';
import { resultClaims } from './results.ts';
import { writeClaims } from './writes.ts';

/** What the rules claim, by their ids; what runs cannot contradict is not among them. */
export const CLAIMS: ReadonlyMap<string, Claim> = new Map([
  ...filterClaims,
  ...resultClaims,
  ...writeClaims,
  ...parallelClaims,
]);
