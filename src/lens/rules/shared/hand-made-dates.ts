import { HOLE, type Place } from '../../../core/text/segments.ts';
import type { DateField } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { bare } from '../../syntax/program/names.ts';
import { expressionAt } from './code-at.ts';
import {
  alternativesOfKey,
  isReadByKeyAlone,
  type KeyPart,
  keysMade,
  located,
  type LocatedPart,
  namedKeys,
  numberOf,
  type OrderingPart,
} from './key-values.ts';
import { oncePerFile } from './once.ts';
import { nameAt } from './place.ts';

/** A date that a key is given field by field, `${at.getDate()}.${at.getMonth() + 1}`, with smaller units before larger ones. */
export interface HandMadeDate extends Pick<OrderingPart, 'key' | 'report'> {
  readonly parts: readonly KeyPart[];
  /** How it is written, in letters of Luxon and date-fns. */
  readonly format: string;
}

/** The dates in keys of the file's writes whose fields do not go from the year to smaller units, where anybody sees the order. */
export const unsortedByHand = oncePerFile((context): readonly HandMadeDate[] => {
  const found = new Map<string, HandMadeDate>();
  for (const { write, ...keys } of keysMade(context)) {
    if (isReadByKeyAlone(context, write.table)) continue;
    for (const [key, expression] of namedKeys(keys)) {
      const site = nameAt(write, expression);
      for (const parts of alternativesOfKey(expression).flatMap((all) => runsIn(context, all))) {
        const made = unsorted(parts, site);
        if (made !== undefined) found.set(`${site.span.start} ${made.format}`, { ...made, key });
      }
    }
  }
  return [...found.values()];
});

/** A field, and the part that gives it. */
interface Field {
  readonly field: DateField;
  /** It is the name of a month, which a list of the source has. */
  readonly isName?: boolean;
  readonly part: KeyPart;
}

/** Fields that follow each other, each once. */
function runsIn(context: RuleContext, parts: readonly KeyPart[]): readonly (readonly Field[])[] {
  const runs: Field[][] = [];
  let run: Field[] = [];
  for (const part of parts) {
    const isName = isMonthName(context, part);
    const field = isName ? 'month' : fieldOf(context, part);
    if (field === undefined || run.some((other) => other.field === field)) {
      runs.push(run);
      run = [];
    }
    if (field !== undefined) run.push({ field, part, isName });
  }
  return [...runs, run].filter(({ length }) => length > 1);
}

function fieldOf(context: RuleContext, part: KeyPart): DateField | undefined {
  const number = numberOf(part);
  if (number !== undefined) return number.origin.kind === 'time' ? number.origin.field : undefined;
  // a method that others have, too, is that of a date beside what only dates have
  const written = part.value.kind === 'unknown' ? expressionAt(context, part.place)?.expression : undefined;
  const isDay =
    written?.kind === 'call' && written.callee.kind === 'member' && written.callee.name === 'getDate';
  return isDay ? 'day' : undefined;
}

/** `MONTHS[at.getMonth()]`, `at.toLocaleString('en', { month: 'short' })`. */
function isMonthName(context: RuleContext, { value, place }: KeyPart): boolean {
  if (value.kind === 'time-text') return value.isChanged !== true && /^MMMM?$/.test(value.format);
  if (value.kind === 'number' || value.kind === 'number-text') return false;
  const written = expressionAt(context, place)?.expression;
  const index = written?.kind === 'index' ? bare(written.index) : undefined;
  return (
    index?.kind === 'call' && index.callee.kind === 'member' && /^get(?:UTC)?Month$/.test(index.callee.name)
  );
}

const FIELDS: readonly DateField[] = ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction'];

function unsorted(fields: readonly Field[], site: Place): Omit<HandMadeDate, 'key'> | undefined {
  const ranks = fields.map(({ field }) => FIELDS.indexOf(field));
  const isOrdered =
    ranks.every((rank, i) => i === 0 || rank > (ranks[i - 1] ?? 0)) && !fields.some(({ isName }) => isName);
  const format = formatOf(fields);
  const [first] = fields;
  // that no key may have a slash is told of it
  if (isOrdered || first === undefined || format.includes('/')) return undefined;
  const parts = fields.map(({ part }) => part);
  return { parts, format, report: reportOf(parts.map((part) => located(part, site))) };
}

const LETTERS: Readonly<Record<DateField, string>> = {
  year: 'yyyy',
  month: 'M',
  day: 'd',
  hour: 'H',
  minute: 'm',
  second: 's',
  fraction: 'S',
};

function formatOf(fields: readonly Field[]): string {
  let format = '';
  let done = fields[0]?.part.before ?? '';
  for (const { field, part, isName } of fields) {
    const letters = LETTERS[field];
    const width = isName === true ? 3 : part.value.kind === 'number-text' ? (part.value.width ?? 1) : 1;
    format +=
      part.before.slice(done.length) + (field === 'year' ? letters : letters.repeat(Math.min(width, 3)));
    done = part.before + HOLE;
  }
  return format;
}

/** All of the date, where one text of the file has it. */
function reportOf(parts: readonly LocatedPart[]): LocatedPart['report'] {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new Error('a date has fields');
  const isOneText = parts.every(({ isHere, inText }) => isHere && inText);
  const { file, span } = first.place;
  if (!isOneText || last.place.span.end < span.start) return first.report;
  return { place: { file, span: { start: span.start, end: last.place.span.end } } };
}
