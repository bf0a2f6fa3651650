import { casesOf, type Machine, settled } from '../machine.ts';
import { readIfThere } from '../values/properties.ts';
import { constantText, wholeText } from '../values/texts.ts';
import type { CallPlace } from '../machine.ts';
import type { Atom, Value } from '../values/values.ts';

/** Methods of a Date whose second argument says what is written of it. */
const LOCAL: ReadonlySet<string> = new Set(['toLocaleDateString', 'toLocaleString']);

/** A call of a method of a date, or of a text that one was made: its options as JSON, and a pattern of one character as a text. */
export function dateArguments(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): { readonly name: string; readonly args: readonly Value[] } {
  const [first, second] = args;
  if (LOCAL.has(name) && first !== undefined && second !== undefined)
    return { name, args: [first, writtenOptions(machine, second, at)] };
  const pattern = receiver.kind === 'time-text' && first !== undefined ? settled(machine, first) : undefined;
  if (pattern?.kind !== 'pattern' || !/^g?$/.test(pattern.flags)) return { name, args };
  const character = /^(?:\\([/.-])|([ ,:-])|\[([/. -])\])$/.exec(pattern.source)?.slice(1).find(Boolean);
  if (character === undefined) return { name, args };
  const isAll = pattern.flags === 'g';
  return { name: isAll ? 'replaceAll' : 'replace', args: [wholeText(character, at), ...args.slice(1)] };
}

/** The options of `Intl.DateTimeFormat` as JSON, where each that is there is a constant. */
export function writtenOptions(machine: Machine, options: Value, at: CallPlace): Value {
  const one = settled(machine, options);
  const state = one.kind === 'object' ? machine.store.object(one.id) : undefined;
  if (state === undefined || state.open !== undefined) return options;
  const names = [...state.properties.keys()].sort();
  const chosen = names.map(
    (name) => [name, constantIn(machine, readIfThere(machine, options, name))] as const,
  );
  if (!chosen.every(([, value]) => value !== undefined)) return options;
  return wholeText(JSON.stringify(Object.fromEntries(chosen)), at);
}

function constantIn(machine: Machine, value: Value): string | number | boolean | undefined {
  const [only, ...others] = casesOf(machine, value);
  if (only === undefined || others.length > 0) return undefined;
  const { value: atom } = only;
  if (atom.kind === 'boolean') return atom.value;
  if (atom.kind === 'number')
    return typeof atom.number.constant === 'number' ? atom.number.constant : undefined;
  return constantText(atom);
}
