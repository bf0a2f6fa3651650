import { casesOf, type Machine } from './machine.ts';
import type { ObjectState, Snapshot } from './store.ts';
import type { ObjectId, Value } from './values.ts';

/** Objects of one snapshot. */
const MOST_OBJECTS = 4_000;

/** A value as it is now, with objects so many levels down. */
export function snapshotOf(machine: Machine, value: Value, depth: number): Snapshot {
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
