import { elementsOf } from '../values/elements.ts';
import { type CallPlace, each, type Machine, settled } from '../machine.ts';
import { UNDEFINED, type Value } from '../values/values.ts';

/** A function called with the elements of a list as its arguments: `fn.apply(self, list)`, `Reflect.apply(fn, self, list)`. */
export function applied(
  machine: Machine,
  target: Value,
  [self, list]: readonly Value[],
  at: CallPlace,
): Value {
  const given = settled(machine, list ?? UNDEFINED);
  const args =
    given.kind === 'choice' || given.kind === 'nothing'
      ? []
      : elementsOf(machine, given).elements.map(({ value }) => value);
  return each(machine, target, (one) =>
    one.kind === 'function'
      ? machine.run.enter(machine, one, args, self, at)
      : machine.run.call(machine, one, args, at),
  );
}
