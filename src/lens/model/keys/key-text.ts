import type { KeyCodec } from '../../../core/keys/codec.ts';
import { KEY_CODECS } from '../../../core/keys/codecs.ts';
import { MAX_TICKS, ticksOfCalendar } from '../../../core/keys/time.ts';
import type { DateField } from '../../link/values/value.ts';
import type { KeyPattern, PartForm, ValuePart } from './key-pattern.ts';
import { lastName } from './key-schema.ts';

/** A pattern on one line: `empid_{id:6}`. */
export function patternText({ parts }: KeyPattern): string {
  return parts.map((part) => (part.kind === 'literal' ? part.text : `{${valueText(part)}}`)).join('');
}

function valueText({ name, form }: ValuePart): string {
  const called = lastName(name);
  switch (form.kind) {
    case 'text':
      return [
        called ?? '…',
        ...(form.inCase === undefined ? [] : [form.inCase]),
        ...(form.through === undefined ? [] : [form.through]),
        ...(form.padded === undefined ? [] : [form.padded]),
      ].join(':');
    case 'number':
    case 'counter':
      return [called ?? form.kind, ...(form.width === undefined ? [] : [form.width])].join(':');
    case 'time':
      return [timeText(form), ...(form.width === undefined ? [] : [form.width])].join(':');
    case 'time-text':
      if (form.isChanged) return 'time:…';
      // cut where none of its parts ends
      return form.isCut && form.format === 'iso' ? 'time:iso…' : `time:${form.format}`;
    case 'random':
    case 'timed-id':
    case 'hash':
      return form.by;
  }
}

function timeText({ count }: Extract<PartForm, { kind: 'time' }>): string {
  const { origin } = count;
  if (origin.kind === 'time' && origin.part !== undefined) return datePart(origin);
  const unit = origin.kind === 'time' ? origin.unit : 'other';
  return count.inverted ? `inverted ${unit}` : unit;
}

/** What a number of a date is called: `month`, or a part where it is no field of dates. */
export function datePart({
  part,
  field,
}: {
  readonly part?: 'year' | 'other';
  readonly field?: DateField;
}): string {
  if (field !== undefined) return field === 'fraction' ? 'millisecond' : field;
  return part === 'year' ? 'year' : 'date part';
}

/** The moment that examples tell. */
const EXAMPLE_TIME = {
  year: 2026,
  month: 1,
  day: 2,
  hour: 3,
  minute: 4,
  second: 5,
  fraction: 0n,
};

/** The number that examples have. */
const EXAMPLE_NUMBER = '42';

/**
 * A key as the pattern makes it: names stand for what they are the names of. Undefined where a part has no example, and
 * where nothing but names would stand in it.
 */
export function exampleOf({ parts }: KeyPattern): string | undefined {
  if (parts.every((part) => part.kind === 'literal' || part.form.kind === 'text')) return undefined;
  const texts = parts.map((part) => (part.kind === 'literal' ? part.text : exampleOfPart(part)));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

function exampleOfPart({ name, form }: ValuePart): string | undefined {
  switch (form.kind) {
    case 'text':
      return lastName(name);
    case 'number':
    case 'counter':
      return /year$/i.test(name ?? '')
        ? String(EXAMPLE_TIME.year)
        : EXAMPLE_NUMBER.padStart(form.width ?? 0, '0');
    case 'time-text':
      return exampleOfFormat(form);
    case 'time':
    case 'timed-id': {
      const ticks = ticksOfCalendar(EXAMPLE_TIME);
      const text = ticks === undefined ? undefined : codecOf(form)?.encode(ticks);
      return form.kind === 'time' ? text?.padStart(form.width ?? 0, '0') : text;
    }
    case 'random':
      return /uuid/i.test(form.by) ? '3f2504e0-4f89-41d3-9a0c-0305e82c3301' : undefined;
    case 'hash':
      return undefined;
  }
}

/** As `toISOString` writes it, or by the letters of a format that has no others than for digits. */
function exampleOfFormat({
  format,
  isCut,
  isChanged,
}: Extract<PartForm, { kind: 'time-text' }>): string | undefined {
  if (isChanged) return undefined;
  if (format === 'iso') return isCut ? undefined : '2026-01-02T03:04:05.000Z';
  if (/[a-z]/i.test(format.replace(FORMAT_PARTS, ''))) return undefined;
  return format.replace(FORMAT_PARTS, (part: string, quoted: string | undefined) => {
    return quoted ?? EXAMPLE_DIGITS.get(part.toLowerCase() === 'mm' ? part : part.toLowerCase()) ?? part;
  });
}

/** What .NET, date-fns, dayjs, luxon and moment write digits for, and texts in quotes. */
const FORMAT_PARTS = /'([^']*)'|y{4}|Y{4}|MM|LL|dd|DD|HH|mm|ss|f+|S+/g;

const EXAMPLE_DIGITS: ReadonlyMap<string, string> = new Map([
  ['yyyy', '2026'],
  ['MM', '01'],
  ['ll', '01'],
  ['dd', '02'],
  ['hh', '03'],
  ['mm', '04'],
  ['ss', '05'],
  ['sss', '000'],
  ['fff', '000'],
  ['fffffff', '0000000'],
]);

/** The encoding that a time is written in; undefined for none that is known. */
export function codecOf(form: PartForm): KeyCodec | undefined {
  const id = codecId(form);
  return id === undefined ? undefined : CODECS.get(id);
}

const CODECS = new Map(KEY_CODECS.map((codec) => [codec.id, codec]));

function codecId(form: PartForm): string | undefined {
  switch (form.kind) {
    case 'time':
      return countId(form);
    case 'time-text':
      if (form.isChanged) return undefined;
      return form.format === 'iso' ? 'iso-8601' : form.format;
    case 'timed-id':
      return TIMED_IDS.find(([pattern]) => pattern.test(form.by))?.[1];
    case 'text':
    case 'number':
    case 'counter':
    case 'random':
    case 'hash':
      return undefined;
  }
}

const TIMED_IDS: readonly (readonly [RegExp, string])[] = [
  [/v7$/i, 'uuid-v7'],
  [/v6$/i, 'uuid-v6'],
  [/v1$/i, 'uuid-v1'],
  [/^ulid$/i, 'ulid'],
  [/^ksuid$/i, 'ksuid'],
  [/^objectid$/i, 'object-id'],
];

function countId({ count }: Extract<PartForm, { kind: 'time' }>): string | undefined {
  const { origin, inverted, magnitude = 0n, representation } = count;
  if (origin.kind !== 'time') return undefined;
  switch (origin.unit) {
    case 'ticks':
      if (representation === 'double') return inverted ? 'inverted-ticks-double' : 'ticks-double';
      if (!inverted) return 'ticks';
      return magnitude === MAX_TICKS + 1n ? 'inverted-ticks-plus-one' : 'inverted-ticks';
    case 'milliseconds':
      return inverted ? INVERTED_MILLISECONDS.get(magnitude) : 'unix-ms';
    case 'seconds':
      return inverted ? undefined : 'unix-s';
    case 'microseconds':
      return inverted ? undefined : 'unix-us';
    case 'nanoseconds':
      return inverted ? undefined : 'unix-ns';
    case 'other':
      return undefined;
  }
}

/** By what the milliseconds are subtracted from. */
const INVERTED_MILLISECONDS: ReadonlyMap<bigint, string> = new Map([
  [9_999_999_999_999n, 'inverted-ms-1e13-minus-1'],
  [10n ** 13n, 'inverted-ms-1e13'],
  [10n ** 14n, 'inverted-ms-1e14'],
  [10n ** 15n, 'inverted-ms-1e15'],
  [10n ** 16n, 'inverted-ms-1e16'],
  [253_402_300_799_999n, 'inverted-ms-net'],
  [9_007_199_254_740_991n, 'inverted-ms-safe'],
  [8_640_000_000_000_000n, 'inverted-ms-date'],
]);
