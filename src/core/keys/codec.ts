/** A moment, exact: 100 ns ticks since 0001-01-01T00:00:00Z, as .NET counts them. */
export type Ticks = bigint;

/** What a codec read out of one key (or one part of a compound key). */
export type Decoded =
  | {
      readonly kind: 'time';
      readonly ticks: Ticks;
      /** The unit of the encoding, in ticks: 1n for ticks, 10_000n for milliseconds, 10_000_000n for seconds. */
      readonly precision: Ticks;
    }
  | { readonly kind: 'number'; readonly value: bigint; readonly width: number };

/** Ids are stable: they will be stored in `.partitionlens.json`. */
export interface KeyCodec {
  readonly id: string;
  /** What people call it, for tooltips. */
  readonly title: string;
  /** Whether ordinal order of the text is the order of the values (`descending` for inverted ones), or neither. */
  readonly order: 'ascending' | 'descending' | 'none';
  /** The values over which decode(encode(v)) = v and `order` hold, inclusive. */
  readonly domain: { readonly first: bigint; readonly last: bigint };
  /** Reads a whole text; undefined when it is not of this encoding. Never throws. */
  readonly decode: (text: string) => Decoded | undefined;
  /** Writes a value of the domain (for times: ticks, rounded down to the precision). */
  readonly encode: (value: bigint) => string;
}
