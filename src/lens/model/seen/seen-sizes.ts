import { contains } from '../../../core/text/span.ts';
import { largest, type ListSize, type Loop, times } from '../../flow/values/list-size.ts';
import type { Observation } from '../../flow/machine.ts';
import type { Repetition } from '../operations/operation.ts';

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
  repeated: Repetition,
): ListSize {
  return largest(
    loopsAround(observations, file, repeated).map((around) => around.map(({ size }) => size).reduce(times)),
  );
}

/** How many turns one loop around a call has by itself. */
export function seenAtOnce(
  observations: readonly Observation[],
  file: string,
  repeated: Repetition,
): ListSize {
  return largest(loopsAround(observations, file, repeated).flatMap((around) => around.at(-1)?.size ?? []));
}

/** The loops from a loop outwards, outermost first, each time that the call was seen in it. */
function loopsAround(
  observations: readonly Observation[],
  file: string,
  { span, calledAt }: Repetition,
): readonly (readonly Loop[])[] {
  return observations.flatMap(({ loops, through }) => {
    const isThere =
      calledAt === undefined ||
      through.some((call) => call.file === file && call.span.start === calledAt.start);
    const around = loops.filter(({ place }) => place.file === file && contains(place.span, span));
    return isThere && around.length > 0 ? [around] : [];
  });
}
