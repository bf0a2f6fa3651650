import { requireInDomain, type KeyCodec, type Ticks } from './codec.ts';
import { DECIMAL, type Notation } from './notation.ts';
import { UNIT, UNIX_EPOCH } from './time.ts';

/** 1990-01-01 to 2099-12-31: where times in keys are looked for. */
export const WINDOW: KeyCodec['domain'] = {
  first: 627_667_488_000_000_000n,
  last: 662_380_415_999_999_999n,
};

/** A time written as a count of units since an origin, or as what a constant has left of that count. */
export interface CountSpec {
  readonly id: string;
  readonly title: () => string;
  /** In ticks. */
  readonly unit: Ticks;
  /** How many the count has for one unit, 1 if absent; what is smaller than the unit is dropped. */
  readonly perUnit?: bigint;
  /** Where the count begins; the Unix epoch if absent. */
  readonly origin?: Ticks;
  /** The constant from which the count is taken away: newest first. */
  readonly pivot?: bigint;
  /** Decimal if absent. */
  readonly notation?: Notation;
  /** Digits, leading zeroes included. */
  readonly width: number;
  /** Constant characters before and after the digits. */
  readonly prefix?: string;
  readonly suffix?: string;
  /** `WINDOW` if absent. */
  readonly domain?: KeyCodec['domain'];
  /** `near-now` if absent. */
  readonly certainty?: KeyCodec['certainty'];
}

/** The codec of a count. */
export function countCodec(spec: CountSpec): KeyCodec {
  const { id, title, unit, perUnit = 1n, origin = UNIX_EPOCH, pivot, width, prefix = '', suffix = '' } = spec;
  const { notation = DECIMAL, domain = WINDOW, certainty = 'near-now' } = spec;
  const pattern = new RegExp(`^${prefix}(${notation.pattern(width)})${suffix}$`);
  const invert = (count: bigint): bigint => (pivot === undefined ? count : pivot - count);
  return {
    id,
    title,
    kind: 'time',
    certainty,
    order: pivot === undefined ? 'ascending' : 'descending',
    domain,
    precision: unit,
    decode: (text) => {
      const written = pattern.exec(text)?.[1];
      if (written === undefined) return undefined;
      const ticks = origin + (invert(notation.read(written)) / perUnit) * unit;
      if (ticks < domain.first || ticks > domain.last) return undefined;
      return { kind: 'time', ticks, precision: unit, zone: 'utc' };
    },
    encode: (ticks) => {
      requireInDomain(id, domain, ticks);
      return `${prefix}${notation.write(invert(((ticks - origin) / unit) * perUnit), width)}${suffix}`;
    },
  };
}

/** From the first tick of one unit since 1970 to the last tick of another. */
export function domainOfUnix(first: bigint, last: bigint, unit: Ticks): KeyCodec['domain'] {
  return { first: UNIX_EPOCH + first * unit, last: UNIX_EPOCH + last * unit + (unit - UNIT.tick) };
}
