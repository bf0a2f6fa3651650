import * as l10n from '@vscode/l10n';
import { flawMark } from '../../core/edm/flaws.ts';
import { compareByType } from '../../core/edm/order.ts';
import { valueText } from '../../core/edm/text.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { grouped } from '../../core/text/numbers.ts';
import { onOneLine } from '../../core/text/one-line.ts';

/** Characters of a value that a cell draws; its viewer shows all. */
const MAX_CELL = 200;

/** What stands in a cell: on one line, cut if it is long; a value in which nothing can be seen is named, and one of no type marked. */
export function cellText(value: EdmValue): string {
  const mark = value.type === 'String' ? flawMark(value) : undefined;
  return mark === undefined ? shownText(value) : `${shownText(value)} · ${mark}`;
}

function shownText(value: EdmValue): string {
  const text = valueText(value);
  if (text === '') return l10n.t('(empty)');
  if (isBlank(value)) return l10n.t('(blanks only)');
  const line = onOneLine(text.slice(0, MAX_CELL));
  return text.length <= MAX_CELL ? line : `${line}… ${sizeText(value)}`;
}

/** Whether a value would look as if the entity did not have it. */
export function isBlank(value: EdmValue): boolean {
  return valueText(value).trim() === '';
}

/** How long a value is: characters of a text, bytes of a Binary. */
export function sizeText(value: EdmValue): string {
  const length = valueText(value).length;
  return value.type === 'Binary'
    ? l10n.t('({0} bytes)', grouped(length / 2))
    : l10n.t('({0} characters)', grouped(length));
}

/** The order of values in a sorted column: by type but numbers together, within a type as the service compares; none comes last. */
export function compareCells(a: EdmValue | undefined, b: EdmValue | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareByType(a, b);
}
