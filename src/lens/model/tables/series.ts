import { OPEN_DATE } from '../../../core/config/series-name.ts';
import type { Segment } from '../../../core/text/segments.ts';
import type { Abstract } from '../../link/values/abstract.ts';
import type { NumberFact, Value } from '../../link/values/value.ts';
import { isYear } from '../keys/key-pattern.ts';
import { lastName } from '../keys/key-schema.ts';

/**
 * The name of the series to which a table belongs whose name is put together of letters and a date: `Audit{yyyyMMdd}`, or
 * `Audit{…}` where it is not seen how the date is written. Undefined for any other name.
 */
export function seriesOf(table: Abstract): string | undefined {
  if (table.kind !== 'text') return undefined;
  const [first, ...others] = table.segments;
  if (first?.kind !== 'literal' || !/^[a-z][a-z\d]*$/i.test(first.text) || /\d$/.test(first.text))
    return undefined;
  const holes = others.flatMap((segment) =>
    isEmpty(segment) ? [] : segment.kind === 'hole' ? segment.hole : [],
  );
  if (holes.length === 0 || holes.length < others.filter((segment) => !isEmpty(segment)).length)
    return undefined;
  const format = holes.length === 1 ? formatOf(holes[0]) : formatOfParts(holes);
  return format && `${first.text}{${format}}`;
}

function isEmpty(segment: Segment<Value>): boolean {
  return segment.kind === 'literal' && segment.text === '';
}

function formatOf(hole: Value | undefined): string | undefined {
  switch (hole?.kind) {
    case 'time-text':
      return formatOfText(hole);
    case 'number':
    case 'number-text':
      return isPartOfDate(hole.number) ? (isYear(hole.number) ? 'yyyy' : OPEN_DATE) : undefined;
    case 'unknown':
      return isDated(lastName(hole.name) ?? '') ? OPEN_DATE : undefined;
    default:
      return undefined;
  }
}

/** Whether a text is called like one that somebody else has made of a date: `startDate`, not `candidate`. */
function isDated(name: string): boolean {
  const end = name.slice(-LONGEST);
  const word = /(?:[A-Z]?(?<![a-z])[a-z]+|(?<![A-Z])[A-Z]+)$/.exec(end)?.[0].toLowerCase() ?? '';
  return DATES.has(word) || /yyyy(?:mm(?:dd(?:hh)?)?)?$/i.test(end);
}

/** More characters than any of the words has that are looked for. */
const LONGEST = 20;

const DATES: ReadonlySet<string> = new Set('date day hour month period today year yesterday ymd'.split(' '));

function formatOfText({ format, isChanged }: Extract<Value, { kind: 'time-text' }>): string | undefined {
  // what stood between the digits is taken out of an ISO time before it can be in a name
  const digits = isChanged ? format.replace(/'T'|[-:]/g, '') : format;
  const letters = digits.replaceAll('Y', 'y').replaceAll('L', 'M').replaceAll('D', 'd');
  if (/^yyyy(?:MM(?:dd(?:HH)?)?)?$/.test(letters)) return letters;
  return isChanged ? OPEN_DATE : undefined;
}

/** `${year}${month}${day}`, each of a date. */
function formatOfParts(holes: readonly Value[]): string | undefined {
  const numbers = holes.map((hole) =>
    hole.kind === 'number' || hole.kind === 'number-text' ? hole.number : undefined,
  );
  if (!numbers.every((number) => number !== undefined && isPartOfDate(number))) return undefined;
  const [year] = numbers;
  const isPadded = holes.slice(1).every((hole) => hole.kind === 'number-text' && hole.width === 2);
  return year && isYear(year) && isPadded ? PARTS[holes.length] : OPEN_DATE;
}

/** By how many parts of a date there are. */
const PARTS: Readonly<Record<number, string>> = { 2: 'yyyyMM', 3: 'yyyyMMdd', 4: 'yyyyMMddHH' };

function isPartOfDate({ origin }: NumberFact): boolean {
  return origin.kind === 'time' && origin.part !== undefined;
}
