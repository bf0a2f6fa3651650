import type { Place } from '../../../core/text/segments.ts';
import { NEVER } from '../conditions/guards.ts';
import { booleanOf, equality } from '../conditions/truth.ts';
import type { Machine } from '../machine.ts';
import { literal, MOST_NAMES } from './indexes.ts';
import type { Atom, ObjectId, Value } from './values.ts';

/**
 * Whether an object has a property of a name that is not known: it has one of those that are seen. Undefined where there may be others.
 */
export function hasProperty(machine: Machine, id: ObjectId, name: Value, place: Place): Value | undefined {
  const { kind, open, properties } = machine.store.object(id);
  if (kind !== 'object' || open !== undefined || properties.size > MOST_NAMES) return undefined;
  const { or } = machine.guards;
  const isAny = [...properties.keys()].reduce((all, property) => {
    const text: Atom = { kind: 'text', segments: literal(property, place), form: 'literal' };
    return or(all, equality(machine, name, text, false, place));
  }, NEVER);
  return booleanOf(machine, isAny);
}
