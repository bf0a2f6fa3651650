import type { Place } from '../../../core/text/segments.ts';
import { ALWAYS, NEVER } from '../conditions/guards.ts';
import { booleanOf, equality } from '../conditions/truth.ts';
import type { Machine } from '../machine.ts';
import { literal, MOST_NAMES } from './indexes.ts';
import { presence } from './map-entries.ts';
import type { Atom, ObjectId, Value } from './values.ts';

/** Whether an object has a property of a name: it has one of those that are seen. Undefined where there may be others. */
export function hasProperty(machine: Machine, id: ObjectId, name: Value, place: Place): Value | undefined {
  const { kind, open, properties, getters } = machine.store.object(id);
  if (kind !== 'object' || open !== undefined || properties.size > MOST_NAMES) return undefined;
  const { and, or } = machine.guards;
  const own = [...properties].map(([property, value]) => [property, presence(machine, value)] as const);
  const made = [...(getters?.keys() ?? [])].map((property) => [property, ALWAYS] as const);
  const isAny = [...own, ...made].reduce((all, [property, isThere]) => {
    const text: Atom = { kind: 'text', segments: literal(property, place), form: 'literal' };
    return or(all, and(isThere, equality(machine, name, text, false, place)));
  }, NEVER);
  return booleanOf(machine, isAny);
}
