import { each, type Machine } from '../machine.ts';
import { copyProperties } from './copied-properties.ts';
import { type ObjectId, UNDEFINED, type Value } from './values.ts';

/** Gives an object a prototype: it has what that has, as far as it is seen, and perhaps more. What changes that changes it. */
export function inherit(machine: Machine, id: ObjectId, prototype: Value): void {
  each(machine, prototype, (atom) => {
    if (atom.kind === 'nothing') return UNDEFINED;
    if (atom.kind === 'object') {
      copyProperties(machine, id, atom);
      const { heirs = [] } = machine.store.object(atom.id);
      machine.store.change(atom.id).heirs = [...heirs, id];
    }
    machine.store.change(id).open = { why: 'not-supported', file: '' };
    return UNDEFINED;
  });
}
