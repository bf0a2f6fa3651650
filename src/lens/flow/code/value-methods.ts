import { callMethod } from '../../link/library/builtin.ts';
import { noteDerived } from '../entities/answers.ts';
import { everyWay } from '../library/globals.ts';
import { dateArguments } from '../library/date-arguments.ts';
import { putInBy } from '../library/put-in.ts';
import { partSize } from '../library/list-parts.ts';
import type { CallPlace, Machine } from '../machine.ts';
import { noteGiven } from '../values/sizes.ts';
import { derive } from '../entities/sources.ts';
import { toAbstract } from '../values/symbols.ts';
import { changeOf } from '../values/changes.ts';
import {
  argumentKeys,
  isBufferRead,
  isPrimitive,
  noteDrawn,
  noteMade,
  noteRewritten,
} from '../values/identities.ts';
import { isBoolean, textOf } from '../values/texts.ts';
import type { Atom, Value } from '../values/values.ts';
import { ALIKE } from './outside.ts';

/** Notes of what a method gives what it is worked out from. */
export function ofMethod(
  machine: Machine,
  given: Value,
  name: string,
  receiver: Atom,
  args: readonly Value[],
): Value {
  const change = receiver.kind === 'number' ? changeOf(machine, receiver.symbol) : undefined;
  const from = [receiver, ...args, ...(change === undefined ? [] : [change])];
  const made =
    isPrimitive(receiver) || isBufferRead(machine, receiver, name)
      ? noteMade(machine, given, `.${name}`, from)
      : noteDrawn(machine, given);
  noteDerived(machine, made, [receiver, ...args]);
  noteRewritten(machine, made, receiver, `${name}(${argumentKeys(machine, args)})`);
  const own = derive(machine, made, [receiver], ALIKE.has(name) ? 'like' : 'made');
  return derive(machine, own, args, 'far');
}

/** Whether more is known of what a method gives than that it does. */
export function isKnown(made: Value): boolean {
  return made.kind !== 'unknown' || made.is !== undefined || made.isUnbounded === true;
}

/** Methods that texts alone have, and that give one. */
const PADS: ReadonlySet<string> = new Set(['padStart', 'padEnd']);

export function valueMethod(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value {
  const place = { file: at.file, span: at.span };
  if (name === 'toString' && isBoolean(receiver)) return textOf(machine, receiver, place);
  const called = dateArguments(machine, receiver, name, args, at);
  return everyWay(machine, called.args, (atoms) => {
    const found = callMethod(machine.linker, toAbstract(receiver), called.name, atoms, place);
    const putIn = found.kind === 'unknown' ? putInBy(machine, name, called.args[0], atoms[1]) : undefined;
    const isText = PADS.has(name) || putIn !== undefined;
    const made =
      found.kind === 'unknown' && isText
        ? { ...found, is: 'string' as const, ...(putIn !== undefined && { putIn }) }
        : found;
    if (made.kind !== 'unknown' || made.given !== undefined) return made;
    // what becomes of a text that the program has put together itself
    if (receiver.kind === 'text' && made.name === undefined) return { ...made, why: 'too-complex' };
    const of = receiver.kind === 'unknown' || receiver.kind === 'typed' ? receiver : undefined;
    return of?.given === undefined ? made : { ...made, given: of.given };
  });
}

/** Notes of what a method gives that is not followed how many elements it may be cut to. */
export function notePart(
  machine: Machine,
  made: Value,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): void {
  const size = partSize(machine, name, args, at);
  if (size !== undefined) noteGiven(machine, made, { size });
}
