import type { Place } from '../../../core/text/segments.ts';
import {
  type Abstract,
  alternativesOf,
  type ArrayElement,
  choose,
  toValue,
  unknown,
} from '../values/abstract.ts';
import { contentMade, contentOf, isCalledBytes, newBytes, RESPONSE } from '../values/content.ts';
import { listOf } from '../values/join.ts';
import { dateFormatOf, dateMethod, temporalCall } from './libraries.ts';
import { MOST_CHARACTERS } from '../limits.ts';
import type { Linker } from '../linker.ts';
import { elementAt } from '../values/lists.ts';
import { clock, dateOf, libraryClock, numberFrom, toDouble } from '../values/number.ts';
import { numberMade } from './number-functions.ts';
import { asText, concatenate, constantText, pieces, wholeText } from '../values/text.ts';
import type { NumberFact, Value } from '../values/value.ts';

/** Functions of the language that say something about a value. */
export function callGlobal(path: readonly string[], args: readonly Abstract[], place: Place): Abstract {
  const [first] = args;
  switch (path.join('.')) {
    case 'String':
      return first === undefined ? unknown('call-result') : textOf(first, place);
    case 'Date.now':
      return clock('double', true);
    case 'Date.parse':
      return clock('double');
    case 'fetch':
    case 'globalThis.fetch':
      return RESPONSE;
    case 'JSON.stringify':
    case 'Buffer.from':
    case 'Buffer.alloc':
    case 'Buffer.concat':
      return contentMade(path.join('.'), args);
    case 'Object.keys':
    case 'Object.values':
    case 'Object.entries':
      return { ...unknown('call-result'), is: 'array' };
    case 'Promise.all':
    case 'Promise.resolve':
    case 'Array.from':
      return first ?? unknown('call-result');
    case 'crypto.randomUUID':
    case 'globalThis.crypto.randomUUID':
      return { kind: 'random-text', by: 'randomUUID' };
    case 'String.fromCharCode':
      return charactersOf(args, place);
    case 'String.fromCodePoint':
      return { ...unknown('call-result'), is: 'string' };
    case 'encodeURIComponent':
      return putThrough('uri', first, encodeURIComponent, place);
    case 'btoa':
      return { kind: 'random-text', by: 'base64' };
    default:
      return numberMade(path, args) ?? temporalCall(path) ?? unknown('call-result', path.join('.'));
  }
}

function charactersOf(codes: readonly Abstract[], place: Place): Abstract {
  const known = codes.map((code) => (code.kind === 'number' ? code.number.constant : undefined));
  const isKnown = known.every((code) => typeof code === 'number');
  return isKnown
    ? wholeText(String.fromCharCode(...known), place)
    : { ...unknown('call-result'), is: 'string' };
}

export function newGlobal(path: readonly string[], args: readonly Abstract[]): Abstract {
  switch (path.join('.')) {
    case 'Date':
      return dateOf(args.map(toValue));
    case 'Array':
      return args.length === 0 ? { kind: 'array', elements: [] } : unknown('call-result');
    case 'Uint8Array':
      return newBytes(args);
    case 'Intl.DateTimeFormat':
      return dateFormatOf(args);
    case 'Map':
    case 'Set':
    case 'URL':
    case 'RegExp':
    case 'Error':
    case 'ArrayBuffer':
      return { ...unknown('call-result'), is: 'object' };
    default:
      return unknown('call-result');
  }
}

/** A method of a text, number, array or of something unknown. */
export function callMethod(
  linker: Linker,
  receiver: Abstract,
  name: string,
  args: readonly Abstract[],
  place: Place,
): Abstract {
  if (receiver.kind === 'array') return arrayMethod(linker, receiver, name, args, place);
  const number = isDate(receiver) ? clockOf(receiver) : receiver;
  if (number.kind === 'number') return numberMethod(number, name, args, place);
  const content = contentOf(receiver, name, args);
  if (content !== undefined) return content;
  if (receiver.kind === 'random-text' && /^read(?:Big)?U?Int/.test(name))
    return numberFrom({ kind: 'random' });
  switch (name) {
    case 'padStart':
      return pad(receiver, args);
    case 'repeat':
      return repeated(receiver, args, place);
    case 'digest':
      return encoded(args);
    case 'toString':
    case 'toHexString':
    case 'trim':
      if (receiver.kind === 'text') return receiver;
      if (receiver.kind === 'random-text') return { ...receiver, by: encodedBy(receiver.by, args) };
      return name === 'toString' && args.length > 0 ? encodedOf(receiver, args) : vagueText(receiver);
    case 'concat':
      return concatenate(
        linker,
        [receiver, ...args].map((part) => pieces(part, place)),
        'mixed',
        place,
      );
    case 'toISOString':
      return { kind: 'time-text', format: 'iso' };
    case 'toFixed':
      // only numbers have it
      return { kind: 'number-text', number: SOME_NUMBER };
    case 'charCodeAt':
    case 'codePointAt':
    case 'localeCompare':
    case 'indexOf':
    case 'lastIndexOf':
    case 'findIndex':
      // only texts and lists have them
      return { kind: 'number', number: SOME_NUMBER };
    case 'getTime':
    case 'valueOf':
      return name === 'getTime' ? clock('double') : unknown('call-result');
    case 'replace':
    case 'replaceAll':
      return encodedIn(receiver, args) ?? changed(receiver, name, args, place);
    case 'slice':
    case 'substring':
    case 'substr':
    case 'split':
    case 'toLowerCase':
    case 'toUpperCase':
      return changed(receiver, name, args, place);
    default:
      return unknown('call-result');
  }
}

const SOME_NUMBER: NumberFact = { representation: 'double', origin: { kind: 'other' }, inverted: false };

function clockOf({ type }: Extract<Abstract, { kind: 'typed' }>): Value {
  return type.name === 'Date' ? clock('date') : libraryClock();
}

function isDate(value: Abstract): value is Extract<Abstract, { kind: 'typed' }> {
  return value.kind === 'typed' && DATES.has(value.type.name);
}

/** A Date, and what Luxon, dayjs and Moment have for one. */
const DATES: ReadonlySet<string> = new Set([
  ...['Date', 'DateTime', 'Dayjs', 'dayjs.Dayjs', 'Moment', 'moment.Moment'],
]);

/** Bytes, or a number, as digits of some alphabet; nobody can tell them from random ones. */
function encoded([encoding]: readonly Abstract[]): Abstract {
  if (encoding?.kind === 'number') return { kind: 'random-text', by: 'digits' };
  const name = encoding && constantText(encoding);
  return name !== undefined && ENCODINGS.has(name)
    ? { kind: 'random-text', by: name }
    : unknown('call-result');
}

/** Bytes of any size stay so. */
function encodedOf(receiver: Abstract, args: readonly Abstract[]): Abstract {
  const text = encoded(args);
  return text.kind === 'random-text' && text.by !== 'digits' && isCalledBytes(receiver)
    ? { ...text, isUnbounded: true }
    : text;
}

/** Random bytes stay random, but base64 has characters that others have not. */
function encodedBy(by: string, [encoding]: readonly Abstract[]): string {
  return encoding && constantText(encoding) === 'base64' ? 'base64' : by;
}

const ENCODINGS: ReadonlySet<string> = new Set(['hex', 'base64', 'base64url']);

/** What cutting and replacing leave: a time stays a time, a random id a random id. */
function changed(receiver: Abstract, name: string, args: readonly Abstract[], place: Place): Abstract {
  if (receiver.kind === 'random-text' && name !== 'split') {
    // whoever replaces characters of base64 replaces those that no key may have
    if (!name.startsWith('replace'))
      return { kind: 'random-text', by: isShortPart(name, args) ? 'digits' : receiver.by };
    return receiver.by === 'base64' ? { ...receiver, by: 'base64url' } : receiver;
  }
  if (receiver.kind === 'time-text') {
    const separated = withSeparator(receiver, name, args);
    if (separated !== undefined) return separated;
    const isWhole = name.startsWith('replace');
    const format =
      isWhole && (receiver.format === 'locale' || receiver.format.includes('/'))
        ? 'local'
        : (beginningOf(receiver, name, args) ?? receiver.format);
    const part: Value = {
      kind: 'time-text',
      format,
      ...(isWhole && receiver.isNow && { isNow: true }),
      ...((!isWhole || receiver.isCut) && { isCut: true }),
      ...((isWhole || (receiver.isCut ?? receiver.isChanged)) && { isChanged: true }),
    };
    return name === 'split'
      ? { kind: 'array', elements: [{ value: part, many: false }], splitOf: receiver }
      : part;
  }
  if (name === 'toLowerCase') return putThrough('lower', receiver, (text) => text.toLowerCase(), place);
  if (name === 'toUpperCase') return putThrough('upper', receiver, (text) => text.toUpperCase(), place);
  const plain = toValue(receiver);
  // what only cuts a text leaves in it what was put in before
  const putIn = plain.kind === 'unknown' && !name.startsWith('replace') ? plain.putIn : undefined;
  return name !== 'split' && (isString(receiver) || putIn !== undefined)
    ? { ...unknown('call-result'), is: 'string', ...(putIn !== undefined && { putIn }) }
    : unknown('call-result');
}

/** Whether a part has so few characters that many texts have the same: `id.slice(0, 2)`, `id.slice(-3)`. */
function isShortPart(name: string, args: readonly Abstract[]): boolean {
  const [from, to] = args.map((arg) => (arg.kind === 'number' ? Number(arg.number.constant) : NaN));
  if (from === undefined || Number.isNaN(from)) return false;
  if (to === undefined) return name !== 'substring' && -from > 0 && -from < SHORT;
  const length = name === 'substr' ? to : to - from;
  return length > 0 && length < SHORT;
}

/** Eight characters of a random id are still taken for one. */
const SHORT = 8;

/** A date whose separators are replaced by others is written by another pattern: `dd/MM/yyyy` with `-`. */
function withSeparator(
  { format, isChanged, isCut, ...date }: Extract<Value, { kind: 'time-text' }>,
  name: string,
  args: readonly Abstract[],
): Abstract | undefined {
  const [search, replacement] = args.map(constantText);
  if (search === undefined || replacement === undefined || isChanged || isCut) return undefined;
  const isSeparator = /^[^A-Za-z0-9']+$/.test(search) && /^[^A-Za-z0-9'$]*$/.test(replacement);
  if (!isSeparator || NO_PATTERN.has(format)) return undefined;
  if (name === 'replace') return { ...date, format: format.replace(search, replacement) };
  return name === 'replaceAll' ? { ...date, format: format.replaceAll(search, replacement) } : undefined;
}

/** Formats that say no more than where a date is written. */
const NO_PATTERN: ReadonlySet<string> = new Set(['iso', 'local', 'locale']);

function isString(value: Abstract): boolean {
  const plain = toValue(value);
  return plain.kind === 'unknown' && plain.is === 'string';
}

/** What is left of an ISO time, if it is cut where one of its parts ends: the day of `split('T')`, the month of `slice(0, 7)`. */
function beginningOf(
  { format, isCut, isChanged }: Extract<Value, { kind: 'time-text' }>,
  name: string,
  [first, second]: readonly Abstract[],
): string | undefined {
  if (format !== 'iso' || isCut || isChanged || first === undefined) return undefined;
  if (name === 'split') return constantText(first) === 'T' ? ISO_BEGINNINGS.get(10) : undefined;
  const isCutBehind = first.kind === 'number' && first.number.constant === 0 && second?.kind === 'number';
  return isCutBehind ? ISO_BEGINNINGS.get(Number(second.number.constant)) : undefined;
}

/** By how many characters they have. */
const ISO_BEGINNINGS: ReadonlyMap<number, string> = new Map([
  [4, 'yyyy'],
  [7, 'yyyy-MM'],
  [10, 'yyyy-MM-dd'],
  [13, "yyyy-MM-dd'T'HH"],
  [16, "yyyy-MM-dd'T'HH:mm"],
  [19, "yyyy-MM-dd'T'HH:mm:ss"],
]);

/** A text that a function has made another of; what is not known keeps its name. */
function putThrough(
  through: NonNullable<Extract<Value, { kind: 'unknown' }>['through']>,
  value: Abstract | undefined,
  change: (text: string) => string,
  place: Place,
): Abstract {
  const text = value && constantText(value);
  if (text !== undefined) return wholeText(change(text), place);
  const plain = value && toValue(value);
  if (plain?.kind === 'random-text' || plain?.kind === 'time-text') return plain;
  if (plain?.kind === 'number' || plain?.kind === 'number-text') return textOf(plain, place);
  if (plain?.kind === 'unknown' && plain.texts?.every((one) => change(one) === one)) return plain;
  const { name, through: before, isKeySafe, inCase: cased, putIn } = plain?.kind === 'unknown' ? plain : {};
  const inCase = caseBeside(before, through) ?? cased;
  return {
    ...unknown('call-result', name),
    is: 'string',
    // what is encoded stays so in another case
    through: before === 'uri' ? before : through,
    ...(inCase && { inCase }),
    ...(isKeySafe && { isKeySafe }),
    ...(putIn !== undefined && { putIn }),
  };
}

type Through = NonNullable<Extract<Value, { kind: 'unknown' }>['through']>;

/** Of what is encoded and put into a case, whichever comes first, that case. */
function caseBeside(before: Through | undefined, through: Through): 'lower' | 'upper' | undefined {
  if (through !== 'uri') return before === 'uri' ? through : undefined;
  return before === 'uri' ? undefined : before;
}

/** `text.replace(/[/\\#?]/g, encodeURIComponent)` of a text that is not known: as good as it was, but for those characters. */
function encodedIn(receiver: Abstract, [, by]: readonly Abstract[]): Abstract | undefined {
  if (by?.kind !== 'global' || by.path.join('.') !== 'encodeURIComponent') return undefined;
  const plain = toValue(receiver);
  return plain.kind === 'unknown'
    ? { ...plain, why: 'call-result', is: 'string', isKeySafe: true }
    : undefined;
}

function vagueText(receiver: Abstract): Abstract {
  const text = asText(receiver);
  return text.kind === 'unknown' && receiver.kind === 'typed'
    ? { ...receiver, type: { name: 'string', args: [] } }
    : text;
}

function textOf(value: Abstract, place: Place): Abstract {
  const constantNumber = value.kind === 'number' ? value.number.constant : undefined;
  if (constantNumber !== undefined) return wholeText(String(constantNumber), place);
  return value.kind === 'text' ? value : asText(value);
}

function numberMethod(
  receiver: Extract<Value, { kind: 'number' }>,
  name: string,
  args: readonly Abstract[],
  place: Place,
): Abstract {
  const { number } = receiver;
  if (name === 'toString' && isOtherBase(args)) {
    return number.origin.kind === 'time'
      ? { kind: 'time-text', format: 'base36-ms' }
      : { kind: 'random-text', by: number.origin.kind === 'random' ? 'Math.random' : 'digits' };
  }
  if (name === 'toString' || name === 'toFixed') return textOf(receiver, place);
  if (number.representation === 'date') return dateMethod(number, name, args) ?? unknown('call-result');
  return name === 'valueOf' ? toDouble(number) : unknown('call-result');
}

function isOtherBase([base]: readonly Abstract[]): boolean {
  return base?.kind === 'number' && base.number.constant !== 10;
}

/** `padStart(width, '0')`: a number of fixed width. Padding with anything else does not sort. */
function pad(receiver: Abstract, args: readonly Abstract[]): Abstract {
  const [width, fill] = args;
  const size = width?.kind === 'number' ? width.number.constant : undefined;
  const text = asText(onlyHole(receiver) ?? receiver);
  const isZero = typeof size === 'number' && fill !== undefined && constantText(fill) === '0';
  if (text.kind === 'number-text' && isZero) return { ...text, width: size };
  if (text.kind === 'unknown' && isZero)
    return { ...unknown('call-result', text.name), is: 'string', padded: size };
  return text.kind === 'number-text' || text.kind === 'time-text' ? text : unknown('call-result');
}

/** The value of a text that is nothing but it: `\`${n}\``. */
function onlyHole(text: Abstract): Value | undefined {
  const [only, ...others] = text.kind === 'text' ? text.segments : [];
  return only?.kind === 'hole' && others.length === 0 ? only.hole : undefined;
}

/** `'x'.repeat(n)`: the constant text. */
function repeated(receiver: Abstract, [count]: readonly Abstract[], place: Place): Abstract {
  const text = constantText(receiver);
  const times = count?.kind === 'number' ? Number(count.number.constant) : NaN;
  const isKnown = text !== undefined && times >= 0 && text.length * times <= MOST_CHARACTERS;
  return isKnown ? wholeText(text.repeat(times), place) : { ...unknown('call-result'), is: 'string' };
}

function arrayMethod(
  linker: Linker,
  list: Extract<Abstract, { kind: 'array' }>,
  name: string,
  args: readonly Abstract[],
  place: Place,
): Abstract {
  const { elements, splitOf } = list;
  switch (name) {
    case 'join': {
      // other characters between the same parts
      if (splitOf !== undefined) return changed(splitOf, 'replaceAll', args, place);
      const [separator] = args;
      return join(linker, elements, separator === undefined ? ',' : constantText(separator), place);
    }
    case 'filter': {
      // `[a, b && c].filter(Boolean)` leaves out what is empty
      const isBoolean = args[0]?.kind === 'global' && args[0].path[0] === 'Boolean';
      return isBoolean ? listOf(linker, elements, withoutNothing) : unknown('call-result');
    }
    case 'at': {
      const [index] = args;
      const at = index?.kind === 'number' ? index.number.constant : undefined;
      const isFromEnd = typeof at === 'number' && at < 0;
      if (isFromEnd && splitOf !== undefined) return unknown('call-result');
      return elementAt(linker, list, isFromEnd ? at + elements.length : at) ?? unknown('call-result');
    }
    case 'concat': {
      return listOf(linker, [list, ...args], (part) =>
        part.kind === 'array' ? part.elements : [{ value: part, many: false }],
      );
    }
    default:
      return unknown('call-result');
  }
}

function withoutNothing(element: ArrayElement): readonly ArrayElement[] {
  const all = alternativesOf(element.value);
  const some = all.filter(({ value }) => value.kind !== 'nothing');
  if (some.length === all.length) return [element];
  return some.length === 0 ? [] : [{ ...element, value: choose(some), many: true }];
}

function join(
  linker: Linker,
  elements: readonly ArrayElement[],
  separator: string | undefined,
  place: Place,
): Abstract {
  if (separator === undefined || elements.some(({ many }) => many)) return unknown('too-complex');
  if (elements.length === 0) return wholeText('', place);
  const between = [{ segments: wholeText(separator, place).segments }];
  const parts = elements.flatMap(({ value }, index) =>
    index === 0 ? [pieces(value, place)] : [between, pieces(value, place)],
  );
  return concatenate(linker, parts, 'mixed', place);
}
