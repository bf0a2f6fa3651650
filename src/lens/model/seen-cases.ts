import type { Flow } from '../flow/flow.ts';
import { type Guard, NEVER } from '../flow/guards.ts';
import type { Observation } from '../flow/machine.ts';
import type { Atom, Value } from '../flow/values.ts';

/** A value that was seen, and the condition under which it was. */
export interface SeenCase {
  guard: Guard;
  readonly value: Atom;
}

/**
 * What was seen of one value at all calls together, what is alike as one, and the condition under which any of it was. Of more than
 * `most` no others are looked for.
 */
export function casesSeen(
  flow: Flow,
  observations: readonly Observation[],
  valueOf: (seen: Observation) => Value,
  areAlike: (a: Atom, b: Atom) => boolean,
  most = Infinity,
): { readonly cases: readonly SeenCase[]; readonly reached: Guard } {
  // what the runs had left may not be enough to tell what they saw
  flow.guards.renew();
  const { and, or } = flow.guards;
  const cases: SeenCase[] = [];
  let reached: Guard = NEVER;
  for (const seen of observations) {
    reached = or(reached, seen.reached);
    const value = valueOf(seen);
    for (const one of value.kind === 'choice' ? value.cases : [{ guard: seen.reached, value }]) {
      const guard = and(one.guard, seen.reached);
      if (guard === NEVER) continue;
      const same = cases.find((known) => areAlike(known.value, one.value));
      if (same === undefined) cases.push({ guard, value: one.value });
      else same.guard = or(same.guard, guard);
    }
    if (cases.length > most) break;
  }
  return { cases, reached };
}
