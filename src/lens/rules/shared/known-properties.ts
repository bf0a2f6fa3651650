import type { Query } from '../../model/operation.ts';
import type { TableModel } from '../../model/tables.ts';
import type { RuleContext } from '../rule.ts';
import { isInsert } from './key-values.ts';
import { onceForEach } from './once.ts';

/**
 * All properties but the keys that entities of a query can have: those of the entity type it names, and those that
 * the workspace writes to its table. Undefined where neither is fully seen.
 */
export function knownProperties(context: RuleContext, query: Query): ReadonlySet<string> | undefined {
  const typed = query.projection?.properties;
  const written = writtenProperties(context, query);
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

function writtenProperties(context: RuleContext, query: Query): readonly string[] | undefined {
  const table = context.table(query.table);
  return table && writtenTo(context, table);
}

const writtenTo = onceForEach((_, table: TableModel): readonly string[] | undefined => {
  const writes = table.writes.filter(({ method }) => method !== 'deleteEntity');
  const isSeen =
    writes.some(isInsert) && writes.every(({ isWhole, isTyped }) => isWhole === true || isTyped === true);
  return isSeen ? [...new Set(writes.flatMap(({ properties }) => properties))] : undefined;
});
