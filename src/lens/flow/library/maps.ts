import { escape } from '../entities/answers.ts';
import { constantKey } from '../values/indexes.ts';
import { type Guard, NEVER } from '../conditions/guards.ts';
import { type CallPlace, either, type Machine, onWays, settled, unknownOf } from '../machine.ts';
import { atomsOf, carryOn } from '../entities/sources.ts';
import { noteAct } from '../entities/turn.ts';
import { entriesOf, pairsOf, presence } from '../values/map-entries.ts';
import { newList } from '../values/symbols.ts';
import { wholeText } from '../values/texts.ts';
import { booleanOf, equality } from '../conditions/truth.ts';
import { ABSENT, type Atom, type ObjectId, UNDEFINED, type Value } from '../values/values.ts';

/** What a method of a map gives, and does to it; undefined for one that is not followed. */
export function mapMethod(
  machine: Machine,
  map: Extract<Atom, { kind: 'object' }>,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const state = machine.store.object(map.id);
  const key = args[0] === undefined ? undefined : settled(machine, args[0]);
  const known = key === undefined ? undefined : constantKey(key);
  switch (name) {
    case 'set': {
      const value = args[1] ?? UNDEFINED;
      escape(machine, ...args);
      noteAct(machine, map.id);
      const changing = machine.store.change(map.id);
      for (const atom of atomsOf(value)) carryOn(machine, atom, map);
      if (known === undefined) changing.open ??= { why: 'property', file: at.file };
      else {
        const before = ownMapValue(machine, map.id, known);
        changing.properties.set(known, either(machine, machine.reached, value, before));
      }
      return map;
    }
    case 'get':
    case 'has': {
      if (state.open !== undefined && (known === undefined || !state.properties.has(known))) {
        const made = unknownOf(machine, 'too-complex');
        carryOn(machine, map, made);
        return made;
      }
      if (known !== undefined) {
        const value = state.properties.get(known) ?? ABSENT;
        return name === 'get' ? value : booleanOf(machine, presence(machine, value));
      }
      let value: Value = UNDEFINED;
      let isIn: Guard = NEVER;
      for (const [property, one] of state.properties) {
        const isIt = equality(machine, key ?? UNDEFINED, wholeText(property, at), false, at);
        value = either(machine, isIt, one, value);
        isIn = machine.guards.or(isIn, machine.guards.and(isIt, presence(machine, one)));
      }
      return name === 'get' ? value : booleanOf(machine, isIn);
    }
    case 'values':
    case 'keys':
    case 'entries':
    case 'forEach': {
      if (state.open !== undefined) return name === 'forEach' ? undefined : unknownOf(machine, 'property');
      const entries = entriesOf(machine, state, at);
      if (name === 'forEach') {
        for (const one of entries)
          onWays(machine, one.guard, () =>
            machine.run.call(machine, args[0] ?? UNDEFINED, [one.value, one.key, map], at),
          );
        return UNDEFINED;
      }
      if (name === 'entries') return newList(machine, pairsOf(machine, state));
      return newList(
        machine,
        entries.map(({ key: own, value, guard }) => ({
          value: name === 'values' ? value : own,
          guard,
          isDistinct: true,
        })),
      );
    }
    case 'delete':
    case 'clear': {
      const changing = machine.store.change(map.id);
      noteAct(machine, map.id);
      if (name === 'delete' && known === undefined) {
        changing.open = { why: 'too-complex', file: at.file };
        changing.properties.clear();
      } else {
        for (const [property, value] of changing.properties)
          if (name === 'clear' || property === known)
            changing.properties.set(property, either(machine, machine.reached, ABSENT, value));
      }
      return unknownOf(machine, 'call-result');
    }
    default:
      return undefined;
  }
}

function ownMapValue(machine: Machine, id: ObjectId, key: string): Value {
  const known = machine.store.object(id).properties.get(key);
  if (known !== undefined) return known;
  return machine.store.object(id).open === undefined ? ABSENT : unknownOf(machine, 'property');
}
