import type { KeyPart, KeyPattern, PartForm } from '../../model/keys/key-pattern.ts';

/** RowKeys that end with two digits for a point in a period, after a character that isn't a digit. */
export interface ReadingKey {
  /** That character. */
  readonly separator: string;
  /** How many points a period has at most. */
  readonly points: number;
  /** What they are, and what a period is. */
  readonly point: Point;
  /** The characters before the separator, if these are always as many. */
  readonly length?: number;
}

export type Point = 'month' | 'day' | 'hour' | 'minute' | 'number';

/** The points of the period around one; two digits without a meaning have 100 values. */
const POINTS: Readonly<Record<Point, number>> = { month: 12, day: 31, hour: 24, minute: 60, number: 100 };

/** The field that an ISO time ends with that was cut. */
const CUT: Readonly<Record<string, Point>> = {
  'yyyy-MM': 'month',
  'yyyy-MM-dd': 'day',
  "yyyy-MM-dd'T'HH": 'hour',
  "yyyy-MM-dd'T'HH:mm": 'minute',
};

/** How a RowKey ends with a point; undefined for any other. */
export function readingKeyOf({ parts }: KeyPattern): ReadingKey | undefined {
  const last = parts.at(-1);
  if (last?.kind !== 'value') return undefined;
  const before = lengthOf(parts.slice(0, -1));
  const { form } = last;
  if (form.kind === 'time-text') {
    const written = writtenAs(form);
    const point = written === undefined ? undefined : CUT[written];
    if (written === undefined || point === undefined) return undefined;
    const text = written.replaceAll("'", '');
    const length = text.length - END;
    return keyOf(text.charAt(length), point, before === undefined ? undefined : before + length);
  }
  const lead = parts.at(-2);
  if (lead?.kind !== 'literal' || !isPadded(form)) return undefined;
  return keyOf(lead.text.slice(-1), pointOf(form), before === undefined ? undefined : before - 1);
}

/** Characters of the separator and the two digits. */
const END = 3;

function keyOf(separator: string, point: Point, length: number | undefined): ReadingKey | undefined {
  if (!/^[\w.:|+@,; -]$/.test(separator) || /\d/.test(separator)) return undefined;
  return { separator, point, points: POINTS[point], ...(length !== undefined && { length }) };
}

/** Whether two keys are put together alike, as far as series need it. */
export function areAlike(a: ReadingKey, b: ReadingKey): boolean {
  return a.separator === b.separator && a.points === b.points && a.length === b.length;
}

/** The format of a time that is as it was cut. */
function writtenAs({
  format,
  isCut,
  isChanged,
}: Extract<PartForm, { kind: 'time-text' }>): string | undefined {
  return isCut === true && isChanged !== true ? format : undefined;
}

function isPadded(form: PartForm): boolean {
  const isNumber = form.kind === 'number' || form.kind === 'counter' || form.kind === 'time';
  return isNumber && form.width === 2;
}

/** The field that a number is; one of a name alone may have any two digits. */
function pointOf(form: PartForm): Point {
  if (form.kind !== 'time' || form.count.origin.kind !== 'time') return 'number';
  const { field } = form.count.origin;
  return field === 'month' || field === 'day' || field === 'hour' || field === 'minute' ? field : 'number';
}

/** The characters of parts that are always as many. */
function lengthOf(parts: readonly KeyPart[]): number | undefined {
  let sum = 0;
  for (const part of parts) {
    const length =
      part.kind === 'literal'
        ? part.text.length
        : part.form.kind === 'time-text'
          ? (writtenAs(part.form) ?? '').replaceAll("'", '').length
          : 0;
    if (length === 0) return undefined;
    sum += length;
  }
  return sum;
}
