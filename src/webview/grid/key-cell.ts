import * as l10n from '@vscode/l10n';
import type { ICellRendererParams } from 'ag-grid-community';
import { valueText } from '../../core/edm/text.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { onOneLine } from '../../core/text/one-line.ts';
import type { TableKeys } from '../../extension/messages/grid.ts';
import { element } from './dom.ts';
import { shownKey } from './keys.ts';

/** Draws a key and what it says, side by side; a time that is certain first, as twenty digits would hide it. */
export function keyCell(
  column: keyof TableKeys,
  declared: () => TableKeys,
): (params: ICellRendererParams<unknown, EdmValue>) => HTMLElement {
  return ({ value }) => {
    const key = value ? valueText(value) : '';
    const { meaning, isTime } = shownKey(key, column, declared());
    const raw = key === '' ? l10n.t('(empty key)') : onOneLine(key);
    // a number without zeros before it says nothing more
    if (meaning === undefined || meaning === key) return element('span', {}, raw);
    return isTime
      ? element('span', {}, meaning, ' ', element('span', { class: 'dim' }, raw))
      : element('span', {}, raw, ' ', element('span', { class: 'dim' }, meaning));
  };
}

/** Characters of a value that a tooltip shows. */
const MAX_TOOLTIP = 1_000;

/** What stands over a cell: the value and its type; of a key, `details` say what it may mean. */
export function valueTooltip(value: EdmValue, details: readonly string[] | undefined): string {
  const text = valueText(value);
  const shown = text.length > MAX_TOOLTIP ? `${text.slice(0, MAX_TOOLTIP)}…` : text;
  return [shown === '' ? l10n.t('(empty)') : shown, ...(details ?? [`Edm.${value.type}`])].join('\n');
}
