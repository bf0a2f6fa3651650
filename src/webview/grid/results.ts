import * as l10n from '@vscode/l10n';
import { isFlawed } from '../../core/edm/flaws.ts';
import { readEntities } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import type { Problem, ToPanel } from '../../protocol/grid.ts';
import { grouped, rounded } from '../../core/text/numbers.ts';
import { MAX_COLUMNS, see } from './columns.ts';
import type { SeenProperties } from './columns.ts';

type Page = Extract<ToPanel, { kind: 'page' }>;

/** What a query has given so far, as far as it is kept. */
export interface Results {
  /** The panel's number of the query. */
  readonly run: number;
  readonly filter: string;
  readonly select: readonly string[] | undefined;
  readonly entities: Entity[];
  /** The properties that entities of it had so far, in the order of their appearance, as many as can be columns. */
  readonly names: Set<string>;
  /** Whether they had others. */
  readonly hasOtherNames: boolean;
  /** How many of the entities are not as a table service has them. */
  readonly flawed: number;
  /** Where the pages begin among the entities, the first at 0. */
  readonly pageStarts: readonly number[];
  /** Rows before these that were let go. */
  readonly before: number;
  /** How many rows there are up to the last one that ever was here. */
  readonly reached: number;
  /** How many answers lead from the beginning of the query to the last row. */
  readonly answers: number;
  /** How many lead to the end of the query; undefined until it was there. */
  readonly toEnd: number | undefined;
  /** Whether there are others behind these. */
  readonly more: boolean;
  readonly running: boolean;
  readonly requests: number;
  /** Those of them that got no answer, or one that is an error. */
  readonly failed: number;
  readonly bytes: number;
  readonly problem: Problem | undefined;
}

/** A query that was sent, before anything came. */
export function begun(run: number, filter: string, select: readonly string[] | undefined): Results {
  return {
    run,
    filter,
    select,
    entities: [],
    names: new Set(),
    hasOtherNames: false,
    flawed: 0,
    pageStarts: [],
    before: 0,
    reached: 0,
    answers: 0,
    toEnd: undefined,
    more: true,
    running: true,
    requests: 0,
    failed: 0,
    bytes: 0,
    problem: undefined,
  };
}

/** What an answer has changed in the rows. */
export interface Received {
  readonly results: Results;
  readonly added: readonly Entity[];
  /** Rows at the other end that are not kept any more. */
  readonly letGo: number;
  /** Whether a property, or a type of one, is new in these results. */
  readonly isNew: boolean;
}

/** The results with one more answer. What came before is kept, also when the answer is an error, as far as the answer says. */
export function received(before: Results, page: Page, seen: SeenProperties): Received {
  const added = readEntities(page.entities);
  const { entities } = before;
  const pageStarts: number[] = [];
  let kept = 0;
  for (const rows of page.kept) {
    pageStarts.push(kept);
    kept += rows;
  }
  const letGo = entities.length + added.length - kept;
  // in place: a hundred thousand entities are not copied for a thousand more
  const gone = entities.splice(page.at === 'end' ? 0 : entities.length - letGo, letGo);
  if (page.at === 'end') entities.push(...added);
  else entities.unshift(...added);
  const { length: flawed } = added.filter(isFlawed);
  const known = before.names.size;
  const results: Results = {
    ...before,
    hasOtherNames: addNames(before.names, added) || before.hasOtherNames,
    flawed: before.flawed + flawed - gone.filter(isFlawed).length,
    pageStarts,
    before: page.before,
    reached: Math.max(before.reached, page.before + entities.length),
    answers: page.answers,
    toEnd: page.more || page.problem ? before.toEnd : page.answers,
    more: page.more,
    running: page.running,
    requests: before.requests + page.requests,
    failed: before.failed + (page.problem?.kind === 'failure' ? page.requests : 0),
    bytes: before.bytes + page.bytes,
    problem: page.problem,
  };
  // in this order: types are counted whatever the names are
  const isNew = see(seen, added) || before.names.size > known;
  return { results, added, letGo, isNew };
}

/** Adds the names of properties as long as they can be columns; whether there were others. */
function addNames(names: Set<string>, entities: readonly Entity[]): boolean {
  let hasOthers = false;
  for (const { properties } of entities) {
    for (const { name } of properties) {
      if (names.size < MAX_COLUMNS) names.add(name);
      else hasOthers ||= !names.has(name);
    }
  }
  return hasOthers;
}

/** What is known of the rows beside what was read. */
export interface Around {
  /** The column by which the page sorted them. */
  readonly sortedBy?: string | undefined;
  /** Whether the service gives them in the order of their keys. */
  readonly isSorted: boolean;
  /** The keys that a signature shows alone. */
  readonly within?: string | undefined;
  /** What the columns as they are chosen now ask for. */
  readonly wanted?: Results['select'];
  /** How many there are, where they were counted. */
  readonly total?: number | undefined;
}

/** One line under the rows: how many, in what order, what they cost, and whether there are more. */
export function statusText(
  results: Results,
  { sortedBy, isSorted, within, wanted = results.select, total }: Around,
): string {
  const { before, more, running, bytes, select } = results;
  const parts = [
    countText(results, within, total),
    before > 0 ? l10n.t('earlier rows were unloaded, “Previous page” reads them again') : '',
    sortedBy === undefined
      ? isSorted
        ? l10n.t('sorted by key')
        : l10n.t("not sorted: Cosmos DB doesn't sort by key")
      : before > 0
        ? l10n.t('kept rows sorted by {0}, not the table', sortedBy)
        : more
          ? l10n.t('loaded rows sorted by {0}, not the table', sortedBy)
          : l10n.t('sorted by {0}', sortedBy),
    sentText(results),
    sizeOf(bytes),
    columnsText(select, more || before > 0 ? wanted : select),
    results.hasOtherNames ? l10n.t('the first {0} properties are columns', grouped(MAX_COLUMNS)) : '',
    flawedText(results.flawed),
    running ? l10n.t('reading…') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function flawedText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? l10n.t('1 row has errors: see its keys')
    : l10n.t('{0} rows have errors: see their keys', grouped(count));
}

/** Other pages are read as those here, so that all rows have the same properties: said where that is not what is chosen by now. */
function columnsText(select: Results['select'], wanted: Results['select']): string {
  if (select === undefined) {
    return wanted === undefined
      ? ''
      : l10n.t('whole entities are read; the next “Run” reads only the chosen columns');
  }
  const isSame = wanted?.length === select.length && wanted.every((name) => select.includes(name));
  return isSame
    ? l10n.t('chosen columns only')
    : l10n.t('the previous columns are read; the next “Run” reads fewer');
}

/** A number of requests. */
export function requestsText(requests: number): string {
  return requests === 1 ? l10n.t('1 request') : l10n.t('{0} requests', grouped(requests));
}

function sentText({ requests, failed }: Results): string {
  const all = requestsText(requests);
  return failed === 0 ? all : l10n.t('{0}, {1} of them failed', all, grouped(failed));
}

function countText(
  { entities, before, more, problem }: Results,
  within: string | undefined,
  total: number | undefined,
): string {
  const count = entities.length;
  // what was counted before rows came or went tells less than the rows
  const all = total !== undefined && total > before + count ? grouped(total) : undefined;
  // a place to read on is known, or nobody knows what is behind a request that failed
  const isUnknown = problem?.kind === 'failure' && (count === 0 || !more);
  const looked = (all: string): string =>
    within === undefined ? all : l10n.t('{0} within keys {1}', all, within);
  if (before > 0) {
    const [first, last] = [grouped(before + 1), grouped(before + count)];
    if (count === 0) return l10n.t('No rows after the first {0}', last);
    if (isUnknown) return l10n.t('Rows {0} to {1} so far', first, last);
    if (more && all !== undefined) return l10n.t('Rows {0} to {1} of {2}', first, last, all);
    return more
      ? l10n.t('Rows {0} to {1}, there are more', first, last)
      : looked(l10n.t('Rows {0} to {1}, the last ones', first, last));
  }
  if (isUnknown) return l10n.t('{0} rows so far', grouped(count));
  if (more && all !== undefined) return l10n.t('{0} of {1} rows', grouped(count), all);
  if (more) return l10n.t('{0} rows so far, there are more', grouped(count));
  return looked(count === 1 ? l10n.t('1 row, all of them') : l10n.t('{0} rows, all of them', grouped(count)));
}

/** What to say in place of rows, as long as there are none. “No data” only at the end of the query. */
export function emptyText(
  { before, more, running, filter, requests, problem }: Results,
  within?: string,
): string {
  if (running) return l10n.t('Reading…');
  if (problem?.kind === 'failure') return '';
  // it was not agreed to
  if (requests === 0) return l10n.t("The query wasn't sent.");
  if (more) {
    return l10n.t(
      'No match in {0} requests so far. There is more to read: “Next page” continues from here.',
      grouped(requests),
    );
  }
  if (before > 0) {
    return l10n.t('These rows no longer exist. “Previous page” reads the rows before them.');
  }
  if (within !== undefined) {
    return filter === ''
      ? l10n.t('The table has no entities within keys {0}. The signature allows no others.', within)
      : l10n.t(
          'No entity matches within keys {0}. The signature allows no others, which might contain matches. Names and text are case-sensitive.',
          within,
        );
  }
  return filter === ''
    ? l10n.t('The table has no entities.')
    : l10n.t('No entity matches the filter. Names and text are case-sensitive.');
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return l10n.t('{0} bytes', grouped(bytes));
  return bytes < 1_000_000
    ? l10n.t('{0} kB', rounded(bytes / 1_000))
    : l10n.t('{0} MB', rounded(bytes / 1_000_000));
}
