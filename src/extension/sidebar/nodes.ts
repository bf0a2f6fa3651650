import type { KeyDeclaration } from '../../core/keys/declare.ts';
import type { Entity, Property } from '../../core/edm/json.ts';
import type { DataError } from '../../data/error.ts';
import type { PartitionRange } from '../../data/key-range.ts';
import type { Signature } from '../../data/sas.ts';
import type { Partition } from '../../data/partitions.ts';

/**
 * A row of the tree, as plain data. `id` is unique in the tree and stays over refreshes, so that VS Code
 * keeps what is unfolded; `parent` leads to the top.
 */
export type BrowserNode = ListNode | GroupNode | PropertyNode | TailNode;

/** Nodes whose children the service is asked for. */
export type ListNode = ConnectionNode | TableNode | SearchNode | PartitionNode | RowsNode | EntityNode;

export interface ConnectionNode {
  readonly kind: 'connection';
  readonly id: string;
  readonly parent?: undefined;
  readonly connection: ConnectionInfo;
  /** What the shared access signature allows that is the way in, if one is. */
  readonly signature?: Signature;
  /** Whether it is unfolded, and so read, when it is first seen. */
  readonly startsExpanded: boolean;
}

/** What is known of a connection without its secret. */
export interface ConnectionInfo {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  /** Found where Azurite is looked for, or given by the user. */
  readonly origin: 'azurite' | 'saved';
  /** The account that is reached with Microsoft Entra ID; absent where a connection string is the way in. */
  readonly entra?: EntraAccount;
  /** The path of a file with the certificates (PEM) that are trusted instead of this machine's. */
  readonly certificate?: string;
}

export interface EntraAccount {
  readonly url: string;
  readonly account: string;
}

export interface TableNode {
  readonly kind: 'table';
  readonly id: string;
  readonly parent: ConnectionNode;
  readonly table: string;
}

/** Rows of a list that have something in common, put together so that a long list can be overlooked. */
export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly parent: ListNode | GroupNode;
  readonly group: Group;
  readonly children: readonly BrowserNode[];
}

export type Group =
  /** Tables whose names differ in a date at their end. */
  | { readonly kind: 'series'; readonly base: string; readonly first: string; readonly last: string }
  /** Partitions whose keys begin alike. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  /** Entities of one type; an empty one where nothing tells it. */
  | { readonly kind: 'type'; readonly type: string };

/** What “Go to Partition…” or “Go to Time…” found, above the partitions of its table. */
export interface SearchNode {
  readonly kind: 'search';
  readonly id: string;
  readonly parent: TableNode;
  readonly range: Search;
}

export type Search = Exclude<PartitionRange, { kind: 'all' | 'from' }> | SearchFrom;

/** Keys from one on; `declaration`: how that is read where the table declares nothing. */
type SearchFrom = Extract<PartitionRange, { kind: 'from' }> & { readonly declaration?: KeyDeclaration };

export interface PartitionNode {
  readonly kind: 'partition';
  readonly id: string;
  readonly parent: TableNode | SearchNode;
  readonly partition: Partition;
}

/** Some entities of a partition, as “Go to Row…” or “Go to Time…” finds them, above what it was asked of. */
export interface RowsNode {
  readonly kind: 'rows';
  readonly id: string;
  readonly parent: TableNode | PartitionNode;
  readonly partitionKey: string;
  readonly rows: Search;
}

/** What a person looked for, above the list that it was looked for in. */
export type FoundNode = SearchNode | RowsNode;

export interface EntityNode {
  readonly kind: 'entity';
  readonly id: string;
  readonly parent: PartitionNode | RowsNode;
  readonly entity: Entity;
}

export interface PropertyNode {
  readonly kind: 'property';
  readonly id: string;
  readonly parent: EntityNode;
  readonly property: Property;
}

/** The last rows under a list: what has no row of its own, and more of it, why it stopped, or that it is empty. */
export type TailNode = OddNode | MoreNode | FailureNode | EmptyNode;

export interface OddNode {
  readonly kind: 'odd';
  readonly id: string;
  readonly parent: ListNode;
  readonly count: number;
}

export interface MoreNode {
  readonly kind: 'more';
  readonly id: string;
  readonly parent: ListNode;
  readonly shown: number;
  readonly requests: number;
}

export interface FailureNode {
  readonly kind: 'failure';
  readonly id: string;
  readonly parent: ListNode;
  readonly error: DataError;
  readonly requests: number;
}

export interface EmptyNode {
  readonly kind: 'empty';
  readonly id: string;
  readonly parent: ListNode;
  readonly requests: number;
}

/** The nodes that were made here, as long as anybody has them. */
const NODES = new WeakSet<object>();

export function known<N extends BrowserNode>(node: N): N {
  NODES.add(node);
  return node;
}

/** Whether a value is a node that was made here: what looks like one may come from anywhere. */
export function isNode(value: unknown): value is BrowserNode {
  return typeof value === 'object' && value !== null && NODES.has(value);
}

export function connectionNode(
  connection: ConnectionInfo,
  startsExpanded = false,
  signature?: Signature,
): ConnectionNode {
  return known({
    kind: 'connection',
    id: connection.id,
    connection,
    startsExpanded,
    ...(signature && { signature }),
  });
}

/** All connections as rows. The only one, and Azurite, start expanded: the first look shows tables or what is wrong. */
export function connectionNodes(
  connections: readonly ConnectionInfo[],
  signatures: ReadonlyMap<string, Signature> = new Map(),
): ConnectionNode[] {
  return connections.map((connection) => {
    const startsExpanded = connections.length === 1 || connection.origin === 'azurite';
    return connectionNode(connection, startsExpanded, signatures.get(connection.id));
  });
}

export function tableNode(parent: ConnectionNode, table: string): TableNode {
  return known({ kind: 'table', id: childId(parent, 'table', table), parent, table });
}

export function searchNode(parent: TableNode, range: Search): SearchNode {
  return known({ kind: 'search', id: childId(parent, range.kind, textOf(range)), parent, range });
}

/** What was looked for, as it was asked. */
export function textOf(range: Search): string {
  switch (range.kind) {
    case 'exact':
      return range.key;
    case 'prefix':
      return range.prefix;
    case 'from':
      return range.from;
  }
}

export function rowsNode(parent: TableNode | PartitionNode, partitionKey: string, rows: Search): RowsNode {
  const id = childId(parent, 'rows', JSON.stringify([partitionKey, rows.kind, textOf(rows)]));
  return known({ kind: 'rows', id, parent, partitionKey, rows });
}

/** A group under a list or another group; `name` is its own there. */
export function groupNode(
  parent: ListNode | GroupNode,
  name: string,
  group: Group,
  childrenOf: (node: GroupNode) => readonly BrowserNode[],
): GroupNode {
  const children: BrowserNode[] = [];
  const node: GroupNode = known({
    kind: 'group',
    id: childId(parent, group.kind, name),
    parent,
    group,
    children,
  });
  children.push(...childrenOf(node));
  return node;
}

export function partitionNode(parent: TableNode | SearchNode, partition: Partition): PartitionNode {
  const id = childId(parent, 'partition', partition.partitionKey);
  return known({ kind: 'partition', id, parent, partition });
}

export function entityNode(parent: PartitionNode | RowsNode, entity: Entity): EntityNode {
  return known({ kind: 'entity', id: childId(parent, 'entity', entity.rowKey), parent, entity });
}

export function propertyNode(parent: EntityNode, property: Property): PropertyNode {
  return known({ kind: 'property', id: childId(parent, 'property', property.name), parent, property });
}

/** Whether the node has children that the service is asked for. */
export function isList(node: BrowserNode): node is ListNode {
  switch (node.kind) {
    case 'connection':
    case 'table':
    case 'search':
    case 'partition':
    case 'rows':
    case 'entity':
      return true;
    case 'group':
    case 'property':
    case 'odd':
    case 'more':
    case 'failure':
    case 'empty':
      return false;
  }
}

/** Quoted, so that no key can look like a path of ids; with the kind, so that a search is not a partition. */
function childId(parent: ListNode | GroupNode, kind: string, name: string): string {
  return `${parent.id}/${kind}${JSON.stringify(name)}`;
}

/** The table that a node stands in. */
export function tableOf(node: Exclude<ListNode, ConnectionNode>): TableNode {
  return node.kind === 'table' ? node : tableOf(node.parent);
}

/** The table that a row stands in, or is; undefined for what stands above tables. */
export function tableAround(node: BrowserNode): TableNode | undefined {
  if (node.kind === 'table') return node;
  return node.parent === undefined ? undefined : tableAround(node.parent);
}

/** The key of the partition whose entities a list has. */
export function partitionKeyOf(node: PartitionNode | RowsNode): string {
  return node.kind === 'partition' ? node.partition.partitionKey : node.partitionKey;
}

/** The connection that a node stands in. */
export function connectionOf(node: BrowserNode): ConnectionNode {
  return node.kind === 'connection' ? node : connectionOf(node.parent);
}

/** Rows of a connection without the tables that lack this text in their names, in any case. */
export function filteredTables(
  rows: readonly BrowserNode[],
  filter: string | undefined,
): readonly BrowserNode[] {
  const wanted = filter?.toLowerCase();
  if (wanted === undefined) return rows;
  return rows.filter((row) => row.kind !== 'table' || row.table.toLowerCase().includes(wanted));
}

/** The list that a row shows the children of, or for a group the one that it is a part of; undefined where there is none. */
export function listOf(node: BrowserNode): ListNode | undefined {
  if (node.kind === 'group') return listOf(node.parent);
  return isList(node) ? node : undefined;
}

/** The tables among rows, also those in groups. */
export function tablesBelow(nodes: readonly BrowserNode[]): TableNode[] {
  return leavesOf(nodes).filter((node) => node.kind === 'table');
}

/** Rows with those of their groups in place of the groups. */
export function leavesOf(nodes: readonly BrowserNode[]): BrowserNode[] {
  return nodes.flatMap((node) => (node.kind === 'group' ? leavesOf(node.children) : [node]));
}
