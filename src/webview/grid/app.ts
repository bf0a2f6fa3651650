import * as l10n from '@vscode/l10n';
import type { Entity } from '../../core/edm/json.ts';
import { valueText } from '../../core/edm/text.ts';
import type { Amount, ColumnChoice, ToHost, ToPanel } from '../../extension/messages/grid.ts';
import { createBanner } from './banner.ts';
import { selectOf, valueIn } from './columns.ts';
import type { SeenProperties } from './columns.ts';
import { chooseColumns } from './columns-dialog.ts';
import type { RowWriter } from './copy.ts';
import { button, element, show } from './dom.ts';
import { createFilterBox } from './filter-box.ts';
import { grouped } from './cell.ts';
import { keyOfColumn, ticksNow } from './keys.ts';
import { begun, emptyText, received, statusText } from './results.ts';
import { knownProperties } from './samples.ts';
import { createTable } from './table.ts';
import { timedKeyOf, timeFilter, withRowKeys } from './time-range.ts';
import type { TimedKey } from './time-range.ts';
import { createToolbar } from './toolbar.ts';
import { createVerdictLine } from './verdict-line.ts';
import { verdictOf } from './verdict.ts';
import { viewValue } from './viewer.ts';

/** The page of one panel. */
export interface App {
  readonly root: HTMLElement;
  /** Runs the filter that the panel was opened with. */
  readonly begin: () => void;
  readonly receive: (message: Exclude<ToPanel, { kind: 'start' }>) => void;
}

export function createApp(
  start: Extract<ToPanel, { kind: 'start' }>,
  nonce: string,
  post: (message: ToHost) => void,
): App {
  const seen: SeenProperties = new Map();
  let choices: readonly ColumnChoice[] = start.columns;
  let results = begun(0, '', undefined);
  /** Whether the page that is read comes into view when it is there. */
  let follows = false;
  let { keys } = start;
  let timedKey: TimedKey | undefined;

  const banner = createBanner();
  const verdictLine = createVerdictLine();
  const filterBox = createFilterBox({
    properties: () => knownProperties(seen, results.entities),
    changed: judge,
    run: () => {
      run('page');
    },
  });
  const table = createTable(l10n.t('Entities of {0}', start.table), nonce, seen, () => keys, {
    opened: (entity, column) => {
      if (keyOfColumn(column) !== undefined) openEntity(entity);
      else view(entity, column);
    },
    columnsChanged: (columns) => {
      choices = columns;
      post({ kind: 'remember', columns });
    },
    sorted: showStatus,
  });
  const toolbar = createToolbar({
    chooseColumns: () => {
      chooseColumns(table.columns(), seen, useColumns);
    },
    copyRows,
    code,
    openEntity: () => {
      withRow(openEntity);
    },
    viewValue: () => {
      const focused = table.focused();
      if (focused === undefined) say(l10n.t('Select a cell first.'));
      else view(focused.entity, focused.column);
    },
    useTime: (from, to) => {
      if (timedKey === undefined) return;
      filterBox.set(withRowKeys(filterBox.text(), timeFilter(timedKey, from, to)));
      run('page');
    },
  });
  const runButton = button(l10n.t('Run'), () => {
    run('page');
  });
  const stopButton = button(l10n.t('Stop'), () => {
    post({ kind: 'stop' });
  });
  const previous = button(
    l10n.t('Previous page'),
    () => {
      turn(-1);
    },
    { class: 'secondary' },
  );
  const next = button(
    l10n.t('Next page'),
    () => {
      turn(1);
    },
    { class: 'secondary' },
  );
  const all = button(
    l10n.t('Load all'),
    () => {
      more('all');
    },
    { class: 'secondary' },
  );
  const status = element('span', { role: 'status', class: 'status' });
  const said = element('span', { role: 'status', class: 'said' });
  const empty = element('p', { class: 'empty' });
  const root = element(
    'main',
    {},
    element(
      'header',
      {},
      heading(start),
      element('div', { class: 'line' }, filterBox.root, runButton, stopButton),
      verdictLine.root,
      toolbar.root,
    ),
    banner.root,
    element('div', { class: 'rows-holder' }, table.root, empty),
    element('footer', {}, status, said, previous, next, all),
  );

  function judge(): void {
    const verdict = verdictOf(filterBox.text(), {
      entities: results.entities,
      isWhole: results.filter === '' && !results.more,
    });
    filterBox.showMistakes(verdict.mistakes);
    verdictLine.show(verdict);
  }

  function run(amount: Amount, agreed = false): void {
    results = begun(results.run + 1, filterBox.text().trim(), selectOf(choices));
    follows = false;
    table.replace([]);
    banner.clear();
    const { run, filter, select } = results;
    post({ kind: 'run', run, filter, select, amount, agreed });
    showStatus();
  }

  function more(amount: Amount, agreed = false): void {
    banner.clear();
    results = { ...results, running: true, problem: undefined };
    post({ kind: 'more', run: results.run, amount, agreed });
    showStatus();
  }

  /** Goes to the page before or behind; behind the last one that is loaded, reads the next. */
  function turn(by: 1 | -1): void {
    const { pageStarts } = results;
    const at = table.place();
    const current = pageStarts.findLastIndex((begin) => begin <= at);
    const target = by < 0 && (pageStarts[current] ?? 0) < at ? current : current + by;
    const row = pageStarts[target];
    if (row !== undefined) table.goTo(row);
    else if (by > 0 && results.more && !results.running) {
      follows = true;
      more('page');
    }
    showStatus();
  }

  function receive(message: Exclude<ToPanel, { kind: 'start' }>): void {
    switch (message.kind) {
      case 'page':
        if (message.run === results.run) take(message);
        return;
      case 'ask':
        if (message.run === results.run) ask(message.budget);
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
      case 'said':
        say(message.text);
        return;
    }
  }

  function take(page: Extract<ToPanel, { kind: 'page' }>): void {
    const before = results.entities.length;
    const taken = received(results, page, seen);
    results = taken.results;
    if (taken.isNew || before === 0) table.setColumns(choices);
    if (taken.added.length > 0) {
      if (before === 0) findTime();
      table.append(taken.added);
      if (follows && before > 0) table.goTo(before);
      follows = false;
    }
    showProblem();
    judge();
    showStatus();
    if (!results.running) post({ kind: 'shown', rows: results.entities.length });
  }

  function findTime(): void {
    const rowKeys = results.entities.map(({ rowKey }) => rowKey);
    timedKey = timedKeyOf(keys.rowKey, rowKeys, ticksNow()) ?? timedKey;
    toolbar.showTime(timedKey !== undefined);
  }

  function showProblem(): void {
    const { problem, more: isMore } = results;
    if (problem === undefined) banner.clear();
    else {
      const word = problem.kind === 'pause' ? l10n.t('Continue') : l10n.t('Retry');
      const again = button(word, () => {
        more('page');
      });
      const text = `${problem.message}. ${problem.advice}`;
      banner.say(problem.kind, text, isMore ? [again] : []);
    }
  }

  /** The extension sends nothing before this is answered. */
  function ask(budget: number): void {
    results = { ...results, running: false };
    const isBegun = results.requests > 0;
    const go = button(l10n.t('Run, at most {0} requests', grouped(budget)), () => {
      banner.clear();
      if (isBegun) more('all', true);
      else run('page', true);
    });
    const text = l10n.t(
      '{0} is not on this machine, and this reads far more than it shows. Requests cost money and take from the throughput of the table.',
      start.host,
    );
    banner.say('question', text, [go, button(l10n.t('Cancel'), banner.clear, { class: 'secondary' })]);
    showStatus();
  }

  function showStatus(): void {
    const { entities, pageStarts, running, more: isMore } = results;
    status.textContent = statusText(results, table.sortedBy());
    show(stopButton, running);
    show(runButton, !running);
    show(empty, entities.length === 0);
    empty.textContent = emptyText(results);
    previous.disabled = pageStarts.length < 2;
    next.disabled = running || (!isMore && pageStarts.length < 2);
    all.disabled = running || !isMore;
  }

  function useColumns(columns: readonly ColumnChoice[]): void {
    choices = columns;
    post({ kind: 'remember', columns });
    table.setColumns(columns);
    const { select } = results;
    const wanted = selectOf(columns);
    // what was not asked for is not there
    if (select !== undefined && (wanted === undefined || wanted.some((name) => !select.includes(name))))
      run('page');
  }

  function openEntity({ partitionKey, rowKey }: Entity): void {
    post({ kind: 'openEntity', keys: { partitionKey, rowKey } });
  }

  function view(entity: Entity, column: string): void {
    const value = valueIn(entity, column);
    if (value === undefined) say(l10n.t('This entity has no {0}.', column));
    else {
      viewValue(column, value, (text) => {
        post({ kind: 'copy', text, what: column });
      });
    }
  }

  function copyRows(write: RowWriter): void {
    const rows = table.selection();
    if (rows.length === 0) {
      say(l10n.t('Select rows first: click one, then others with Shift or Ctrl; Space selects by keyboard.'));
      return;
    }
    const columns = table.columns().flatMap(({ name, hidden }) => (hidden ? [] : name));
    const what = rows.length === 1 ? l10n.t('1 row') : l10n.t('{0} rows', grouped(rows.length));
    post({ kind: 'copy', text: write(rows, columns), what });
  }

  function code(use: 'copy' | 'insert', method: 'getEntity' | 'listEntities'): void {
    const { filter, select } = results;
    if (method === 'listEntities') post({ kind: 'code', use, call: { method, filter, select } });
    else {
      withRow(({ partitionKey, rowKey }) => {
        post({ kind: 'code', use, call: { method, keys: { partitionKey, rowKey } } });
      });
    }
  }

  function withRow(act: (entity: Entity) => void): void {
    const [first] = table.selection();
    if (first === undefined) say(l10n.t('Select a row first.'));
    else act(first);
  }

  function say(text: string): void {
    said.textContent = text;
  }

  table.root.addEventListener('keydown', (event) => {
    const focused = table.focused();
    if (event.key !== 'c' || !(event.ctrlKey || event.metaKey) || focused === undefined) return;
    const value = valueIn(focused.entity, focused.column);
    if (value !== undefined) post({ kind: 'copy', text: valueText(value), what: focused.column });
  });

  return {
    root,
    receive,
    begin: () => {
      filterBox.set(start.filter);
      run('page');
    },
  };
}

/** The table, and where it is: said in a colour of its own where requests cost money. */
function heading({ table, connection, host, isLoopback }: Extract<ToPanel, { kind: 'start' }>): HTMLElement {
  const place = element(
    'span',
    { class: isLoopback ? 'dim' : 'remote' },
    l10n.t('{0} at {1}', connection, host),
  );
  return element('h1', {}, table, ' ', place);
}
