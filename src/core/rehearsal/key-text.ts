import { datetimeTicks } from '../edm/datetime.ts';
import type { EdmValue } from '../edm/value.ts';
import { formatTicks, MAX_TICKS, UNIT, UNIX_EPOCH } from '../keys/time.ts';
import { hashNumber } from '../text/hash.ts';
import { BUCKET, BUCKETS } from './plan.ts';

/** Numbers of ten digits, the largest first: 0 is 9999999999. */
const INVERTED = 'inverted:10';
const MOST_INVERTED = 9_999_999_999n;

/**
 * Writes a value into a key in an encoding as layouts name them: empty for the value as it is, digits of a fixed width, `iso`,
 * `yyyy-MM-dd`, `inverted ticks:19`, `inverted:10`, `hash:2`. Undefined where the value has no such text or the encoding is another one.
 */
export function keyTextOf(value: EdmValue, encoding: string): string | undefined {
  if (/^\d{1,3}$/.test(encoding)) return padded(value, Number(encoding));
  switch (encoding) {
    case '':
      return plainTextOf(value);
    case 'iso': {
      const ticks = ticksOf(value);
      return ticks === undefined ? undefined : formatTicks(ticks, UNIT.millisecond);
    }
    case 'yyyy-MM-dd': {
      const ticks = ticksOf(value);
      return ticks === undefined ? undefined : formatTicks(ticks, UNIT.day);
    }
    case 'inverted ticks:19': {
      const ticks = ticksOf(value);
      return ticks === undefined ? undefined : String(MAX_TICKS - ticks).padStart(19, '0');
    }
    case INVERTED: {
      const text = padded(value, 10);
      return text === undefined ? undefined : String(MOST_INVERTED - BigInt(text)).padStart(10, '0');
    }
    case BUCKET: {
      const text = plainTextOf(value);
      return text === undefined ? undefined : bucketText(hashNumber(text));
    }
    default:
      return undefined;
  }
}

/** Whether {@link keyTextOf} knows an encoding. */
export function isWritable(encoding: string): boolean {
  return (
    /^\d{1,3}$/.test(encoding) ||
    ['', 'iso', 'yyyy-MM-dd', 'inverted ticks:19', INVERTED, BUCKET].includes(encoding)
  );
}

/** Gives the text of a bucket, by any whole number. */
export function bucketText(number: number): string {
  return String(number % BUCKETS).padStart(2, '0');
}

function plainTextOf(value: EdmValue): string | undefined {
  switch (value.type) {
    case 'String':
      return value.misfit === undefined ? value.value : undefined;
    case 'Guid':
      return value.value;
    case 'Boolean':
    case 'Int32':
    case 'Int64':
      return String(value.value);
    case 'Double':
      return Number.isSafeInteger(value.value) ? String(value.value) : undefined;
    // a program can write these in many ways
    case 'DateTime':
    case 'Binary':
      return undefined;
  }
}

function padded(value: EdmValue, width: number): string | undefined {
  const text = plainTextOf(value);
  return text !== undefined && /^\d+$/.test(text) && text.length <= width
    ? text.padStart(width, '0')
    : undefined;
}

/** Ticks since the year 1. */
function ticksOf(value: EdmValue): bigint | undefined {
  const sinceUnix = value.type === 'DateTime' ? datetimeTicks(value.value) : undefined;
  const ticks = sinceUnix === undefined ? undefined : sinceUnix + UNIX_EPOCH;
  return ticks !== undefined && ticks >= 0n && ticks <= MAX_TICKS ? ticks : undefined;
}
