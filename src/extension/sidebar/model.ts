import type { ListedPartitions } from '../../protocol/grid.ts';
import type { TableConfig } from '../../core/config/table-config.ts';
import type { KeyProperty } from '../../core/config/write-config.ts';
import type { Entity } from '../../core/edm/json.ts';
import { readEntity } from '../../data/entities.ts';
import type { EntityRead } from '../../data/entities.ts';
import type { DataError } from '../../data/error.ts';
import { MAX_TOP, PAGE_ITEMS } from '../../data/page.ts';
import type { TableService } from '../../data/service.ts';
import { append, failureAlone, onceAsked, propertiesAsRead, sourceOf } from './listing.ts';
import type { Activity, Extent, Listing, Source } from './listing.ts';
import { grouped } from './grouping.ts';
import { listedPartitions } from './listed.ts';
import {
  connectionNode,
  connectionOf,
  filteredTables,
  isList,
  tableAround,
  tableNode,
  tableOf,
} from './nodes.ts';
import { noop } from './noop.ts';
import { tailOf } from './tail.ts';
import type {
  BrowserNode,
  ConnectionInfo,
  ConnectionNode,
  EntityNode,
  FoundNode,
  GroupNode,
  ListNode,
  PartitionNode,
  TableNode,
} from './nodes.ts';
import type { Counted } from './row-texts.ts';

/** What the model needs from around it. */
export interface ModelHost {
  /** The connections to show; asked again at each refresh of the whole tree. */
  readonly connections: () => Promise<readonly ConnectionNode[]>;
  /** Opens a connection; an error when its secret is gone or no good. */
  readonly open: (id: string) => Promise<Opened>;
  /** Runs what may take a while: shows progress, and hands out the signal that cancels it. */
  readonly run: (node: ListNode, reading: (activity: Activity) => Promise<Listing>) => Promise<Listing>;
  /** What is declared of a table, by its name. */
  readonly declared: (table: string) => TableConfig | undefined;
  /** A node or what stands under it is no longer what was shown; undefined: the whole tree. */
  readonly changed: (node: BrowserNode | undefined) => void;
}

export type Opened =
  | { readonly kind: 'service'; readonly service: TableService }
  | { readonly kind: 'error'; readonly error: DataError };

/** The tree's state: which children are known, what they cost, what is being read. Knows no editor. */
export class BrowserModel {
  readonly #host: ModelHost;
  readonly #listings = new Map<string, Listing>();
  readonly #loading = new Map<string, Reading>();
  /** What was looked for, by the list that it was looked for in. */
  readonly #found = new Map<string, readonly FoundNode[]>();
  /** The group that a row was put into when its list was last shown. */
  readonly #groupOf = new Map<string, GroupNode>();
  readonly #tableFilters = new Map<string, string>();
  readonly #counts = new Map<string, Counted>();
  /** The rows of lists that are to be read anew: they stay when that fails. */
  readonly #former = new Map<string, readonly BrowserNode[]>();
  /** Entities that are to be read again when they are shown. */
  readonly #stale = new Set<string>();
  #roots: Promise<readonly ConnectionNode[]> | undefined;

  constructor(host: ModelHost) {
    this.#host = host;
  }

  /** The rows under a node, read from the service if they are not known yet. What goes wrong there is a row. */
  async children(node: BrowserNode | undefined): Promise<readonly BrowserNode[]> {
    if (node === undefined) return (this.#roots ??= this.#connections());
    if (node.kind === 'group') return node.children;
    if (!isList(node)) return [];
    const read = this.listing(node) ?? (await this.#load(node, sourceOf(node)));
    // what was forgotten meanwhile, and so stopped, may be read anew
    const listing = this.listing(node) ?? (await this.#loading.get(node.id)?.listing) ?? read;
    const wanted = filteredTables(listing.former ?? listing.children, this.#tableFilters.get(node.id));
    const table = tableAround(node)?.table;
    const declared = table === undefined ? undefined : this.#host.declared(table);
    const rows = grouped(node, wanted, declared);
    for (const { id } of wanted) this.#groupOf.delete(id);
    this.#noteGroups(rows);
    return [...(this.#found.get(node.id) ?? []), ...rows, ...tailOf(node, { ...listing, children: wanted })];
  }

  /** The row that a node stands under: a group, where its list is grouped. */
  parentOf(node: BrowserNode): BrowserNode | undefined {
    return this.#groupOf.get(node.id) ?? node.parent;
  }

  /**
   * The rows under a node as soon as there are some: of partitions, what one small request finds. Those that are missing
   * to a page of them are read meanwhile, and announced together with the first: each announcement has all rows below drawn anew.
   */
  async childrenSoon(node: BrowserNode | undefined): Promise<readonly BrowserNode[]> {
    const hasPartitions = node?.kind === 'table' || node?.kind === 'search';
    if (hasPartitions && !this.#listings.has(node.id) && !this.#loading.has(node.id)) {
      const limitOf = ({ children, stopped, more }: Listing): number =>
        stopped === undefined && more !== undefined ? PAGE_ITEMS - children.length : 0;
      const first = await this.#load(node, onceAsked(sourceOf(node)), {
        announces: (listing) => limitOf(listing) <= 0,
      });
      const limit = limitOf(first);
      // where it fails, the rows that are shown say so, or are read again
      if (limit > 0) this.more(node, { limit }).catch(noop);
    }
    return this.children(node);
  }

  /** What is known of a node's children without asking the service. */
  listing(node: ListNode): Listing | undefined {
    const known = this.#listings.get(node.id);
    if (known !== undefined || node.kind !== 'entity' || this.#stale.has(node.id)) return known;
    return propertiesAsRead(node);
  }

  /**
   * Reads the next portion of a list, or goes on with what stopped; `extent` asks for more than a page of it, left out for as much as
   * was wanted when it stopped.
   */
  async more(node: ListNode, extent?: Extent): Promise<void> {
    const before = this.#listings.get(node.id);
    const { more } = before ?? {};
    if (more === undefined) return;
    const wanted = extent ?? before?.extent;
    const source: Source = async (service, activity) => {
      const portion = await more(service, { ...activity, ...wanted });
      return wanted === undefined || portion.stopped === undefined ? portion : { ...portion, extent: wanted };
    };
    await this.#load(node, source, { before });
  }

  /**
   * Forgets what is known below a node (everything without one): it is read again when it is
   * shown, and where that fails the node's own rows stay. Refreshing everything also closes the searches that found nothing.
   */
  refresh(node: ListNode | undefined): void {
    if (node === undefined) {
      this.#roots = undefined;
      this.#closeVainSearches();
    } else this.#keepRows(node);
    this.#forget(node?.id);
    if (node?.kind === 'entity') this.#stale.add(node.id);
    this.#host.changed(node);
  }

  /** Reads the tables of a connection anew, those that were shown at least; what is known below them stays. */
  async relist(node: ConnectionNode): Promise<void> {
    const before = this.#listings.get(node.id)?.children ?? [];
    this.#keepRows(node);
    this.#stopReading(node.id);
    const source = sourceOf(node);
    const limit = Math.max(before.length + 1, MAX_TOP);
    const { children, stopped } = await this.#load(node, (service, activity) =>
      source(service, { ...activity, limit }),
    );
    if (stopped !== undefined) return;
    const left = new Set(children.map(({ id }) => id));
    for (const { id } of before) if (!left.has(id)) this.#forget(id);
  }

  /** Reads the tables of a connection (its id) anew if one is among those shown that was found not to be there any more. */
  async relistWithout(connection: string, table: string): Promise<void> {
    const nodes = (await this.#roots) ?? [];
    const node = nodes.find(({ id }) => id === connection);
    const rows = (node && this.listing(node)?.children) ?? [];
    const isShown = rows.some((row) => row.kind === 'table' && row.table === table);
    if (node !== undefined && isShown) await this.relist(node);
  }

  /** Asks for the connections again; what is known of them stays. */
  refreshRoots(): void {
    this.#roots = undefined;
    this.#host.changed(undefined);
  }

  /** Asks for the connections again and forgets what is known of this one; lists of others are not read again. */
  refreshConnection(id: string): void {
    this.#forget(id);
    this.#former.delete(id);
    this.refreshRoots();
  }

  /** Puts what is looked for above the list that it is looked for in, once. */
  show<T extends FoundNode>(wanted: T): T {
    const { parent } = wanted;
    const before = this.#found.get(parent.id) ?? [];
    const known = before.find(({ id }) => id === wanted.id);
    if (known !== undefined) return known as T;
    this.#found.set(parent.id, [wanted, ...before]);
    this.#host.changed(parent);
    return wanted;
  }

  closeSearch(found: FoundNode): void {
    const rest = (this.#found.get(found.parent.id) ?? []).filter(({ id }) => id !== found.id);
    this.#found.set(found.parent.id, rest);
    this.#host.changed(found.parent);
  }

  /** Shows only tables with this text in their names, in any case; all of them without one. */
  filterTables(connection: ConnectionNode, text: string | undefined): void {
    if (text === undefined) this.#tableFilters.delete(connection.id);
    else this.#tableFilters.set(connection.id, text);
    this.#host.changed(connection);
  }

  tableFilter(connection: string): string | undefined {
    return this.#tableFilters.get(connection);
  }

  /** Opens the connection that a row stands in. */
  open(node: ConnectionNode): Promise<Opened> {
    return this.#host.open(node.connection.id);
  }

  /** Remembers what was counted below a row, until it is refreshed. */
  setCount(node: ListNode, counted: Counted): void {
    this.#counts.set(node.id, counted);
    this.#host.changed(node);
  }

  count(node: string): Counted | undefined {
    return this.#counts.get(node);
  }

  /** How many entities a partition has, where that was counted with all of its table. */
  sizeOf({ parent, partition }: PartitionNode): number | undefined {
    const counted = [parent, tableOf(parent)].map(({ id }) => this.#counts.get(id)?.count.partitions?.sizes);
    return counted.map((sizes) => sizes?.get(partition.partitionKey)).find((size) => size !== undefined);
  }

  /** The keys of a table that are known without asking the service. */
  knownKeys(table: TableNode, key: KeyProperty): string[] {
    const all = [...this.#listings.values()].flatMap(({ children }) => children);
    return all.flatMap((node) => {
      if ((node.kind !== 'partition' && node.kind !== 'entity') || tableOf(node).id !== table.id) return [];
      if (node.kind === 'entity') return key === 'rowKey' ? [node.entity.rowKey] : [];
      return key === 'partitionKey' ? [node.partition.partitionKey] : [];
    });
  }

  /** The keys of a table's partitions that were found so far, each once. */
  foundPartitions = (connection: ConnectionInfo, table: string): string[] => [
    ...new Set(this.knownKeys(tableNode(connectionNode(connection), table), 'partitionKey')),
  ];

  /** What was read or counted of a table's partitions so far, `most` of them and of the entities in them. */
  listed = (connection: ConnectionInfo, table: string, most: number): ListedPartitions => {
    const node = tableNode(connectionNode(connection), table);
    const counted = this.#counts.get(node.id)?.count.partitions;
    return {
      ...listedPartitions(this.listing(node), counted, most),
      rowKeys: this.knownKeys(node, 'rowKey').slice(0, most),
    };
  };

  /** The entity of a node, as it was read last. */
  entity(node: EntityNode): Entity {
    return this.listing(node)?.entity ?? node.entity;
  }

  /** Reads an entity by its keys: one point query. */
  async readEntity(address: EntityAddress, signal: AbortSignal): Promise<EntityRead> {
    const opened = await this.#host.open(address.connection);
    if (opened.kind === 'error') return { ...opened, requests: 0 };
    return readEntity(opened.service, address.table, address, signal);
  }

  /** Asks for the connections. A failed answer isn't kept; of connections that are gone nothing is. */
  #connections(): Promise<readonly ConnectionNode[]> {
    const isLast = (): boolean => this.#roots === roots;
    const roots: Promise<readonly ConnectionNode[]> = this.#host.connections().then(
      (nodes) => {
        if (isLast()) this.#forgetAllBut(nodes);
        return nodes;
      },
      (reason: unknown) => {
        if (isLast()) this.#roots = undefined;
        throw reason;
      },
    );
    return roots;
  }

  /** Forgets what is known of connections that are not there any more. */
  #forgetAllBut(connections: readonly ConnectionNode[]): void {
    const left = new Set(connections.map(({ id }) => id));
    const isGone = (id: string): boolean => !left.has(id.split('/', 1)[0] ?? id);
    const all = [this.#listings, this.#stale, this.#counts, this.#former, this.#found, this.#groupOf];
    for (const known of [...all, this.#tableFilters]) {
      for (const id of known.keys()) if (isGone(id)) known.delete(id);
    }
    for (const id of this.#loading.keys()) if (isGone(id)) this.#stopReading(id);
  }

  #keepRows(node: ListNode): void {
    const rows = this.listing(node)?.children ?? [];
    if (rows.length > 0) this.#former.set(node.id, rows);
  }

  /** Forgets what is known of a node and below it, but the rows that it had; of all without an id. */
  #forget(below: string | undefined): void {
    const isBelow = (id: string): boolean => below === undefined || id.startsWith(`${below}/`);
    for (const known of [this.#listings, this.#stale, this.#counts, this.#former]) {
      for (const id of known.keys()) {
        const isOwn = id === below && known !== this.#former;
        if (isOwn || isBelow(id)) known.delete(id);
      }
    }
    for (const id of this.#loading.keys()) if (id === below || isBelow(id)) this.#stopReading(id);
  }

  /** What a reading that is forgotten would still find is of no use, and each request of it costs. */
  #stopReading(id: string): void {
    this.#loading.get(id)?.stop();
    this.#loading.delete(id);
  }

  #noteGroups(rows: readonly BrowserNode[]): void {
    for (const row of rows) {
      if (row.kind !== 'group') continue;
      for (const { id } of row.children) this.#groupOf.set(id, row);
      this.#noteGroups(row.children);
    }
  }

  /** Searches read to their end without a find. One that failed stays: it is to be tried again. */
  #closeVainSearches(): void {
    for (const [list, found] of this.#found) {
      const rest = found.filter(({ id }) => {
        const listing = this.#listings.get(id);
        return listing === undefined || listing.more !== undefined || listing.children.length > 0;
      });
      this.#found.set(list, rest);
    }
  }

  /**
   * One reading at a time for each node: who asks meanwhile gets the same. What a reading gives that is forgotten before it ends is
   * not kept.
   */
  #load(node: ListNode, source: Source, { before, announces = always }: Loading = {}): Promise<Listing> {
    const running = this.#loading.get(node.id);
    if (running !== undefined) return running.listing;
    const controller = new AbortController();
    const isForgotten = (): boolean => controller.signal.aborted;
    const loading = this.#read(node, source, controller.signal)
      .then((portion) => {
        const read = before === undefined ? portion : append(before, portion);
        if (isForgotten()) return read;
        const former = this.#former.get(node.id);
        const isVain = failureAlone(read) !== undefined;
        if (!isVain) this.#former.delete(node.id);
        const listing = isVain && former !== undefined ? { ...read, former } : read;
        this.#listings.set(node.id, listing);
        return listing;
      })
      .finally(() => {
        if (isForgotten()) return;
        this.#loading.delete(node.id);
        const listing = this.#listings.get(node.id);
        if (listing === undefined || announces(listing)) this.#host.changed(node);
      });
    this.#loading.set(node.id, {
      listing: loading,
      stop: () => {
        controller.abort();
      },
    });
    return loading;
  }

  async #read(node: ListNode, source: Source, forgotten: AbortSignal): Promise<Listing> {
    const opened = await this.#host.open(connectionOf(node).connection.id);
    if (opened.kind === 'error') return { children: [], requests: 0, stopped: opened.error, more: source };
    return this.#host.run(node, (activity) => {
      const signal = AbortSignal.any([activity.signal, forgotten]);
      return source(opened.service, { ...activity, signal });
    });
  }
}

/** A list that is being read. */
interface Reading {
  readonly listing: Promise<Listing>;
  readonly stop: () => void;
}

interface Loading {
  /** What the portion that is read comes behind. */
  readonly before?: Listing | undefined;
  /** Whether what was read is announced: that may be left to a portion that is read at once behind it. */
  readonly announces?: (listing: Listing) => boolean;
}

function always(): boolean {
  return true;
}

/** Where an entity stands: enough to read it again in another session. */
export interface EntityAddress {
  readonly connection: string;
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}
