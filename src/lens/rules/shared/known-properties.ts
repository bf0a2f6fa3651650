import type { PointRead, Query } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import type { RuleContext } from '../rule.ts';
import { isInsert } from './key-values.ts';
import { onceForEach } from './once.ts';
import { isOnlyDelete } from './writes.ts';

/**
 * All properties but the keys that entities of a read can have: those of the entity type it names, and those that
 * the workspace writes to its table. Undefined where neither is fully seen.
 */
export function knownProperties(
  context: RuleContext,
  read: Query | PointRead,
): ReadonlySet<string> | undefined {
  const typed = read.projection?.properties;
  const written = writtenProperties(context, read);
  const all = [...(typed ?? []), ...(written ?? [])].filter((name) => !OF_EVERY_ENTITY.has(name));
  // a type of keys alone says what is wanted, not what there is
  return all.length === 0 ? undefined : new Set(all);
}

/** As the service calls them, and as the SDK does. */
export const OF_EVERY_ENTITY: ReadonlySet<string> = new Set([
  'PartitionKey',
  'RowKey',
  'Timestamp',
  'partitionKey',
  'rowKey',
  'timestamp',
  'etag',
]);

function writtenProperties(
  context: RuleContext,
  { table: name }: Query | PointRead,
): readonly string[] | undefined {
  const table = context.table(name);
  return table && writtenTo(context, table);
}

const writtenTo = onceForEach((_, table: TableModel): readonly string[] | undefined => {
  const writes = table.writes.filter((write) => !isOnlyDelete(write));
  const isSeen =
    writes.some(isInsert) && writes.every(({ isWhole, isTyped }) => isWhole === true || isTyped === true);
  return isSeen ? [...new Set(writes.flatMap(({ properties }) => properties))] : undefined;
});

/** How large what the workspace puts into a property of a table may be; undefined where it puts nothing there. */
export function sizePut(
  context: RuleContext,
  table: string | undefined,
  name: string,
): 'any' | 'unknown' | undefined {
  const model = context.table(table);
  return model && sizesIn(context, model).get(name);
}

const sizesIn = onceForEach((_, { writes }: TableModel): ReadonlyMap<string, 'any' | 'unknown'> => {
  const puts = writes.flatMap(({ values }) => values);
  return new Map([
    ...puts.map(({ name }) => [name, 'unknown'] as const),
    ...puts.flatMap(({ name, isUnbounded }) => (isUnbounded ? [[name, 'any'] as const] : [])),
  ]);
});
