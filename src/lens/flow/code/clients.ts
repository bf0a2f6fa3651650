import { clientOf } from '../../link/calls/clients.ts';
import { type Abstract, choose } from '../../link/values/abstract.ts';
import { casesOf, type Machine } from '../machine.ts';
import { toAbstract } from '../values/symbols.ts';
import type { Value } from '../values/values.ts';

/** What a call of something from outside makes, if it is a client or leads to one, with all that its table and account may be. */
export function clientMade(
  machine: Machine,
  callee: { readonly module: string; readonly path: readonly string[] },
  isNew: boolean,
  args: readonly Value[],
): Abstract | undefined {
  return clientOf(
    callee,
    isNew,
    args.map((arg) =>
      arg.kind === 'choice'
        ? choose(casesOf(machine, arg).map(({ value }) => ({ value: toAbstract(value) })))
        : toAbstract(arg),
    ),
  );
}
