import * as l10n from '@vscode/l10n';
import type { ICellRendererParams } from 'ag-grid-community';
import { flawOf, flawsOf } from '../../core/edm/flaws.ts';
import { isKeyless } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import { valueText } from '../../core/edm/text.ts';
import { valueIn } from '../../core/edm/value-in.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { onOneLine, visible } from '../../core/text/one-line.ts';
import type { TableKeys } from '../../protocol/grid.ts';
import { cellText } from './cell.ts';
import { element } from './dom.ts';
import type { Row } from './kept-rows.ts';
import { shownKey } from './keys.ts';

/** Draws a key and what it says, side by side; a time that is certain first, as twenty digits would hide it. */
export function keyCell(
  column: keyof TableKeys,
  declared: () => TableKeys,
): (params: ICellRendererParams<Row, EdmValue>) => HTMLElement {
  return ({ value, data }) => {
    if (!value) return element('span', {}, l10n.t('(no {0})', NAMES[column]));
    if (data && isKeyless(data.entity, NAMES[column])) return element('span', {}, cellText(value));
    const key = valueText(value);
    const { meaning, isTime } = shownKey(key, column, declared());
    const raw = key === '' ? l10n.t('(empty key)') : onOneLine(key);
    // a number without zeros before it says nothing more
    if (meaning === undefined || meaning === key) return element('span', {}, raw);
    return isTime
      ? element('span', {}, meaning, ' ', element('span', { class: 'dim' }, raw))
      : element('span', {}, raw, ' ', element('span', { class: 'dim' }, meaning));
  };
}

const NAMES = { partitionKey: 'PartitionKey', rowKey: 'RowKey' } as const;

/** Characters of a value that a tooltip shows. */
const MAX_TOOLTIP = 1_000;

/** What stands over a cell: the value and its type, or what is wrong with it; of a key, `details` say what it may mean. */
export function valueTooltip(value: EdmValue, details: readonly string[] | undefined): string {
  const text = valueText(value);
  const shown = text.length > MAX_TOOLTIP ? `${text.slice(0, MAX_TOOLTIP)}…` : text;
  const told = details ?? [flawOf(value) ?? `Edm.${value.type}`];
  const lines = shown === '' ? [l10n.t('(empty)')] : shown.split(/\r\n|\n/);
  return [...lines, ...told].map(visible).join('\n');
}

/** The same of a key, and what is wrong with its entity. */
export function keyTooltip(
  entity: Entity,
  column: keyof TableKeys,
  details: (key: string) => readonly string[],
): string {
  const value = valueIn(entity, NAMES[column]);
  const flaws = flawsOf(entity);
  if (value === undefined || isKeyless(entity, NAMES[column])) return flaws.join('\n');
  return valueTooltip(value, [...details(valueText(value)), ...flaws]);
}
