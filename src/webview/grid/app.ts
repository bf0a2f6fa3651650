import * as l10n from '@vscode/l10n';
import type { ColumnChoice, PanelState, Reading, Sort, ToHost, ToPanel } from '../../protocol/grid.ts';
import { createBanner } from './banner.ts';
import { allColumns, orderedColumns, selectOf } from './columns.ts';
import type { SeenProperties } from './columns.ts';
import { chooseColumns } from './columns-dialog.ts';
import { createCountLine } from './count-line.ts';
import { button, element, setText, show, swap } from './dom.ts';
import { createExporter } from './exporter.ts';
import { createFilterBox } from './filter-box.ts';
import { heading } from './heading.ts';
import { createInterruptions } from './interruptions.ts';
import { ticksNow } from './keys.ts';
import { createKnowledge } from './knowledge.ts';
import { chooseKinds } from './kind-dialog.ts';
import { contextMenu } from './menu.ts';
import { createPager, pageTurned } from './pager.ts';
import { begun, emptyText, received, statusText } from './results.ts';
import { rowActions } from './row-actions.ts';
import { rowMenu } from './row-menu.ts';
import { createTable } from './table.ts';
import { leavesRowsOut, timedKindsOf, timeFilter, withCondition } from './time-range.ts';
import type { TimedKinds } from './time-range.ts';
import { createToolbar } from './toolbar.ts';
import { createVerdictLine } from './verdict-line.ts';
import { verdictOf, withinText } from './verdict.ts';

type Start = Extract<ToPanel, { kind: 'start' }>;
type Page = Extract<ToPanel, { kind: 'page' }>;

/** The page of one panel. */
export interface App {
  readonly root: HTMLElement;
  /** Runs the filter that the panel was opened with. */
  readonly begin: () => void;
  /** Puts the focus where one begins. */
  readonly focus: () => void;
  readonly receive: (message: Exclude<ToPanel, { kind: 'start' }>) => void;
}

/** `remember` keeps what the panel is opened with again; `sort` is what was kept so. */
export function createApp(
  start: Start,
  nonce: string,
  post: (message: ToHost) => void,
  remember: (state: PanelState) => void,
  sort?: Sort,
): App {
  const seen: SeenProperties = new Map();
  let choices: readonly ColumnChoice[] = start.columns;
  let results = begun(0, '', undefined);
  /** Whether the rows on the screen are of the query before: they stay until there is something in their place. */
  let isStale = false;
  /** What of the page that is read comes into view when it is there: its beginning, or, going back, the screen before. */
  let follows: 'page' | 'screen' | undefined;
  /** What was asked for last. */
  let reading: Reading = 'page';
  let { keys } = start;
  const knowledge = createKnowledge(seen, start.columns);
  /** The sort to come, once there is its column. */
  let sortToCome = sort;

  const banner = createBanner(() => {
    if (results.entities.length > 0) table.focus();
    else filterBox.focus();
  });
  const interruptions = createInterruptions(banner, start.host, again, (remedy) => {
    post({ kind: 'remedy', remedy });
  });
  const countLine = createCountLine(() => ({ filter: filterBox.text(), select: selectOf(choices) }), post);
  const verdictLine = createVerdictLine(countLine.root);
  const filterBox = createFilterBox(
    {
      properties: () => knowledge.properties(results.entities),
      changed: judge,
      run: () => {
        run();
      },
      entered: () => {
        post({ kind: 'partitionKeysWanted' });
      },
      saidUntil: verdictLine.bottom,
    },
    nonce,
  );
  const pager = createPager({
    turn,
    loadAll: () => {
      // stays where the person is, whatever a page before it did not bring
      follows = undefined;
      more('all');
    },
  });
  const actions = rowActions({
    table: () => table,
    results: () => results,
    post,
    say: pager.say,
    // not run: the verdict is there to be read first
    ask: (property, condition) => {
      filterBox.set(withCondition(filterBox.text(), property, condition));
      filterBox.focus();
    },
  });
  const exporter = createExporter({
    results: () => results,
    columns: () => table.columns(),
    post,
    say: pager.say,
  });
  const menu = contextMenu(l10n.t('Rows'));
  const table = createTable(l10n.t('Entities of {0}', start.state.table), nonce, seen, () => keys, {
    opened: actions.open,
    copied: actions.copySelected,
    menuAsked: (x, y, cell) => {
      menu.openAt(rowMenu(actions), x, y, cell);
    },
    columnsChanged: (columns) => {
      choices = allColumns(columns, choices, new Map());
      post({ kind: 'remember', columns: choices });
    },
    sorted: () => {
      sortToCome = undefined;
      keepState();
      showStatus();
    },
    beyond,
  });
  const toolbar = createToolbar({
    ...actions,
    exportRows: exporter.begin,
    chooseColumns: () => {
      chooseColumns(allColumns(table.columns(), choices, seen), seen, useColumns);
    },
    useTime: (from, to) => {
      const { before, more, filter } = results;
      // rows of one partition tell nothing of another that is asked for now
      const isOther = filter !== '' && filterBox.text().trim() !== filter;
      const isPart = more || before > 0 || isOther || leavesRowsOut(filter);
      chooseKinds(timedKinds(), isPart, (kinds, told) => {
        filterBox.set(withCondition(filterBox.text(), 'RowKey', timeFilter(kinds, from, to)));
        run();
        pager.say(told);
      });
    },
  });
  const runButton = button(l10n.t('Run'), () => {
    run();
  });
  const stopButton = button(l10n.t('Stop'), () => {
    post({ kind: 'stop' });
  });
  const bounds = element('span', { class: 'remote' });
  const empty = element('p', { class: 'empty' });
  const holder = element('div', { class: 'rows-holder' }, table.root, empty);
  const root = element(
    'main',
    {},
    element(
      'header',
      {},
      heading(start, bounds),
      element('div', { class: 'line' }, filterBox.root, runButton, stopButton),
      verdictLine.root,
      toolbar.root,
    ),
    banner.root,
    holder,
    pager.root,
    menu.root,
  );

  function judge(): void {
    const filter = filterBox.text();
    const verdict = verdictOf(filter, knowledge.forVerdict(filter, results));
    filterBox.showMistakes(verdict.mistakes);
    verdictLine.show(verdict);
    countLine.show(filter, !verdict.mistakes.some(({ isRejected }) => isRejected));
  }

  /** Begins a query, as it is written when none is given. */
  function run(wanted = filterBox.text()): void {
    isStale ||= results.entities.length > 0;
    results = begun(results.run + 1, wanted.trim(), selectOf(choices));
    follows = undefined;
    reading = 'page';
    banner.clear();
    pager.say('');
    const { run, filter, select } = results;
    keepState();
    post({ kind: 'run', run, filter, select });
    showStatus();
  }

  function keepState(): void {
    remember({ ...start.state, filter: results.filter, sort: table.sort() ?? sortToCome });
  }

  function more(amount: Reading, agreed = false): void {
    reading = amount;
    banner.clear();
    results = { ...results, running: true, problem: undefined };
    post({ kind: 'more', run: results.run, amount, agreed });
    showStatus();
  }

  /** Goes on with what was stopped or has failed: whoever had to agree to it has. */
  function again(): void {
    more(reading, true);
  }

  /** Goes to the page before or behind; beyond the first and the last one that are kept, reads it. */
  function turn(by: 1 | -1): void {
    const row = pageTurned(results.pageStarts, table.place(), by);
    const { running, before, more: isMore } = results;
    if (row !== undefined) table.goTo(row);
    else if (!running && (by > 0 ? isMore : before > 0)) {
      follows = 'page';
      more(by > 0 ? 'page' : 'before');
    }
  }

  /** Reads what lies beyond the first or last row: rows that were here before come by scrolling, others cost, and come for who asks. */
  function beyond(by: 1 | -1, isAsked: boolean): void {
    const { entities, running, before, reached, more: isMore } = results;
    const isLeft = by < 0 ? before > 0 : isMore;
    const wasHere = by < 0 || before + entities.length < reached;
    // of sorted rows the first is not the one behind those before
    if (!isLeft || running || isStale || table.sort() !== undefined) return;
    if (!isAsked && (!wasHere || banner.isShown())) return;
    follows = isAsked ? 'screen' : undefined;
    more(by < 0 ? 'before' : 'page');
  }

  function receive(message: Exclude<ToPanel, { kind: 'start' }>): void {
    switch (message.kind) {
      case 'page':
        if (message.run === results.run) take(message);
        return;
      case 'ask':
        if (message.run === results.run) ask(message);
        return;
      case 'filter':
        filterBox.set(message.filter);
        run();
        return;
      case 'keys':
        ({ keys } = message);
        showColumns();
        findTime();
        return;
      case 'within':
        setText(bounds, message.keys === undefined ? '' : withinText(message.keys));
        knowledge.learn(message);
        judge();
        showStatus();
        return;
      case 'named':
      case 'listed':
        knowledge.learn(message);
        judge();
        return;
      case 'partitionKeys':
        knowledge.learn(message);
        filterBox.offerMore();
        return;
      case 'counting':
        countLine.receive(message);
        return;
      case 'counted':
        countLine.receive(message);
        showStatus();
        return;
      case 'exportFrom':
        exporter.partFrom(message.from);
        return;
      case 'exportEnded':
        exporter.end();
        return;
      case 'retry':
        if (results.problem !== undefined) again();
        return;
      case 'said':
        pager.say(message.text);
        return;
    }
  }

  function take(page: Page): void {
    const isFirst = results.entities.length === 0;
    const { results: taken, added, letGo, isNew } = received(results, page, seen);
    results = taken;
    if (isStale && (added.length > 0 || page.problem === undefined)) {
      isStale = false;
      table.clear();
    }
    if (isNew || isFirst) {
      showColumns();
      if (sortToCome !== undefined && table.sortBy(sortToCome)) sortToCome = undefined;
    }
    if (added.length > 0 || letGo > 0) {
      knowledge.learnRows(added);
      if (isFirst || isNew) findTime();
      const isInPlace = table.change(added, page.at, letGo);
      if (added.length > 0 && table.sort() === undefined) lookAt(added.length, page.at, isInPlace);
      follows = undefined;
    }
    showProblem();
    judge();
    showStatus();
    if (!results.running) post({ kind: 'shown', rows: results.entities.length });
  }

  /** Brings rows that came into view, if they were waited for, or those that were looked at are gone. */
  function lookAt(added: number, at: Page['at'], isInPlace: boolean): void {
    const [first, last] = at === 'start' ? [0, added - 1] : [results.entities.length - added, undefined];
    if (follows === 'screen' && last !== undefined) table.goTo(last, 'bottom');
    else if (follows !== undefined) table.goTo(first);
    else if (!isInPlace) {
      table.show(last ?? first);
      pager.say(
        l10n.t('The rows you were viewing were unloaded to save memory. These were read just now.'),
        true,
      );
    }
  }

  function timedKinds(): TimedKinds {
    return timedKindsOf(keys.rowKey, knowledge.rowKeys(), ticksNow());
  }

  function findTime(): void {
    toolbar.showTime(timedKinds().kinds.length > 0);
  }

  function showProblem(): void {
    const { problem } = results;
    if (problem === undefined) banner.clear();
    else interruptions.stopped(problem, results.more || reading === 'before');
  }

  function ask({ budget, amount }: Extract<ToPanel, { kind: 'ask' }>): void {
    results = { ...results, running: false };
    interruptions.asked(budget, results.requests > 0, () => {
      // the query that was asked about, whatever the filter box has by now
      more(amount, true);
    });
    showStatus();
  }

  function showStatus(): void {
    const { running, entities } = results;
    const status = isStale
      ? l10n.t('These rows are from the previous query')
      : statusText(results, {
          sortedBy: table.sort()?.column,
          isSorted: start.isSorted,
          within: knowledge.within(),
          wanted: selectOf(choices),
          total: countLine.totalOf(results.filter),
        });
    pager.show(results, status);
    holder.classList.toggle('stale', isStale);
    if (running) swap(stopButton, runButton);
    else swap(runButton, stopButton);
    show(empty, entities.length === 0 && !isStale);
    setText(empty, emptyText(results, knowledge.within()));
  }

  /** Columns that no row here has are left out: they would stand before those that are looked for. */
  function showColumns(): void {
    const { entities, names, select = [] } = results;
    const sorted = table.sort()?.column;
    const here = entities.length > 0 ? names : seen.keys();
    const all = new Set([...here, ...select, ...(sorted === undefined ? [] : [sorted])]);
    table.setColumns(orderedColumns(all, choices), choices);
  }

  function useColumns(columns: readonly ColumnChoice[]): void {
    choices = columns;
    post({ kind: 'remember', columns });
    showColumns();
    const { select, filter } = results;
    const wanted = selectOf(columns);
    const lacks = wanted === undefined || wanted.some((name) => select?.includes(name) === false);
    // what was not asked for is not there; what is being written is not asked for yet
    if (select !== undefined && lacks) run(filter);
    else showStatus();
  }

  return {
    root,
    receive,
    focus: filterBox.focus,
    begin: () => {
      filterBox.set(start.state.filter);
      run();
    },
  };
}
