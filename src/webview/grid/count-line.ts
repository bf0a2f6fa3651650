import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/text/numbers.ts';
import type { CountOutcome, Touched } from '../../protocol/count.ts';
import type { ToHost, ToPanel } from '../../protocol/grid.ts';
import { button, element, enable, setText, show, swap } from './dom.ts';
import { requestsText } from './results.ts';

type Told = Extract<ToPanel, { kind: 'counting' | 'counted' }>;

/** Beside the verdict on a filter: how much it touches, once that was counted. */
export interface CountLine {
  readonly root: HTMLElement;
  /** The filter is another one, or still the same: what was counted of one says nothing of another. */
  readonly show: (filter: string, canCount: boolean) => void;
  readonly receive: (told: Told) => void;
  /** How many entities a filter matches, where just that was counted to the end. */
  readonly totalOf: (filter: string) => number | undefined;
}

/** `query` is what is to be counted now. */
export function createCountLine(
  query: () => Pick<Extract<ToHost, { kind: 'count' }>, 'filter' | 'select'>,
  post: (message: ToHost) => void,
): CountLine {
  let filter = '';
  /** What is counted, or was. */
  let counted: string | undefined;
  let total: number | undefined;
  let isCounting = false;
  let number = 0;
  const told = element('span', { class: 'counted', role: 'status' });
  const countButton = button(l10n.t('Count'), begin, {
    class: 'link',
    title: l10n.t(
      'Runs the query to count entities, partitions, and requests. The report also shows a better query.',
    ),
  });
  const stopButton = button(l10n.t('Stop counting'), stop, { class: 'link', hidden: true });
  const reportButton = button(
    l10n.t('Report'),
    () => {
      post({ kind: 'report', count: number });
    },
    { class: 'link', title: l10n.t('All counts, next to a better query'), hidden: true },
  );

  function begin(): void {
    number++;
    counted = filter;
    total = undefined;
    isCounting = true;
    tell(l10n.t('Counting…'));
    show(reportButton, false);
    swap(stopButton, countButton);
    post({ kind: 'count', count: number, ...query() });
  }

  function stop(): void {
    post({ kind: 'stopCount' });
  }

  function tell(text: string): void {
    told.setAttribute('aria-busy', String(isCounting));
    setText(told, text);
    // where there is no place for all of it
    told.title = text;
  }

  function end(text: string, hasReport: boolean): void {
    isCounting = false;
    tell(text);
    show(reportButton, hasReport);
    swap(countButton, stopButton);
  }

  return {
    root: element('div', { class: 'count' }, countButton, stopButton, told, reportButton),
    show: (text, canCount) => {
      filter = text.trim();
      enable(countButton, canCount);
      if (counted === undefined || counted === filter) return;
      if (isCounting) stop();
      // whatever comes of it still
      number++;
      counted = undefined;
      end('', false);
    },
    receive: (message) => {
      if (message.count !== number || !isCounting) return;
      if (message.kind === 'counted') {
        const { touched } = message.outcome;
        total = touched?.matched.exact === true ? touched.matched.count : undefined;
        end(outcomeText(message.outcome), touched !== undefined);
      } else {
        tell(l10n.t('Counting: {0} so far, {1}', grouped(message.found), requestsText(message.requests)));
      }
    },
    totalOf: (asked) => (counted === asked ? total : undefined),
  };
}

/** What came of a count, on one line. */
export function outcomeText({ touched, problem, spent }: CountOutcome): string {
  if (touched === undefined) return problem ? `${problem.message}. ${problem.advice}` : '';
  const { requests } = touched;
  const more = spent - requests;
  return [
    ...touchedTexts(touched),
    more > 0
      ? l10n.t('{0} and {1} more to count', requestsText(requests), grouped(more))
      : requestsText(requests),
    ...(problem ? [l10n.t('incomplete: {0}', problem.message)] : []),
  ].join(' · ');
}

function touchedTexts({ matched, read, partitions, onAzuriteAlone }: Touched): string[] {
  const isAll = matched.exact && read.exact && matched.count === read.count;
  const tally = ({ count, exact }: Touched['matched']): string =>
    exact ? grouped(count) : l10n.t('at least {0}', grouped(count));
  const isOne = (of: Touched['matched']): boolean => of.exact && of.count === 1;
  return [
    isOne(matched) ? l10n.t('1 entity matches') : l10n.t('{0} entities match', tally(matched)),
    ...(onAzuriteAlone === undefined
      ? []
      : [l10n.t('only Azurite finds {0} of them', grouped(onAzuriteAlone))]),
    ...(isAll ? [] : [l10n.t('{0} read', tally(read))]),
    isOne(partitions) ? l10n.t('1 partition') : l10n.t('{0} partitions', tally(partitions)),
  ];
}
