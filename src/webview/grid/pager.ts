import * as l10n from '@vscode/l10n';
import { button, element, enable, setText } from './dom.ts';
import type { Results } from './results.ts';

export interface PagerActions {
  readonly turn: (by: 1 | -1) => void;
  readonly loadAll: () => void;
}

/** The line under the rows: how many there are, what was done last, and the way to other pages. */
export interface Pager {
  readonly root: HTMLElement;
  readonly show: (results: Results, status: string) => void;
  /** `isPassing`: it is about the rows that are seen now, and goes when the person goes on. */
  readonly say: (text: string, isPassing?: boolean) => void;
}

export function createPager({ turn, loadAll }: PagerActions): Pager {
  const secondary = { class: 'secondary' };
  let isPassing = false;
  const onward = (text: string, act: () => void): HTMLButtonElement =>
    button(
      text,
      () => {
        if (isPassing) setText(said, '');
        act();
      },
      secondary,
    );
  const turner = (text: string, by: 1 | -1): HTMLButtonElement =>
    onward(text, () => {
      turn(by);
    });
  const status = element('span', { role: 'status', class: 'status' });
  const said = element('span', { role: 'status', class: 'said' });
  const previous = turner(l10n.t('Previous page'), -1);
  const next = turner(l10n.t('Next page'), 1);
  const all = onward(l10n.t('Load all'), loadAll);
  return {
    root: element('footer', {}, status, said, previous, next, all),
    show: ({ pageStarts, running, before, more }, text) => {
      // pages that come one after the other are read aloud when the last is there
      status.setAttribute('aria-busy', String(running));
      setText(status, text);
      enable(previous, pageStarts.length >= 2 || (!running && before > 0));
      enable(next, !running && (more || pageStarts.length >= 2));
      enable(all, !running && more);
    },
    say: (text, isPassingBy = false) => {
      isPassing = isPassingBy;
      setText(said, text);
    },
  };
}

/**
 * The row at which the page before or behind begins, from where the person is in the rows; undefined where none is loaded.
 * Back leads to the beginning of the page at hand first.
 */
export function pageTurned(pageStarts: readonly number[], at: number, by: 1 | -1): number | undefined {
  const current = pageStarts.findLastIndex((begin) => begin <= at);
  const target = by < 0 && (pageStarts[current] ?? 0) < at ? current : current + by;
  return pageStarts[target];
}
