import type { Place } from '../../../core/text/segments.ts';
import type { NumberFact, NumberOrigin, TimeUnit, Value } from './value.ts';

/** Milliseconds since 1970 stay below this until the year 2100: their magnitude in arithmetic. */
const MILLISECONDS = 4_102_444_800_000n;

/** .NET ticks of 1970-01-01: what turns milliseconds × 10,000 into ticks. */
const UNIX_EPOCH_TICKS = 621_355_968_000_000_000n;

const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

export const constant = (value: number | bigint): Value => ({
  kind: 'number',
  number: {
    constant: value,
    representation: typeof value === 'bigint' ? 'bigint' : 'double',
    origin: { kind: 'constant' },
    inverted: false,
    ...(magnitudeOf(value) !== undefined && { magnitude: magnitudeOf(value) ?? 0n }),
  },
});

/** A time; `isNow`: the one at which the program runs. */
export const clock = (representation: 'double' | 'date', isNow = false): Value => ({
  kind: 'number',
  number: {
    representation,
    origin: { kind: 'time', unit: 'milliseconds', ...(isNow && { isNow }) },
    inverted: false,
    magnitude: MILLISECONDS,
  },
});

/** A time of a library, whose text is not that of a Date. */
export function libraryClock(isNow = false): Value {
  const date = clock('date', isNow);
  return date.kind === 'number' ? { kind: 'number', number: { ...date.number, isOfLibrary: true } } : date;
}

/** `new Date(…)`; of constants it is known which. */
export function dateOf(args: readonly Value[]): Value {
  const date = clock('date', args.length === 0);
  const given = args.map(constantIn);
  if (date.kind !== 'number' || given.length === 0 || !given.every((one) => one !== undefined)) return date;
  const [first = 0, month = 0, ...rest] = given;
  const instant = (
    given.length === 1 ? new Date(first) : new Date(Number(first), Number(month), ...rest.map(Number))
  ).getTime();
  return Number.isNaN(instant) ? date : { kind: 'number', number: { ...date.number, instant } };
}

function constantIn(value: Value): string | number | undefined {
  if (value.kind === 'number' && value.number.representation === 'double')
    return typeof value.number.constant === 'number' ? value.number.constant : undefined;
  const [only, ...others] = value.kind === 'text' ? value.segments : [];
  return only?.kind === 'literal' && others.length === 0 ? only.text : undefined;
}

export const numberFrom = (origin: NumberOrigin): Extract<Value, { kind: 'number' }> => ({
  kind: 'number',
  number: { representation: 'double', origin, inverted: false },
});

/** Beyond this no number is followed: keys are far smaller, and arithmetic on it would take long. */
const LARGEST = 10n ** 60n;

function magnitudeOf(value: number | bigint): bigint | undefined {
  if (typeof value === 'bigint') return value < 0n ? -value : value;
  return Number.isFinite(value) ? BigInt(Math.ceil(Math.abs(value))) : undefined;
}

/** A Date is a number of milliseconds as soon as arithmetic touches it. */
function asNumber(fact: NumberFact): NumberFact {
  if (fact.representation !== 'date') return fact;
  const { instant: _, isOfLibrary: __, ...number } = fact;
  return { ...number, representation: 'double' };
}

/** `left operator right`; undefined for an operator that is not arithmetic. */
export function arithmetic(
  operator: string,
  leftFact: NumberFact,
  rightFact: NumberFact,
  place: Place,
): Value | undefined {
  const left = asNumber(leftFact);
  const right = asNumber(rightFact);
  if (!['+', '-', '*', '/', '%', '**'].includes(operator)) return undefined;
  const folded = fold(operator, left.constant, right.constant);
  if (folded !== undefined) return constant(folded);
  const magnitude = combine(operator, left.magnitude, right.magnitude) ?? ofTime(operator, left, right);
  return {
    kind: 'number',
    number: {
      representation: left.representation === 'bigint' ? 'bigint' : 'double',
      origin: originOf(operator, left, right),
      inverted:
        operator === '-' && isFixed(left) && !isFixed(right)
          ? !right.inverted
          : left.inverted || right.inverted,
      place,
      ...baseOf(operator, left, right),
      // what a step on the way has lost, a smaller result does not bring back
      ...(magnitude !== undefined && { magnitude: largest(magnitude, lossy(left), lossy(right)) }),
    },
  };
}

/** What is added to a time is small beside it, but not beside one number of its date. */
function ofTime(operator: string, left: NumberFact, right: NumberFact): bigint | undefined {
  if (operator !== '+' && operator !== '-') return undefined;
  return [left, right].find(({ origin }) => origin.kind === 'time' && origin.part === undefined)?.magnitude;
}

/** `1000000 + id` and `9999999999 - id` are as wide as the constant. */
function baseOf(operator: string, left: NumberFact, right: NumberFact): Pick<NumberFact, 'base'> {
  const fixed = isFixed(left) ? left : operator === '+' && isFixed(right) ? right : undefined;
  const isSum = operator === '+' || operator === '-';
  return isSum && fixed?.magnitude !== undefined ? { base: fixed.magnitude } : {};
}

function lossy(fact: NumberFact): bigint {
  const magnitude = fact.magnitude ?? 0n;
  return fact.representation === 'double' && magnitude > LARGEST_EXACT && fact.constant === undefined
    ? magnitude
    : 0n;
}

function largest(...values: readonly bigint[]): bigint {
  return values.reduce((a, b) => (a > b ? a : b));
}

function isFixed(fact: NumberFact): boolean {
  return fact.origin.kind === 'constant';
}

function fold(
  operator: string,
  left: number | bigint | undefined,
  right: number | bigint | undefined,
): number | bigint | undefined {
  if (typeof left === 'number' && typeof right === 'number') {
    switch (operator) {
      case '+':
        return left + right;
      case '-':
        return left - right;
      case '*':
        return left * right;
      case '/':
        return left / right;
      case '%':
        return left % right;
      default:
        return left ** right;
    }
  }
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (left > LARGEST || right > LARGEST) return undefined;
    switch (operator) {
      case '+':
        return left + right;
      case '-':
        return left - right;
      case '*':
        return left * right;
      case '**':
        return right >= 0n && right <= 64n ? left ** right : undefined;
      default:
        return right === 0n ? undefined : operator === '/' ? left / right : left % right;
    }
  }
  return undefined;
}

function combine(operator: string, left: bigint | undefined, right: bigint | undefined): bigint | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (left > LARGEST || right > LARGEST) return LARGEST;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left > right ? left : right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    case '%':
      return right;
    default:
      return undefined;
  }
}

function originOf(operator: string, left: NumberFact, right: NumberFact): NumberOrigin {
  const time =
    left.origin.kind === 'time' ? left.origin : right.origin.kind === 'time' ? right.origin : undefined;
  if (time === undefined) {
    if (operator === '+' && isTicksOf(left, right)) return { kind: 'time', unit: 'ticks' };
    if (left.origin.kind === 'random' || right.origin.kind === 'random') return { kind: 'random' };
    if (left.origin.kind === 'counter' || right.origin.kind === 'counter') return { kind: 'counter' };
    return left.origin.kind === 'other'
      ? left.origin
      : right.origin.kind === 'other'
        ? right.origin
        : { kind: 'other' };
  }
  const other = left.origin === time ? right : left;
  const factor = Number.isInteger(Number(other.constant)) ? BigInt(Number(other.constant)) : undefined;
  if (operator !== '+' && operator !== '-') return inOtherUnit(operator, time, factor, left.origin === time);
  if (operator === '+' && isApart(time, other.origin)) return { ...time, isSpread: true };
  // how long something took is no time of the clock
  if (operator === '-' && other.origin.kind === 'time') return { ...time, isDifference: true };
  // adding the epoch to milliseconds × 10,000 gives ticks
  return isEpoch(factor) ? { ...time, unit: 'ticks' } : time;
}

/** A double holds it to the last 64. */
function isEpoch(value = 0n): boolean {
  const near = value - UNIX_EPOCH_TICKS;
  return near > -128n && near < 128n;
}

/** The ticks of 1970 are added to nothing but a time, wherever that comes from: `EPOCH + ms * 10_000`, of a parameter. */
function isTicksOf(left: NumberFact, right: NumberFact): boolean {
  const [other, epoch] = isFixed(left) ? [right, left] : [left, right];
  return isFixed(epoch) && other.origin.kind === 'other' && isEpoch(epoch.magnitude);
}

/** In digits below milliseconds, which no clock of the language fills, stands what the source has a name for. */
function isApart({ unit }: TimeOrigin, added: NumberOrigin): boolean {
  const isFiner = (PER_SECOND.get(unit) ?? 0n) > 1_000n;
  const isNamed = added.kind === 'other' && added.name !== undefined;
  return added.kind === 'random' || (isFiner && (added.kind === 'counter' || isNamed));
}

const PER_SECOND: ReadonlyMap<TimeUnit | 'other', bigint> = new Map([
  ['seconds', 1n],
  ['milliseconds', 1_000n],
  ['microseconds', 1_000_000n],
  ['ticks', 10_000_000n],
  ['nanoseconds', 1_000_000_000n],
]);

/** A time multiplied or divided by a constant: what was less than the new unit is lost, but it is the same time. */
function inOtherUnit(operator: string, time: TimeOrigin, factor = 0n, isLeft = true): TimeOrigin {
  const before = PER_SECOND.get(time.unit) ?? 0n;
  const isUp = operator === '*';
  const after = isUp ? before * factor : operator === '/' && factor > 0n ? before / factor : 0n;
  const isExact = isUp || after * factor === before;
  const unit = isExact ? [...PER_SECOND.keys()].find((name) => PER_SECOND.get(name) === after) : undefined;
  if (unit !== undefined) return { ...time, unit };
  const isTime = (time.unit !== 'other' || time.isInOrder === true) && time.isDifference !== true;
  const isInOrder = operator === '/' && isLeft && isTime;
  return { kind: 'time', unit: 'other', ...(isInOrder && { isInOrder }) };
}

type TimeOrigin = Extract<NumberOrigin, { kind: 'time' }>;

/** `BigInt(x)`: exact from here on, but digits already lost stay lost, and the fact stays a double's. */
export function toBigInt(fact: NumberFact): Value {
  const number = asNumber(fact);
  if (typeof number.constant === 'number') {
    return Number.isInteger(number.constant) ? constant(BigInt(number.constant)) : { kind: 'number', number };
  }
  return { kind: 'number', number: lossy(number) > 0n ? number : { ...number, representation: 'bigint' } };
}

/** `Number(x)`, `+x`, `x.getTime()`, `Math.floor(x)`: the same value as a double. */
export function toDouble(fact: NumberFact): Value {
  if (typeof fact.constant === 'bigint') {
    const made = constant(Number(fact.constant));
    const isLossy = BigInt(Number(fact.constant)) !== fact.constant;
    return isLossy && made.kind === 'number'
      ? { ...made, number: { ...made.number, wasBigint: true } }
      : made;
  }
  const wasBigint = fact.representation === 'bigint' && fact.place === undefined;
  return { kind: 'number', number: { ...fact, representation: 'double', ...(wasBigint && { wasBigint }) } };
}

/** What nothing in the file declares: a number that the language has a name for, or anything else. */
export function globalValue(
  path: readonly string[],
): Value | { readonly kind: 'global'; readonly path: readonly string[] } {
  const [first, second] = path;
  const name = path.length === 1 ? first : path.length === 2 && first === 'Number' ? second : undefined;
  const number = name === undefined ? undefined : NAMED_NUMBERS.get(name);
  return number === undefined ? { kind: 'global', path } : constant(number);
}

const NAMED_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['POSITIVE_INFINITY', Number.POSITIVE_INFINITY],
  ['NEGATIVE_INFINITY', Number.NEGATIVE_INFINITY],
  ['MAX_SAFE_INTEGER', Number.MAX_SAFE_INTEGER],
  ['MIN_SAFE_INTEGER', Number.MIN_SAFE_INTEGER],
  ['MAX_VALUE', Number.MAX_VALUE],
]);
