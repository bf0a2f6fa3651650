import type { Flow } from '../flow/flow.ts';
import { NEVER } from '../flow/guards.ts';
import type { Observation } from '../flow/machine.ts';
import { toPlain } from '../flow/symbols.ts';
import { isSame } from '../flow/values.ts';
import type { Value } from '../link/value.ts';

/**
 * What a call gives as its key at `index`, where that is the same on all ways on which the call was seen: one value, or values
 * of which as much is known. Undefined where there are several, it is not seen, or the program makes it in a way that is not
 * followed.
 */
export function seenKey(flow: Flow, observations: readonly Observation[], index: number): Value | undefined {
  // what the runs had left may not be enough to tell what they saw
  flow.guards.renew();
  const { and } = flow.guards;
  const found = observations.flatMap(({ keys, reached }) => {
    const key = keys[index];
    if (key?.kind !== 'choice') return [key];
    return key.cases.flatMap(({ guard, value }) => (and(guard, reached) === NEVER ? [] : [value]));
  });
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  const value = toPlain(first);
  const isOne = others.every(
    (other) => other !== undefined && (isSame(first, other) || isAlike(value, toPlain(other))),
  );
  return isOne && isFollowed(value) ? value : undefined;
}

/** Values of which nothing is known but what callers, or the service, may give: elements of one list, in two turns of a loop. */
function isAlike(a: Value, b: Value): boolean {
  return (
    a.kind === 'unknown' &&
    b.kind === 'unknown' &&
    a.name !== undefined &&
    a.name === b.name &&
    a.why === b.why &&
    a.is === b.is &&
    a.isOptional === b.isOptional &&
    a.given?.file === b.given?.file &&
    a.given?.fn === b.given?.fn
  );
}

function isFollowed(value: Value): boolean {
  return value.kind !== 'unknown' || value.why === 'parameter' || value.why === 'property';
}
