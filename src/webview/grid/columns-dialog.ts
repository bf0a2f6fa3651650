import * as l10n from '@vscode/l10n';
import type { ColumnChoice } from '../../extension/messages/grid.ts';
import { isSystem, typesOf } from './columns.ts';
import type { SeenProperties } from './columns.ts';
import { openDialog } from './dialog.ts';
import { button, element, enable, setText, show } from './dom.ts';
import { keyOfColumn } from './keys.ts';

/** Lets a person choose which columns are shown and in what order; the keys always are. */
export function chooseColumns(
  columns: readonly ColumnChoice[],
  seen: SeenProperties,
  chosen: (columns: readonly ColumnChoice[]) => void,
): void {
  let choices = [...columns];
  const list = element('ul', { class: 'column-list' });
  const search = element('input', {
    type: 'search',
    class: 'text',
    'aria-label': l10n.t('Search columns'),
    placeholder: l10n.t('Search columns'),
  });
  const found = element('span', { class: 'dim', role: 'status' });
  search.addEventListener('input', narrow);
  const draw = (): void => {
    list.replaceChildren(...choices.map(line));
    narrow();
  };

  /** Leaves only the columns in the list that have in their name what is looked for, in any case. */
  function narrow(): void {
    const wanted = search.value.trim().toLowerCase();
    const isFound = ({ name }: ColumnChoice): boolean => name.toLowerCase().includes(wanted);
    for (const [index, item] of Array.from(list.children).entries()) {
      const choice = choices[index];
      if (item instanceof HTMLElement) show(item, choice !== undefined && isFound(choice));
    }
    const count = choices.filter(isFound).length;
    setText(found, wanted === '' ? '' : l10n.t('{0} of {1} columns', count, choices.length));
  }

  function line(choice: ColumnChoice, index: number): HTMLElement {
    const { name, hidden } = choice;
    const isKey = keyOfColumn(name) !== undefined;
    const box = element('input', { type: 'checkbox', disabled: isKey });
    box.checked = !hidden;
    box.addEventListener('change', () => {
      choices[index] = { ...choice, hidden: !box.checked };
    });
    const types = isSystem(name) ? '' : typesOf(seen, name).join(' | ');
    const move = (sign: string, to: number, text: string): HTMLButtonElement => {
      const mover = button(
        sign,
        () => {
          moveTo(index, to, sign);
        },
        { class: 'secondary', 'aria-label': text, title: text },
      );
      // a button at the edge still has the focus when the column came there by it
      enable(mover, to !== index && to >= 0 && to < choices.length);
      return mover;
    };
    return element(
      'li',
      {},
      element('label', {}, box, ' ', name, ' ', element('span', { class: 'dim' }, types)),
      move('⤒', front(index), l10n.t('Move {0} to the front', name)),
      move('↑', index - 1, l10n.t('Move {0} to the left', name)),
      move('↓', index + 1, l10n.t('Move {0} to the right', name)),
    );
  }

  /** The first place behind the keys that stand first; for a column that is there or before, the very first. */
  function front(index: number): number {
    const behind = choices.findIndex(({ name }) => keyOfColumn(name) === undefined);
    return behind >= 0 && behind < index ? behind : 0;
  }

  function moveTo(from: number, to: number, sign: string): void {
    const [moved] = choices.splice(from, 1);
    if (moved === undefined) return;
    choices.splice(to, 0, moved);
    draw();
    const buttons = list.children.item(to)?.querySelectorAll('button') ?? [];
    for (const mover of buttons) if (mover.textContent === sign) mover.focus();
    // also where the columns beside it are not in the list
    setText(found, l10n.t('{0} is column {1} of {2}', moved.name, to + 1, choices.length));
  }

  function setAll(hidden: boolean): void {
    choices = choices.map((choice) => ({ ...choice, hidden: hidden && !isSystem(choice.name) }));
    draw();
  }

  draw();
  const dialog = openDialog(
    l10n.t('Columns'),
    [
      element(
        'p',
        { class: 'dim' },
        l10n.t(
          'With few columns only those are asked for ($select), which makes answers smaller. The keys always come along.',
        ),
      ),
      element(
        'div',
        { class: 'buttons start' },
        button(
          l10n.t('All'),
          () => {
            setAll(false);
          },
          { class: 'secondary' },
        ),
        button(
          l10n.t('Keys and Timestamp'),
          () => {
            setAll(true);
          },
          { class: 'secondary' },
        ),
      ),
      element('div', { class: 'column-search' }, search, found),
      list,
    ],
    [
      button(l10n.t('Show'), () => {
        dialog.close();
        chosen(choices);
      }),
    ],
  );
  search.focus();
}
