import type { Entity } from '../../core/edm/json.ts';
import { readEntity } from '../../data/entities.ts';
import type { EntityRead } from '../../data/entities.ts';
import type { DataError } from '../../data/error.ts';
import type { TableService } from '../../data/service.ts';
import { append, propertiesAsRead, sourceOf } from './listing.ts';
import type { Activity, Listing, Source } from './listing.ts';
import { connectionOf, isList, searchNode, tailOf } from './nodes.ts';
import type {
  BrowserNode,
  ConnectionNode,
  EntityNode,
  ListNode,
  Search,
  SearchNode,
  TableNode,
} from './nodes.ts';

/** What the model needs from around it. */
export interface ModelHost {
  /** The connections to show; asked again at each refresh of the whole tree. */
  readonly connections: () => Promise<readonly ConnectionNode[]>;
  /** Opens a connection; an error when its secret is gone or no good. */
  readonly open: (id: string) => Promise<Opened>;
  /** Runs what may take a while: shows progress, and hands out the signal that cancels it. */
  readonly run: (node: ListNode, reading: (activity: Activity) => Promise<Listing>) => Promise<Listing>;
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
  readonly #loading = new Map<string, Promise<Listing>>();
  readonly #searches = new Map<string, readonly SearchNode[]>();
  /** Entities that are to be read again when they are shown. */
  readonly #stale = new Set<string>();
  #roots: Promise<readonly ConnectionNode[]> | undefined;

  constructor(host: ModelHost) {
    this.#host = host;
  }

  /** The rows under a node, read from the service if they are not known yet. What goes wrong there is a row. */
  async children(node: BrowserNode | undefined): Promise<readonly BrowserNode[]> {
    if (node === undefined) return (this.#roots ??= this.#host.connections());
    if (!isList(node)) return [];
    const listing = this.listing(node) ?? (await this.#load(node, sourceOf(node)));
    return [...(this.#searches.get(node.id) ?? []), ...listing.children, ...tailOf(node, listing)];
  }

  /** What is known of a node's children without asking the service. */
  listing(node: ListNode): Listing | undefined {
    const known = this.#listings.get(node.id);
    if (known !== undefined || node.kind !== 'entity' || this.#stale.has(node.id)) return known;
    return propertiesAsRead(node);
  }

  /** Reads the next portion of a list, or tries again after an error. */
  async more(node: ListNode): Promise<void> {
    const before = this.#listings.get(node.id);
    if (before?.more !== undefined) await this.#load(node, before.more, before);
  }

  /**
   * Forgets what is known below a node (everything without one): it is read again when it is
   * shown. Refreshing everything also closes the searches that found nothing.
   */
  refresh(node: ListNode | undefined): void {
    if (node === undefined) {
      this.#roots = undefined;
      this.#closeVainSearches();
    }
    this.#forget(node?.id);
    if (node?.kind === 'entity') this.#stale.add(node.id);
    this.#host.changed(node);
  }

  /** Asks for the connections again and forgets what is known of this one; lists of others are not read again. */
  refreshConnection(id: string): void {
    this.#roots = undefined;
    this.#forget(id);
    this.#host.changed(undefined);
  }

  /** Puts a search above the partitions of its table, once. */
  search(table: TableNode, range: Search): SearchNode {
    const searches = this.#searches.get(table.id) ?? [];
    const wanted = searchNode(table, range);
    const known = searches.find(({ id }) => id === wanted.id);
    if (known !== undefined) return known;
    this.#searches.set(table.id, [wanted, ...searches]);
    this.#host.changed(table);
    return wanted;
  }

  closeSearch(search: SearchNode): void {
    const rest = (this.#searches.get(search.parent.id) ?? []).filter(({ id }) => id !== search.id);
    this.#searches.set(search.parent.id, rest);
    this.#host.changed(search.parent);
  }

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

  /** Forgets what is known of a node and below it; of all without an id. */
  #forget(below: string | undefined): void {
    for (const known of [this.#listings, this.#stale]) {
      for (const id of known.keys()) {
        if (below === undefined || id === below || id.startsWith(`${below}/`)) known.delete(id);
      }
    }
  }

  /** Searches read to their end without a find. One that failed stays: it is to be tried again. */
  #closeVainSearches(): void {
    for (const [table, searches] of this.#searches) {
      const rest = searches.filter(({ id }) => {
        const listing = this.#listings.get(id);
        return listing === undefined || listing.more !== undefined || listing.children.length > 0;
      });
      this.#searches.set(table, rest);
    }
  }

  /** One reading at a time for each node: who asks meanwhile gets the same. */
  #load(node: ListNode, source: Source, before?: Listing): Promise<Listing> {
    const running = this.#loading.get(node.id);
    if (running !== undefined) return running;
    const loading = this.#read(node, source)
      .then((portion) => {
        const listing = before === undefined ? portion : append(before, portion);
        this.#listings.set(node.id, listing);
        return listing;
      })
      .finally(() => {
        this.#loading.delete(node.id);
        this.#host.changed(node);
      });
    this.#loading.set(node.id, loading);
    return loading;
  }

  async #read(node: ListNode, source: Source): Promise<Listing> {
    const opened = await this.#host.open(connectionOf(node).connection.id);
    if (opened.kind === 'error') return { children: [], requests: 0, stopped: opened.error, more: source };
    return this.#host.run(node, (activity) => source(opened.service, activity));
  }
}

/** Where an entity stands: enough to read it again in another session. */
export interface EntityAddress {
  readonly connection: string;
  readonly table: string;
  readonly partitionKey: string;
  readonly rowKey: string;
}
