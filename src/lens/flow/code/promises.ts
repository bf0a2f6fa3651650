import { markOf } from '../entities/answers.ts';
import type { Place } from '../../../core/text/segments.ts';
import { NEVER } from '../conditions/guards.ts';
import {
  type CallPlace,
  casesOf,
  decide,
  either,
  type Machine,
  mayThrow,
  onWays,
  unknownOf,
} from '../machine.ts';
import { type Atom, UNDEFINED, type Value } from '../values/values.ts';

/** A promise that was made elsewhere, and is waited for here, may be rejected here, where somebody catches that. */
export function mayReject(machine: Machine, promise: Value, at: Place): void {
  const { and, not, or } = machine.guards;
  const before = machine.reached;
  const cases = casesOf(machine, promise).filter(({ value }) => isPromise(value));
  const where = cases.reduce((all, { guard }) => or(all, guard), NEVER);
  if (where === NEVER) return;
  mayThrow(machine, at, where);
  const rejected = and(before, not(machine.reached));
  for (const { guard, value } of cases) {
    const mark = markOf(machine, value);
    if (mark?.kind === 'entity' && mark.of.isOne)
      mark.of.rejected = or(mark.of.rejected, and(guard, rejected));
  }
}

/** Whether a value may be a promise, and not what a function that was followed has given, which threw there if it did. */
function isPromise({ kind }: Atom): boolean {
  return kind === 'unknown' || kind === 'typed';
}

/** A promise is what it is of: that it must be waited for does not matter here. */
export function ofPromise(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  if (name !== 'then' && name !== 'catch' && name !== 'finally') return undefined;
  if (receiver.kind === 'module' || receiver.kind === 'class') return undefined;
  const [first = UNDEFINED] = args;
  if (name === 'then' && args.length < 2) return machine.run.call(machine, first, [receiver], at);
  if (name === 'finally') {
    machine.run.call(machine, first, [], at);
    return receiver;
  }
  const [onValue, onError] = name === 'then' ? [args[0], args[1] ?? UNDEFINED] : [undefined, first];
  const throws = decide(machine, { kind: 'throws', file: at.file, span: at.span });
  const { not, or } = machine.guards;
  const mark = markOf(machine, receiver);
  if (mark?.kind === 'entity' && mark.of.isOne) mark.of.rejected = or(mark.of.rejected, throws);
  const instead = onWays(machine, throws, () =>
    machine.run.call(machine, onError, [unknownOf(machine, 'not-supported')], at),
  );
  const value =
    onValue === undefined
      ? receiver
      : onWays(machine, not(throws), () => machine.run.call(machine, onValue, [receiver], at));
  return either(machine, throws, instead ?? UNDEFINED, value ?? UNDEFINED);
}
