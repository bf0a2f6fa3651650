import { describe } from '../../flow/describe.ts';
import type { Flow } from '../../flow/flow.ts';
import { type Guard, NEVER } from '../../flow/conditions/guards.ts';
import { toPlain } from '../../flow/values/symbols.ts';
import type { Atom, Value } from '../../flow/values/values.ts';
import type { Files } from '../../link/linker.ts';
import type { Alternative, Value as Plain } from '../../link/values/value.ts';

/** A value as it was seen once, and the condition under which that was. */
export interface Seen {
  readonly reached: Guard;
  readonly value: Value;
}

/** A value that was seen, and the condition under which it was. */
export interface SeenCase {
  guard: Guard;
  readonly value: Atom;
}

/** All that was seen of one value, and the condition under which any of it was. */
export interface SeenCases {
  readonly cases: readonly SeenCase[];
  readonly reached: Guard;
}

/** What was seen of one value at all times together, what is alike as one. Of more than `most` no others are looked for. */
export function casesSeen(
  flow: Flow,
  all: Iterable<Seen>,
  areAlike: (a: Atom, b: Atom) => boolean,
  most = Infinity,
): SeenCases {
  // what the runs had left may not be enough to tell what they saw
  flow.guards.renew();
  const { and, or } = flow.guards;
  const cases: SeenCase[] = [];
  let reached: Guard = NEVER;
  for (const seen of all) {
    reached = or(reached, seen.reached);
    const { value } = seen;
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

/** The value that these cases are together. */
export function plainOf(flow: Flow, files: Files, { cases, reached }: SeenCases): Plain {
  const [first, ...others] = cases;
  if (first === undefined) return { kind: 'nothing' };
  if (others.length === 0) return toPlain(first.value);
  const values = cases.map(({ guard, value }): Alternative => {
    const when = describe(flow, files, guard, reached);
    return { value: toPlain(value), ...(when !== undefined && { when }) };
  });
  return { kind: 'oneOf', values };
}
