import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/text/numbers.ts';
import { type Count, countText as numberText } from '../../data/count.ts';
import { costText } from '../../data/page.ts';
import { failureAlone } from './listing.ts';
import type { Listing } from './listing.ts';
import type { BrowserNode, ListNode } from './nodes.ts';

/**
 * “100+ partitions · 3 requests”: what a list has and what it cost. After a failure alone the count is that of before; there is
 * none where nothing was read.
 */
export function countAndCost(kind: ListNode['kind'], listing: Listing): string {
  const { former, more, requests } = listing;
  const { length } = former ?? listing.children;
  if (former === undefined && failureAlone(listing) !== undefined) return costText(requests);
  return dotted(
    countText(kind, more === undefined ? grouped(length) : `${grouped(length)}+`),
    costText(requests),
  );
}

/** The count of a list's items by the kind of node that they stand under; `count` may be “100+”. */
export function countText(parent: ListNode['kind'], count: string): string {
  const isOne = count === '1';
  switch (parent) {
    case 'connection':
      return isOne ? l10n.t('1 table') : l10n.t('{0} tables', count);
    case 'table':
    case 'search':
      return isOne ? l10n.t('1 partition') : l10n.t('{0} partitions', count);
    case 'partition':
    case 'rows':
      return isOne ? l10n.t('1 entity') : l10n.t('{0} entities', count);
    case 'entity':
      return isOne ? l10n.t('1 property') : l10n.t('{0} properties', count);
  }
}

/** What “Count Entities” found below a row, and what that cost, the runs that it was gone on with included. */
export interface Counted {
  readonly count: Count;
  readonly requests: number;
}

/** What can be counted: entities below a row, of all that has partitions in their partitions. */
type Countable = 'table' | 'search' | 'partition' | 'rows';

export function countedText(kind: Countable, { count, requests }: Counted): string {
  return l10n.t('counted {0}, {1}', foundText(kind, count), costText(requests));
}

/** “3,300 entities in 3,000 partitions”, or “over 1,000 entities”. */
export function foundText(kind: Countable, count: Count): string {
  const entities = countText('partition', numberText(count));
  const partitions = hasPartitions(kind) ? count.partitions?.count : undefined;
  if (partitions === undefined || partitions === 0) return entities;
  return l10n.t('{0} in {1}', entities, countText('table', grouped(partitions)));
}

/** How many items a list has by its count: of a table partitions. Undefined where that is not certain. */
export function itemsIn(kind: Countable, counted: Counted | undefined): number | undefined {
  if (counted === undefined || counted.count.next !== undefined) return undefined;
  const { entities, partitions } = counted.count;
  return hasPartitions(kind) ? partitions?.count : entities;
}

function hasPartitions(kind: Countable): boolean {
  return kind === 'table' || kind === 'search';
}

/** “100 shown · 3 requests” of a list whose items were counted, so that their number is told already; else as `countAndCost`. */
export function shownAndCost(kind: ListNode['kind'], listing: Listing, items: number | undefined): string {
  const { former, more, requests } = listing;
  const { length } = former ?? listing.children;
  const isAll = more === undefined && length > 0 && length === items;
  const isPart = more !== undefined && length > 0 && items !== undefined && length <= items;
  if (!isAll && !isPart) return countAndCost(kind, listing);
  return dotted(isAll ? l10n.t('all shown') : l10n.t('{0} shown', grouped(length)), costText(requests));
}

/** What a row is, for those who do not see its icon; nothing where its label says so. */
export function kindText(node: BrowserNode): string {
  switch (node.kind) {
    case 'connection':
      return l10n.t('Connection');
    case 'table':
      return l10n.t('Table');
    case 'partition':
      return l10n.t('Partition');
    case 'entity':
      return l10n.t('Entity');
    case 'property':
      return l10n.t('Property');
    case 'group':
      return l10n.t('Group');
    case 'search':
    case 'rows':
    case 'odd':
    case 'more':
    case 'failure':
    case 'empty':
      return '';
  }
}

/** Entries of a list that have no row: tables without a name, entities without a key. */
export function oddText(parent: ListNode['kind'], count: number): string {
  if (parent === 'connection') {
    return count === 1
      ? l10n.t('1 table without a name')
      : l10n.t('{0} tables without a name', grouped(count));
  }
  return count === 1
    ? l10n.t('1 entity without its key')
    : l10n.t('{0} entities without their key', grouped(count));
}

export function emptyText(parent: ListNode): string {
  switch (parent.kind) {
    case 'connection':
      return l10n.t('No tables');
    case 'table':
      return l10n.t('No entities in this table');
    case 'search':
      return l10n.t('No such partition');
    case 'partition':
      return l10n.t('This partition no longer has entities');
    case 'rows':
      return parent.rows.kind === 'from' ? l10n.t('No entities from here on') : l10n.t('No such row');
    case 'entity':
      return l10n.t('No properties besides the keys');
  }
}

export function dotted(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}
