import type { Operation } from '../../model/operations/operation.ts';
import type { RunIn } from '../../model/operations/run-in.ts';

/** The function that an operation is run in, and its branches there: the one around it, or one that runs that at once. */
export function ranIn({ runIn, fn, branches }: Operation): RunIn {
  return runIn ?? { ...(fn !== undefined && { fn }), branches };
}
