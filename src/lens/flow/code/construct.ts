import { clientOf } from '../../link/calls/clients.ts';
import { newOfLibrary } from '../../link/library/libraries.ts';
import { escape, noteDerived } from '../entities/answers.ts';
import { newOfLanguage } from '../library/globals.ts';
import { NEVER } from '../conditions/guards.ts';
import { newInstance } from './instances.ts';
import { type CallPlace, each, type Machine, nextSymbol, unknownOf } from '../machine.ts';
import { derive } from '../entities/sources.ts';
import { fromAbstract } from '../values/symbols.ts';
import type { Atom, Value } from '../values/values.ts';
import { handOver, abstractArgument, unknownCall } from './outside.ts';

/** Classes of the language whose instances are followed. */
const HELD: ReadonlySet<string> = new Set(['Array', 'Promise', 'Set', 'WeakSet']);

/** `new callee(…)`. */
export function construct(
  machine: Machine,
  callee: Value,
  args: readonly Value[],
  at: CallPlace,
  name: string | undefined,
): Value {
  return each(machine, callee, (target) => {
    switch (target.kind) {
      case 'class':
        return newInstance(machine, target, args, at);
      case 'function': {
        const self: Atom = {
          kind: 'object',
          id: machine.store.add({ kind: 'object', properties: new Map(), elements: [], grown: NEVER }),
        };
        machine.run.enter(machine, target, args, self, at);
        return self;
      }
      case 'external':
      case 'global': {
        const abstract = args.map((arg) => abstractArgument(machine, arg));
        const module = target.kind === 'external' ? target.module : '';
        const client = clientOf({ module, path: target.path }, true, abstract);
        // of a TableTransaction: the list of its actions
        if (client?.kind === 'array' && args[0]?.kind === 'object') return args[0];
        if (client !== undefined) return fromAbstract(machine, client);
        if (target.kind === 'global') {
          if (!HELD.has(target.path[0] ?? '')) escape(machine, ...args);
          const made = noteDerived(machine, newOfLanguage(machine, target.path, args, at), args);
          const value = derive(machine, made, args, 'made');
          if (value.kind === 'unknown' && target.path[0] === 'Promise') {
            const resolve: Value = unknownOf(machine, 'parameter');
            const [executor] = args;
            if (executor !== undefined) machine.run.call(machine, executor, [resolve, resolve], at);
          }
          return value;
        }
        const library = newOfLibrary(target, abstract);
        if (library !== undefined) {
          escape(machine, ...args);
          return fromAbstract(machine, library);
        }
        for (const arg of args) handOver(machine, arg, at);
        return {
          kind: 'typed',
          type: { name: name?.split('.').at(-1) ?? '', args: [] },
          file: at.file,
          symbol: nextSymbol(machine),
        };
      }
      default:
        return unknownCall(machine, args, at);
    }
  });
}
