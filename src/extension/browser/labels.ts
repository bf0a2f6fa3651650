import * as l10n from '@vscode/l10n';
import type { EdmType, EdmValue } from '../../core/edm/value.ts';
import { detailsOf, meaningOf, tellsTime } from '../../core/keys/describe.ts';
import { readKey } from '../../core/keys/read.ts';
import { explainError } from '../../data/error.ts';
import type { DataError } from '../../data/error.ts';
import { costText } from '../../data/page.ts';
import type { Clock } from './clock.ts';
import type { Listing } from './listing.ts';
import type {
  BrowserNode,
  ConnectionNode,
  EmptyNode,
  EntityNode,
  FailureNode,
  ListNode,
  MoreNode,
  PartitionNode,
  PropertyNode,
  SearchNode,
  TableNode,
} from './nodes.ts';

/** How a row looks, in terms of no editor. */
export interface Presentation {
  readonly label: string;
  /** Said beside the label, dimmed. */
  readonly description: string;
  readonly tooltip: string;
  /** The name of a codicon. */
  readonly icon: string;
  readonly foldable: boolean;
  /** What menus choose their commands by. */
  readonly context: string;
}

/** Presents a node. `listing` is what is known of its children; by `clock` the times in keys are read. */
export function present(node: BrowserNode, listing: Listing | undefined, clock: Clock): Presentation {
  switch (node.kind) {
    case 'connection':
      return connection(node, listing);
    case 'table':
      return table(node, listing);
    case 'search':
      return search(node, listing);
    case 'partition':
      return partition(node, listing, clock);
    case 'entity':
      return entity(node, listing, clock);
    case 'property':
      return property(node);
    case 'more':
      return more(node);
    case 'failure':
      return failure(node);
    case 'empty':
      return empty(node);
  }
}

function connection({ connection }: ConnectionNode, listing: Listing | undefined): Presentation {
  const where = l10n.t('{0} at {1}', connection.name, connection.host);
  const failed = listing && failureAlone(listing);
  return {
    label: connection.name,
    description: dotted(connection.host, listing && countAndCost('connection', listing)),
    tooltip: failed === undefined ? where : `${where}\n${explainError(failed).message}`,
    icon: failed !== undefined ? 'warning' : connection.origin === 'azurite' ? 'vm' : 'azure',
    foldable: true,
    context: `connection.${connection.origin}`,
  };
}

function table(node: TableNode, listing: Listing | undefined): Presentation {
  return {
    label: node.table,
    description: listing ? countAndCost('table', listing) : '',
    tooltip: l10n.t('Table {0}: its partitions, found by their keys without reading the table', node.table),
    icon: 'table',
    foldable: true,
    context: 'table',
  };
}

function search({ range }: SearchNode, listing: Listing | undefined): Presentation {
  const label =
    range.kind === 'exact'
      ? l10n.t('Partition “{0}”', range.key)
      : l10n.t('Partitions that start with “{0}”', range.prefix);
  return {
    label,
    description: listing ? countAndCost('search', listing) : '',
    tooltip: label,
    icon: 'search',
    foldable: true,
    context: 'search',
  };
}

function partition({ partition }: PartitionNode, listing: Listing | undefined, clock: Clock): Presentation {
  const { partitionKey, seen, whole } = partition;
  const key = keyRow(partitionKey, clock);
  const size = countText('partition', whole ? String(seen) : `${seen}+`);
  const lines = [
    `PartitionKey: ${partitionKey}`,
    ...key.details,
    whole
      ? l10n.t('{0}, counted while looking for partitions', size)
      : l10n.t('{0}, as far as seen while looking for partitions', size),
  ];
  return {
    label: key.label,
    description: dotted(key.beside, listing ? countAndCost('partition', listing) : size),
    tooltip: lines.join('\n'),
    icon: 'folder',
    foldable: true,
    context: 'partition',
  };
}

function entity(node: EntityNode, listing: Listing | undefined, clock: Clock): Presentation {
  const { rowKey, timestamp, properties } = listing?.entity ?? node.entity;
  const key = keyRow(rowKey, clock);
  const lines = [
    `RowKey: ${rowKey}`,
    ...key.details,
    timestamp === undefined ? '' : l10n.t('Written {0} (Timestamp)', timestamp),
    countText('entity', String(properties.length)),
  ];
  return {
    label: key.label,
    description: key.beside ?? '',
    tooltip: lines.filter((line) => line !== '').join('\n'),
    icon: 'symbol-object',
    foldable: true,
    context: 'entity',
  };
}

function property({ property }: PropertyNode): Presentation {
  const { name, value } = property;
  const text = valueText(value);
  return {
    label: name,
    description: dotted(onOneLine(text), value.type === 'String' ? undefined : value.type),
    tooltip: `${name} (Edm.${value.type})\n${cut(text, MAX_TOOLTIP)}`,
    icon: TYPE_ICONS[value.type],
    foldable: false,
    context: 'property',
  };
}

function more({ parent, shown, requests }: MoreNode): Presentation {
  return {
    label: l10n.t('Show more'),
    description: dotted(countText(parent.kind, String(shown)), costText(requests)),
    tooltip: l10n.t('Read on from here. Shown so far: {0}', shown),
    icon: 'ellipsis',
    foldable: false,
    context: 'more',
  };
}

function failure({ error, requests }: FailureNode): Presentation {
  const { message, advice } = explainError(error);
  return {
    label: whatToDo(error),
    description: dotted(message, costText(requests)),
    tooltip: `${message}\n${advice}`,
    icon: isPause(error) ? 'debug-pause' : 'warning',
    foldable: false,
    context: `failure.${error.kind}`,
  };
}

function empty({ parent, requests }: EmptyNode): Presentation {
  return {
    label: emptyText(parent.kind),
    description: costText(requests),
    tooltip: emptyText(parent.kind),
    icon: 'circle-slash',
    foldable: false,
    context: 'empty',
  };
}

/** Whether the reading only paused: it can go on from there, nothing is to be mended. */
export function isPause(error: DataError): boolean {
  return error.kind === 'cancelled' || error.kind === 'budget';
}

/** What to do, in so few words that a sidebar of the default width (300 px) shows them all. */
function whatToDo(error: DataError): string {
  switch (error.kind) {
    case 'refused':
      return l10n.t('No answer: start it, or retry');
    case 'unreachable':
      return l10n.t('No answer: check the network');
    case 'interrupted':
      return l10n.t('Connection broke: retry');
    case 'certificate':
      return l10n.t('Certificate not trusted');
    case 'authentication':
      return l10n.t('Access denied: connect again');
    case 'not-found':
      return l10n.t('Gone: refresh the level above');
    case 'throttled':
      return l10n.t('Busy: wait, then retry');
    case 'bad-request':
      return l10n.t('Rejected: check the endpoint');
    case 'invalid-answer':
      return l10n.t('No table service: check the endpoint');
    case 'cancelled':
      return l10n.t('Cancelled: click to continue');
    case 'budget':
      return l10n.t('Paused: click to continue');
    case 'other':
      return l10n.t('Failed: retry, or see the log');
  }
}

/** Why a reading gave nothing at all; undefined when it gave something or ended well. */
function failureAlone({ children, stopped }: Listing): DataError | undefined {
  return children.length === 0 ? stopped : undefined;
}

/** “100+ partitions · 3 requests”: what a list has and what it cost; after a failure alone there is no count. */
function countAndCost(kind: ListNode['kind'], listing: Listing): string {
  const { children, more, requests } = listing;
  if (failureAlone(listing) !== undefined) return costText(requests);
  const count = more === undefined ? String(children.length) : `${children.length}+`;
  return dotted(countText(kind, count), costText(requests));
}

/** The count of a list's items by the kind of node that they stand under; `count` may be “100+”. */
function countText(parent: ListNode['kind'], count: string): string {
  const isOne = count === '1';
  switch (parent) {
    case 'connection':
      return isOne ? l10n.t('1 table') : l10n.t('{0} tables', count);
    case 'table':
    case 'search':
      return isOne ? l10n.t('1 partition') : l10n.t('{0} partitions', count);
    case 'partition':
      return isOne ? l10n.t('1 entity') : l10n.t('{0} entities', count);
    case 'entity':
      return isOne ? l10n.t('1 property') : l10n.t('{0} properties', count);
  }
}

function emptyText(parent: ListNode['kind']): string {
  switch (parent) {
    case 'connection':
      return l10n.t('No tables');
    case 'table':
      return l10n.t('No entities in this table');
    case 'search':
      return l10n.t('No such partition');
    case 'partition':
      return l10n.t('No entities in this partition any more');
    case 'entity':
      return l10n.t('No properties but the keys');
  }
}

/** A value in one piece of text, exact. */
export function valueText(value: EdmValue): string {
  switch (value.type) {
    case 'Double':
      return value.text;
    case 'Boolean':
    case 'Int32':
    case 'Int64':
      return String(value.value);
    case 'String':
    case 'DateTime':
    case 'Guid':
    case 'Binary':
      return value.value;
  }
}

const TYPE_ICONS: Readonly<Record<EdmType, string>> = {
  String: 'symbol-string',
  Boolean: 'symbol-boolean',
  Int32: 'symbol-number',
  Int64: 'symbol-number',
  Double: 'symbol-number',
  DateTime: 'calendar',
  Guid: 'symbol-key',
  Binary: 'file-binary',
};

/** Characters of a value that a row or a tooltip shows; the document of the entity shows all. */
const MAX_ROW = 200;
const MAX_TOOLTIP = 2_000;

/** How a key stands in a row, and what a tooltip says of it. */
interface KeyRow {
  readonly label: string;
  readonly beside: string | undefined;
  readonly details: readonly string[];
}

/**
 * A key and its meaning side by side. A time that is certain comes first: it is what a narrow sidebar has
 * to show, and twenty digits before it would hide it.
 */
function keyRow(key: string, { now, offsetAt }: Clock): KeyRow {
  const reading = readKey(key, { now });
  const meaning = meaningOf(reading);
  const details = detailsOf(reading, offsetAt);
  return meaning !== undefined && tellsTime(reading)
    ? { label: meaning, beside: key, details }
    : { label: shownKey(key), beside: meaning, details };
}

/** The empty string is a legal key, and would be an empty row. */
function shownKey(key: string): string {
  return key === '' ? l10n.t('(empty key)') : key;
}

function onOneLine(text: string): string {
  return cut(text.replace(/\s+/g, ' '), MAX_ROW);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

function dotted(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}
