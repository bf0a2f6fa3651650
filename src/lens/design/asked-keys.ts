import type { Comparison, ComparisonOperator, Filter, Operand } from '../../core/odata/ast.ts';
import { afterPrefix } from '../../core/odata/quote.ts';
import { MIRRORED } from '../../core/shape/conjuncts.ts';
import { type FlatText, type Place, type Segment } from '../../core/text/segments.ts';
import {
  constantPattern,
  type KeyPattern,
  patternOfSegments,
  type ValuePart,
} from '../model/keys/key-pattern.ts';
import { lastName } from '../model/keys/key-schema.ts';
import type { Value } from '../model/operations/operation.ts';
import { wholeText } from '../link/values/text.ts';
import { inWhole } from './key-patterns.ts';
import { type KeyName, placeKey, valuesIn } from './kinds.ts';
import { skeletonOf } from './layout.ts';

/** A bound of a range; `constant` where the source says it. */
export interface Bound {
  readonly isInclusive: boolean;
  readonly constant?: string;
}

/** What is asked of one place in a key, or of all of it. */
export type PlaceTest =
  | { readonly kind: 'eq'; readonly constant?: string; readonly name?: string }
  | { readonly kind: 'range'; readonly lower?: Bound; readonly upper?: Bound }
  | { readonly kind: 'prefix'; readonly constant?: string };

/** What a condition on a key says of entities of one kind: tests by place; undefined where none of them can match. */
export interface KeyMatch {
  /** How sure it is that it concerns this kind: 2 for a key that is put together like its own. */
  readonly fit: 0 | 1 | 2;
  readonly tests: ReadonlyMap<string, PlaceTest>;
  /** Something is asked that cannot be told in the values of the key. */
  readonly isOpen?: true;
  /** The key is asked for as it is: who asks knows none of its values. */
  readonly isWhole?: true;
}

/** The other side of a comparison with a property, the property on the left. */
export interface Compared {
  readonly property: string;
  readonly operator: ComparisonOperator;
  readonly value: Operand;
}

/** Undefined for a comparison of two constants or two properties. */
export function comparedIn({ left, right, operator }: Comparison): Compared | undefined {
  if (left.kind === 'property' && right.kind !== 'property')
    return { property: left.name, operator, value: right };
  if (right.kind === 'property' && left.kind !== 'property')
    return { property: right.name, operator: MIRRORED[operator], value: left };
  return undefined;
}

/** Every way in which an operand of a filter may be put together as a text. */
export function operandPatterns(
  text: FlatText<Value>,
  operand: Operand,
  place: Place,
): readonly KeyPattern[] {
  return piecesOf(text, operand, place).map(inWhole);
}

function piecesOf({ holes }: FlatText<Value>, operand: Operand, place: Place): readonly KeyPattern[] {
  const hole = (offset: number): readonly Segment<Value>[] => {
    const value = holes.get(offset);
    return value === undefined ? [] : [{ kind: 'hole', hole: value, place }];
  };
  switch (operand.kind) {
    case 'literal':
      return operand.value.type === 'String'
        ? patternOfSegments(segmentsOf(operand.value.value, place), place)
        : [];
    case 'composed':
      return patternOfSegments(
        operand.parts.flatMap((part) =>
          typeof part === 'string' ? segmentsOf(part, place) : hole(part.offset),
        ),
        place,
      );
    case 'hole':
      // several holes that touch are one operand
      return operand.span.end - operand.span.start > 1 && operand.type === undefined
        ? []
        : patternOfSegments(hole(operand.hole.offset), place);
    case 'property':
    case 'missing':
      return [];
  }
}

function segmentsOf(text: string, place: Place): readonly Segment<Value>[] {
  return wholeText(text, place).segments;
}

/** What `key eq asked` says of entities whose key is made by `own`. */
export function matchEqual(key: KeyName, own: KeyPattern, asked: KeyPattern): KeyMatch | undefined {
  const constant = constantPattern(asked);
  const ownConstant = constantPattern(own);
  const values = valuesIn(own);
  if (ownConstant !== undefined && constant !== undefined)
    return constant === ownConstant ? { fit: 2, tests: new Map() } : undefined;
  if (skeletonOf(own) === skeletonOf(asked)) {
    const given = valuesIn(asked);
    return {
      fit: 2,
      tests: new Map(
        values.map((_, index) => {
          const name = lastName(given[index]?.name);
          return [placeKey(key, index), { kind: 'eq', ...(name !== undefined && { name }) }] as const;
        }),
      ),
    };
  }
  if (constant !== undefined) {
    if (!couldBe(own, constant)) return undefined;
    const isOne = own.parts.length === 1;
    const tests = values.map(
      (_, index) => [placeKey(key, index), { kind: 'eq', ...(isOne && { constant }) }] as const,
    );
    return { fit: 1, tests: new Map(tests) };
  }
  if (ownConstant === undefined ? !couldMeet(own, asked) : !couldBe(asked, ownConstant)) return undefined;
  if (asked.parts.length === 1 && isMadeUp(own)) return { fit: 0, tests: new Map(), isWhole: true };
  return {
    fit: 0,
    tests: new Map(values.map((_, index) => [placeKey(key, index), { kind: 'eq' }] as const)),
  };
}

/** Whether a key is put together of several values, one of which a program makes up: an id that nobody takes apart. */
function isMadeUp(own: KeyPattern): boolean {
  const values = valuesIn(own);
  return values.length > 1 && values.some(({ form: { kind } }) => kind === 'random' || kind === 'hash');
}

/** Whether a constant may be a key of a pattern: it begins and ends as that does. */
function couldBe({ parts }: KeyPattern, constant: string): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  const starts = first?.kind !== 'literal' || constant.startsWith(first.text);
  const ends = last?.kind !== 'literal' || constant.endsWith(last.text);
  const literals = parts.flatMap((part) => (part.kind === 'literal' ? [part.text] : []));
  return (
    starts && ends && parts.length > literals.length && literals.every((text) => constant.includes(text))
  );
}

/** Whether a text of one pattern may be one of the other: neither begins with characters that the other cannot begin with. */
function couldMeet(own: KeyPattern, asked: KeyPattern): boolean {
  const [a, b] = [own.parts[0], asked.parts[0]];
  if (a?.kind === 'literal' && b?.kind === 'literal')
    return a.text.startsWith(b.text) || b.text.startsWith(a.text);
  const [literal, value] = a?.kind === 'literal' ? [a, b] : [b, a];
  if (literal?.kind !== 'literal' || value?.kind !== 'value') return true;
  // digits do not begin with letters
  return !beginsWithDigit(value) || /^\d/.test(literal.text);
}

function beginsWithDigit({ form }: ValuePart): boolean {
  const isDate = form.kind === 'time-text' && /^(?:iso$|y{4}|Y{4})/.test(form.format);
  return form.kind === 'number' || form.kind === 'counter' || form.kind === 'time' || isDate;
}

/** Whether a lower bound takes in all keys of the pattern: `RowKey ge '0'` parts them from others, and says nothing of their number. */
function isBelowDigits(own: KeyPattern, bound: AskedBound | undefined): boolean {
  const rest = beforeDigits(own, bound);
  return rest !== undefined && /^0*$/.test(rest);
}

/** The same of an upper bound: `RowKey lt ':'`, which follows the digits. */
function isAboveDigits(own: KeyPattern, bound: AskedBound | undefined): boolean {
  const rest = beforeDigits(own, bound);
  return rest !== undefined && rest >= ':';
}

/** Of a key that begins with a number, or with characters and a number, what a constant bound has in that number's place. */
function beforeDigits(
  { parts: [first, second] }: KeyPattern,
  bound: AskedBound | undefined,
): string | undefined {
  const constant = bound && constantPattern(bound.pattern);
  const [prefix, value] = first?.kind === 'literal' ? [first.text, second] : ['', first];
  const isNumber = value?.kind === 'value' && beginsWithDigit(value);
  return isNumber && constant?.startsWith(prefix) === true ? constant.slice(prefix.length) : undefined;
}

/** One end of a range over a key. */
export interface AskedBound {
  readonly pattern: KeyPattern;
  readonly isInclusive: boolean;
}

/**
 * What bounds on a key say of entities whose key is made by `own`. Values that both bounds begin with are equal, the one where they
 * part is bounded; `ge p` and `lt` what follows all texts that begin with p is a prefix. `isDown`: whether a value's texts sort the
 * other way round.
 */
export function matchRange(
  key: KeyName,
  own: KeyPattern,
  askedLower: AskedBound | undefined,
  askedUpper: AskedBound | undefined,
  isDown: (index: number) => boolean,
): KeyMatch | undefined {
  const lower = isBelowDigits(own, askedLower) ? undefined : askedLower;
  const upper = isAboveDigits(own, askedUpper) ? undefined : askedUpper;
  if (lower === undefined && upper === undefined) return { fit: 1, tests: new Map() };
  const [low, high] = [lower && headOf(own, lower.pattern), upper && headOf(own, upper.pattern)];
  if (low === 'apart' || high === 'apart') return isOutside(own, lower, upper) ? undefined : OPEN;
  const prefix = lower && upper ? prefixOf(own, lower.pattern, upper.pattern) : undefined;
  if (prefix !== undefined) return { fit: 2, tests: prefixTests(key, prefix) };
  const [from, to] = [low?.values ?? high?.values ?? 0, high?.values ?? low?.values ?? 0];
  if (low?.isInside === true || high?.isInside === true) return OPEN;
  if (from === 0 && to === 0)
    return { fit: low !== undefined || high !== undefined ? 1 : 0, tests: new Map() };
  const at = Math.max(low?.values ?? 0, high?.values ?? 0) - 1;
  if (
    low !== undefined &&
    high !== undefined &&
    low.values !== high.values &&
    Math.min(low.values, high.values) > 0
  )
    return OPEN;
  // with one bound alone the values before the last are not fixed
  if (at > 0 && (low === undefined || high === undefined)) return OPEN;
  const tests = new Map<string, PlaceTest>();
  for (let index = 0; index < at; index++) tests.set(placeKey(key, index), { kind: 'eq' });
  const bounds = {
    ...(low !== undefined &&
      low.values > at &&
      lower && { lower: boundOf(lower, own, low.hasTail ? low.isAtTail : lower.isInclusive) }),
    ...(high !== undefined &&
      high.values > at &&
      upper && { upper: boundOf(upper, own, high.hasTail ? !high.isAtTail : upper.isInclusive) }),
  };
  tests.set(placeKey(key, at), { kind: 'range', ...(isDown(at) ? turned(bounds) : bounds) });
  return { fit: 2, tests };
}

const OPEN: KeyMatch = { fit: 0, tests: new Map(), isOpen: true };

function turned({ lower, upper }: { lower?: Bound; upper?: Bound }): { lower?: Bound; upper?: Bound } {
  return { ...(upper && { lower: upper }), ...(lower && { upper: lower }) };
}

/** What stands behind a value takes all keys with this value in, or leaves them out. */
function boundOf({ pattern }: AskedBound, own: KeyPattern, isInclusive: boolean): Bound {
  const constant = own.parts[0]?.kind === 'value' ? constantPattern(pattern) : undefined;
  return { isInclusive, ...(constant !== undefined && { constant }) };
}

interface Head {
  /** How many values of the key the bound has. */
  readonly values: number;
  /** It ends within one of the key's literals or values. */
  readonly isInside: boolean;
  /** Something follows the last value. */
  readonly hasTail: boolean;
  /** That is what the key itself has there, and no more: all keys with the value sort behind it. */
  readonly isAtTail: boolean;
}

const WHOLE = { isInside: false, hasTail: false, isAtTail: false };

/** How far a bound goes along with a key's pattern; `apart` where it is put together otherwise. */
function headOf(own: KeyPattern, bound: KeyPattern): Head | 'apart' {
  const constant = constantPattern(bound);
  const [first] = own.parts;
  if (constant !== undefined) {
    if (first?.kind === 'literal') {
      const isKind = first.text.startsWith(constant) || isRightAfter(first.text, constant);
      return isKind ? { ...WHOLE, values: 0 } : 'apart';
    }
    return { ...WHOLE, values: 1 };
  }
  let values = 0;
  for (const [index, part] of bound.parts.entries()) {
    const mine = own.parts[index];
    const isLast = index === bound.parts.length - 1;
    if (part.kind === 'value') {
      if (mine?.kind !== 'value') return 'apart';
      values += 1;
    } else if (mine?.kind === 'literal') {
      if (part.text !== mine.text && !(isLast && values > 0)) return 'apart';
      if (isLast) {
        const isInside = values > 0 && isWithin(mine.text, part.text);
        return { values, isInside, hasTail: true, isAtTail: part.text === mine.text };
      }
    } else {
      return isLast && values > 0 ? { ...WHOLE, values, hasTail: true } : 'apart';
    }
  }
  return { ...WHOLE, values };
}

/** Whether a text sorts behind all texts with a prefix, and nothing of use lies between: `empid` + '`' behind `empid_`. */
function isRightAfter(prefix: string, text: string): boolean {
  return (
    afterPrefix(prefix) === text ||
    (text.startsWith(prefix) && /^[~\uFFFD\uFFFF\u{10FFFF}]+$/u.test(text.slice(prefix.length)))
  );
}

/** The values and characters that a key begins with, where two bounds ask for no more than that. */
interface Prefix {
  readonly values: number;
  /** The last value is only begun. */
  readonly isBegun: boolean;
}

function prefixOf(own: KeyPattern, lower: KeyPattern, upper: KeyPattern): Prefix | undefined {
  const [low, high] = [headOf(own, lower), headOf(own, upper)];
  if (low === 'apart' || high === 'apart' || low.values === 0 || low.values !== high.values) return undefined;
  if (!areSameValues(valuesIn(lower), valuesIn(upper)) || !high.hasTail) return undefined;
  if (low.isInside || high.isInside) return undefined;
  return { values: low.values, isBegun: !low.hasTail };
}

function prefixTests(key: KeyName, { values, isBegun }: Prefix): ReadonlyMap<string, PlaceTest> {
  return new Map(
    Array.from({ length: values }, (_, index) => {
      const isLast = index === values - 1;
      return [placeKey(key, index), { kind: isLast && isBegun ? 'prefix' : 'eq' }] as const;
    }),
  );
}

/** Whether a bound goes on behind the characters that stand behind its last value: `{dep}_m` of `{dep}_{name}` parts names. */
function isWithin(mine: string, text: string): boolean {
  return text !== mine && text.startsWith(mine) && !isRightAfter(mine, text);
}

/** Whether values are the same in one operation: by what they are called, or because they are one. */
function areSameValues(a: readonly ValuePart[], b: readonly ValuePart[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ name, identity }, index) => {
      const other = b[index];
      return (
        (name !== undefined && name === other?.name) ||
        (identity !== undefined && identity === other?.identity)
      );
    })
  );
}

/** Whether constant bounds leave out all keys that begin with a kind's characters. */
function isOutside(own: KeyPattern, lower: AskedBound | undefined, upper: AskedBound | undefined): boolean {
  const [first] = own.parts;
  if (first?.kind !== 'literal') return false;
  const low = lower && constantPattern(lower.pattern);
  const high = upper && constantPattern(upper.pattern);
  const end = afterPrefix(first.text);
  if (low !== undefined && end !== undefined && low >= end) return true;
  if (high !== undefined && high <= first.text) return true;
  return beginsApart(first.text, lower?.pattern) && beginsApart(first.text, upper?.pattern);
}

/** A bound that begins with other characters than a key does. */
function beginsApart(text: string, bound: KeyPattern | undefined): boolean {
  const [first] = bound?.parts ?? [];
  return first?.kind === 'literal' && !first.text.startsWith(text) && !text.startsWith(first.text);
}

/** Alternatives of one `or` that each fix the same property: their operands; undefined for any other `or`. */
export function amongIn(
  alternatives: readonly Filter[],
): { readonly property: string; readonly values: readonly Operand[] } | undefined {
  const compared = alternatives.map((one) => (one.kind === 'comparison' ? comparedIn(one) : undefined));
  const [first] = compared;
  if (first === undefined) return undefined;
  const values = compared.flatMap((one) =>
    one?.operator === 'eq' && one.property === first.property ? [one.value] : [],
  );
  return values.length === alternatives.length && values.length > 1
    ? { property: first.property, values }
    : undefined;
}
