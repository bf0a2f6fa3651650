import { escape } from '../entities/answers.ts';
import { constantKey } from '../values/indexes.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { type CallPlace, casesOf, either, type Machine, onWays, settled, unknownOf } from '../machine.ts';
import { atomsOf, carryOn } from '../entities/sources.ts';
import { noteFoundUnder, noteKeptUnder } from '../entities/kept-under.ts';
import { noteAct } from '../entities/turn.ts';
import { elementsOf } from '../values/elements.ts';
import { exactly, UNKNOWN } from '../values/list-size.ts';
import { entriesOf, isKeyed, loseKeyed, pairsOf, presence, putKeyed } from '../values/map-entries.ts';
import { readProperty } from '../values/properties.ts';
import { noteGrowth } from '../values/sizes.ts';
import type { ObjectState } from '../values/store.ts';
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
      if (known === undefined) {
        if (key !== undefined) noteKeptUnder(machine, map.id, key, value);
        if (changing.open === undefined || isKeyed(changing)) {
          const pair = newList(machine, [
            { value: args[0] ?? UNDEFINED, guard: ALWAYS },
            { value, guard: ALWAYS },
          ]);
          noteGrowth(machine, changing, exactly(1), at);
          putKeyed(machine, changing, [{ value: pair, guard: machine.reached }], at);
        }
      } else {
        const before = ownMapValue(machine, map.id, known);
        changing.properties.set(known, either(machine, machine.reached, value, before));
      }
      return map;
    }
    case 'get':
    case 'has': {
      // which one it is, nobody sees: what is done to it may be done to any
      if (name === 'get' && isKeyed(state) && holdsObjects(machine, state))
        loseKeyed(machine.store.change(map.id), at.file);
      if (state.open !== undefined && (known === undefined || !state.properties.has(known))) {
        const made = unknownOf(machine, 'too-complex');
        carryOn(machine, map, made);
        if (key !== undefined && key.kind !== 'choice') noteFoundUnder(machine, map.id, key, made);
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
      if (isKeyed(state)) return ofPairs(machine, map, name, args, at);
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
      if (isKeyed(changing)) {
        loseKeyed(changing, at.file);
        changing.properties.clear();
      } else if (name === 'delete' && known === undefined) {
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

/** Whether what a map has under keys that are not seen are objects, or lists, which others may change. */
function holdsObjects(machine: Machine, { elements }: ObjectState): boolean {
  return elements.some(({ value }) =>
    casesOf(machine, readProperty(machine, value, '1')).some((one) => one.value.kind === 'object'),
  );
}

/** The methods of a map that go through all that it has. */
type Through = 'values' | 'keys' | 'entries' | 'forEach';

/** Whether a method of a map goes through all that it has. */
export function goesThrough(name: string): name is Through {
  return name === 'values' || name === 'keys' || name === 'entries' || name === 'forEach';
}

/** What a map gives whose keys are not all seen, by the pairs that it has, or that a list has which stands for it. */
export function ofPairs(
  machine: Machine,
  map: Extract<Atom, { kind: 'object' }>,
  name: Through,
  [callback = UNDEFINED]: readonly Value[],
  at: CallPlace,
): Value {
  const { elements, grown } = elementsOf(machine, map);
  if (name === 'forEach') {
    for (const { value: pair, guard } of elements)
      onWays(machine, guard, () =>
        machine.run.call(
          machine,
          callback,
          [readProperty(machine, pair, '1'), readProperty(machine, pair, '0'), map],
          at,
        ),
      );
    return UNDEFINED;
  }
  const part = name === 'keys' ? '0' : '1';
  return newList(
    machine,
    name === 'entries'
      ? elements
      : elements.map((pair) => ({ ...pair, value: readProperty(machine, pair.value, part) })),
    grown,
    UNKNOWN,
  );
}

function ownMapValue(machine: Machine, id: ObjectId, key: string): Value {
  const known = machine.store.object(id).properties.get(key);
  if (known !== undefined) return known;
  return machine.store.object(id).open === undefined ? ABSENT : unknownOf(machine, 'property');
}
