import * as l10n from '@vscode/l10n';
import type { ColumnChoice } from '../../protocol/grid.ts';
import { createColumnList } from './column-list.ts';
import type { SeenProperties } from './columns.ts';
import { openDialog } from './dialog.ts';
import { button, element, setText } from './dom.ts';

/** Lets a person choose which columns are shown and in what order; the keys always are. */
export function chooseColumns(
  columns: readonly ColumnChoice[],
  seen: SeenProperties,
  chosen: (columns: readonly ColumnChoice[]) => void,
): void {
  const told = element('span', { class: 'dim', role: 'status' });
  const list = createColumnList(columns, seen, (name, place) => {
    setText(told, l10n.t('{0} is column {1} of {2}', name, place, columns.length));
  });
  const search = element('input', {
    type: 'search',
    class: 'text',
    'aria-label': l10n.t('Search columns'),
    'aria-describedby': 'column-order',
    placeholder: l10n.t('Search columns'),
  });
  search.addEventListener('input', () => {
    const count = list.narrow(search.value);
    setText(told, search.value.trim() === '' ? '' : l10n.t('{0} of {1} columns', count, columns.length));
  });
  const all = (text: string, hidden: boolean): HTMLButtonElement =>
    button(
      text,
      () => {
        list.setAll(hidden);
      },
      { class: 'secondary' },
    );
  const dialog = openDialog(
    l10n.t('Columns'),
    [
      element(
        'p',
        { class: 'dim' },
        l10n.t(
          'If you show few columns, the next “Run” reads only those ($select), which makes responses smaller. The keys are always read.',
        ),
      ),
      element(
        'p',
        { id: 'column-order', class: 'dim' },
        l10n.t('Drag a column, use its buttons, or press Alt with the arrow keys.'),
      ),
      element(
        'div',
        { class: 'buttons start' },
        all(l10n.t('All'), false),
        all(l10n.t('Keys and Timestamp'), true),
      ),
      element('div', { class: 'column-search' }, search, told),
      list.root,
    ],
    [
      button(l10n.t('Show'), () => {
        dialog.close();
        chosen(list.choices());
      }),
    ],
  );
  search.focus();
}
