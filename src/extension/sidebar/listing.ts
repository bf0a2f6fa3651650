import type { Entity } from '../../core/edm/json.ts';
import { entitiesOf, readEntity } from '../../data/entities.ts';
import type { EntityCursor } from '../../data/entities.ts';
import type { DataError } from '../../data/error.ts';
import type { Page } from '../../data/page.ts';
import { partitions } from '../../data/partitions.ts';
import type { PartitionRange } from '../../data/key-range.ts';
import type { PartitionCursor } from '../../data/partitions.ts';
import type { TableService } from '../../data/service.ts';
import { listTables } from '../../data/tables.ts';
import type { TableCursor } from '../../data/tables.ts';
import { entityNode, partitionKeyOf, partitionNode, propertyNode, tableNode, tableOf } from './nodes.ts';
import type {
  BrowserNode,
  ConnectionNode,
  EntityNode,
  ListNode,
  PartitionNode,
  RowsNode,
  SearchNode,
  TableNode,
} from './nodes.ts';

/** What is known of the children of a node. */
export interface Listing {
  readonly children: readonly BrowserNode[];
  /** All requests that the listing took, from its first portion on, retries counted. */
  readonly requests: number;
  /** Entries that the service listed without what makes a row of them: a name, or keys. */
  readonly odd?: number;
  readonly stopped?: DataError;
  /** What the list had before it was to be read anew, where that gave nothing but `stopped`. */
  readonly former?: readonly BrowserNode[];
  /** Reads the next portion, or tries again after an error; absent at the end. */
  readonly more?: Source;
  /** How much was asked for when it stopped, where that was not a page: who goes on still wants that. */
  readonly extent?: Extent;
  /** The entity whose properties these are. */
  readonly entity?: Entity;
}

/** Reads one portion of a list. */
export type Source = (service: TableService, activity: Activity) => Promise<Listing>;

/** How much one portion may have and cost, where it is not the usual page. */
export interface Extent {
  readonly limit?: number;
  readonly budget?: number;
}

/** What a reading is accompanied by. */
export interface Activity extends Extent {
  readonly signal: AbortSignal;
  readonly onProgress: (found: number, requests: number) => void;
}

/** What reads the children of a node, from the first on. */
export function sourceOf(node: ListNode): Source {
  switch (node.kind) {
    case 'connection':
      return tablesOf(node);
    case 'table':
      return partitionsOf(node, { kind: 'all' });
    case 'search':
      return partitionsOf(node, node.range);
    case 'partition':
    case 'rows':
      return entitiesIn(node);
    case 'entity':
      return propertiesOf(node);
  }
}

/** What one request finds of it; that there is more is no pause then. */
export function onceAsked(source: Source): Source {
  return async (service, activity) => {
    const { stopped, ...found } = await source(service, { ...activity, budget: 1 });
    return stopped === undefined || stopped.kind === 'budget' ? found : { ...found, stopped };
  };
}

/** Why a reading gave nothing at all; undefined when it gave something or ended well. */
export function failureAlone({ children, stopped }: Listing): DataError | undefined {
  return children.length === 0 ? stopped : undefined;
}

/** A list and its next portion together. */
export function append(before: Listing, portion: Listing): Listing {
  return {
    ...portion,
    children: [...before.children, ...portion.children],
    requests: before.requests + portion.requests,
    ...oddOf((before.odd ?? 0) + (portion.odd ?? 0)),
  };
}

/** The properties that came with an entity when its partition was read: they cost nothing more. */
export function propertiesAsRead(node: EntityNode): Listing {
  return ofEntity(node, node.entity, 0);
}

function tablesOf(node: ConnectionNode, cursor?: TableCursor): Source {
  const source: Source = async (service, activity) =>
    listingOf(await listTables(service, { cursor, ...activity }), {
      child: (table) => tableNode(node, table),
      next: (next) => tablesOf(node, next),
      again: source,
    });
  return source;
}

function partitionsOf(node: TableNode | SearchNode, range: PartitionRange, cursor?: PartitionCursor): Source {
  const { table } = tableOf(node);
  const source: Source = async (service, activity) =>
    listingOf(await partitions(service, table, { range, cursor, ...activity }), {
      child: (partition) => partitionNode(node, partition),
      next: (next) => partitionsOf(node, range, next),
      again: source,
    });
  return source;
}

function entitiesIn(node: PartitionNode | RowsNode, cursor?: EntityCursor): Source {
  const { table } = tableOf(node);
  const rows = node.kind === 'rows' ? node.rows : undefined;
  const source: Source = async (service, activity) =>
    listingOf(await entitiesOf(service, table, partitionKeyOf(node), { cursor, rows, ...activity }), {
      child: (entity) => entityNode(node, entity),
      next: (next) => entitiesIn(node, next),
      again: source,
    });
  return source;
}

function propertiesOf(node: EntityNode): Source {
  const source: Source = async (service, { signal }) => {
    const read = await readEntity(service, tableOf(node).table, node.entity, signal);
    return read.kind === 'entity'
      ? ofEntity(node, read.entity, read.requests)
      : { children: [], requests: read.requests, stopped: read.error, more: source };
  };
  return source;
}

function ofEntity(node: EntityNode, entity: Entity, requests: number): Listing {
  return { children: entity.properties.map((property) => propertyNode(node, property)), requests, entity };
}

function oddOf(odd: number): Pick<Listing, 'odd'> {
  return odd > 0 ? { odd } : {};
}

interface Continuation<T, C> {
  readonly child: (item: T) => BrowserNode;
  readonly next: (cursor: C) => Source;
  /** For an error before anything was found. */
  readonly again: Source;
}

function listingOf<T, C>(page: Page<T, C>, { child, next, again }: Continuation<T, C>): Listing {
  const more = page.next !== undefined ? next(page.next) : page.stopped && again;
  return {
    children: page.items.map(child),
    requests: page.requests,
    ...oddOf(page.odd ?? 0),
    ...(page.stopped && { stopped: page.stopped }),
    ...(more && { more }),
  };
}
