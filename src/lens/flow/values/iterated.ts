import { type Machine, NOWHERE, settled } from '../machine.ts';
import { listOf, madeList } from './symbols.ts';
import type { Atom } from './values.ts';

/** The methods that give what an object is gone through with. */
const ITERATORS = ['@@Symbol.iterator', '@@Symbol.asyncIterator'] as const;

/** What a value is where it is gone through: a list of itself, or what its own iterator gives. */
export function iterated(machine: Machine, atom: Atom): Atom {
  if (atom.kind === 'unknown' || atom.kind === 'typed') return listOf(machine, atom);
  if (atom.kind !== 'object' || machine.store.object(atom.id).kind !== 'object') return atom;
  for (const name of ITERATORS) {
    const method = settled(machine, machine.run.read(machine, atom, name));
    if (method.kind === 'nothing') continue;
    const given =
      method.kind === 'function'
        ? settled(machine, machine.run.enter(machine, method, [], atom, NOWHERE))
        : method;
    const isList = given.kind === 'object' && machine.store.object(given.id).kind !== 'object';
    return isList ? given : madeList(machine);
  }
  return atom;
}
