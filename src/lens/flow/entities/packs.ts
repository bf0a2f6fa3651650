import { casesOf, type Machine } from '../machine.ts';
import type { Atom, ObjectId, Value } from '../values/values.ts';
import { sourceKeyOf } from './origin.ts';
import type { ActionHere, Pack } from './submitted.ts';

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

/** What a method makes, of the same pack where it is a part of a list that is of one. */
export function carryParts(machine: Machine, list: Atom, name: string, made: Value): Value {
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
  // code that is not seen may have put others into it
  if ([...packs].some(({ holder }) => isChangedMap(machine, holder))) return undefined;
  const all = [...packs].flatMap(({ actions }) => actions);
  return all.length === 0 ? undefined : all;
}

/** The pack of what something keeps. */
export function packOf(machine: Machine, holder: ObjectId): Pack {
  const before = machine.packs.get(-holder);
  if (before !== undefined) return before;
  const made: Pack = { holder, actions: [] };
  machine.packs.set(-holder, made);
  return made;
}

function isChangedMap({ store }: Machine, holder: ObjectId): boolean {
  const { kind, isChanged } = store.object(holder);
  return kind === 'map' && isChanged === true;
}

function setPack(machine: Machine, atom: Atom, own: Pack): void {
  const key = sourceKeyOf(atom);
  if (key !== undefined && !machine.packs.has(key)) machine.packs.set(key, own);
}
