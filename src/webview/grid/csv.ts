import * as l10n from '@vscode/l10n';
import { valueText } from '../../core/edm/text.ts';
import type { EdmValue } from '../../core/edm/value.ts';

/** What a file of CSV begins with: without it Excel reads UTF-8 as the code page of the machine. Copied text has none. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What a text begins with that a spreadsheet would run as a formula (OWASP, "CSV Injection" and ASVS 1.2.10; the wide signs are taken
 * for the others where East Asian text is typed), and the quote that keeps it from that.
 */
const FORMULA_STARTS = "=+-@\t\r\n\0＝＋－＠'";

/** What {@link csvValue} does with a text, in words for a person. */
export function formulaHint(): string {
  return l10n.t(
    "A text that a spreadsheet would run as a formula (it begins with =, +, -, or @), or that begins with ', gets a ' at its start.",
  );
}

/** A line of comma-separated values (RFC 4180), with its line end CR LF. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}

/** A name, as a field. */
export function csvName(name: string): string {
  return field(name, true);
}

/**
 * A value as a field. A text that a spreadsheet would run as a formula gets a quote (') before it, and so does one that begins
 * with a quote: who reads the field back takes one quote away, and has the text as it was. Numbers are left as they are. An
 * empty text is a pair of double quotes, a value that is not there is nothing.
 */
export function csvValue(value: EdmValue | undefined): string {
  return value === undefined ? '' : field(valueText(value), isFreeText(value)) || '""';
}

/** Whether {@link csvValue} puts a quote before a value. */
export function isGuarded(value: EdmValue): boolean {
  return isFreeText(value) && startsAsFormula(valueText(value));
}

/** Numbers may begin with a minus sign and are no formulas. */
function isFreeText({ type }: EdmValue): boolean {
  return type !== 'Int32' && type !== 'Int64' && type !== 'Double';
}

function startsAsFormula(text: string): boolean {
  return text !== '' && FORMULA_STARTS.includes(text.charAt(0));
}

function field(text: string, isFree: boolean): string {
  const safe = isFree && startsAsFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
