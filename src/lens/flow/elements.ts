import { type Guard, NEVER } from './guards.ts';
import { type Machine, throwHere } from './machine.ts';
import type { Element } from './store.ts';
import { listOf, openList } from './symbols.ts';
import type { Atom } from './values.ts';

/** What is gone through: the elements of a list, or some that are not known. */
export function elementsOf(
  machine: Machine,
  atom: Atom,
): { readonly elements: readonly Element[]; readonly grown: Guard } {
  const list = atom.kind === 'unknown' || atom.kind === 'typed' ? listOf(machine, atom) : atom;
  if (list.kind !== 'object') {
    if (list.kind === 'nothing') {
      throwHere(machine);
      return { elements: [], grown: NEVER };
    }
    return seenOf(machine, openList(machine, undefined, '', undefined, undefined));
  }
  const state = machine.store.object(list.id);
  if (state.open === undefined) return { elements: state.elements, grown: state.grown };
  const more = seenOf(machine, openList(machine, undefined, '', undefined, state.open.given));
  return { elements: [...state.elements, ...more.elements], grown: more.grown };
}

export function seenOf(
  machine: Machine,
  list: Atom,
): { readonly elements: readonly Element[]; readonly grown: Guard } {
  return list.kind === 'object' ? machine.store.object(list.id) : { elements: [], grown: NEVER };
}
