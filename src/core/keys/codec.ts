/** A moment, exact: 100 ns ticks since 0001-01-01T00:00:00, as .NET counts them. */
export type Ticks = bigint;

/** What a codec read out of one key (or one part of a compound key). */
export type Decoded =
  | {
      readonly kind: 'time';
      readonly ticks: Ticks;
      /**
       * How finely this text tells the time, in ticks (see `UNIT`): `UNIT.tick` for ticks, `UNIT.second` for
       * seconds and for a text written to the second.
       */
      readonly precision: Ticks;
      /** `unwritten`: the text does not say its zone, so the moment is known only in that zone. */
      readonly zone: 'utc' | 'unwritten';
    }
  | { readonly kind: 'number'; readonly value: bigint; readonly width: number };

/**
 * What a reading is worth when no other codec reads the same text:
 * `certain`: the form tells, whatever the time;
 * `near-now`: a count whose digits are those of other numbers too (barcodes, cards), certain for a time near now
 * alone;
 * `possible`: telephone numbers and random ids look like it; a time near now is likely, none is certain;
 * `declared`: it would make times out of short ids, so it is read only where a table declares it.
 */
type Certainty = 'certain' | 'near-now' | 'possible' | 'declared';

/** Ids are stable: they will be stored in `.partitionlens.json`. */
export interface KeyCodec {
  readonly id: string;
  /** What people call it, for tooltips; localised, so asked for when shown. */
  readonly title: () => string;
  readonly kind: Decoded['kind'];
  readonly certainty: Certainty;
  /** Whether ordinal order of the text is the order of the values (`descending` for inverted ones), or neither. */
  readonly order: 'ascending' | 'descending' | 'none';
  /**
   * The values (ticks, or the number) that it can write, inclusive. Over them `order` holds, and
   * decode(encode(v)) is v rounded down to `precision`. Nothing outside is decoded.
   */
  readonly domain: { readonly first: bigint; readonly last: bigint };
  /** The unit of what `encode` writes: ticks for a time, 1n for a number. */
  readonly precision: bigint;
  /** Reads a whole text; undefined when it is not of this encoding. Never throws. */
  readonly decode: (text: string) => Decoded | undefined;
  /** Writes a value of the domain; a RangeError for any other. An id gets zeroes where it has random digits. */
  readonly encode: (value: bigint) => string;
}

/** One codec's reading of a text. */
export interface Reading {
  readonly codec: KeyCodec;
  readonly decoded: Decoded;
}

/** Throws a RangeError unless the value is in the codec's domain. */
export function requireInDomain(id: string, domain: KeyCodec['domain'], value: bigint): void {
  if (value < domain.first || value > domain.last) {
    throw new RangeError(`${id} writes ${domain.first.toString()} to ${domain.last.toString()} only`);
  }
}
