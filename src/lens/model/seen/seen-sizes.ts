import { largest, type ListSize, times } from '../../flow/values/list-size.ts';
import type { Observation } from '../../flow/machine.ts';
import { inLoop, type LoopAt } from './seen-loops.ts';

/** How many actions a transaction has, on every way on which it was seen; those that callers give are what they are seen to give. */
export function seenSize(
  observations: readonly Observation[],
  fromCallers: () => readonly Observation[],
): ListSize {
  const size = largest(sizesOf(observations));
  if (size.kind !== 'open' || size.by !== 'caller') return size;
  const given = sizesOf(fromCallers());
  return given.length === 0 ? size : largest(given);
}

function sizesOf(observations: readonly Observation[]): readonly ListSize[] {
  return observations.flatMap(({ size }) => size ?? []);
}

/** How often the loops around a call that begin no later than one of them run it. */
export function seenTurns(observations: readonly Observation[], loop: LoopAt): ListSize {
  return largest(
    inLoop(observations, loop).map(({ around }) => around.map(({ size }) => size).reduce(times)),
  );
}

/** How many turns one loop around a call has by itself. */
export function seenAtOnce(observations: readonly Observation[], loop: LoopAt): ListSize {
  return largest(inLoop(observations, loop).flatMap(({ around }) => around.at(-1)?.size ?? []));
}
