import * as l10n from '@vscode/l10n';
import type { DesignSummary } from '../../protocol/designed.ts';
import { button, element, roved } from '../grid/dom.ts';
import { keyed } from './parts.ts';

/** The tables, one of which is shown: one stop of the Tab key, through which arrow keys lead. */
export function tableList(
  tables: readonly DesignSummary[],
  shown: string | undefined,
  choose: (table: string) => void,
): HTMLElement {
  const current = Math.max(
    0,
    tables.findIndex(({ table }) => table === shown),
  );
  const buttons = tables.map(({ table, words }, index) => {
    const made = button(
      table,
      () => {
        choose(table);
      },
      {
        tabindex: index === current ? '0' : '-1',
        ...(table === shown && { 'aria-current': 'true' }),
        ...keyed(`table ${table}`),
      },
    );
    made.append(element('span', { class: 'dim' }, words));
    return made;
  });
  const list = element('ul', {}, ...buttons.map((one) => element('li', {}, one)));
  list.addEventListener('keydown', (event) => {
    const at = buttons.findIndex((one) => one === event.target);
    const next = roved(event.key, ['ArrowUp', 'ArrowDown'], at, buttons.length);
    if (at < 0 || next === undefined) return;
    for (const [index, one] of buttons.entries()) one.tabIndex = index === next ? 0 : -1;
    buttons[next]?.focus();
    event.preventDefault();
  });
  return element('nav', { 'aria-label': l10n.t('Tables') }, list);
}
