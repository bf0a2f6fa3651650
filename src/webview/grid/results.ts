import * as l10n from '@vscode/l10n';
import { readEntities } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import type { Problem, ToPanel } from '../../extension/messages/grid.ts';
import { grouped, rounded } from '../../core/text/numbers.ts';
import { see } from './columns.ts';
import type { SeenProperties } from './columns.ts';

type Page = Extract<ToPanel, { kind: 'page' }>;

/** What a query has given so far. */
export interface Results {
  /** The panel's number of the query. */
  readonly run: number;
  readonly filter: string;
  readonly select: readonly string[] | undefined;
  readonly entities: Entity[];
  /** Where the pages begin among the entities, the first at 0; empty pages leave no mark. */
  readonly pageStarts: number[];
  readonly more: boolean;
  readonly running: boolean;
  readonly requests: number;
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
    pageStarts: [],
    more: true,
    running: true,
    requests: 0,
    bytes: 0,
    problem: undefined,
  };
}

/** The results with one more answer, and what came with it. What came before is kept, also when the answer is an error. */
export function received(
  before: Results,
  page: Page,
  seen: SeenProperties,
): { readonly results: Results; readonly added: readonly Entity[]; readonly isNew: boolean } {
  const added = readEntities(page.entities);
  const { entities, pageStarts } = before;
  if (added.length > 0) pageStarts.push(entities.length);
  // in place: a hundred thousand entities are not copied for a thousand more
  for (const entity of added) entities.push(entity);
  const results: Results = {
    ...before,
    more: page.more,
    running: page.running,
    requests: before.requests + page.requests,
    bytes: before.bytes + page.bytes,
    problem: page.problem,
  };
  return { results, added, isNew: see(seen, added) };
}

/**
 * One line under the rows: how many, in what order, what they cost, and whether there are more. `sortedBy` is the column by which the
 * page sorted them, `isSorted` whether the service gives them in the order of their keys.
 */
export function statusText(results: Results, sortedBy: string | undefined, isSorted: boolean): string {
  const { entities, more, running, requests, bytes, select, problem } = results;
  const count = entities.length;
  const parts = [
    countText(count, more, problem),
    sortedBy === undefined
      ? isSorted
        ? l10n.t('sorted by key')
        : l10n.t('not sorted: Cosmos DB keeps no order of keys')
      : more
        ? l10n.t('loaded rows sorted by {0}, not the table', sortedBy)
        : l10n.t('sorted by {0}', sortedBy),
    requests === 1 ? l10n.t('1 request') : l10n.t('{0} requests', grouped(requests)),
    sizeOf(bytes),
    select === undefined ? '' : l10n.t('chosen columns only'),
    running ? l10n.t('reading…') : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function countText(count: number, more: boolean, problem: Problem | undefined): string {
  // nobody knows what is behind a request that failed
  if (problem?.kind === 'failure') return l10n.t('{0} rows so far', grouped(count));
  if (more) return l10n.t('{0} rows so far, there are more', grouped(count));
  return count === 1 ? l10n.t('1 row, all of them') : l10n.t('{0} rows, all of them', grouped(count));
}

/** What to say in place of rows, as long as there are none. “No data” only at the end of the query. */
export function emptyText({ more, running, filter, requests, problem }: Results): string {
  if (running) return l10n.t('Reading…');
  if (problem?.kind === 'failure') return '';
  if (more) {
    return l10n.t(
      'No match in {0} requests so far. The service has more to read: “Next page” goes on from here.',
      grouped(requests),
    );
  }
  return filter === ''
    ? l10n.t('The table has no entities.')
    : l10n.t('No entity matches the filter. Names and texts are compared exactly, case included.');
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return l10n.t('{0} bytes', grouped(bytes));
  return bytes < 1_000_000
    ? l10n.t('{0} kB', rounded(bytes / 1_000))
    : l10n.t('{0} MB', rounded(bytes / 1_000_000));
}
