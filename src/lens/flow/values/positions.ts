import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { either, type Machine } from '../machine.ts';
import { constant } from '../../link/values/number.ts';
import { someLength } from './properties.ts';
import type { Element } from './store.ts';
import { fromAbstract } from './symbols.ts';
import type { Value } from './values.ts';

/** Elements of a list that may be there or not, of which the numbers are told apart. */
const MOST_COUNTED = 8;

/** The number that each element of a list has: as many are there before it. `isOfFew`: they are all, and each number is one digit. */
export function positionsOf(
  machine: Machine,
  elements: readonly Element[],
  isOfFew: boolean,
): readonly Value[] {
  const { and, not, or } = machine.guards;
  const numbered = (index: number): Value => {
    const number = fromAbstract(machine, constant(index));
    return number.kind === 'number' && !isOfFew ? { ...number, varies: true } : number;
  };
  let before: ReadonlyMap<number, Guard> = new Map([[0, ALWAYS]]);
  return elements.map(({ guard }, index) => {
    if (index >= MOST_COUNTED && before.size > 1) return { ...someLength(machine), varies: true };
    const here = [...before].flatMap(([count, ways]) =>
      and(ways, guard) === NEVER ? [] : [{ count, ways }],
    );
    const next = new Map<number, Guard>();
    for (const [count, ways] of before)
      for (const [of, on] of [
        [count + 1, and(ways, guard)],
        [count, and(ways, not(guard))],
      ] as const)
        if (on !== NEVER) next.set(of, or(next.get(of) ?? NEVER, on));
    before = next;
    const [first, ...others] = here;
    const number = numbered(first?.count ?? index);
    return others.reduce((all, { count, ways }) => either(machine, ways, numbered(count), all), number);
  });
}
