import { markOf } from '../entities/answers.ts';
import { type CallPlace, decide, either, type Machine, onWays, unknownOf } from '../machine.ts';
import { type Atom, UNDEFINED, type Value } from '../values/values.ts';

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
