import { valueText } from '../../core/edm/text.ts';
import type { EdmValue } from '../../core/edm/value.ts';

/** A line of comma-separated values (RFC 4180), with its line end CR LF. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}

/** A name, as a field. */
export function csvName(name: string): string {
  return field(name, true);
}

/**
 * A value as a field. A text that a spreadsheet would run as a formula gets a quote (') before it (OWASP, "CSV Injection"), and
 * so does one that begins with a quote: who reads the field back takes one quote away, and has the text as it was. Numbers are
 * left as they are. An empty text is a pair of double quotes, a value that is not there is nothing.
 */
export function csvValue(value: EdmValue | undefined): string {
  return value === undefined ? '' : field(valueText(value), isFreeText(value)) || '""';
}

/** Numbers may begin with a minus sign and are no formulas. */
function isFreeText({ type }: EdmValue): boolean {
  return type !== 'Int32' && type !== 'Int64' && type !== 'Double';
}

function field(text: string, isFree: boolean): string {
  const safe = isFree && /^[=+\-@\t\r\n']/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
