import { NEVER } from '../conditions/guards.ts';
import { type CallPlace, each, type Machine, mayThrow, onWays, unknownOf } from '../machine.ts';
import { type ObjectId, UNDEFINED, type Value } from './values.ts';

/** `Object.freeze(value)`: from now on nobody changes it, or one property of it. */
export function freeze(machine: Machine, value: Value, name: string | symbol = ALL): void {
  each(machine, value, (atom) => {
    if (atom.kind !== 'object' || machine.reached === NEVER) return UNDEFINED;
    const state = machine.store.change(atom.id);
    const before = state.frozen?.get(name) ?? NEVER;
    state.frozen = new Map([...(state.frozen ?? []), [name, machine.guards.or(before, machine.reached)]]);
    return UNDEFINED;
  });
}

/** Stands for every property, and every element. */
const ALL = Symbol('all');

/** Stands for the properties that an object doesn't have. */
export const NEW = Symbol('new');

/** Changes an object on the ways on which it isn't frozen. On the others that throws, but for an assignment in a sloppy script. */
export function unlessFrozen(
  machine: Machine,
  id: ObjectId,
  at: CallPlace,
  change: () => Value | undefined,
  name: string | symbol = ALL,
): Value | undefined {
  const { frozen: all, kind, properties, open } = machine.store.object(id);
  if (all === undefined) return change();
  const isNew = kind === 'object' && open === undefined && typeof name === 'string' && !properties.has(name);
  const frozen = [ALL, name, ...(isNew ? [NEW] : [])].reduce(
    (some, one) => machine.guards.or(some, all.get(one) ?? NEVER),
    NEVER,
  );
  if (machine.guards.and(frozen, machine.reached) === NEVER) return change();
  mayThrow(machine, at, frozen);
  return onWays(machine, machine.guards.not(frozen), change) ?? unknownOf(machine, 'call-result');
}
