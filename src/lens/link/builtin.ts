import type { Place } from '../../core/text/segments.ts';
import { PACKAGE } from '../syntax/gate.ts';
import { type Abstract, alternativesOf, type ArrayElement, choose, toValue, unknown } from './abstract.ts';
import { contentMade, contentOf, newBytes, readWhole, RESPONSE } from './content.ts';
import { clock, numberFrom, toBigInt, toDouble } from './number.ts';
import { asText, concatenate, constantText, pieces, wholeText } from './text.ts';
import type { Value } from './value.ts';

/** Functions of the language that say something about a value. */
export function callGlobal(path: readonly string[], args: readonly Abstract[], place: Place): Abstract {
  const [first] = args;
  switch (path.join('.')) {
    case 'String':
      return first === undefined ? unknown('call-result') : textOf(first, place);
    case 'Number':
    case 'Math.floor':
    case 'Math.round':
    case 'Math.trunc':
    case 'Math.ceil':
    case 'Math.abs': {
      const value = first && toValue(first);
      return value?.kind === 'number' ? toDouble(value.number) : numberFrom({ kind: 'other' });
    }
    case 'parseInt':
    case 'parseFloat':
    case 'Number.parseInt':
    case 'Number.parseFloat':
    case 'Math.random':
    case 'Math.min':
    case 'Math.max':
      return numberFrom({ kind: 'other' });
    case 'process.hrtime.bigint':
      return big();
    case 'BigInt':
      return first?.kind === 'number' ? toBigInt(first.number) : big();
    case 'Date.now':
      return clock('double');
    case 'Date.UTC':
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
    case 'encodeURIComponent':
      return first?.kind === 'text' && constantText(first) === undefined
        ? unknown('call-result')
        : (first ?? unknown('call-result'));
    default:
      return unknown('call-result', path.join('.'));
  }
}

function big(): Value {
  return { kind: 'number', number: { representation: 'bigint', origin: { kind: 'other' }, inverted: false } };
}

export function newGlobal(path: readonly string[], args: readonly Abstract[]): Abstract {
  switch (path.join('.')) {
    case 'Date':
      return clock('date');
    case 'Array':
      return args.length === 0 ? { kind: 'array', elements: [] } : unknown('call-result');
    case 'Uint8Array':
      return newBytes(args);
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

/** Functions of well-known packages that make ids or times. */
export function callLibrary(
  callee: { readonly module: string; readonly path: readonly string[] },
  args: readonly Abstract[],
): Abstract {
  const name = callee.path.at(-1) ?? '';
  switch (callee.module.replace(/^node:/, '')) {
    case 'crypto':
      return name === 'randomUUID' || name === 'randomBytes'
        ? { kind: 'random-text', by: name }
        : unknown('call-result');
    case 'uuid':
      if (name === 'v7' || name === 'v6') return { kind: 'time-text', format: `uuid${name}` };
      return { kind: 'random-text', by: `uuid.${name}` };
    case 'fs':
    case 'fs/promises':
    case 'fs-extra':
      return name === 'readFile' || name === 'readFileSync' ? readWhole(args) : unknown('call-result');
    case PACKAGE:
      // called as a function, the tag gives its text back as it is
      return name === 'odata' && args[0]?.kind === 'text' ? args[0] : unknown('call-result', name);
    case 'nanoid':
      return { kind: 'random-text', by: 'nanoid' };
    case 'ulid':
    case 'ulidx':
      return { kind: 'time-text', format: 'ulid' };
    default:
      return args.length === 0 ? unknown('call-result', name) : unknown('call-result');
  }
}

/** A method of a text, number, array or of something unknown. */
export function callMethod(
  receiver: Abstract,
  name: string,
  args: readonly Abstract[],
  place: Place,
): Abstract {
  if (receiver.kind === 'array') return arrayMethod(receiver, name, args, place);
  if (receiver.kind === 'number') return numberMethod(receiver, name, place);
  const content = contentOf(receiver, name);
  if (content !== undefined) return content;
  switch (name) {
    case 'padStart':
      return pad(receiver, args);
    case 'digest':
      return encoded(args);
    case 'toString':
    case 'trim':
      if (receiver.kind === 'text') return receiver;
      return name === 'toString' && args.length > 0 ? encoded(args) : vagueText(receiver);
    case 'concat':
      return concatenate([pieces(receiver, place), ...args.map((arg) => pieces(arg, place))], 'mixed', place);
    case 'toISOString':
      return { kind: 'time-text', format: 'iso' };
    case 'getTime':
    case 'valueOf':
      return name === 'getTime' ? clock('double') : unknown('call-result');
    case 'slice':
    case 'substring':
    case 'substr':
    case 'replace':
    case 'replaceAll':
    case 'split':
    case 'toLowerCase':
    case 'toUpperCase':
      return changed(receiver, name, place);
    default:
      return unknown('call-result');
  }
}

/** Bytes, or a number, as digits of some alphabet; nobody can tell them from random ones. */
function encoded([encoding]: readonly Abstract[]): Abstract {
  if (encoding?.kind === 'number') return { kind: 'random-text', by: 'digits' };
  const name = encoding && constantText(encoding);
  return name !== undefined && ENCODINGS.has(name)
    ? { kind: 'random-text', by: name }
    : unknown('call-result');
}

const ENCODINGS: ReadonlySet<string> = new Set(['hex', 'base64', 'base64url']);

/** What cutting and replacing leave: a time stays a time, a random id a random id. */
function changed(receiver: Abstract, name: string, place: Place): Abstract {
  if (receiver.kind === 'random-text' && name !== 'split') return receiver;
  if (receiver.kind === 'time-text') {
    const part: Value = { kind: 'time-text', format: receiver.format };
    return name === 'split' ? { kind: 'array', elements: [{ value: part, many: false }] } : part;
  }
  const text = constantText(receiver);
  if (text !== undefined && name === 'toLowerCase') return wholeText(text.toLowerCase(), place);
  if (text !== undefined && name === 'toUpperCase') return wholeText(text.toUpperCase(), place);
  return unknown('call-result');
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

function numberMethod(receiver: Extract<Value, { kind: 'number' }>, name: string, place: Place): Abstract {
  const { number } = receiver;
  switch (name) {
    case 'toString':
    case 'toFixed':
      return textOf(receiver, place);
    case 'toISOString':
    case 'toJSON':
      return { kind: 'time-text', format: 'iso' };
    case 'toLocaleDateString':
    case 'toLocaleString':
    case 'toDateString':
    case 'toUTCString':
      return { kind: 'time-text', format: 'local' };
    case 'getTime':
    case 'valueOf':
      return toDouble(number);
    default:
      // getFullYear(), getUTCHours() …
      return number.representation === 'date' && /^get(UTC)?[A-Z]/.test(name)
        ? numberFrom({ kind: 'time', unit: 'other' })
        : unknown('call-result');
  }
}

/** `padStart(width, '0')`: a number of fixed width. Padding with anything else does not sort. */
function pad(receiver: Abstract, args: readonly Abstract[]): Abstract {
  const [width, fill] = args;
  const size = width?.kind === 'number' ? width.number.constant : undefined;
  const text = asText(receiver);
  if (text.kind === 'number-text' && typeof size === 'number' && fill && constantText(fill) === '0') {
    return { ...text, width: size };
  }
  return text.kind === 'number-text' || text.kind === 'time-text' ? text : unknown('call-result');
}

function arrayMethod(
  { elements, isFilled }: Extract<Abstract, { kind: 'array' }>,
  name: string,
  args: readonly Abstract[],
  place: Place,
): Abstract {
  switch (name) {
    case 'join': {
      const [separator] = args;
      return join(
        elements,
        separator === undefined ? ',' : constantText(separator),
        isFilled === true,
        place,
      );
    }
    case 'filter': {
      // `[a, b && c].filter(Boolean)` leaves out what is empty
      const isBoolean = args[0]?.kind === 'global' && args[0].path[0] === 'Boolean';
      return isBoolean
        ? { kind: 'array', elements: elements.flatMap(withoutNothing) }
        : unknown('call-result');
    }
    case 'at':
      return elements.length === 1 && elements[0] ? elements[0].value : unknown('call-result');
    case 'concat': {
      const added = args.flatMap((arg): ArrayElement[] =>
        arg.kind === 'array' ? [...arg.elements] : [{ value: arg, many: false }],
      );
      return { kind: 'array', elements: [...elements, ...added] };
    }
    default:
      return unknown('call-result');
  }
}

function withoutNothing(element: ArrayElement): ArrayElement[] {
  if (element.value.kind !== 'choice') return element.value.kind === 'nothing' ? [] : [element];
  return element.value.values
    .filter((choice) => choice.value.kind !== 'nothing')
    .map((choice) => ({ ...element, value: choice.value, ...(choice.when && { when: choice.when }) }));
}

/** Most elements that may or may not be there of which every combination is looked at. */
const MOST_OPTIONAL = 4;

/** More than these are too many even one by one. */
const MOST_SINGLE = 14;

/** Which of the optional elements are there. Of many: none, each alone, and all, which are the extremes. */
function subsetsOf(optional: readonly ArrayElement[]): readonly (readonly ArrayElement[])[] {
  if (optional.length > MOST_OPTIONAL) return [[], ...optional.map((element) => [element]), optional];
  return optional.reduce<readonly (readonly ArrayElement[])[]>(
    (all, element) => all.flatMap((subset) => [subset, [...subset, element]]),
    [[]],
  );
}

/** Texts whose outline is known. */
function isClause(value: Abstract): boolean {
  return alternativesOf(value).every((choice) => choice.value.kind === 'text');
}

function join(
  elements: readonly ArrayElement[],
  separator: string | undefined,
  isFilled: boolean,
  place: Place,
): Abstract {
  const optional = elements.filter((element) => element.when !== undefined);
  if (separator === undefined || optional.length > MOST_SINGLE) return unknown('too-complex');
  if (elements.some((element) => element.many && !isClause(element.value))) return unknown('too-complex');
  const between = [{ segments: wholeText(separator, place).segments }];
  const subsets = subsetsOf(optional).filter(
    (subset) => !isFilled || subset.length > 0 || optional.length < elements.length,
  );
  return choose(
    subsets.map((subset) => {
      const present = elements.filter((element) => element.when === undefined || subset.includes(element));
      const absent = optional.filter((element) => !subset.includes(element));
      const when = [
        ...subset.map((element) => element.when ?? ''),
        ...absent.map((element) => `!(${element.when ?? ''})`),
      ].join(' && ');
      // what is there any number of times is written twice: enough to show what joins it
      const written = present.flatMap((element) => (element.many ? [element, element] : [element]));
      const parts = written.flatMap((element, index) =>
        index === 0 ? [pieces(element.value, place)] : [between, pieces(element.value, place)],
      );
      const value = parts.length === 0 ? wholeText('', place) : concatenate(parts, 'mixed', place);
      return { value, ...(when !== '' && { when }) };
    }),
  );
}
