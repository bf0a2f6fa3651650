import type { TableConfig } from '../../core/config/table-config.ts';
import { groupByPrefix } from '../../data/prefix-groups.ts';
import { detectEntityType, typeOf } from './entity-types.ts';
import { groupNode } from './nodes.ts';
import type { BrowserNode, EntityNode, GroupNode, ListNode, PartitionNode, TableNode } from './nodes.ts';
import { groupTables } from './table-series.ts';
import type { TableEntry } from './table-series.ts';

/** The rows of a list, put together where that makes a long or mixed list easier to overlook; none is left out. */
export function grouped(
  node: ListNode,
  children: readonly BrowserNode[],
  declared: TableConfig | undefined,
): readonly BrowserNode[] {
  switch (node.kind) {
    case 'connection':
      return tablesInSeries(node, children);
    case 'partition':
    case 'rows':
      return entitiesByType(node, children, declared);
    case 'table':
    case 'search':
      return partitionsByPrefix(node, children);
    case 'entity':
      return children;
  }
}

function tablesInSeries(parent: ListNode, children: readonly BrowserNode[]): readonly BrowserNode[] {
  const tables = new Map<string, TableNode>();
  for (const child of children) if (child.kind === 'table') tables.set(child.table, child);
  const nodesOf = (above: ListNode | GroupNode, entries: readonly TableEntry[]): BrowserNode[] =>
    entries.flatMap((entry) => {
      if (entry.kind === 'table') return tables.get(entry.table) ?? [];
      const { base, first, last } = entry;
      const group = { kind: 'series', base, first, last } as const;
      return groupNode(above, `${base} ${first.length}`, group, (node) => nodesOf(node, entry.entries));
    });
  return nodesOf(parent, groupTables([...tables.keys()]));
}

/** Partitions that one list shows as they are; beyond, they are put together by how their keys begin. */
const MOST_PARTITIONS = 1_000;

function partitionsByPrefix(
  parent: ListNode | GroupNode,
  children: readonly BrowserNode[],
): readonly BrowserNode[] {
  if (children.length <= MOST_PARTITIONS) return children;
  const partitions = children.filter((child) => child.kind === 'partition').sort(byKey);
  const groups = groupByPrefix(partitions.map(({ partition }) => partition.partitionKey));
  if (groups.length < 2) return children;
  let start = 0;
  return groups.map(({ prefix, count }) => {
    const members = partitions.slice(start, start + count);
    start += count;
    const [only] = members;
    if (members.length === 1 && only !== undefined) return only;
    const group = { kind: 'prefix', prefix } as const;
    return groupNode(parent, prefix, group, (node) => partitionsByPrefix(node, members));
  });
}

/** By UTF-16 units, as the service sorts; Cosmos DB does not. */
function byKey({ partition: a }: PartitionNode, { partition: b }: PartitionNode): number {
  return a.partitionKey < b.partitionKey ? -1 : 1;
}

function entitiesByType(
  parent: ListNode,
  children: readonly BrowserNode[],
  declared: TableConfig | undefined,
): readonly BrowserNode[] {
  const entities = children.filter((child) => child.kind === 'entity');
  const by = declared?.entityType ?? detectEntityType(entities.map(({ entity }) => entity));
  if (by === undefined) return children;
  const types = new Map<string, EntityNode[]>();
  for (const node of entities) {
    const type = typeOf(node.entity, by) ?? '';
    const members = types.get(type);
    if (members === undefined) types.set(type, [node]);
    else members.push(node);
  }
  if (types.size < 2) return children;
  return [...types].map(([type, members]) => groupNode(parent, type, { kind: 'type', type }, () => members));
}
