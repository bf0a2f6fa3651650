import { compareValues } from './compare.ts';
import { EDM_TYPES } from './value.ts';
import type { EdmValue } from './value.ts';

/**
 * Negative, zero or positive as `a` stands before, with or after `b`: by type, within a type as the service compares. Numbers are in one
 * order whatever their types, because JavaScript writes `2` as an Int32 and `2.5` as a Double.
 */
export function compareByType(a: EdmValue, b: EdmValue): number {
  const types = EDM_TYPES.indexOf(a.type) - EDM_TYPES.indexOf(b.type);
  if (isNumber(a) && isNumber(b)) return compareNumbers(a.value, b.value) || types;
  return types || (compareValues(a, b) ?? 0);
}

/** The order in which a person looks for a value among others: that of {@link compareByType}, but texts with numbers in them by these. */
export function compareNaturally(a: EdmValue, b: EdmValue): number {
  if (a.type === 'String' && b.type === 'String') return compareTexts(a.value, b.value);
  return compareByType(a, b);
}

function isNumber(value: EdmValue): value is Extract<EdmValue, { readonly value: number | bigint }> {
  return value.type === 'Int32' || value.type === 'Int64' || value.type === 'Double';
}

/** NaN comes last. */
function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  return a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

/** `item2` before `item10`: runs of digits by their number, all else by UTF-16 code units. */
function compareTexts(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  if (left.length < right.length) return -1;
  // `01` and `1` are the same number
  return byUnits(a, b);
}

function partsOf(text: string): readonly string[] {
  return text.match(/\d+|\D+/g) ?? [];
}

function compareParts(a: string, b: string): number {
  if (!isDigits(a) || !isDigits(b)) return byUnits(a, b);
  const [left, right] = [withoutZeros(a), withoutZeros(b)];
  return left.length - right.length || byUnits(left, right);
}

function isDigits(text: string): boolean {
  return /^\d/.test(text);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

function byUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
