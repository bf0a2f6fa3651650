import { type Guard, NEVER } from '../conditions/guards.ts';
import { type CallPlace, each, type Machine, mayThrow, onWays, unknownOf } from '../machine.ts';
import { type ObjectId, UNDEFINED, type Value } from './values.ts';

/** `Object.freeze(value)`: from now on nobody changes it. */
export function freeze(machine: Machine, value: Value): void {
  each(machine, value, (atom) => {
    if (atom.kind !== 'object' || machine.reached === NEVER) return UNDEFINED;
    machine.store.change(atom.id).frozen = machine.guards.or(frozenOn(machine, atom.id), machine.reached);
    return UNDEFINED;
  });
}

/** Changes an object on the ways on which it isn't frozen. On the others that throws, but for an assignment in a sloppy script. */
export function unlessFrozen(
  machine: Machine,
  id: ObjectId,
  at: CallPlace,
  change: () => Value | undefined,
): Value | undefined {
  const frozen = frozenOn(machine, id);
  if (machine.guards.and(frozen, machine.reached) === NEVER) return change();
  mayThrow(machine, at, frozen);
  return onWays(machine, machine.guards.not(frozen), change) ?? unknownOf(machine, 'call-result');
}

function frozenOn({ store }: Machine, id: ObjectId): Guard {
  return store.object(id).frozen ?? NEVER;
}
