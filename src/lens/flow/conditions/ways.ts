import { NEVER } from './guards.ts';
import { either, goOn, type Machine } from '../machine.ts';
import { UNDEFINED, type Value } from '../values/values.ts';

/** Both branches, each on its ways, and one value of what they give. */
export function branchesOf(
  machine: Machine,
  test: number,
  whenTrue: () => Value,
  whenFalse: () => Value,
): Value {
  const { and, or, not } = machine.guards;
  const before = machine.reached;
  machine.reached = and(before, test);
  const yes = machine.reached === NEVER ? undefined : whenTrue();
  const afterYes = machine.reached;
  machine.reached = and(before, not(test));
  const no = machine.reached === NEVER ? undefined : whenFalse();
  goOn(machine, before, or(afterYes, machine.reached));
  if (yes === undefined) return no ?? UNDEFINED;
  return no === undefined ? yes : either(machine, test, yes, no);
}
