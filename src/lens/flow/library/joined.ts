import type { Segment } from '../../../core/text/segments.ts';
import type { Value as Plain } from '../../link/values/value.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { type CallPlace, casesOf, choose, either, type Machine, mostCases, unknownOf } from '../machine.ts';
import type { Element } from '../values/store.ts';
import { isTooLong, mostWays, piece, wholeText } from '../values/texts.ts';
import { type Value } from '../values/values.ts';

/** The elements of a list as one text, with a separator between them. */
export function joined(
  machine: Machine,
  elements: readonly Element[],
  separator: string,
  at: CallPlace,
): Value {
  return joinedWays(machine, elements, separator, at) ?? extremes(machine, elements, separator, at);
}

/** Undefined where there are more ways than are followed. */
function joinedWays(
  machine: Machine,
  elements: readonly Element[],
  separator: string,
  at: CallPlace,
): Value | undefined {
  const { and, not } = machine.guards;
  const between = separator === '' ? [] : wholeText(separator, at).segments;
  let all: {
    readonly guard: Guard;
    readonly segments: readonly Segment<Plain>[];
    readonly isFirst: boolean;
  }[] = [{ guard: ALWAYS, segments: [], isFirst: true }];
  for (const { value, guard, place = at } of elements) {
    const cases = casesOf(machine, value);
    all = all.flatMap((before) => {
      const absent = { ...before, guard: and(before.guard, not(guard)) };
      const present = cases.map((one) => ({
        guard: and(and(before.guard, guard), one.guard),
        segments: [
          ...before.segments,
          ...(before.isFirst ? [] : between),
          ...(one.value.kind === 'nothing' ? [] : piece(one.value, place)),
        ],
        isFirst: false,
      }));
      return [absent, ...present].filter((one) => and(one.guard, machine.reached) !== NEVER);
    });
    if (all.some(({ segments }) => isTooLong(segments)))
      return unknownOf(machine, 'too-complex', { is: 'string' });
    if (all.length > mostWays(machine)) return undefined;
  }
  // of more cases of one value nothing at all would be known: where only whether elements are there differs, more can be
  const isPlain = elements.every(({ value }) => casesOf(machine, value).length === 1);
  if (isPlain && all.length > mostCases(machine)) return undefined;
  return choose(
    machine,
    all.map(({ guard, segments }) => {
      const hasHole = segments.some(({ kind }) => kind === 'hole');
      return {
        guard,
        value: {
          kind: 'text',
          segments,
          form: hasHole ? 'mixed' : 'literal',
          place: { file: at.file, span: at.span },
        },
      };
    }),
  );
}

/** Of more ways than are followed: none of the elements, each alone, and all of them; the others are not known. */
function extremes(machine: Machine, elements: readonly Element[], separator: string, at: CallPlace): Value {
  const { and, not } = machine.guards;
  const alone = (which: number): readonly Element[] =>
    elements.map((one, index) =>
      index === which ? one : { ...one, guard: one.guard === ALWAYS ? ALWAYS : NEVER },
    );
  const conditions = (isThere: (index: number) => boolean): Guard =>
    elements.reduce(
      (all, { guard }, index) => (guard === ALWAYS ? all : and(all, isThere(index) ? guard : not(guard))),
      ALWAYS,
    );
  const all = elements.map((one) => ({ ...one, guard: ALWAYS }));
  const seen: readonly (readonly [Guard, readonly Element[]])[] = [
    [conditions(() => true), all],
    ...elements.flatMap((one, index) =>
      one.guard === ALWAYS
        ? []
        : [
            [
              conditions((other) => other === index),
              alone(index).map((each) => (each === one ? { ...one, guard: ALWAYS } : each)),
            ] as const,
          ],
    ),
    [conditions(() => false), alone(-1)],
  ];
  let value: Value = unknownOf(machine, 'too-complex', { is: 'string' });
  if (seen.length > MOST_EXTREMES) return value;
  for (const [guard, list] of seen) {
    const text = joinedWays(machine, list, separator, at);
    if (text !== undefined) value = either(machine, guard, text, value);
  }
  return value;
}

/** More elements than that which may not be there are too many even one by one. */
const MOST_EXTREMES = 18;
