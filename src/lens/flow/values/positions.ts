import { constant } from '../../link/values/number.ts';
import { either, type Machine } from '../machine.ts';
import { placesOf } from './places.ts';
import { someLength } from './properties.ts';
import type { Element } from './store.ts';
import { fromAbstract } from './symbols.ts';
import type { Value } from './values.ts';

/** The number that each element of a list has: as many are there before it. `isOfFew`: they are all, and each number is one digit. */
export function positionsOf(
  machine: Machine,
  elements: readonly Element[],
  isOfFew: boolean,
): readonly Value[] {
  const numbered = (index: number): Value => {
    const number = fromAbstract(machine, constant(index));
    return number.kind === 'number' && !isOfFew ? { ...number, varies: true } : number;
  };
  return placesOf(machine.guards, elements).map((places, index) => {
    if (places === undefined) return { ...someLength(machine), varies: true };
    const [first, ...others] = places;
    const number = numbered(first?.count ?? index);
    return others.reduce((all, { count, ways }) => either(machine, ways, numbered(count), all), number);
  });
}
