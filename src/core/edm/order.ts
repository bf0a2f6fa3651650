import { compareValues } from './compare.ts';
import type { EdmType, EdmValue } from './value.ts';

/** The order of types that have nothing in common. */
const TYPES: readonly EdmType[] = [
  'Boolean',
  'Int32',
  'Int64',
  'Double',
  'DateTime',
  'Guid',
  'String',
  'Binary',
];

/** Negative, zero or positive as `a` stands before, with or after `b`: by type, within a type as the service compares. */
export function compareByType(a: EdmValue, b: EdmValue): number {
  if (a.type !== b.type) return TYPES.indexOf(a.type) - TYPES.indexOf(b.type);
  return compareValues(a, b) ?? 0;
}

/** The order in which a person looks for a value among others: numbers by value whatever their type, texts with numbers in them by these. */
export function compareNaturally(a: EdmValue, b: EdmValue): number {
  if (isNumber(a) && isNumber(b)) {
    if (a.value < b.value) return -1;
    return a.value > b.value ? 1 : compareByType(a, b);
  }
  if (a.type === 'String' && b.type === 'String') return compareTexts(a.value, b.value);
  return compareByType(a, b);
}

function isNumber(value: EdmValue): value is Extract<EdmValue, { readonly value: number | bigint }> {
  return value.type === 'Int32' || value.type === 'Int64' || value.type === 'Double';
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
