import * as l10n from '@vscode/l10n';
import { button, element, show } from './dom.ts';
import { createFilterEditor, type FilterEditorHost } from './filter-editor.ts';
import type { Mistake } from './mistake.ts';

/** Where a filter is written, with what is wrong with it. */
export interface FilterBox {
  readonly root: HTMLElement;
  readonly text: () => string;
  readonly set: (text: string) => void;
  readonly showMistakes: (mistakes: readonly Mistake[]) => void;
  readonly focus: () => void;
  /** There is more to offer than there was: offers it to who is writing. */
  readonly offerMore: () => void;
}

/** Makes the box; the editor's styles carry the page's nonce. */
export function createFilterBox(host: FilterEditorHost, nonce: string): FilterBox {
  const editor = createFilterEditor(host, nonce, l10n.t("Filter, such as PartitionKey eq 'Sales'"), {
    spellcheck: 'false',
    'aria-label': l10n.t('Filter ($filter)'),
  });
  const mistakesList = element('div', { id: 'filter-mistakes', class: 'mistakes', 'aria-live': 'polite' });
  // in the line that a mistake takes: nothing below moves when one comes and goes
  const hint = element(
    'div',
    { id: 'filter-hint', class: 'dim' },
    l10n.t('Enter runs the filter; an empty filter reads the whole table. Ctrl+Space shows completions.'),
  );
  let toldMistakes = '[]';

  function mistakeLine({ message, span, replacement, isRejected }: Mistake): HTMLElement {
    const place = button(l10n.t('Column {0}', span.start + 1), () => {
      editor.select(span);
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
        editor.replace(span, replacement);
      };
      line.append(button(l10n.t('Fix'), fix, { title: l10n.t('Writes {0}', replacement) }));
    }
    return line;
  }

  return {
    root: element(
      'div',
      { class: 'filter' },
      element('div', { class: 'filter-field' }, editor.root),
      element('div', { class: 'filter-told' }, mistakesList, hint),
    ),
    text: editor.text,
    set: editor.set,
    showMistakes: (mistakes) => {
      // who is at one of them, or has them read aloud, is not disturbed by the same again
      const told = JSON.stringify(mistakes);
      if (told !== toldMistakes) mistakesList.replaceChildren(...mistakes.map(mistakeLine));
      toldMistakes = told;
      show(hint, mistakes.length === 0);
      editor.show({ mistakes, describedBy: (mistakes.length === 0 ? hint : mistakesList).id });
    },
    focus: editor.focus,
    offerMore: editor.offerMore,
  };
}
