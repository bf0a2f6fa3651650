/** Digits of a base, in the order of their values and of the text. */
export interface Notation {
  /** The source of a regular expression for so many digits; all in one case where both mean the same. */
  readonly pattern: (width: number) => string;
  /** The value of digits that the pattern has matched. */
  readonly read: (text: string) => bigint;
  /** Fixed width, leading zeroes included, in the case that is usual. */
  readonly write: (value: bigint, width: number) => string;
}

export const DECIMAL = notation('0123456789');
/** As .NET's format `X` writes it. */
export const HEX = notation('0123456789ABCDEF');
/** As UUIDs are written. */
export const LOWER_HEX = notation('0123456789abcdef');
/** As JavaScript's `toString(36)` writes it. */
export const BASE36 = notation('0123456789abcdefghijklmnopqrstuvwxyz');
/** Base 32 of Crockford, without I, L, O and U. */
export const CROCKFORD = notation('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
export const BASE62 = notation('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

function notation(digits: string): Notation {
  const base = BigInt(digits.length);
  const cases = casesOf(digits);
  const values = new Map(
    cases.flatMap((all) => Array.from(all, (digit, value) => [digit, BigInt(value)] as const)),
  );
  return {
    pattern: (width) => `(?:${cases.map((all) => `[${all}]{${width}}`).join('|')})`,
    read: (text) =>
      Array.from(text, (digit) => values.get(digit) ?? 0n).reduce((value, digit) => value * base + digit, 0n),
    write: (value, width) => {
      let text = '';
      for (let rest = value; rest > 0n; rest /= base) text = digits.charAt(Number(rest % base)) + text;
      return text.padStart(width, '0');
    },
  };
}

/** The digits in each case that means the same: one where there are no letters, or where case counts. */
function casesOf(digits: string): string[] {
  const cases = [...new Set([digits, digits.toUpperCase(), digits.toLowerCase()])];
  return cases.length === 3 ? [digits] : cases;
}
