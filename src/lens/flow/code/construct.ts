import { newOfLibrary } from '../../link/library/libraries.ts';
import { escape, noteDerived } from '../entities/answers.ts';
import { newOfLanguage } from '../library/globals.ts';
import { NEVER } from '../conditions/guards.ts';
import { clientMade } from './clients.ts';
import { newInstance } from './instances.ts';
import { type CallPlace, each, either, type Machine, nextSymbol, unknownOf } from '../machine.ts';
import { derive } from '../entities/sources.ts';
import { noteMade } from '../values/identities.ts';
import { fromAbstract, newList } from '../values/symbols.ts';
import type { Atom, UnknownAtom, Value } from '../values/values.ts';
import { abstractArgument, handOver, unknownCall, isStream, noteStreamMade } from './outside.ts';

/** Classes of the language whose instances are followed. */
const HELD: ReadonlySet<string> = new Set(['Array', 'Promise', 'Set', 'WeakSet']);

/** `new Promise(executor)`: what it hands to `resolve`, where it does so at once, or else something. */
function promised(machine: Machine, other: UnknownAtom, [executor]: readonly Value[], at: CallPlace): Value {
  const given = newList(machine, []);
  if (executor === undefined || given.kind !== 'object') return other;
  const resolve: Atom = { kind: 'method', receiver: given, name: 'push' };
  machine.run.call(machine, executor, [resolve, unknownOf(machine, 'parameter')], at);
  const { elements, open } = machine.store.object(given.id);
  if (open !== undefined) return other;
  // the first one counts
  return elements.reduceRight<Value>(
    (later, { value, guard }) => either(machine, guard, value, later),
    other,
  );
}

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
        const client = clientMade(machine, { module, path: target.path }, true, args);
        // of a TableTransaction: the list of its actions
        if (client?.kind === 'array' && args[0]?.kind === 'object') return args[0];
        if (client !== undefined) return fromAbstract(machine, client);
        if (target.kind === 'global') {
          if (!HELD.has(target.path[0] ?? '')) escape(machine, ...args);
          const given = newOfLanguage(machine, target.path, args, at);
          // of nothing it is another one each time
          const isOfTime = target.path[0] === 'Date' && args.length > 0;
          const noted = isOfTime ? noteMade(machine, given, 'new Date', args) : given;
          const made = noteDerived(machine, noted, args);
          const value = derive(machine, made, args, 'made');
          return value.kind === 'unknown' && target.path[0] === 'Promise'
            ? promised(machine, value, args, at)
            : value;
        }
        const library = newOfLibrary(target, abstract);
        if (library !== undefined) {
          escape(machine, ...args);
          return fromAbstract(machine, library);
        }
        if (isStream(target)) noteStreamMade(machine, args);
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
