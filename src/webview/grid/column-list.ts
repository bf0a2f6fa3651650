import * as l10n from '@vscode/l10n';
import type { ColumnChoice } from '../../protocol/grid.ts';
import { isSystem, typesOf } from './columns.ts';
import type { SeenProperties } from './columns.ts';
import { button, element, enable, roved, show } from './dom.ts';
import { keyOfColumn } from './keys.ts';

/** The columns of a table in a list: checked or not, put into order by mouse, by buttons and by keys. */
export interface ColumnList {
  readonly root: HTMLElement;
  readonly choices: () => readonly ColumnChoice[];
  /** Leaves only the columns in the list that have this in their name, in any case; says how many. */
  readonly narrow: (wanted: string) => number;
  /** Hides all columns but the service's own, or shows all. */
  readonly setAll: (hidden: boolean) => void;
}

/** `moved` is told which column was moved, and its place now, from 1. */
export function createColumnList(
  columns: readonly ColumnChoice[],
  seen: SeenProperties,
  moved: (name: string, place: number) => void,
): ColumnList {
  let choices = [...columns];
  let wanted = '';
  /** Which control of which line the Tab key leads to; arrows lead to the others. */
  let stop = { index: 0, control: 0 };
  let dragged: number | undefined;
  const root = element('ul', { class: 'column-list', 'aria-label': l10n.t('Columns') });

  root.addEventListener('focusin', ({ target }) => {
    const index = indexOf(target);
    const control = controlsOf(index).findIndex((each) => each === target);
    if (control >= 0) settle({ index, control });
  });
  root.addEventListener('keydown', (event) => {
    if (steered(event)) event.preventDefault();
  });
  root.addEventListener('dragstart', ({ target, dataTransfer }) => {
    dragged = indexOf(target);
    dataTransfer?.setData('text/plain', choices[dragged]?.name ?? '');
    lines()[dragged]?.classList.add('dragged');
  });
  root.addEventListener('dragover', (event) => {
    const gap = gapAt(event);
    if (gap === undefined) return;
    event.preventDefault();
    mark(gap);
  });
  root.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) mark(undefined);
  });
  root.addEventListener('drop', (event) => {
    const gap = gapAt(event);
    if (gap === undefined || dragged === undefined) return;
    event.preventDefault();
    // the column itself leaves a gap behind
    moveTo(dragged, gap > dragged ? gap - 1 : gap, 0);
  });
  root.addEventListener('dragend', () => {
    lines()[dragged ?? -1]?.classList.remove('dragged');
    mark(undefined);
    dragged = undefined;
  });

  function lines(): HTMLElement[] {
    return [...root.querySelectorAll('li')];
  }

  function controlsOf(index: number): HTMLElement[] {
    return [...(lines()[index]?.querySelectorAll<HTMLElement>('input, button') ?? [])];
  }

  /** The line that something is in; -1 where it is in none. */
  function indexOf(target: EventTarget | null): number {
    return lines().findIndex((each) => target instanceof Node && each.contains(target));
  }

  /** What a key does in the list; whether it did anything. */
  function steered({ key, altKey, target }: KeyboardEvent): boolean {
    const index = indexOf(target);
    if (index < 0) return false;
    const { control } = stop;
    if (altKey) {
      if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
      moveTo(index, key === 'ArrowUp' ? index - 1 : index + 1, control);
      return true;
    }
    const shown = lines().flatMap((each, at) => (each.hidden ? [] : at));
    const line = shown[roved(key, ['ArrowUp', 'ArrowDown'], shown.indexOf(index), shown.length) ?? -1];
    const side = roved(key, ['ArrowLeft', 'ArrowRight'], control, controlsOf(index).length);
    if (line !== undefined) focus(line, control);
    else if (side !== undefined) focus(index, side);
    else return false;
    return true;
  }

  function focus(index: number, control: number): void {
    controlsOf(index)[control]?.focus();
  }

  /** Makes one control the stop of the Tab key. */
  function settle(next: typeof stop): void {
    for (const each of controlsOf(stop.index)) each.tabIndex = -1;
    stop = next;
    const current = controlsOf(stop.index)[stop.control];
    if (current !== undefined) current.tabIndex = 0;
  }

  /** The gap between columns that the pointer is nearest to, by the place of the one behind it; none unless a column is dragged. */
  function gapAt({ target, clientY }: DragEvent): number | undefined {
    const index = indexOf(target);
    const line = lines()[index];
    if (dragged === undefined || line === undefined) return undefined;
    const { top, height } = line.getBoundingClientRect();
    return clientY < top + height / 2 ? index : index + 1;
  }

  function mark(gap: number | undefined): void {
    const all = lines();
    for (const [index, each] of all.entries()) {
      each.classList.toggle('gap-above', index === gap);
      each.classList.toggle('gap-below', index === all.length - 1 && gap === all.length);
    }
  }

  function line(choice: ColumnChoice, index: number): HTMLElement {
    const { name, hidden } = choice;
    const isKey = keyOfColumn(name) !== undefined;
    const box = element('input', { type: 'checkbox', tabindex: '-1', 'aria-disabled': isKey && 'true' });
    box.checked = !hidden;
    box.addEventListener('click', (event) => {
      // not switched off as a whole: the arrows would not lead to it
      if (isKey) event.preventDefault();
    });
    box.addEventListener('change', () => {
      choices[index] = { ...choice, hidden: !box.checked };
    });
    const types = isSystem(name) ? '' : typesOf(seen, name).join(' | ');
    const move = (sign: string, to: number, control: number, text: string): HTMLButtonElement => {
      const mover = button(
        sign,
        () => {
          moveTo(index, to, control);
        },
        { class: 'secondary', tabindex: '-1', 'aria-label': text, title: text },
      );
      // a button at the edge still has the focus when the column came there by it
      enable(mover, to !== index && to >= 0 && to < choices.length);
      return mover;
    };
    return element(
      'li',
      { draggable: 'true' },
      element('span', { class: 'grip', 'aria-hidden': 'true' }, '⠿'),
      element('label', {}, box, name, ' ', element('span', { class: 'dim' }, types)),
      move('⤒', front(index), 1, l10n.t('Move {0} to the front', name)),
      move('↑', index - 1, 2, l10n.t('Move {0} to the left', name)),
      move('↓', index + 1, 3, l10n.t('Move {0} to the right', name)),
    );
  }

  /** The first place behind the keys that stand first; for a column that is there or before, the very first. */
  function front(index: number): number {
    const behind = choices.findIndex(({ name }) => keyOfColumn(name) === undefined);
    return behind >= 0 && behind < index ? behind : 0;
  }

  /** Moves a column, with the focus on one of its controls afterwards. Beyond the ends it stays where it is. */
  function moveTo(from: number, to: number, control: number): void {
    const choice = choices[from];
    if (choice === undefined || to < 0 || to >= choices.length) return;
    choices.splice(from, 1);
    choices.splice(to, 0, choice);
    draw();
    focus(to, control);
    // also where the columns beside it are not in the list
    moved(choice.name, to + 1);
  }

  function draw(): void {
    root.replaceChildren(...choices.map(line));
    narrow();
  }

  function narrow(): number {
    const isFound = choices.map(({ name }) => name.toLowerCase().includes(wanted));
    for (const [index, each] of lines().entries()) show(each, isFound[index] === true);
    settle(isFound[stop.index] === true ? stop : { index: isFound.indexOf(true), control: 0 });
    return isFound.filter(Boolean).length;
  }

  draw();
  return {
    root,
    choices: () => choices,
    narrow: (text) => {
      wanted = text.trim().toLowerCase();
      return narrow();
    },
    setAll: (hidden) => {
      choices = choices.map((choice) => ({ ...choice, hidden: hidden && !isSystem(choice.name) }));
      draw();
    },
  };
}
