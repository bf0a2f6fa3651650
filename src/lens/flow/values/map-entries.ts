import type { Place } from '../../../core/text/segments.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { casesOf, decide, type Machine } from '../machine.ts';
import type { Element, ObjectState } from './store.ts';
import { newList } from './symbols.ts';
import { wholeText } from './texts.ts';
import { type Atom, UNDEFINED, type Value } from './values.ts';

/** What a map has under a key, and the condition under which it has that. */
export interface Entry {
  readonly key: Atom;
  readonly value: Value;
  readonly guard: Guard;
}

/** The entries of a map that are seen, in the order in which they were set. */
export function entriesOf(machine: Machine, { properties }: ObjectState, place: Place): readonly Entry[] {
  return [...properties].flatMap(([name, all]) => {
    const guard = presence(machine, all);
    const value = guard === ALWAYS || all.kind !== 'choice' ? all : present(all.cases);
    return guard === NEVER ? [] : [{ key: wholeText(name, place), value, guard }];
  });
}

/** The condition under which there is a value at all. */
export function presence(machine: Machine, value: Value): Guard {
  return casesOf(machine, value).reduce<Guard>(
    (all, one) => (isAbsent(one.value) ? all : machine.guards.or(all, one.guard)),
    NEVER,
  );
}

function present(cases: Extract<Value, { kind: 'choice' }>['cases']): Value {
  const left = cases.filter(({ value }) => !isAbsent(value));
  const [only, ...others] = left;
  return only !== undefined && others.length === 0
    ? only.value
    : left.length === 0
      ? UNDEFINED
      : { kind: 'choice', cases: left };
}

function isAbsent(atom: Atom): boolean {
  return atom.kind === 'nothing' && atom.isAbsent === true;
}

/** Whether all that a map has is seen, be it under keys that are not. */
export function isKeyed({ open }: ObjectState): boolean {
  return open?.isKeyed === true;
}

/** Pairs of one map whose keys are not seen; of one that has more it is not seen what it has. */
const MOST_KEYED = 40;

/** Takes pairs whose keys are not seen for what a map has: of those that may have one key the last is left. */
export function putKeyed(machine: Machine, state: ObjectState, pairs: readonly Element[], at: Place): void {
  const before = state.elements.length;
  if (before + pairs.length > MOST_KEYED) {
    loseKeyed(state, at.file);
    return;
  }
  // what a loop puts is put again in each turn
  const isOnce = machine.loops.length === 0;
  const all = [...state.elements, ...pairs];
  state.elements = all.map((pair, index) => {
    // whether those before the last one that was there are left is open already
    const isOpen = isOnce && index >= before - 1 && index < all.length - 1;
    const guard = isOpen
      ? machine.guards.and(pair.guard, decide(machine, { kind: 'condition', file: at.file, span: at.span }))
      : pair.guard;
    return { ...pair, guard, isDistinct: true };
  });
  state.open = { why: 'property', file: at.file, isKeyed: true };
}

/** Gives up what is seen of keys that are not. */
export function loseKeyed(state: ObjectState, file: string): void {
  state.elements = [];
  state.grown = NEVER;
  state.open = { why: 'too-complex', file };
}

/** What going through a map gives: pairs of a key and a value. */
export function pairsOf(machine: Machine, state: ObjectState): readonly Element[] {
  return entriesOf(machine, state, NOWHERE).map(({ key, value, guard }) => ({
    value: newList(machine, [
      { value: key, guard: ALWAYS },
      { value, guard: ALWAYS },
    ]),
    guard,
    isDistinct: true,
  }));
}

const NOWHERE: Place = { file: '', span: { start: 0, end: 0 } };
