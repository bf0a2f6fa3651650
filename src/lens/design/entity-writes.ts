import type { Place } from '../../core/text/segments.ts';
import type { KeyPart, KeyPattern } from '../model/keys/key-pattern.ts';
import type {
  KeyExpression,
  Operation,
  PutProperty,
  TransactionAction,
  Write,
} from '../model/operations/operation.ts';
import { keyPatternsOf } from './key-patterns.ts';

/** What one write, or one action of a transaction, does to one kind of entity. */
export interface EntityWrite {
  readonly operation: Write;
  readonly does: 'create' | 'merge' | 'replace' | 'delete';
  /** It makes the entity where there is none. */
  readonly makes: boolean;
  /** All ways in which its keys are put together; none where they are not seen. */
  readonly partitionKey: readonly KeyPattern[];
  readonly rowKey: readonly KeyPattern[];
  readonly puts: readonly PutProperty[];
  /** It has no other properties. */
  readonly isWhole: boolean;
  /** It is sent with other actions, all of them or none. */
  readonly isInTransaction: boolean;
  /** Its keys have what is made up for it: there is no such entity yet, whichever method writes it. */
  readonly isFresh: boolean;
  /** Its keys are those of an entity that was read. */
  readonly isOfEntity: boolean;
  /** So is its RowKey, though PartitionKey may be said otherwise. */
  readonly isAtHand: boolean;
}

/** The writes among some operations, transactions by their actions; a transaction that is not seen into has none. */
export function entityWritesOf(operations: readonly Operation[]): readonly EntityWrite[] {
  return operations.flatMap((operation): readonly EntityWrite[] => {
    if (operation.kind !== 'write') return [];
    if (operation.method === 'submitTransaction')
      return (operation.actions ?? []).flatMap((action) => ofAction(operation, action));
    return [ofCall(operation)];
  });
}

/** The same operations, where an update writes a whole entity back with the keys that this was read by. */
export function withReadKeys(operations: readonly Operation[]): readonly Operation[] {
  const reads = new Map(
    operations.flatMap((one) =>
      one.kind === 'point-read' ? [[`${one.callSpan.start} ${one.file}`, one] as const] : [],
    ),
  );
  return operations.map((one) => {
    if (one.kind !== 'write' || one.method !== 'updateEntity' || !isKeyless(one)) return one;
    const place = readWhole(one);
    const read = place && reads.get(`${place.span.start} ${place.file}`);
    if (read?.partitionKey === undefined || read.rowKey === undefined) return one;
    return { ...one, partitionKey: read.partitionKey, rowKey: read.rowKey };
  });
}

/** The read all of whose entity a write puts back, whether or not it sends the ETag. */
export function readWhole({ readRow, stale }: Write): Place | undefined {
  return readRow?.place ?? (stale?.isWhole === true ? stale.place : undefined);
}

/** A write of which it is not seen what entities it makes or changes. */
export function isUnseen(operation: Operation): operation is Write {
  if (operation.kind !== 'write') return false;
  if (operation.method !== 'submitTransaction') return isKeyless(operation);
  return operation.actions?.every((action) => action.kind !== undefined && !isKeyless(action)) !== true;
}

function isKeyless({ partitionKey, rowKey }: Pick<Write, 'partitionKey' | 'rowKey'>): boolean {
  return partitionKey === undefined || rowKey === undefined;
}

function ofCall(operation: Write): EntityWrite {
  const { partitionKey, rowKey, values, isWhole, isTyped, method, mode } = operation;
  return {
    operation,
    does: doesOf(method, mode),
    makes: (method === 'createEntity' || method === 'upsertEntity') && !isWrittenBack(partitionKey, rowKey),
    partitionKey: patterns(partitionKey),
    rowKey: patterns(rowKey),
    puts: values,
    isWhole: isWhole === true || isTyped === true,
    isInTransaction: false,
    ...keyFacts(partitionKey, rowKey),
  };
}

function ofAction(operation: Write, action: TransactionAction): readonly EntityWrite[] {
  const { kind, mode, partitionKey, rowKey, values } = action;
  if (kind !== 'create' && kind !== 'update' && kind !== 'upsert' && kind !== 'delete') return [];
  return [
    {
      operation,
      does: kind === 'create' || kind === 'delete' ? kind : mode === 'Replace' ? 'replace' : 'merge',
      makes: (kind === 'create' || kind === 'upsert') && !isWrittenBack(partitionKey, rowKey),
      partitionKey: patterns(partitionKey),
      rowKey: patterns(rowKey),
      puts: values,
      isWhole: false,
      isInTransaction: (operation.actions?.length ?? 0) > 1 || action.many,
      ...keyFacts(partitionKey, rowKey),
    },
  ];
}

function keyFacts(
  partitionKey: KeyExpression | undefined,
  rowKey: KeyExpression | undefined,
): Pick<EntityWrite, 'isFresh' | 'isOfEntity' | 'isAtHand'> {
  const rows = patterns(rowKey);
  const isFresh = rows.length > 0 && rows.every(({ parts }) => parts.some(isMadeUp));
  return {
    isFresh,
    isOfEntity: isWrittenBack(partitionKey, rowKey),
    isAtHand: isOwnKey(rowKey, 'rowkey'),
  };
}

function isMadeUp(part: KeyPart): boolean {
  return part.kind === 'value' && (part.form.kind === 'random' || part.form.kind === 'timed-id');
}

/** `{ partitionKey: entity.partitionKey, rowKey: entity.rowKey }`: the keys of an entity that is there already. */
function isWrittenBack(partitionKey: KeyExpression | undefined, rowKey: KeyExpression | undefined): boolean {
  return isOwnKey(partitionKey, 'partitionkey') && isOwnKey(rowKey, 'rowkey');
}

function isOwnKey(key: KeyExpression | undefined, name: string): boolean {
  return key?.value.kind === 'unknown' && key.value.name?.toLowerCase().endsWith(`.${name}`) === true;
}

function doesOf(method: Write['method'], mode: Write['mode']): EntityWrite['does'] {
  if (method === 'createEntity') return 'create';
  if (method === 'deleteEntity') return 'delete';
  return mode === 'Replace' ? 'replace' : 'merge';
}

/** An empty key beside others stands for a value that is missing, and is no kind of its own. */
function patterns(key: KeyExpression | undefined): readonly KeyPattern[] {
  const all = keyPatternsOf(key);
  const filled = all.filter(({ parts }) => parts.length > 0);
  return filled.length > 0 ? filled : all;
}
