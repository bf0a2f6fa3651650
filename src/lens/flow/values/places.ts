import { ALWAYS, type Guard, NEVER, type Guards } from '../conditions/guards.ts';
import type { Machine } from '../machine.ts';
import type { Element } from './store.ts';

/** Elements of a list that may be there or not, of which the numbers are told apart. */
const MOST_COUNTED = 8;

/** The ways on which an element is there, and so many others are before it. */
export interface Placed {
  readonly count: number;
  readonly ways: Guard;
}

/** Where each element of a list stands, on each way; undefined where that are too many to tell. */
export function placesOf(
  { and, not, or }: Guards,
  elements: readonly Element[],
): readonly (readonly Placed[] | undefined)[] {
  let before: ReadonlyMap<number, Guard> = new Map([[0, ALWAYS]]);
  return elements.map(({ guard }, index) => {
    if (index >= MOST_COUNTED && before.size > 1) return undefined;
    const places = [...before].map(([count, ways]) => ({ count, ways: and(ways, guard) }));
    const next = new Map<number, Guard>();
    for (const [count, ways] of before)
      for (const [of, on] of [
        [count + 1, and(ways, guard)],
        [count, and(ways, not(guard))],
      ] as const)
        if (on !== NEVER) next.set(of, or(next.get(of) ?? NEVER, on));
    before = next;
    return places.filter(({ ways }) => ways !== NEVER);
  });
}

/**
 * The elements that stand at some places of a list, each on the ways on which it does; undefined where that is not seen, as of a list of
 * which nobody knows how many elements it has.
 */
export function elementsWithin(
  { guards, subjects }: Pick<Machine, 'guards' | 'subjects'>,
  elements: readonly Element[],
  start: number,
  end = Infinity,
): readonly Element[] | undefined {
  const isCounted = ({ guard }: Element): boolean =>
    [...guards.support(guard)].some((decision) => subjects[decision]?.kind === 'elements');
  const places = placesOf(guards, elements);
  if (places.includes(undefined) || elements.some(isCounted)) return undefined;
  return elements.flatMap((element, index): readonly Element[] => {
    const here = (places[index] ?? []).filter(({ count }) => count >= start && count < end);
    const guard = here.reduce((all, { ways }) => guards.or(all, ways), NEVER);
    return guard === NEVER ? [] : [{ ...element, guard }];
  });
}
