import { constantText } from '../values/texts.ts';
import { type CallPlace, listPlace, type Machine, settled } from '../machine.ts';
import type { Atom, Value } from '../values/values.ts';

/** Notes of what `split` gives which text it is of. */
export function noteSplit(
  { splits }: Pick<Machine, 'splits'>,
  made: Value,
  of: Atom,
  name: string,
  [by, ...others]: readonly Value[],
): void {
  if (name === 'split' && by !== undefined && others.length === 0 && made.kind === 'unknown')
    splits.set(made.symbol, { of, by });
}

/** The text whose parts `join` puts together, and the arguments of the `replaceAll` that gives the same; undefined where it isn't so. */
export function splitTextOf(
  machine: Machine,
  parts: Atom,
  name: string,
  [glue, ...others]: readonly Value[],
  { code }: CallPlace,
): { readonly of: Atom; readonly args: readonly [Value, Value] } | undefined {
  if (name !== 'join' || parts.kind !== 'unknown' || glue === undefined || others.length > 0)
    return undefined;
  const split = machine.splits.get(parts.symbol);
  // parts that have a name, or were gone through as a list, may have changed
  const isDirect = code?.callee.kind === 'member' && code.callee.object.kind === 'call';
  if (split === undefined || !isDirect || machine.store.get(listPlace(machine, parts)) !== undefined)
    return undefined;
  // what is between the parts has to be known: a pattern has more than one form
  const isText = [split.by, glue].every((one) => constantText(settled(machine, one)) !== undefined);
  return isText ? { of: split.of, args: [split.by, glue] } : undefined;
}
