import * as l10n from '@vscode/l10n';
import { HOLE } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { isYear } from '../../model/keys/key-pattern.ts';
import type { NumberFact, Operation } from '../../model/operations/operation.ts';
import { nameIn, pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type Part, someCode } from '../../syntax/program/walk.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { expressionAt, functionAround, givenToNames } from '../shared/code-at.ts';
import { alternativesOf, comparisonsOf, sides } from '../shared/filters.ts';
import {
  isInvertedTicks,
  isReadByKeyAlone,
  type KeyPart,
  numberOf,
  type OrderingPart,
  orderingParts,
  partsDeleted,
  usesOfKey,
} from '../shared/key-values.ts';
import { unsortedByHand } from '../shared/hand-made-dates.ts';
import { padFix, widthFor, widthsIn } from '../shared/pad.ts';
import { shown, textAt } from '../shared/place.ts';
import { convertedIn, numberIn } from './seen.ts';
import { isTimeSlot } from './time-slot.ts';
import { say } from './messages.ts';

/** The guide, "Sorting data in the Table service". */
export const rule: Rule = {
  id: 'unpadded-number-in-key',
  severity: 'warning',
  title: () => l10n.t('A number without a fixed width in a key'),
  check: function* (context) {
    const parts = orderingParts(context);
    const dates = unsortedByHand(context).flatMap((date) => date.parts);
    for (const part of parts) {
      // in the order that such a date has no width makes it sort
      if (dates.some((other) => isSamePlace(other, part))) continue;
      const number = numberIn(context, part);
      if (number === undefined || isWide(context, part, number)) continue;
      if (numberOf(part) === undefined && parts.some((other) => isClockInstead(other, part))) continue;
      if (isMetByPointReads(context, part) || isPartitionAlone(context, part)) continue;
      if (isCountedUntilFree(context, part, number)) continue;
      yield {
        ...part.report,
        ...say('unpadded', shown(textAt(context, part.place))),
        fixes: () => padFixes(context, part, number),
      };
    }
  },
};

/** What finds the rows of a table by point reads alone never sees their order; where one of them pads, it is meant. */
function isMetByPointReads(context: RuleContext, part: OrderingPart): boolean {
  return isReadByKeyAlone(context, part.table) && widthsIn(usesOfKey(context, part), part).length === 0;
}

/** `${slug}-${n}`: a loop counts until no row has the key, and such keys sort by what stands before. */
function isCountedUntilFree(
  context: RuleContext,
  { before, place }: OrderingPart,
  number: NumberFact,
): boolean {
  if (number.origin.kind !== 'counter' || before === '') return false;
  const loops = functionAround(context, place).parts.flatMap((part) => {
    const { statement } = part.kind === 'statement' ? part : {};
    return statement?.kind === 'for' && contains(statement.span, place.span) ? [statement.span] : [];
  });
  const isIn = (loop: Span, kind: Operation['kind']): boolean =>
    context.operations.some((one) => one.kind === kind && contains(loop, one.callSpan));
  // what is written in each turn is in the order of the turns
  return loops.some((loop) => isIn(loop, 'point-read') && !isIn(loop, 'write'));
}

/** Partitions that are named one by one are never met in their order; ranges of them are. */
function isPartitionAlone(context: RuleContext, { key, table }: OrderingPart): boolean {
  if (key !== 'PartitionKey' || table === undefined) return false;
  const operations = context.table(table)?.operations ?? [];
  const queries = operations.filter((one) => one.kind === 'query');
  const compared = queries.flatMap((query) =>
    alternativesOf(query).flatMap(({ parsed }) =>
      comparisonsOf(parsed.filter).filter((one) => sides(one)?.property === 'PartitionKey'),
    ),
  );
  const isNamed = compared.length > 0 || operations.some(({ kind }) => kind === 'point-read');
  return (
    isNamed &&
    compared.every(({ operator }) => operator === 'eq') &&
    queries.every(({ filter }) => filter.kind !== 'unknown')
  );
}

/**
 * To the width that the same keys have elsewhere, with all that puts such a key together: padding the writes alone would hide their
 * entities from whoever asks with the old text.
 */
function padFixes(context: RuleContext, part: OrderingPart, number: NumberFact): readonly Fix[] {
  if (numberOf(part) === undefined || !part.isHere) return [];
  const uses = usesOfKey(context, part);
  const others = uses.parts.filter((other) => isUnpadded(context, other, part));
  // where nothing says that it is a number, or another file does it, nobody pads it here
  if (others.some((other) => numberOf(other) === undefined || other.place.file !== context.file)) return [];
  const [width = widestOf([number, ...others.flatMap((other) => numberOf(other) ?? [])]), ...more] = widthsIn(
    uses,
    part,
  );
  if (widthsIn(uses, part).length === 0 && isAskedByDigits(context, part)) return [];
  // what is padded beside it is another entity: a delete would find that, and did not before
  const deleted = widthsIn(uses, part).length > 0 ? partsDeleted(context, part) : [];
  if ([part, ...others].some((one) => deleted.some((other) => isSamePlace(one, other)))) return [];
  return more.length > 0 ? [] : [padFix(context, [part, ...others], width)];
}

/** Whether a filter has digits written out where the key has the number: these would have to be padded, too. */
function isAskedByDigits(context: RuleContext, { key, table, before }: OrderingPart): boolean {
  const operations = table === undefined ? context.operations : (context.table(table)?.operations ?? []);
  return operations.some(
    (one) =>
      one.kind === 'query' &&
      alternativesOf(one).some(({ parsed, text }) =>
        comparisonsOf(parsed.filter).some((comparison) => {
          const found = sides(comparison);
          if (found?.property !== key) return false;
          const asked = text.text.slice(found.value.span.start, found.value.span.end);
          return asked.startsWith(`'${before}`) && /^\d/.test(asked.slice(before.length + 1));
        }),
      ),
  );
}

function widestOf(numbers: readonly NumberFact[]): number {
  return Math.max(...numbers.map(widthFor));
}

/** Whether another operation puts the same kind of key together without padding it. */
function isUnpadded(context: RuleContext, other: KeyPart, part: KeyPart): boolean {
  if (isSamePlace(other, part) || other.before !== part.before) return false;
  const number = numberOf(other);
  // behind the same constant text any value may be the same number
  if (number === undefined) return part.before !== '' && other.value.kind === 'unknown';
  return !isWide(context, other, number);
}

/** Another value of the same part is the clock, which is counted on: `Date.now()`, or one more than the last. */
function isClockInstead(other: KeyPart, part: KeyPart): boolean {
  return numberOf(other)?.origin.kind === 'time' && isSamePlace(other, part);
}

function isSamePlace({ place: a }: KeyPart, { place: b }: KeyPart): boolean {
  return a.file === b.file && a.span.start === b.span.start && a.span.end === b.span.end;
}

/** Whether the text of a number has one width: padded, constant, of a clock whose digits do not change in 110 years. */
function isWide(context: RuleContext, part: KeyPart, number: NumberFact): boolean {
  if (part.value.kind === 'number-text' && part.value.width !== undefined) return true;
  if (number.constant !== undefined || number.representation === 'date') return true;
  if (isYear(number)) return true;
  if (number.origin.kind === 'random' || hasWidthOfBase(number)) return true;
  // a bucket (`hash % 16`) and an attempt are not there to be sorted
  const written = expressionAt(context, part.place);
  if (written !== undefined && someCode(written, isUnsorted)) return true;
  const made = number.place && expressionAt(context, number.place);
  if (made?.expression.kind === 'binary' && made.expression.operator === '%') return true;
  // what a clock without a beginning counts tells apart what comes before it
  if (written !== undefined && part.before.includes(HOLE) && someCode(written, isTimer)) return true;
  // what a name says that there are nine of at most has one digit
  if (written !== undefined && isOfOneDigit(convertedIn(written.expression) ?? written.expression))
    return true;
  // the number after one that was a text is as wide as that
  if (written !== undefined && isNextOfText(convertedIn(written.expression) ?? written.expression))
    return true;
  if (number.origin.kind === 'time' && !number.inverted && isSlot(context, number)) return true;
  return number.origin.kind === 'time' && (isInvertedTicks(number) || hasStableDigits(number));
}

/** A time rounded to a multiple of what nobody knows. */
function isSlot(context: RuleContext, { place, origin }: NumberFact): boolean {
  if (place === undefined || origin.kind !== 'time' || origin.unit !== 'other') return false;
  const made = expressionAt(context, place);
  return made !== undefined && isTimeSlot(made, givenToNames(context, functionAround(context, place)));
}

/**
 * `1000000 + id` is as wide as its constant, and so is `9999999 - id`; `1000000 - id` has a digit less as soon as there is an id, and
 * what is left until a time has the fewer the nearer that comes.
 */
function hasWidthOfBase({ base = 0n, inverted, origin }: NumberFact): boolean {
  const isLess = inverted && (origin.kind === 'time' || /^10*$/.test(String(base)));
  return base >= WIDE && !isLess;
}

/** A constant that is there for its width has at least so much; below, `i + 1` and `page * 100 + i` are plain numbers. */
const WIDE = 10_000n;

function isUnsorted(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  if (expression.kind === 'binary') return expression.operator === '%';
  // or padded by a function of one's own
  const name = nameIn(expression);
  return name !== undefined && /bucket|shard|attempt|retr(?:y|ies)$|pad/i.test(name);
}

/** `process.hrtime.bigint()`: of use for differences alone. */
function isTimer(part: Part): boolean {
  return part.kind === 'expression' && pathOf(part.expression)?.join('.') === 'process.hrtime.bigint';
}

/** Days of a week and quarters of a year are counted with one digit. */
function isOfOneDigit(expression: Expression): boolean {
  const name = pathOf(expression)?.at(-1);
  return name !== undefined && /(?:week_?day|day_?of_?week|quarter)(?:_?(?:no|number|index))?$/i.test(name);
}

/** `Number(last) + 1`, `+last + 1` */
function isNextOfText(expression: Expression): boolean {
  if (expression.kind !== 'binary' || expression.operator !== '+') return false;
  const { left, right } = expression;
  if (right.kind !== 'number' || right.value !== 1) return false;
  if (left.kind === 'unary') return left.operator === '+' && pathOf(left.operand) !== undefined;
  const [first, ...others] = left.kind === 'call' ? left.args : [];
  const isNumber = left.kind === 'call' && left.callee.kind === 'global' && left.callee.name === 'Number';
  return isNumber && first !== undefined && others.length === 0 && pathOf(first) !== undefined;
}

/** 1990-01-01 and 2099-12-31, the range over which keys of time are considered, in milliseconds since 1970. */
const FIRST = 631_152_000_000n;
const LAST = 4_102_444_799_999n;

function hasStableDigits({ origin, inverted, magnitude }: NumberFact): boolean {
  if (origin.kind !== 'time') return false;
  // `Date.now() * 50 + n` and days since 1970 have as many digits in 2001 as in 2100
  if (origin.part !== undefined) return magnitude !== undefined && magnitude < 10n;
  if (origin.unit === 'other') {
    return !inverted && magnitude !== undefined && String(magnitude / 4n).length === String(magnitude).length;
  }
  // forward times keep their digits: seconds from 2001 to 2286 (10), and what is finer (13, 16, 19), ticks to 3169 (18)
  if (!inverted) return true;
  if (magnitude === undefined || origin.unit === 'ticks') return true;
  const finer = FINER.get(origin.unit) ?? 1n;
  const counted = (milliseconds: bigint): bigint =>
    origin.unit === 'seconds' ? milliseconds / 1000n : milliseconds * finer;
  return String(magnitude - counted(FIRST)).length === String(magnitude - counted(LAST)).length;
}

/** How many of a unit are in a millisecond. */
const FINER: ReadonlyMap<string, bigint> = new Map([
  ['microseconds', 1_000n],
  ['nanoseconds', 1_000_000n],
]);
