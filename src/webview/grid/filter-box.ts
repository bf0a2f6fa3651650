import * as l10n from '@vscode/l10n';
import { completionsAt } from '../../core/shape/completion.ts';
import type { Completion, KnownProperty } from '../../core/shape/completion.ts';
import { button, element, show } from './dom.ts';
import type { Mistake } from './mistake.ts';

/** What the box needs from around it. */
export interface FilterBoxHost {
  readonly properties: () => readonly KnownProperty[];
  readonly changed: () => void;
  readonly run: () => void;
  /** The box got the focus: somebody is going to write. */
  readonly entered: () => void;
}

/** Where a filter is written: mistakes underlined and told as they are typed, completion of names, operators and values. */
export interface FilterBox {
  readonly root: HTMLElement;
  readonly text: () => string;
  readonly set: (text: string) => void;
  readonly showMistakes: (mistakes: readonly Mistake[]) => void;
  readonly focus: () => void;
  /** There is more to offer than there was: offers it to who is writing. */
  readonly offerMore: () => void;
}

const MAX_OFFERS = 50;

export function createFilterBox(host: FilterBoxHost): FilterBox {
  const marks = element('div', { class: 'filter-marks', 'aria-hidden': 'true' });
  const input = element('input', {
    type: 'text',
    class: 'filter-input',
    role: 'combobox',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': l10n.t('Filter ($filter)'),
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'filter-offers',
    'aria-describedby': 'filter-hint',
    placeholder: l10n.t("Filter, such as PartitionKey eq 'Sales'"),
  });
  const list = element('ul', {
    id: 'filter-offers',
    class: 'filter-offers',
    role: 'listbox',
    'aria-label': l10n.t('Completions'),
    hidden: true,
  });
  const mistakesList = element('div', { id: 'filter-mistakes', class: 'mistakes', 'aria-live': 'polite' });
  // in the line that a mistake takes: nothing below moves when one comes and goes
  const hint = element(
    'div',
    { id: 'filter-hint', class: 'dim' },
    l10n.t('Enter runs the filter; an empty filter reads the whole table. Ctrl+Space shows completions.'),
  );
  const field = element('div', { class: 'filter-field' }, marks, input, list);
  let offers: readonly Completion[] = [];
  let active = -1;
  /** Whether somebody is writing, and has not closed the offers. */
  let isWriting = false;
  let toldMistakes = '[]';

  input.addEventListener('input', () => {
    isWriting = true;
    host.changed();
    offer();
  });
  input.addEventListener('scroll', () => {
    marks.scrollLeft = input.scrollLeft;
  });
  input.addEventListener('focus', host.entered);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (handled(event)) event.preventDefault();
  });

  /** What a key does in the box; whether it did anything. */
  function handled({ key, ctrlKey }: KeyboardEvent): boolean {
    const isOpen = offers.length > 0;
    if (key === ' ' && ctrlKey) offer(true);
    else if (key === 'ArrowDown' && !isOpen) offer(true);
    else if (key === 'ArrowDown') activate((active + 1) % offers.length);
    else if (key === 'ArrowUp' && isOpen) activate((Math.max(active, 0) - 1 + offers.length) % offers.length);
    else if (key === 'Escape' && isOpen) close();
    else if ((key === 'Enter' || key === 'Tab') && isOpen && active >= 0) accept(offers[active]);
    else if (key === 'Enter') {
      close();
      host.run();
    } else return false;
    return true;
  }

  /** Behind a closed text or clause only who asks gets offers: they would hide mistakes and the verdict below. */
  function offer(isAsked = false): void {
    const at = input.selectionStart ?? input.value.length;
    const isClosed = /[')]$/.test(input.value.slice(0, at));
    offers = completionsAt(input.value, at, host.properties())
      .slice(0, MAX_OFFERS)
      .filter(({ start }) => isAsked || !isClosed || start < at);
    list.replaceChildren(...offers.map(offerItem));
    activate(-1);
    setOpen(offers.length > 0);
  }

  function offerItem(completion: Completion, index: number): HTMLElement {
    const { label, detail } = completion;
    const attributes = { id: `filter-offer-${index}`, role: 'option', 'aria-selected': 'false' };
    const item = element('li', attributes, label, ' ', element('span', { class: 'dim' }, detail));
    // before the box loses the focus
    item.addEventListener('mousedown', (event) => {
      event.preventDefault();
      accept(completion);
    });
    return item;
  }

  function activate(index: number): void {
    active = index;
    for (const [at, item] of Array.from(list.children).entries()) {
      item.setAttribute('aria-selected', String(at === index));
      if (at === index) item.scrollIntoView({ block: 'nearest' });
    }
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `filter-offer-${index}`);
  }

  function accept(completion: Completion | undefined): void {
    if (completion === undefined) return;
    const { insert, start, end, cursor = insert.length } = completion;
    input.setRangeText(insert, start, end);
    input.setSelectionRange(start + cursor, start + cursor);
    host.changed();
    offer();
  }

  function close(): void {
    isWriting = false;
    offers = [];
    setOpen(false);
    activate(-1);
  }

  function setOpen(isOpen: boolean): void {
    show(list, isOpen);
    input.setAttribute('aria-expanded', String(isOpen));
  }

  function showMistakes(mistakes: readonly Mistake[]): void {
    marks.replaceChildren(...marked(input.value, mistakes));
    marks.scrollLeft = input.scrollLeft;
    input.setAttribute('aria-invalid', String(mistakes.some(({ isRejected }) => isRejected)));
    // who is at one of them, or has them read aloud, is not disturbed by the same again
    const told = JSON.stringify(mistakes);
    if (told !== toldMistakes) mistakesList.replaceChildren(...mistakes.map(mistakeLine));
    toldMistakes = told;
    show(hint, mistakes.length === 0);
    input.setAttribute('aria-describedby', (mistakes.length === 0 ? hint : mistakesList).id);
  }

  function mistakeLine({ message, span, replacement, isRejected }: Mistake): HTMLElement {
    const place = button(l10n.t('Column {0}', span.start + 1), () => {
      input.focus();
      input.setSelectionRange(span.start, span.end);
    });
    const line = element(
      'div',
      { class: isRejected ? 'mistake' : 'mistake doubt' },
      place,
      ' ',
      message,
      ' ',
    );
    if (replacement !== undefined) {
      const fix = (): void => {
        input.setRangeText(replacement, span.start, span.end, 'end');
        input.focus();
        host.changed();
      };
      line.append(button(l10n.t('Fix'), fix, { title: l10n.t('Writes {0}', replacement) }));
    }
    return line;
  }

  return {
    root: element(
      'div',
      { class: 'filter' },
      field,
      element('div', { class: 'filter-told' }, mistakesList, hint),
    ),
    text: () => input.value,
    set: (text) => {
      input.value = text;
      close();
      host.changed();
    },
    showMistakes,
    focus: () => {
      input.focus();
    },
    offerMore: () => {
      // who has gone to one of them is not led away from it
      if (isWriting && active < 0) offer();
    },
  };
}

/** The text of the box again, behind it and unseen but for the lines under what is wrong. */
function marked(text: string, mistakes: readonly Mistake[]): (Node | string)[] {
  const pieces: (Node | string)[] = [];
  let at = 0;
  for (const { span, isRejected } of [...mistakes].sort((a, b) => a.span.start - b.span.start)) {
    const start = Math.max(at, span.start);
    // an empty span, at the end: one character wide
    const end = Math.max(span.end, start + 1);
    if (span.end < at) continue;
    const attributes = { class: isRejected ? 'wrong' : 'wrong doubt' };
    const wrong = element('span', attributes);
    // the very characters, so that the lines stand under those of the box
    wrong.append(text.slice(start, end) || ' ');
    pieces.push(text.slice(at, start), wrong);
    at = end;
  }
  return [...pieces, text.slice(at)];
}
