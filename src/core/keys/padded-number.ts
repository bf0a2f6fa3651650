import * as l10n from '@vscode/l10n';
import { requireInDomain, type KeyCodec } from './codec.ts';
import { digits } from './time.ts';

/** The widths that a padded number is read in. */
const PADDED_WIDTHS: readonly number[] = Array.from({ length: 20 }, (_, index) => index + 2);

/** A number with leading zeroes; without one, a text of digits does not tell that it was padded. */
function paddedNumber(width: number): KeyCodec {
  const id = `padded-${width.toString()}`;
  const domain = { first: 0n, last: 10n ** BigInt(width - 1) - 1n };
  const pattern = new RegExp(String.raw`^0\d{${(width - 1).toString()}}$`);
  return {
    id,
    title: () => l10n.t('number padded to {0} digits', width),
    kind: 'number',
    certainty: 'certain',
    order: 'ascending',
    domain,
    precision: 1n,
    decode: (text) => (pattern.test(text) ? { kind: 'number', value: BigInt(text), width } : undefined),
    encode: (value) => {
      requireInDomain(id, domain, value);
      return digits(value, width);
    },
  };
}

/** One codec for each width. */
export const PADDED_NUMBER_CODECS: readonly KeyCodec[] = PADDED_WIDTHS.map(paddedNumber);

/** The same where it is declared that numbers are padded: also those whose first digit is no zero. */
export function wholeNumber(padded: KeyCodec): KeyCodec {
  const width = padded.domain.last.toString().length + 1;
  const domain = { first: 0n, last: 10n ** BigInt(width) - 1n };
  const pattern = new RegExp(String.raw`^\d{${width.toString()}}$`);
  return {
    ...padded,
    domain,
    decode: (text) => (pattern.test(text) ? { kind: 'number', value: BigInt(text), width } : undefined),
    encode: (value) => {
      requireInDomain(padded.id, domain, value);
      return digits(value, width);
    },
  };
}
