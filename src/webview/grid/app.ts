import * as l10n from '@vscode/l10n';
import type { NamedProperty } from '../../core/shape/named-property.ts';
import type {
  Amount,
  ColumnChoice,
  ListedPartitions,
  PanelState,
  Reading,
  Remedy,
  Sort,
  ToHost,
  ToPanel,
} from '../../extension/messages/grid.ts';
import { createBanner } from './banner.ts';
import { grouped } from '../../core/text/numbers.ts';
import { selectOf } from './columns.ts';
import type { SeenProperties } from './columns.ts';
import { chooseColumns } from './columns-dialog.ts';
import { button, element, setText, show, swap } from './dom.ts';
import { createExporter } from './exporter.ts';
import { createFilterBox } from './filter-box.ts';
import { heading } from './heading.ts';
import { ticksNow } from './keys.ts';
import { createKeySample } from './key-sample.ts';
import { chooseKinds } from './kind-dialog.ts';
import { contextMenu } from './menu.ts';
import { createPager, pageTurned } from './pager.ts';
import { begun, emptyText, received, statusText } from './results.ts';
import { rowActions } from './row-actions.ts';
import { rowMenu } from './row-menu.ts';
import { knownProperties } from './samples.ts';
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
  /** Whether the page that is read comes into view when it is there. */
  let follows = false;
  /** What was asked for last. */
  let reading: Reading = 'page';
  let { keys } = start;
  /** What the source knows, and columns that were hidden: what is not asked for is not seen. */
  let named: readonly NamedProperty[] = start.columns.map(({ name }) => ({ name, types: [] }));
  /** Those that the sidebar knows. */
  let partitionKeys: readonly string[] = [];
  let listed: ListedPartitions | undefined;
  /** The keys that a signature shows alone, in words. */
  let within: string | undefined;
  /** Of all queries of this panel, for one may leave out what another has shown. */
  const rowKeys = createKeySample();
  /** The sort to come, once there is its column. */
  let sortToCome = sort;

  const banner = createBanner(() => {
    if (results.entities.length > 0) table.focus();
    else filterBox.focus();
  });
  const verdictLine = createVerdictLine(() => {
    post({ kind: 'count', filter: filterBox.text(), select: selectOf(choices) });
  });
  const filterBox = createFilterBox({
    properties: () => knownProperties(seen, named, results.entities, partitionKeys),
    changed: judge,
    run: () => {
      run('page');
    },
    entered: () => {
      post({ kind: 'partitionKeysWanted' });
    },
  });
  const pager = createPager({
    turn,
    loadAll: () => {
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
      choices = columns;
      post({ kind: 'remember', columns });
    },
    sorted: () => {
      sortToCome = undefined;
      keepState();
      showStatus();
    },
  });
  const toolbar = createToolbar({
    ...actions,
    exportRows: exporter.begin,
    chooseColumns: () => {
      chooseColumns(table.columns(), seen, useColumns);
    },
    useTime: (from, to) => {
      const { before, more, filter } = results;
      const isPart = more || before > 0 || leavesRowsOut(filter);
      chooseKinds(timedKinds(), isPart, (kinds, told) => {
        filterBox.set(withCondition(filterBox.text(), 'RowKey', timeFilter(kinds, from, to)));
        run('page');
        pager.say(told);
      });
    },
  });
  const runButton = button(l10n.t('Run'), () => {
    run('page');
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
    const { entities, filter, select, before, more, running, requests, failed } = results;
    const isWhole = filter === '' && before === 0 && !more && !running;
    const isComplete = isWhole && select === undefined;
    const properties = knownProperties(seen, named, entities, partitionKeys);
    const sent = more && filterBox.text().trim() === filter ? requests - failed : undefined;
    const known = { entities, isWhole, isComplete, properties, listed, sent, within };
    const verdict = verdictOf(filterBox.text(), known);
    filterBox.showMistakes(verdict.mistakes);
    verdictLine.show(verdict);
  }

  function run(amount: Amount, agreed = false): void {
    isStale ||= results.entities.length > 0;
    results = begun(results.run + 1, filterBox.text().trim(), selectOf(choices));
    follows = false;
    reading = amount;
    banner.clear();
    pager.say('');
    const { run, filter, select } = results;
    keepState();
    post({ kind: 'run', run, filter, select, amount, agreed });
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
      follows = true;
      more(by > 0 ? 'page' : 'before');
    }
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
        run('page');
        return;
      case 'keys':
        ({ keys } = message);
        table.setColumns(choices);
        findTime();
        return;
      case 'named':
        named = [
          ...message.properties,
          ...named.filter(({ name }) => message.properties.every((other) => other.name !== name)),
        ];
        judge();
        return;
      case 'within':
        within = message.keys;
        setText(bounds, within === undefined ? '' : withinText(within));
        judge();
        showStatus();
        return;
      case 'listed':
        ({ listed } = message);
        rowKeys.add(listed.rowKeys);
        judge();
        return;
      case 'partitionKeys':
        ({ partitionKeys } = message);
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
      table.setColumns(choices);
      if (sortToCome !== undefined && table.sortBy(sortToCome)) sortToCome = undefined;
    }
    if (added.length > 0 || letGo > 0) {
      rowKeys.add(added.map(({ rowKey }) => rowKey));
      if (isFirst || isNew) findTime();
      table.change(added, page.at, letGo);
      if (follows && added.length > 0) {
        table.goTo(page.at === 'start' ? 0 : results.entities.length - added.length);
      }
      follows = false;
    }
    showProblem();
    judge();
    showStatus();
    if (!results.running) post({ kind: 'shown', rows: results.entities.length });
  }

  function timedKinds(): TimedKinds {
    return timedKindsOf(keys.rowKey, rowKeys.keys(), ticksNow());
  }

  function findTime(): void {
    toolbar.showTime(timedKinds().kinds.length > 0);
  }

  function showProblem(): void {
    const { problem } = results;
    const isLeft = results.more || reading === 'before';
    if (problem === undefined) {
      banner.clear();
      return;
    }
    const { kind, message, advice, remedy } = problem;
    const helps = remedy && [
      button(remedyName(remedy), () => {
        post({ kind: 'remedy', remedy });
      }),
    ];
    const goesOn = kind === 'pause' ? l10n.t('Continue') : l10n.t('Retry');
    const onward = button(goesOn, again, helps && { class: 'secondary' });
    banner.say(kind, `${message}. ${advice}`, [...(helps ?? []), ...(isLeft ? [onward] : [])]);
  }

  /** The extension sends nothing before this is answered. */
  function ask({ budget, amount }: Extract<ToPanel, { kind: 'ask' }>): void {
    results = { ...results, running: false };
    const isBegun = results.requests > 0;
    const go = button(l10n.t('Run, at most {0} requests', grouped(budget)), () => {
      if (isBegun || amount === 'before') more(amount, true);
      else run(amount, true);
    });
    const text = l10n.t(
      '{0} is not on this machine, and this reads far more than it shows. Requests cost money and take from the throughput of the table.',
      start.host,
    );
    banner.say('question', text, [go, button(l10n.t('Cancel'), banner.clear, { class: 'secondary' })]);
    showStatus();
  }

  function showStatus(): void {
    const { running, entities } = results;
    const status = isStale
      ? l10n.t('These rows are of the query before')
      : statusText(results, table.sort()?.column, start.isSorted, within);
    pager.show(results, status);
    holder.classList.toggle('stale', isStale);
    if (running) swap(stopButton, runButton);
    else swap(runButton, stopButton);
    show(empty, entities.length === 0 && !isStale);
    setText(empty, emptyText(results, within));
  }

  function useColumns(columns: readonly ColumnChoice[]): void {
    choices = columns;
    post({ kind: 'remember', columns });
    table.setColumns(columns);
    const { select } = results;
    const wanted = selectOf(columns);
    const lacks = wanted === undefined || wanted.some((name) => select?.includes(name) === false);
    // what was not asked for is not there
    if (select !== undefined && lacks) run('page');
  }

  return {
    root,
    receive,
    focus: filterBox.focus,
    begin: () => {
      filterBox.set(start.state.filter);
      run('page');
    },
  };
}

function remedyName(remedy: Remedy): string {
  switch (remedy) {
    case 'connect-again':
      return l10n.t('Connect Again…');
    case 'start-azurite':
      return l10n.t('Start Azurite');
  }
}
