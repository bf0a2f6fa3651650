import type { Place } from '../../../core/text/segments.ts';
import { type Guard, NEVER } from '../conditions/guards.ts';
import {
  exactly,
  type Extent,
  growthOf,
  largest,
  type ListSize,
  type Loop,
  REPLACED,
  sum,
  UNKNOWN,
} from './list-size.ts';
import { type CallPlace, casesOf, listPlace, type Machine, settled } from '../machine.ts';
import type { ObjectState } from './store.ts';
import type { Atom, Symbolic, Value } from './values.ts';

/** Runs the turns of a loop: what grows in them grows so many times. */
export function inLoop<T>(machine: Machine, place: Place, size: ListSize, work: (loop: Loop) => T): T {
  const loop: Loop = { place, size, more: NEVER, turn: 0 };
  machine.loops.push(loop);
  const result = work(loop);
  machine.loops.pop();
  return result;
}

/** How many elements a value may have as a list. */
export function sizeOf(machine: Machine, value: Value): ListSize {
  if (value.kind !== 'choice') return sizeOfAtom(machine, value);
  return largest(casesOf(machine, value).map((one) => sizeOfAtom(machine, one.value)));
}

/** The same of what comes this far: a test of some length may keep long lists away. */
export function sizeHere(machine: Machine, value: Value): ListSize {
  return largest(
    casesOf(machine, value).map((one) =>
      isTested(machine, one.guard) ? UNKNOWN : sizeOfAtom(machine, one.value),
    ),
  );
}

function isTested({ guards, reached, subjects }: Machine, guard: Guard): boolean {
  return [...guards.support(guards.and(guard, reached))].some((decision) => {
    const subject = subjects[decision];
    return subject?.kind === 'condition' && subject.isOfLength === true;
  });
}

function sizeOfAtom(machine: Machine, atom: Atom): ListSize {
  switch (atom.kind) {
    case 'nothing':
      return exactly(0);
    case 'object':
      return sizeOfList(machine, machine.store.object(atom.id));
    case 'unknown':
    case 'typed': {
      const list = machine.store.get(listPlace(machine, atom));
      return list?.kind === 'object'
        ? sizeOfList(machine, machine.store.object(list.id))
        : sizeOfUnknown(machine, atom);
    }
    default:
      return UNKNOWN;
  }
}

/** How many elements somebody gives who is not seen. */
export function sizeOfUnknown({ extents }: Machine, atom: Symbolic): ListSize {
  const { symbol, name = '' } = atom;
  const { by, place, size } = extents.get(symbol) ?? {};
  if (atom.kind === 'typed' && atom.type.most !== undefined) return exactly(atom.type.most);
  // its type names each of them
  if (atom.kind === 'typed' && atom.type.name === 'Tuple') return exactly(atom.type.args.length);
  if (size !== undefined || by === undefined || place === undefined) return size ?? UNKNOWN;
  return PART.test(name.slice(name.lastIndexOf('.') + 1)) ? UNKNOWN : { kind: 'open', by, place };
}

/** Names of lists that are parts already, whoever makes them so. */
const PART = /batch|chunk|page|slice|group|part|window|segment/i;

/** Names of what has lists that the program's own code makes. */
const OWN = /^(config|options|settings|constants|env|deps)$/i;

/** Notes who decides how many elements a value, and what it has, may have. */
export function noteGiven(machine: Machine, value: Value, given: Extent): void {
  for (const { value: atom } of value.kind === 'choice' ? value.cases : [{ value }]) {
    if (atom.kind === 'unknown' || atom.kind === 'typed') {
      const name = atom.name?.slice(atom.name.lastIndexOf('.') + 1) ?? '';
      if (!OWN.test(name)) machine.extents.set(atom.symbol, given);
    } else if (atom.kind === 'object') {
      const state = machine.store.change(atom.id);
      if (state.open !== undefined) state.open = { ...state.open, giver: given };
    }
  }
}

function sizeOfList({ loops }: Machine, { size, limit, growth, isRenewed, born }: ObjectState): ListSize {
  if (limit !== undefined) return limit;
  if (size === undefined || growth === undefined || growth.size === 0) return size ?? UNKNOWN;
  // it outlives the loop that it was made in
  const isKept = born !== undefined && !loops.includes(born);
  if (isRenewed === true || isKept) return REPLACED;
  // it is used before it is complete
  return isGrowing(loops, growth) ? UNKNOWN : sum([size, ...[...growth.values()].map(growthOf)]);
}

function isGrowing(loops: readonly Loop[], growth: ObjectState['growth']): boolean {
  if (growth === undefined) return false;
  return [...growth.values()].some((one) => one.loops.some((loop) => loops.includes(loop)));
}

/** Notes that a name or property gets another value: where both are lists, the one before may have been sent. */
export function noteRenewal(machine: Machine, before: () => Value | undefined, value: Value): void {
  const known = machine.loops.length === 0 || value.kind !== 'object' ? undefined : before();
  if (known === undefined || value.kind !== 'object') return;
  for (const { value: one } of casesOf(machine, known)) {
    if (one.kind !== 'object' || one.id === value.id) continue;
    if (isGrowing(machine.loops, machine.store.object(one.id).growth))
      machine.store.change(one.id).isRenewed = true;
  }
}

/** Notes that `added` elements are put into a list, each time that the machine is where it is. */
export function noteGrowth(machine: Machine, state: ObjectState, added: ListSize, at: CallPlace): void {
  const { and, or } = machine.guards;
  const loops = machine.loops.slice(state.born === undefined ? 0 : machine.loops.indexOf(state.born) + 1);
  for (const { more } of loops) state.grown = or(state.grown, and(machine.reached, more));
  state.growth ??= new Map();
  const key =
    loops.length === 0 ? '' : [...machine.calls.map((one) => one.at.nameStart), at.nameStart].join();
  const before = loops.length === 0 ? (state.growth.get(key)?.added ?? exactly(0)) : exactly(0);
  state.growth.set(key, { added: sum([before, added]), loops });
}

/** How many elements the arguments of a call are, `...list` too. */
export function argumentsSize({ code, spread = [] }: CallPlace, count: number): ListSize {
  const others = code?.args.filter(({ kind }) => kind !== 'spread').length ?? count;
  return sum([exactly(others), ...spread]);
}

/**
 * Notes what a comparison says of a list whose length is one side of it. True where it may keep long lists away from what
 * depends on it: it does not where the list grows at the moment, and is sent or complete once it has so many elements.
 */
export function noteTest(
  machine: Machine,
  operator: string,
  left: Value,
  right: Value,
  [leftPlace, rightPlace]: readonly [Place, Place],
): boolean {
  if (!isLength(left) && !isLength(right)) return false;
  const isOne = noteLimit(machine, operator, left, right, rightPlace);
  const isOther = noteLimit(machine, TURNED[operator] ?? operator, right, left, leftPlace);
  return isOne || isOther;
}

const TURNED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

function isLength(value: Value): boolean {
  if (value.kind === 'choice') return value.cases.some((one) => isLength(one.value));
  return value.kind === 'number' && (value.number.origin.kind === 'length' || value.lengthOf !== undefined);
}

function noteLimit(machine: Machine, operator: string, length: Value, limit: Value, place: Place): boolean {
  const to = settled(machine, limit);
  const count = constantOf(to);
  // whether there is any
  if (count !== undefined && count <= 1) return false;
  return casesOf(machine, length).some(({ value }) => {
    if (value.kind !== 'number' || !isLength(value)) return false;
    const id = value.lengthOf?.kind === 'object' ? value.lengthOf.id : undefined;
    if (id === undefined || !isGrowing(machine.loops, machine.store.object(id).growth)) return true;
    const isOver = operator === '>' || operator === '<=';
    machine.store.change(id).limit ??=
      count === undefined ? UNKNOWN : exactly(isOver ? count + 1 : count, place);
    return false;
  });
}

/** A whole number that a value is. */
export function constantOf(value: Value | undefined): number | undefined {
  if (value?.kind !== 'number' || value.least !== undefined) return undefined;
  const { constant } = value.number;
  return typeof constant === 'number' && Number.isInteger(constant) ? constant : undefined;
}

/** A size that is given as a number, by the expression that stands there. */
export function countOf(machine: Machine, value: Value | undefined, place: Place): ListSize {
  const count = value === undefined ? undefined : constantOf(settled(machine, value));
  return count === undefined ? UNKNOWN : exactly(count, place);
}
