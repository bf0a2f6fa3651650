import type { Segment } from '../../../core/text/segments.ts';
import type { Value as Plain } from '../../link/values/value.ts';
import { type Machine, nextSymbol, settled } from '../machine.ts';
import { constantKey } from './indexes.ts';
import type { Atom, TextAtom, Value } from './values.ts';

/** Functions of the language that give the same for the same, and leave what they are given as it is. */
const OF_PRIMITIVES: ReadonlySet<string> = new Set([
  ...['String', 'Number', 'BigInt', 'parseInt', 'parseFloat', 'Number.parseInt', 'Number.parseFloat'],
  ...['encodeURIComponent', 'decodeURIComponent', 'encodeURI', 'decodeURI', 'btoa', 'atob', 'Buffer.from'],
  ...['Math.floor', 'Math.ceil', 'Math.round', 'Math.trunc', 'Math.abs', 'Math.sign', 'Math.sqrt'],
  ...['Math.min', 'Math.max', 'Math.pow', 'Math.log', 'Math.log2', 'Math.log10'],
]);

/** Whether a function of the language gives the same for the same. */
export function isMadeOfPrimitives(name: string): boolean {
  return OF_PRIMITIVES.has(name);
}

/** Equal for arguments that are the same values. */
export function argumentKeys(machine: Machine, args: readonly Value[]): string {
  return args.map((arg) => argumentKey(machine, arg)).join();
}

function argumentKey(machine: Machine, arg: Value): string {
  const one = settled(machine, arg);
  return (one.kind === 'choice' ? undefined : keyOf(machine, one)) ?? `?${nextSymbol(machine)}`;
}

/** Equal for the same value; undefined where that is not known. */
function keyOf(machine: Machine, atom: Atom): string | undefined {
  switch (atom.kind) {
    case 'unknown':
    case 'typed':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return atom.symbol === undefined ? undefined : symbolKey(machine, atom.symbol);
    case 'pattern':
      return `/${atom.source}/${atom.flags}`;
    case 'text':
      return constantKey(atom) ?? textKey(machine, atom);
    case 'number':
      return constantKey(atom) ?? (atom.symbol === undefined ? undefined : symbolKey(machine, atom.symbol));
    default:
      return constantKey(atom);
  }
}

/** What is made of the same by the same goes by one number, however it was come by. */
function symbolKey(machine: Machine, symbol: number): string {
  const made = machine.madeBy.get(symbol);
  return `#${made === undefined ? symbol : symbolOf(machine, made)}`;
}

function symbolOf(machine: Machine, made: string): number {
  const key = `made ${made}`;
  let symbol = machine.named.get(key);
  if (symbol === undefined) machine.named.set(key, (symbol = nextSymbol(machine)));
  return symbol;
}

/** Pieces of a text that are looked at. */
const MOST_PIECES = 20;

function textKey(machine: Machine, { segments }: TextAtom): string | undefined {
  if (segments.length > MOST_PIECES) return undefined;
  const parts = segments.map((segment) => pieceKey(machine, segment));
  return parts.includes(undefined) ? undefined : parts.join('+');
}

function pieceKey(machine: Machine, segment: Segment<Plain>): string | undefined {
  if (segment.kind === 'literal') return JSON.stringify(segment.text);
  const { hole } = segment;
  return 'symbol' in hole ? symbolKey(machine, hole.symbol) : undefined;
}

/**
 * Notes of what a function of the language, or a method of a primitive value, gives from what it was made: what is made of the same is
 * the same. What is drawn, or read from the clock, is another one each time.
 */
export function noteMade(machine: Machine, made: Value, called: string, from: readonly Value[]): Value {
  const note = (atom: Atom): Atom => {
    if (!isMade(atom)) return atom;
    const keys = from.map((one) => (one.kind === 'choice' ? undefined : keyOf(machine, one)));
    // what is handed through is what it was
    const isGiven = from.some((one) => 'symbol' in one && one.symbol === atom.symbol);
    if (isGiven || keys.includes(undefined)) return atom;
    const key = `${LANGUAGE}${called}(${keys.join()})`;
    if (atom.kind !== 'unknown' && atom.kind !== 'number') return { ...atom, symbol: symbolOf(machine, key) };
    if (atom.symbol !== undefined) machine.madeBy.set(atom.symbol, key);
    return atom;
  };
  if (made.kind !== 'choice') return note(made);
  return { kind: 'choice', cases: made.cases.map(({ guard, value }) => ({ guard, value: note(value) })) };
}

/** An id, or a time, that a function draws: it stays the same wherever it is put, and goes by a number. */
export function noteDrawn(machine: Machine, made: Value): Value {
  const isDrawn = made.kind === 'random-text' || made.kind === 'time-text';
  return isDrawn && made.symbol === undefined ? { ...made, symbol: nextSymbol(machine) } : made;
}

/** What makes hashes, by the module and name of the function. */
const HASHING = /^(?:node:)?crypto create(?:Hash|Hmac)\(/;

/**
 * Notes of a hash of one text, `createHash('sha1').update(id).digest('hex')`, from what it was made: the same for the same text. A hash
 * that is given more than one text, or in a statement of its own, is another one each time.
 */
export function noteHashed(
  machine: Machine,
  made: Value,
  receiver: { readonly symbol: number },
  name: string,
  args: readonly Value[],
): Value {
  const by = machine.madeBy.get(receiver.symbol);
  if (by === undefined || !HASHING.test(by)) return made;
  const isGiven = by.includes(GIVEN_TEXT);
  if (name === 'update' && made.kind === 'unknown') {
    machine.madeBy.delete(receiver.symbol);
    if (!isGiven) machine.madeBy.set(made.symbol, `${by}${GIVEN_TEXT}${argumentKeys(machine, args)})`);
  }
  if (name !== 'digest' || !isGiven || made.kind !== 'random-text') return made;
  return { ...made, symbol: symbolOf(machine, `${by}.digest(${argumentKeys(machine, args)})`) };
}

const GIVEN_TEXT = '.update(';

/** Whether a method writes as text what a buffer was made of: `Buffer.from(id).toString('hex')`. */
export function isBufferRead({ madeBy }: Pick<Machine, 'madeBy'>, receiver: Atom, name: string): boolean {
  return (
    name === 'toString' &&
    receiver.kind === 'unknown' &&
    madeBy.get(receiver.symbol)?.startsWith(`${LANGUAGE}Buffer.from(`) === true
  );
}

/** Before the name of a function of the language, in what something was made by. */
const LANGUAGE = 'language ';

/** Whether a value that is not known was made by a function of the language, of values that have numbers. */
export function isMadeByLanguage({ madeBy }: Pick<Machine, 'madeBy'>, symbol: number): boolean {
  return madeBy.get(symbol)?.startsWith(LANGUAGE) === true;
}

type Made = Extract<Atom, { kind: 'unknown' | 'number' | 'time-text' | 'number-text' | 'random-text' }>;

/** Whether a value is one that is not known, and goes by a number. */
function isMade(atom: Atom): atom is Made {
  switch (atom.kind) {
    case 'unknown':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return true;
    case 'number':
      return atom.number.constant === undefined;
    default:
      return false;
  }
}

/** Whether a value is a text or a number, which nothing changes. */
export function isPrimitive(atom: Atom): boolean {
  switch (atom.kind) {
    case 'text':
    case 'number':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return true;
    case 'unknown':
      return atom.is === 'string';
    case 'typed':
      return atom.type.name === 'string' || atom.type.name === 'number';
    default:
      return false;
  }
}

/** Notes of a value what it was written anew from, and how. */
export function noteRewritten(machine: Machine, made: Value, from: Value, by: string): void {
  const of = 'symbol' in from ? from.symbol : undefined;
  const symbol = made.kind === 'unknown' || made.kind === 'number' ? made.symbol : undefined;
  if (of === undefined || symbol === undefined || symbol === of) return;
  const before = machine.rewritten.get(of);
  machine.rewritten.set(symbol, { root: before?.root ?? of, by: `${before?.by ?? ''}.${by}` });
}
