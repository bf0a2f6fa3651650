import type { Place, Segment } from '../../../core/text/segments.ts';
import type { KeyExpression, NumberFact, Value } from '../operations/operation.ts';

/** How a key is put together: `emp_` and an id of six digits. */
export interface KeyPattern {
  readonly parts: readonly KeyPart[];
  /** Equal for patterns that differ in nothing but what their values are called. */
  readonly signature: string;
}

export type KeyPart = { readonly kind: 'literal'; readonly text: string } | ValuePart;

/** What only the running program knows. */
export interface ValuePart {
  readonly kind: 'value';
  readonly form: PartForm;
  /** What the source calls it: `employee.department`. */
  readonly name?: string;
  /** The same for parts and values of one operation that are one value, whatever it is called; absent where that is not seen. */
  readonly identity?: object | number;
  readonly place: Place;
}

/** What kind of text stands in a part of a key that the running program decides. */
export type PartForm =
  /**
   * A property or anything else; `through` is what its text has been put through, `padded` the characters that zeros before it make it;
   * `isKeySafe` changes next to none, and `isMadeText` is what was no text before. `inCase`: of what is encoded; `putIn`: what something
   * in it was replaced by.
   */
  | {
      readonly kind: 'text';
      readonly through?: TextChange;
      readonly inCase?: 'lower' | 'upper';
      readonly putIn?: string;
      readonly isKeySafe?: boolean;
      readonly padded?: number;
      readonly isMadeText?: boolean;
    }
  /** `width`: the digits that it is padded to; `inverted`: what it leaves of a larger one. */
  | { readonly kind: 'number' | 'counter'; readonly width?: number; readonly inverted?: true }
  | { readonly kind: 'time'; readonly count: NumberFact; readonly width?: number }
  /** `iso`, `local`, or a pattern of letters such as `yyyyMMdd`. */
  | {
      readonly kind: 'time-text';
      readonly format: string;
      readonly isNow?: boolean;
      readonly isCut?: boolean;
      readonly isChanged?: boolean;
    }
  /** `by` is the function that makes it. A timed id begins with the time at which it was made. */
  | { readonly kind: 'random' | 'timed-id' | 'hash'; readonly by: string };

type TextChange = NonNullable<Extract<Value, { kind: 'unknown' }>['through']>;

/** Ways in which one key may be put together that are told apart; more of them say nothing. */
const MOST_PATTERNS = 16;

/** Every way in which a key may be put together, as far as that is seen; none for a value that is no key. */
export function patternsOf({ value, place }: KeyExpression): readonly KeyPattern[] {
  const patterns = withoutNone(valueParts(value, place));
  if (patterns.length > MOST_PATTERNS) return [];
  return patterns.map((parts) => ({ parts, signature: signatureOf(parts) }));
}

/** A text that is put together of these segments, as the operand of a filter is. */
export function patternOfSegments(segments: readonly Segment<Value>[], place: Place): readonly KeyPattern[] {
  return patternsOf({ value: { kind: 'text', segments, form: 'mixed' }, place });
}

/** The characters of a pattern without values. */
export function constantPattern({ parts }: KeyPattern): string | undefined {
  const [first = { kind: 'literal', text: '' }, ...others] = parts;
  return first.kind === 'literal' && others.length === 0 ? first.text : undefined;
}

type Parts = readonly KeyPart[];

function valueParts(value: Value, place: Place): readonly Parts[] {
  if (value.kind === 'oneOf') return value.values.flatMap((one) => valueParts(one.value, place));
  if (value.kind === 'nothing') return [];
  if (value.kind !== 'text') return [[partOf(value, place)]];
  return value.segments.reduce<readonly Parts[]>(
    (all, segment) => {
      if (all.length > MOST_PATTERNS) return all;
      const next: readonly Parts[] =
        segment.kind === 'literal'
          ? [[{ kind: 'literal', text: segment.text }]]
          : valueParts(segment.hole, segment.place);
      return all.flatMap((before) => next.map((after) => joined(before, after)));
    },
    [[]],
  );
}

/** An empty text beside a value stands for one that isn't there: `form.get('email') ?? ''`. */
function withoutNone(all: readonly Parts[]): readonly Parts[] {
  const some = all.filter((parts) => parts.length > 0);
  const isOfValues = some.some((parts) => parts.some(({ kind }) => kind === 'value'));
  return isOfValues ? some : all;
}

/** Literals that meet are one, and an empty one is none. */
function joined(before: Parts, after: Parts): Parts {
  const last = before.at(-1);
  const [first, ...rest] = after;
  if (first?.kind === 'literal' && first.text === '') return [...before, ...rest];
  if (last?.kind !== 'literal' || first?.kind !== 'literal') return [...before, ...after];
  return [...before.slice(0, -1), { kind: 'literal', text: last.text + first.text }, ...rest];
}

function partOf(value: Exclude<Value, { kind: 'text' | 'oneOf' | 'nothing' }>, place: Place): KeyPart {
  switch (value.kind) {
    case 'number':
      return numberPart(value.number, undefined, place);
    case 'number-text':
      return numberPart(value.number, value.width, place);
    case 'boolean':
      return { kind: 'value', form: { kind: 'text' }, place };
    case 'time-text':
      return TIMED_IDS.test(value.format)
        ? { kind: 'value', form: { kind: 'timed-id', by: value.format }, place }
        : { kind: 'value', form: value, identity: value.symbol ?? value, place };
    case 'random-text':
      return { kind: 'value', form: randomForm(value.by), identity: value.symbol ?? value, place };
    case 'unknown':
      return {
        kind: 'value',
        form: {
          kind: 'text',
          ...(value.through && { through: value.through }),
          ...(value.inCase && { inCase: value.inCase }),
          ...(value.putIn !== undefined && { putIn: value.putIn }),
          ...(value.isKeySafe && { isKeySafe: true }),
          ...(value.padded !== undefined && { padded: value.padded }),
          ...(value.isMadeText && { isMadeText: true }),
        },
        ...(value.name !== undefined && { name: value.name }),
        ...(value.symbol !== undefined && { identity: value.symbol }),
        place,
      };
  }
}

/** What tells a value apart from others of its operation; see {@link ValuePart.identity}. */
export function identityOf(value: Value): ValuePart['identity'] {
  switch (value.kind) {
    case 'random-text':
      return value.symbol ?? value;
    case 'unknown':
      return value.symbol;
    case 'text': {
      const [only, ...others] = value.segments;
      return only?.kind === 'hole' && others.length === 0 ? identityOf(only.hole) : undefined;
    }
    case 'number':
    case 'number-text':
    case 'time-text':
    case 'boolean':
    case 'nothing':
    case 'oneOf':
      return undefined;
  }
}

function numberPart(number: NumberFact, width: number | undefined, place: Place): KeyPart {
  const { origin, constant, representation } = number;
  const digits = width ?? (isYear(number) ? YEAR_DIGITS : undefined);
  const padded = digits === undefined ? {} : { width: digits };
  if (constant !== undefined) {
    return { kind: 'literal', text: String(constant).padStart(width ?? 0, '0') };
  }
  if (origin.kind === 'time') {
    // a Date that becomes text without a word is written as people read it
    return representation === 'date'
      ? { kind: 'value', form: { kind: 'time-text', format: 'local' }, place }
      : { kind: 'value', form: { kind: 'time', count: number, ...padded }, place };
  }
  return {
    kind: 'value',
    form: {
      kind: origin.kind === 'counter' ? 'counter' : 'number',
      ...padded,
      ...(number.inverted && { inverted: true as const }),
    },
    ...(origin.kind === 'other' && origin.name !== undefined && { name: origin.name }),
    place,
  };
}

const YEAR_DIGITS = 4;

/** Whether a number is the year of a date, or called so: it needs no padding before the year 10000. */
export function isYear({ origin }: NumberFact): boolean {
  if (origin.kind === 'time') return origin.part === 'year';
  return origin.kind === 'other' && /year$/i.test(origin.name ?? '');
}

/** Ids that begin with the time at which they were made. */
const TIMED_IDS = /^(?:uuid\.?v?[167]|v[167]|ulid|ksuid|objectid|cuid)$/i;

/** Digits that the same input always gives. */
const HASHES = /^(?:hash|hex|base64(?:url)?|digits)$|\.v[35]$/;

function randomForm(by: string): PartForm {
  if (TIMED_IDS.test(by) || /\.v[167]$/.test(by)) return { kind: 'timed-id', by };
  return { kind: HASHES.test(by) ? 'hash' : 'random', by };
}

function signatureOf(parts: Parts): string {
  return JSON.stringify(parts.map((part) => (part.kind === 'literal' ? part.text : formKey(part))));
}

function formKey({ form }: ValuePart): readonly unknown[] {
  switch (form.kind) {
    case 'text':
      return [form.kind, form.through, form.padded, ...(form.inCase ? [form.inCase] : [])];
    case 'number':
    case 'counter':
      return form.inverted === true ? ['number', form.width, true] : ['number', form.width];
    case 'time':
      return [form.kind, form.width, form.count.inverted, unitOf(form), String(form.count.magnitude)];
    case 'time-text':
      return [form.kind, form.format];
    case 'random':
    case 'timed-id':
    case 'hash':
      return [form.kind, form.by];
  }
}

function unitOf({ count: { origin } }: Extract<PartForm, { kind: 'time' }>): string {
  return origin.kind === 'time' ? origin.unit : 'other';
}
