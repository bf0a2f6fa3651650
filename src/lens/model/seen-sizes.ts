import { contains } from '../../core/text/span.ts';
import { largest, type ListSize, times } from '../flow/list-size.ts';
import type { Observation } from '../flow/machine.ts';
import type { Repetition } from './operation.ts';

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
export function seenTurns(
  observations: readonly Observation[],
  file: string,
  { span, calledAt }: Repetition,
): ListSize {
  const turns = observations.flatMap(({ loops, through }) => {
    const isThere =
      calledAt === undefined ||
      through.some((call) => call.file === file && call.span.start === calledAt.start);
    const around = loops.filter(({ place }) => place.file === file && contains(place.span, span));
    return isThere && around.length > 0 ? [around.map(({ size }) => size).reduce(times)] : [];
  });
  return largest(turns);
}
