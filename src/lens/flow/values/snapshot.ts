import { casesOf, type Machine } from '../machine.ts';
import { filledObject } from './property-writes.ts';
import { readIfThere } from './properties.ts';
import type { ObjectState, Snapshot } from './store.ts';
import type { Atom, ObjectId, Value } from './values.ts';

/** Of an entity the objects in its properties are looked at. */
const ENTITY_DEPTH = 2;

const KEYS: readonly string[] = ['partitionKey', 'rowKey'];

/** Objects of one snapshot. */
const MOST_OBJECTS = 4_000;

/** A value as it is now, with objects so many levels down. */
function snapshotOf(machine: Machine, value: Value, depth: number): Snapshot {
  const objects = new Map<ObjectId, ObjectState>();
  const take = (of: Value, left: number): void => {
    for (const { value: atom } of casesOf(machine, of)) {
      if (atom.kind !== 'object' || left === 0 || objects.has(atom.id)) continue;
      if (objects.size >= MOST_OBJECTS) return;
      const state = machine.store.keep(atom.id);
      objects.set(atom.id, state);
      for (const inner of state.properties.values()) take(inner, left - 1);
      for (const { value: inner } of state.unnamed?.values() ?? []) take(inner, left - 1);
      for (const element of state.elements) take(element.value, left - 1);
    }
  };
  take(value, depth);
  return { value, objects };
}

/** A value as it is now, with what it has itself. */
export function objectHere(machine: Machine, given: Value): Snapshot {
  return snapshotOf(machine, given, 1);
}

/** An entity as it is written now. */
export function entityHere(machine: Machine, given: Value): Snapshot {
  const entity = withPut(machine, given);
  for (const { value: atom } of casesOf(machine, entity)) {
    // of what is spread into it they are known by name
    for (const name of [...KEYS, ...namesOfType(machine, atom)]) readIfThere(machine, atom, name);
  }
  return snapshotOf(machine, entity, ENTITY_DEPTH);
}

/** What is not known, as the object that has what the program put into it. */
function withPut(machine: Machine, value: Value): Value {
  const of = (atom: Atom): Atom =>
    atom.kind === 'unknown' || atom.kind === 'typed' ? (filledObject(machine, atom) ?? atom) : atom;
  if (value.kind !== 'choice') return of(value);
  return { kind: 'choice', cases: value.cases.map((one) => ({ guard: one.guard, value: of(one.value) })) };
}

/** Properties that the type of an object has of which not all is seen. */
function namesOfType(machine: Machine, atom: Atom): readonly string[] {
  const open = atom.kind === 'object' ? machine.store.object(atom.id).open : undefined;
  return Object.keys(open?.type?.members ?? {});
}
