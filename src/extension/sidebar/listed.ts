import type { PartitionSizes } from '../../data/count.ts';
import type { ListedPartitions } from '../../protocol/grid.ts';
import type { Listing } from './listing.ts';

/** What is known of a table's partitions, at most so many: what all of it was counted to, else what was read of their list. */
export function listedPartitions(
  listing: Listing | undefined,
  counted: PartitionSizes | undefined,
  most: number,
): Omit<ListedPartitions, 'rowKeys'> {
  if (counted !== undefined) {
    const sizes = [...counted.sizes].slice(0, most);
    return {
      partitions: sizes.map(([partitionKey, entities]) => ({ partitionKey, entities, isExact: true })),
      isAll: sizes.length === counted.count,
    };
  }
  const { children = [], more, stopped } = listing ?? {};
  const partitions = children.flatMap((row) => {
    if (row.kind !== 'partition') return [];
    const { partitionKey, seen, whole } = row.partition;
    return { partitionKey, entities: seen, isExact: whole };
  });
  const isRead = listing !== undefined && more === undefined && stopped === undefined;
  return { partitions: partitions.slice(0, most), isAll: isRead && partitions.length <= most };
}
