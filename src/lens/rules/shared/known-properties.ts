import type { Operation, PointRead, Query, Write } from '../../model/operations/operation.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import type { RuleContext } from '../rule.ts';
import { isInsert } from './key-values.ts';
import { onceForTable } from './once.ts';
import { isOnlyDelete, operationsBeside } from './writes.ts';

/**
 * All properties but the keys that entities of a read can have: those of the entity type it names, and those that
 * the workspace writes to its table. Undefined where neither is fully seen.
 */
export function knownProperties(
  context: RuleContext,
  read: Query | PointRead,
): ReadonlySet<string> | undefined {
  const put = writtenProperties(context, read);
  const typed = read.projection?.properties ?? typedElsewhere(context, read, put);
  const all = [...(typed ?? []), ...(put === 'unseen' ? [] : put)].filter(
    (name) => !OF_EVERY_ENTITY.has(name),
  );
  // a type of keys alone says what is wanted, not what there is
  return all.length === 0 ? undefined : new Set(all);
}

/**
 * The properties, but the keys, that entities of a read's table are made with, where all that make some are seen: whatever updates add, which
 * are not all seen, no two names differ by case alone.
 */
export function propertiesAtFirst(
  context: RuleContext,
  read: Query | PointRead,
): ReadonlySet<string> | undefined {
  const all = atFirst(operationsBeside(context, read)).filter((name) => !OF_EVERY_ENTITY.has(name));
  return all.length === 0 ? undefined : new Set(all);
}

const atFirst = onceForTable((operations: readonly Operation[]): readonly string[] => {
  const puts = operations.flatMap((one) => (one.kind === 'write' && mayMake(one) ? [putBy(one)] : []));
  return puts.every((names) => names !== undefined) ? puts.flat() : [];
});

/** Whether a write makes entities, or is a transaction of which that is not seen. */
function mayMake(write: Write): boolean {
  const { method, actions } = write;
  const isUnseen = actions === undefined || actions.some(({ kind }) => kind === undefined);
  return makes(write) || (method === 'submitTransaction' && isUnseen);
}

/** The properties, but the keys, that entities of a read's table are seen to be made with, whatever others there are. */
export function propertiesMade(
  context: RuleContext,
  read: Query | PointRead,
): ReadonlySet<string> | undefined {
  const all = madeBy(operationsBeside(context, read)).filter((name) => !OF_EVERY_ENTITY.has(name));
  return all.length === 0 ? undefined : new Set(all);
}

const madeBy = onceForTable((operations: readonly Operation[]) =>
  operations.flatMap((write) => (write.kind === 'write' && makes(write) ? (putBy(write) ?? []) : [])),
);

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

/** What writes beside a read put. */
function writtenProperties(context: RuleContext, read: Query | PointRead): readonly string[] | 'unseen' {
  return writtenBy(operationsBeside(context, read));
}

/** What other reads of the table say by their types that there is, where no write may put something else. */
function typedElsewhere(
  context: RuleContext,
  read: Query | PointRead,
  put: readonly string[] | 'unseen',
): readonly string[] | undefined {
  if (put === 'unseen') return undefined;
  const types = typedBy(operationsBeside(context, read));
  return types.length > 0 ? types : undefined;
}

/** Of many operations each is looked at once for all reads beside them. */
const writtenBy = onceForTable(written);
const typedBy = onceForTable((operations: readonly Operation[]) =>
  operations.flatMap((other) => (other.kind === 'write' ? [] : (other.projection?.properties ?? []))),
);

/** What writes put, where all of it is seen. */
function written(operations: readonly Operation[]): readonly string[] | 'unseen' {
  const writes = operations.filter(
    (operation): operation is Write => operation.kind === 'write' && !isOnlyDelete(operation),
  );
  const puts = writes.map(putBy);
  if (writes.length === 0) return [];
  if (!writes.some(makes) || !puts.every((names) => names !== undefined)) return 'unseen';
  return [...new Set(puts.flat())];
}

/** Whether there are writes that make entities, and of all writes it is seen which properties they put. */
export function isAllSeen(operations: readonly Operation[]): boolean {
  const put = written(operations);
  return put !== 'unseen' && put.length > 0;
}

/** Whether a write beside a query is seen to make entities without a property, which "ne" leaves out. */
export function mayLack(context: RuleContext, query: Query, name: string): boolean {
  return lackedBy(operationsBeside(context, query)).some((names) => !names.includes(name));
}

const lackedBy = onceForTable((operations: readonly Operation[]) =>
  operations.flatMap((one) =>
    one.kind === 'write' && isInsert(one) && one.isWhole === true ? [one.properties] : [],
  ),
);

function makes(write: Write): boolean {
  return (
    isInsert(write) || (write.actions?.some(({ kind }) => kind === 'create' || kind === 'upsert') ?? false)
  );
}

function putBy({ method, actions, properties, isWhole, isTyped }: Write): readonly string[] | undefined {
  if (method !== 'submitTransaction') return isWhole === true || isTyped === true ? properties : undefined;
  const puts = actions?.filter(({ kind }) => kind !== 'delete');
  if (puts?.every((action) => action.isWhole === true) !== true) return undefined;
  return puts.flatMap(({ values }) => values.map(({ name }) => name)).filter((name) => name !== ANY_NAME);
}

/** How large what the workspace puts into a property of a table may be; undefined where it puts nothing there. */
export function sizePut(
  context: RuleContext,
  table: string | undefined,
  name: string,
): 'any' | 'unknown' | undefined {
  const model = context.table(table);
  return model && sizesIn(model).get(name);
}

const sizesIn = onceForTable(({ writes }: TableModel): ReadonlyMap<string, 'any' | 'unknown'> => {
  // by its type alone nobody knows how long a text is
  const puts = writes
    .flatMap(({ values }) => values)
    .filter(({ isOfType, isUnbounded }) => !isOfType || isUnbounded);
  return new Map([
    ...puts.map(({ name }) => [name, 'unknown'] as const),
    ...puts.flatMap(({ name, isUnbounded }) => (isUnbounded ? [[name, 'any'] as const] : [])),
  ]);
});
