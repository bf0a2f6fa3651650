import { type Order, orderOf } from '../../syntax/program/comparator.ts';
import { markOf } from '../entities/answers.ts';
import { type CallPlace, casesOf, type Machine } from '../machine.ts';
import { type Answer, isOfEntity } from '../entities/marks.ts';
import { sourcesOf } from '../entities/sources.ts';
import type { Rows } from '../entities/results.ts';
import type { Element } from '../values/store.ts';
import type { Atom, Value } from '../values/values.ts';

/**
 * Notes that elements are put into the order that a function or a property says, or into the opposite one; `compare` is absent where they
 * are compared as texts. `rows` is what the array is of a query's results.
 */
export function noteSorted(
  machine: Machine,
  elements: readonly Element[],
  by: { readonly compare: Value | undefined } | { readonly order: Order | undefined } | 'reversed',
  { file, span }: CallPlace,
  rows?: Rows,
): void {
  const order = by === 'reversed' ? undefined : 'order' in by ? by.order : orderBy(machine, by.compare);
  const told = new Set<Answer>();
  const atoms = elements.flatMap(({ value }) => casesOf(machine, value).map((one) => one.value));
  const owns = atoms.flatMap((atom) => answerOf(machine, atom, order?.property) ?? []);
  // what a point read gives stands between the results, wherever its keys put those
  if (owns.some(({ of }) => of.isOne)) return;
  for (const own of owns) {
    if (told.has(own.of)) continue;
    told.add(own.of);
    const isKnown = own.of.sorts.some(({ place }) => place.file === file && place.span === span);
    if (isKnown || own.of.sorts.length >= MOST_SORTS) continue;
    const seen = by === 'reversed' ? by : ofEntity(order, own.name);
    const isOfPage = rows?.state.isPage === true;
    own.of.sorts.push({
      place: { file, span },
      ...(seen && { order: seen }),
      ...(isOfPage && { isOfPage }),
    });
  }
}

function orderBy(machine: Machine, by: Value | undefined): Order | undefined {
  const [compare] = by === undefined ? [] : casesOf(machine, by);
  return compare?.value.kind === 'function' ? orderOf(compare.value.fn) : undefined;
}

/** Sorts of one answer that are told of. */
const MOST_SORTS = 8;

function ofEntity(order: Order | undefined, property: string | undefined): Order | undefined {
  return order === undefined || property === undefined ? undefined : { ...order, property };
}

/** The answer that an element is of, or an object that is made of one, and what a property of it is called there. */
function answerOf(
  machine: Machine,
  atom: Atom,
  property: string | undefined,
): { readonly of: Answer; readonly name?: string } | undefined {
  const own = markOf(machine, atom);
  if (own?.kind === 'entity') return { of: own.of, ...(property !== undefined && { name: property }) };
  const copied = copiedFrom(machine, atom);
  if (copied !== undefined) return { of: copied, ...(property !== undefined && { name: property }) };
  if (atom.kind !== 'object') return undefined;
  const { properties, open } = machine.store.object(atom.id);
  const value = property === undefined ? undefined : properties.get(property);
  const made = value && madeOf(machine, value);
  if (made !== undefined) return made;
  if (value !== undefined) return undefined;
  if (open?.some?.kind === 'entity')
    return { of: open.some.of, ...(property !== undefined && { name: property }) };
  const others = [...properties.values()].flatMap((one) => casesOf(machine, one));
  const other = others.map((one) => markOf(machine, one.value)).find((one) => one?.kind === 'property');
  return property === undefined && other !== undefined ? { of: other.of } : undefined;
}

/** The answer whose entity a value is a copy of, as a schema makes it that has checked it. */
function copiedFrom(machine: Machine, atom: Atom): Answer | undefined {
  const [source, ...others] = sourcesOf(machine, atom);
  const isCopy = source?.share === 'like' && source.name === undefined && others.length === 0;
  return isCopy ? source.read.answer : undefined;
}

/** The property that a value is worked out from, in all cases in which it is of any. */
function madeOf(machine: Machine, value: Value): { readonly of: Answer; readonly name: string } | undefined {
  const marks = casesOf(machine, value).flatMap((one) => markOf(machine, one.value) ?? []);
  const named = marks.filter(isOfEntity).filter(({ by, isBeside }) => by !== 'mixed' && isBeside !== true);
  const [first] = named;
  if (first === undefined || !named.every(({ of }) => of === first.of)) return undefined;
  return { of: first.of, name: first.name };
}
