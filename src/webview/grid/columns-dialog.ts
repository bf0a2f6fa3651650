import * as l10n from '@vscode/l10n';
import type { ColumnChoice } from '../../extension/messages/grid.ts';
import { isSystem, typesOf } from './columns.ts';
import type { SeenProperties } from './columns.ts';
import { openDialog } from './dialog.ts';
import { button, element, enable } from './dom.ts';
import { keyOfColumn } from './keys.ts';

/** Lets a person choose which columns are shown and in what order; the keys always are. */
export function chooseColumns(
  columns: readonly ColumnChoice[],
  seen: SeenProperties,
  chosen: (columns: readonly ColumnChoice[]) => void,
): void {
  let choices = [...columns];
  const list = element('ul', { class: 'column-list' });
  const draw = (): void => {
    list.replaceChildren(...choices.map(line));
  };

  function line(choice: ColumnChoice, index: number): HTMLElement {
    const { name, hidden } = choice;
    const isKey = keyOfColumn(name) !== undefined;
    const box = element('input', { type: 'checkbox', disabled: isKey });
    box.checked = !hidden;
    box.addEventListener('change', () => {
      choices[index] = { ...choice, hidden: !box.checked };
    });
    const types = isSystem(name) ? '' : typesOf(seen, name).join(' | ');
    const move = (by: number, text: string): HTMLButtonElement => {
      const mover = button(
        by < 0 ? '↑' : '↓',
        () => {
          moveTo(index, index + by);
        },
        { class: 'secondary', 'aria-label': text },
      );
      // a button at the edge still has the focus when the column came there by it
      enable(mover, index + by >= 0 && index + by < choices.length);
      return mover;
    };
    return element(
      'li',
      {},
      element('label', {}, box, ' ', name, ' ', element('span', { class: 'dim' }, types)),
      move(-1, l10n.t('Move {0} to the left', name)),
      move(1, l10n.t('Move {0} to the right', name)),
    );
  }

  function moveTo(from: number, to: number): void {
    const [moved] = choices.splice(from, 1);
    if (moved === undefined) return;
    choices.splice(to, 0, moved);
    draw();
    const side = to < from ? 0 : 1;
    const buttons = list.children.item(to)?.querySelectorAll('button');
    buttons?.item(side).focus();
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
      list,
    ],
    [
      button(l10n.t('Show'), () => {
        dialog.close();
        chosen(choices);
      }),
    ],
  );
}
