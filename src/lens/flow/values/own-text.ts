import type { Place } from '../../../core/text/segments.ts';
import { each, type Machine, settled } from '../machine.ts';
import { readProperty } from './properties.ts';
import type { Value } from './values.ts';

/** What a value is as a text, where it is an object whose class or literal says how it is written; else the value. */
export function ownText(machine: Machine, value: Value, at: Place): Value {
  return each(machine, value, (atom) => {
    if (atom.kind !== 'object') return atom;
    const { cls, properties } = machine.store.object(atom.id);
    if (cls === undefined && !properties.has('toString')) return atom;
    const method = settled(machine, readProperty(machine, atom, 'toString'));
    return method.kind === 'function'
      ? machine.run.enter(machine, method, [], atom, { ...at, nameStart: -1, isNew: false })
      : atom;
  });
}
