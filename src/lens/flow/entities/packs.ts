import { casesOf, type Machine } from '../machine.ts';
import type { ObjectState } from '../values/store.ts';
import type { Atom, ObjectId, Value } from '../values/values.ts';
import { sourceKeyOf } from './origin.ts';
import type { ActionHere, Content, Pack } from './submitted.ts';

/** Notes of a value that it is something that a map keeps. */
export function noteFound(machine: Machine, holder: ObjectId, found: Value): void {
  const own = packOf(machine, holder);
  for (const { value } of casesOf(machine, found)) setPack(machine, value, own);
}

/** Notes of what is taken out of a value, or is a part of it, that it is of the same pack. */
export function carryPack(machine: Machine, from: Atom, into: Atom): void {
  if (machine.packs.size === 0) return;
  const own = machine.packs.get(sourceKeyOf(from) ?? NaN);
  if (own !== undefined) setPack(machine, into, own);
}

/** Methods that give a list of some of the elements. */
const PARTS: ReadonlySet<string> = new Set(['slice', 'splice', 'filter', 'toReversed', 'toSorted']);

/** Methods that put no action into a list of which it isn't seen which ones it has; what `push` puts is. */
const PUT_NONE: ReadonlySet<string> = new Set([
  ...[...PARTS, 'push', 'pop', 'shift', 'reverse', 'sort', 'concat', 'at', 'entries', 'values', 'keys'],
  ...['map', 'flatMap', 'forEach', 'find', 'some', 'every', 'reduce', 'includes', 'indexOf', 'join'],
]);

/** What a method makes, of the same pack where it is a part of a list that is of one. */
export function carryParts(
  machine: Machine,
  list: Atom,
  name: string,
  args: readonly Value[],
  made: Value,
): Value {
  if (machine.packs.size === 0) return made;
  // `splice(at, count, …)` may put others
  if (!PUT_NONE.has(name) || (name === 'splice' && args.length > 2)) openPackOf(machine, list);
  if (PARTS.has(name)) for (const { value } of casesOf(machine, made)) carryPack(machine, list, value);
  return made;
}

/** The actions that a value may be a list of, as it is of packs: undefined where it is of none, or may be a list that somebody gives. */
export function packedIn(machine: Machine, value: Value): readonly ActionHere[] | undefined {
  const packs = new Set<Pack>();
  for (const { value: list } of casesOf(machine, value)) {
    const own = machine.packs.get(sourceKeyOf(list) ?? NaN);
    if (own !== undefined) packs.add(own);
    else if (list.kind !== 'unknown' || list.given !== undefined) return undefined;
  }
  if ([...packs].some((pack) => mayHaveOthers(machine, pack))) return undefined;
  const all = [...packs].flatMap(({ actions }) => actions);
  return all.length === 0 ? undefined : all;
}

/** The pack of what something keeps. */
export function packOf(machine: Machine, holder: ObjectId): Pack {
  const before = machine.packs.get(-holder);
  if (before !== undefined) return before;
  const { isChanged, open } = machine.store.object(holder);
  const isOpen = isChanged === true || open !== undefined;
  const made: Pack = { actions: [], put: new Map(), isOpen };
  machine.packs.set(-holder, made);
  return made;
}

/** Notes of a value that something else than what is seen may have been put into it, or into what it is of. */
export function openPackOf({ packs }: Machine, atom: Atom): void {
  const own = packs.get(sourceKeyOf(atom) ?? NaN);
  if (own !== undefined) own.isOpen = true;
}

/** Whether code that is not seen may have put others into a list, or code that is has made another action of one. */
function mayHaveOthers({ store }: Machine, { put, isOpen }: Pack): boolean {
  return isOpen || [...put].some(([id, then]) => !isAsIt(store.object(id), then));
}

/** Whether something has what it had then. */
export function isAsIt(now: ObjectState, then: Content): boolean {
  const { elements, properties } = now;
  if (elements !== then.elements || properties.size !== then.properties.size) return false;
  return [...properties].every(([name, value]) => then.properties.get(name) === value);
}

function setPack(machine: Machine, atom: Atom, own: Pack): void {
  const key = sourceKeyOf(atom);
  if (key !== undefined && !machine.packs.has(key)) machine.packs.set(key, own);
}
