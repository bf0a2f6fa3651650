import type { KeyPart, KeyPattern, PartForm, ValuePart } from '../../model/keys/key-pattern.ts';
import { lastName } from '../../model/keys/key-schema.ts';
import type { DateField } from '../../model/operations/operation.ts';
import { matches, type Piece } from './match.ts';

export type Difference = 'width' | 'prefix' | 'case' | 'encoding' | 'time';

/** `alike`: the same, or nobody knows; `others`: about something else. */
export type Comparison =
  { readonly kind: 'alike' | 'others' } | { readonly kind: 'differs'; readonly difference: Difference };

const ALIKE: Comparison = { kind: 'alike' };
const OTHERS: Comparison = { kind: 'others' };

/** Compares a key as it is written with one that is asked for; a constant bound may be any beginning of one. */
export function compare(written: KeyPattern, asked: KeyPattern, isBound: boolean): Comparison {
  if (written.signature === asked.signature) return ALIKE;
  const [own, other] = [textOf(written), textOf(asked)];
  if (own !== undefined && other !== undefined) return compareTexts(own, other);
  // what is one value, or one constant, may be any key
  if (isAnything(written) || isAnything(asked))
    return throughOf(written, asked) ?? (isBound ? undefined : valueAlone(written, asked)) ?? ALIKE;
  const [date, otherDate] = [dateOf(written), dateOf(asked)];
  // a bound is no key that is looked for: entities are before it, or after it
  if (isBound && date !== undefined && asked.parts.some(isOfDate)) return ALIKE;
  if (date !== undefined && otherDate !== undefined) return compareLetters(date, otherDate);
  if (own !== undefined) return compareConstant(asked, own);
  if (other !== undefined) return isBound ? ALIKE : compareConstant(written, other);
  if (written.parts.length !== asked.parts.length) {
    const beginning = isBound ? compareBeginning(written, asked) : OTHERS;
    return beginning.kind === 'others' ? withoutPrefix(written, asked) : beginning;
  }
  return compareParts(written.parts, asked.parts);
}

function textOf({ parts }: KeyPattern): string | undefined {
  const [first, ...others] = parts;
  return first?.kind === 'literal' && others.length === 0 ? first.text : undefined;
}

function compareTexts(own: string, other: string): Comparison {
  if (own === other) return ALIKE;
  return own.toLowerCase() === other.toLowerCase() ? differs('case') : OTHERS;
}

/** Parts times characters up to which a constant is compared: a key has 512 characters at most. */
const MAX_STEPS = 100_000;

/** A constant, and a way to put keys together: whether that can give it, or would but for case or zeroes. */
function compareConstant({ parts }: KeyPattern, constant: string): Comparison {
  if (parts.length * constant.length > MAX_STEPS) return ALIKE;
  const pieces = (isPadded: boolean): readonly Piece[] => parts.map((part) => pieceOf(part, isPadded));
  if (matches(pieces(true), constant)) return ALIKE;
  const lower = pieces(true).map((piece) => (typeof piece === 'string' ? piece.toLowerCase() : piece));
  if (matches(lower, constant.toLowerCase())) return differs('case');
  return matches(pieces(false), constant) ? differs('width') : OTHERS;
}

/** A number may be padded in ways that are not seen where that is not asked. */
function pieceOf(part: KeyPart, isPadded: boolean): Piece {
  if (part.kind === 'literal') return part.text;
  if (!isNumber(part.form)) return { least: 1, isDigits: false };
  return { least: (isPadded ? widthOf(part.form) : undefined) ?? 1, isDigits: true };
}

function isAnything({ parts }: KeyPattern): boolean {
  const [first, ...others] = parts;
  return others.length === 0 && first?.kind === 'value' && isVague(first.form);
}

function isVague({ kind }: PartForm): boolean {
  return kind === 'text' || kind === 'random' || kind === 'hash' || kind === 'timed-id';
}

/** One value by the same name that only one side puts through a function. */
function throughOf(
  { parts: [own, ...a] }: KeyPattern,
  { parts: [other, ...b] }: KeyPattern,
): Comparison | undefined {
  if (a.length > 0 || b.length > 0 || own?.kind !== 'value' || other?.kind !== 'value') return undefined;
  return isComparable(own, other) ? differentThrough(own.form, other.form) : undefined;
}

/** Whether two values that may be any text are one, or cannot be, whatever each side calls them. */
function isComparable(own: ValuePart, other: ValuePart): boolean {
  const [a, b] = [own.form, other.form];
  const isNumberOfOne = (isNumber(a) && isPaddedAlone(b, a)) || (isNumber(b) && isPaddedAlone(a, b));
  return isSameName(own, other) || areOtherCases(a, b) || isNumberOfOne;
}

/** Whether one side writes all in capital letters and the other none, whatever each of them calls it. */
function areOtherCases(own: PartForm, other: PartForm): boolean {
  if (own.kind !== 'text' || other.kind !== 'text') return false;
  const both = [own.through, other.through];
  return both.includes('upper') && both.includes('lower');
}

function differentThrough(own: PartForm, other: PartForm): Comparison | undefined {
  if (isPaddedAlone(own, other) || isPaddedAlone(other, own)) return differs('width');
  if (own.kind !== 'text' || other.kind !== 'text') return undefined;
  if (own.through === other.through) return own.inCase === other.inCase ? undefined : differs('case');
  const isCase = [own.through, other.through].every((through) => through !== 'uri');
  return differs(isCase ? 'case' : 'encoding');
}

/** Whether zeros stand before a value on one side, and the other makes a text of it as it is. */
function isPaddedAlone(own: PartForm, other: PartForm): boolean {
  if (own.kind !== 'text' || own.padded === undefined) return false;
  if (other.kind === 'text') return other.padded === undefined && other.isMadeText === true;
  return isNumber(other) && widthOf(other) === undefined;
}

/** A value that both sides call by its own name; a key, or the row's id, may have been made before. */
function isSameName(own: ValuePart, other: ValuePart): boolean {
  const name = lastName(own.name);
  return name !== undefined && name === lastName(other.name) && !/^(?:.*key|pk|rk|id)$/i.test(name);
}

/** The one value of a key, by the name that it is written under, asked for without the constant text beside it. */
function valueAlone({ parts }: KeyPattern, asked: KeyPattern): Comparison | undefined {
  const [only] = asked.parts;
  const [value, ...others] = parts.filter((part) => part.kind === 'value');
  if (only?.kind !== 'value' || value === undefined || others.length > 0 || parts.length === 1)
    return undefined;
  return isVague(only.form) && isVague(value.form) && isSameName(value, only) ? differs('prefix') : undefined;
}

/** A number, or a time, that is written behind a constant and asked for without, or the other way round. */
function withoutPrefix(written: KeyPattern, asked: KeyPattern): Comparison {
  const [longer, shorter] =
    written.parts.length > asked.parts.length ? [written.parts, asked.parts] : [asked.parts, written.parts];
  const values = longer.filter((part) => part.kind === 'value');
  const [only] = shorter;
  if (shorter.length !== 1 || values.length !== 1 || only?.kind !== 'value') return OTHERS;
  const [value] = values;
  if (value === undefined || isVague(only.form)) return OTHERS;
  return value.form.kind === only.form.kind || isSameName(value, only) ? differs('prefix') : OTHERS;
}

/** A bound may be as much of a key as there is before what its caller does not know: `${day}-` of `${day}-${id}`. */
function compareBeginning({ parts: written }: KeyPattern, { parts: asked }: KeyPattern): Comparison {
  const [own, last] = [written[asked.length - 1], asked.at(-1)];
  if (own?.kind !== 'literal' || last?.kind !== 'literal')
    return compareParts(written.slice(0, asked.length), asked);
  return own.text.startsWith(last.text)
    ? compareParts(written.slice(0, asked.length - 1), asked.slice(0, -1))
    : OTHERS;
}

function compareParts(written: readonly KeyPart[], asked: readonly KeyPart[]): Comparison {
  const pairs = written.map((part, i) => comparePart(part, asked[i]));
  const difference = pairs.find((pair) => pair.kind === 'differs');
  if (pairs.some((pair) => pair.kind === 'others')) return OTHERS;
  return difference ?? ALIKE;
}

function comparePart(own: KeyPart, other: KeyPart | undefined): Comparison {
  if (own.kind !== other?.kind) return OTHERS;
  if (own.kind === 'literal') {
    return other.kind === 'literal' ? compareTexts(own.text, other.text) : OTHERS;
  }
  return other.kind === 'value' ? compareForms(own, other) : OTHERS;
}

function compareForms(own: ValuePart, other: ValuePart): Comparison {
  const [a, b] = [own.form, other.form];
  if (isVague(a) || isVague(b)) {
    return (isComparable(own, other) ? differentThrough(a, b) : undefined) ?? ALIKE;
  }
  if (isNumber(a) && isNumber(b)) return widthOf(a) === widthOf(b) ? ALIKE : differs('width');
  if (a.kind === 'time' && b.kind === 'time') return compareCounts(a, b);
  if (a.kind === 'time-text' && b.kind === 'time-text') {
    return a.isChanged || b.isChanged ? ALIKE : compareFormats(a.format, b.format);
  }
  if (isTime(a) && isTime(b)) return differs('time');
  return isDate(a) && b.kind === 'number' && isMoment(other) ? differs('time') : OTHERS;
}

/** A number that is called like a moment: `startMs`, `row.createdAt`. Another one may be the key of something else. */
function isMoment({ name }: ValuePart): boolean {
  return /(?:ms|millis|time|timestamp|epoch|date|at|start|end|since|until|when)$/i.test(lastName(name) ?? '');
}

/** Digits alone are no beginning of it. */
function isDate(form: PartForm): boolean {
  return form.kind === 'time-text' && form.format === 'iso' && form.isCut !== true && form.isChanged !== true;
}

/** Counts of time: newest first or not, in which unit; how wide only where both sides say so. */
function compareCounts(
  a: Extract<PartForm, { kind: 'time' }>,
  b: Extract<PartForm, { kind: 'time' }>,
): Comparison {
  const units = [unitOf(a), unitOf(b)];
  if (units.includes('other')) return ALIKE;
  if (a.count.inverted !== b.count.inverted || units[0] !== units[1]) return differs('time');
  return (a.width ?? b.width) === (b.width ?? a.width) ? ALIKE : differs('width');
}

function unitOf({ count: { origin } }: Extract<PartForm, { kind: 'time' }>): string {
  return origin.kind === 'time' ? origin.unit : 'other';
}

/** A date alone is the beginning of a date with its time of day. */
function compareFormats(a: string, b: string): Comparison {
  const [own, other] = [lettersOf(a), lettersOf(b)];
  return own === undefined || other === undefined ? ALIKE : compareLetters(own, other);
}

function compareLetters(own: string, other: string): Comparison {
  const [long, short] = own.length > other.length ? [own, other] : [other, own];
  const fits = short.split('').every((letter, i) => isOneLetter(letter, long.charAt(i)));
  // `yyyy-m` is no beginning of `yyyy-mm`
  return fits && long.charAt(short.length) !== short.at(-1) ? ALIKE : differs('time');
}

/** Whether two characters of dates may be the same: a digit may be one of any field, as of the first of a month. */
function isOneLetter(a: string, b: string): boolean {
  return a === b || (isDigit(a) && FIELDS.has(b)) || (isDigit(b) && FIELDS.has(a));
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/**
 * How a key writes a date, where it is nothing else: as a text, or field by field, `dd-mm-yyyy`. A field may be constant digits; what is
 * spelled out beside them are separators.
 */
function dateOf({ parts }: KeyPattern): string | undefined {
  const letters = parts.map((part) =>
    part.kind === 'literal' ? separatorOf(part.text) : lettersOfForm(part.form),
  );
  const text = letters.every((one) => one !== undefined) ? letters.join('') : '';
  return text.includes('yyyy') ? text : undefined;
}

function separatorOf(text: string): string | undefined {
  return text.split('').every((one) => isDigit(one) || SEPARATORS.has(one)) ? text : undefined;
}

const SEPARATORS: ReadonlySet<string> = new Set(['-', '/', '.', '_', ':', ' ']);

function isOfDate(part: KeyPart): boolean {
  return part.kind === 'value' && lettersOfForm(part.form) !== undefined;
}

function lettersOfForm(form: PartForm): string | undefined {
  if (form.kind !== 'time-text') return fieldOf(form);
  return form.isChanged ? undefined : lettersOf(form.format);
}

/** The letters of a field of a date that is written with a width of its own. */
function fieldOf(form: PartForm): string | undefined {
  if (form.kind !== 'time' || form.count.origin.kind !== 'time' || form.width === undefined) return undefined;
  const letter = form.count.origin.field && LETTERS[form.count.origin.field];
  return letter?.repeat(form.width);
}

const LETTERS: Readonly<Record<DateField, string | undefined>> = {
  year: 'y',
  month: 'm',
  day: 'd',
  hour: 'h',
  minute: 'm',
  second: 's',
  fraction: undefined,
};

const FIELDS: ReadonlySet<string> = new Set(Object.values(LETTERS).flatMap((letter) => letter ?? []));

/** Of formats that begin with the year; of others nobody knows what they come to. */
function lettersOf(format: string): string | undefined {
  if (format === 'iso') return 'yyyy-mm-ddthh:mm:ss';
  return /^y{4}/i.test(format) ? format.replaceAll("'", '').toLowerCase() : undefined;
}

function differs(difference: Difference): Comparison {
  return { kind: 'differs', difference };
}

function isNumber({ kind }: PartForm): boolean {
  return kind === 'number' || kind === 'counter';
}

function widthOf(form: PartForm): number | undefined {
  return form.kind === 'number' || form.kind === 'counter' ? form.width : undefined;
}

function isTime({ kind }: PartForm): boolean {
  return kind === 'time' || kind === 'time-text';
}
