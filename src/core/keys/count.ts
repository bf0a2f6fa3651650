import { requireInDomain, type KeyCodec, type Ticks } from './codec.ts';
import { digits, UNIT, UNIX_EPOCH } from './time.ts';

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
  /** Where the count begins; the Unix epoch if absent. */
  readonly origin?: Ticks;
  /** The constant from which the count is taken away: newest first. */
  readonly pivot?: bigint;
  /** Digits, leading zeroes included. */
  readonly width: number;
  /** Constant characters before and after the digits. */
  readonly prefix?: string;
  readonly suffix?: string;
  /** `WINDOW` if absent. */
  readonly domain?: KeyCodec['domain'];
}

/** The codec of a count. */
export function countCodec(spec: CountSpec): KeyCodec {
  const { id, title, unit, origin = UNIX_EPOCH, pivot, width, prefix = '', suffix = '' } = spec;
  const domain = spec.domain ?? WINDOW;
  const pattern = new RegExp(String.raw`^${prefix}(\d{${width.toString()}})${suffix}$`);
  const invert = (count: bigint): bigint => (pivot === undefined ? count : pivot - count);
  return {
    id,
    title,
    kind: 'time',
    order: pivot === undefined ? 'ascending' : 'descending',
    domain,
    precision: unit,
    decode: (text) => {
      const written = pattern.exec(text)?.[1];
      if (written === undefined) return undefined;
      const ticks = origin + invert(BigInt(written)) * unit;
      if (ticks < domain.first || ticks > domain.last) return undefined;
      return { kind: 'time', ticks, precision: unit, zone: 'utc' };
    },
    encode: (ticks) => {
      requireInDomain(id, domain, ticks);
      return `${prefix}${digits(invert((ticks - origin) / unit), width)}${suffix}`;
    },
  };
}

/** From a tick to the last tick of the unit that begins at `lastUnit`. */
export function domainOfUnix(first: bigint, last: bigint, unit: Ticks): KeyCodec['domain'] {
  return { first: UNIX_EPOCH + first * unit, last: UNIX_EPOCH + last * unit + (unit - UNIT.tick) };
}
