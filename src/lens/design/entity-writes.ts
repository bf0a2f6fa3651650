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
  /** It leaves what it doesn't put as it is: its mode is seen. */
  readonly isSurelyMerge: boolean;
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
  /** It puts back all of an entity that was read, but for what it changes. */
  readonly isPutBack: boolean;
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

/** The same operations, where a write that puts an entity back has the keys that this was read by. */
export function withReadKeys(operations: readonly Operation[]): readonly Operation[] {
  const reads = new Map(
    operations.flatMap((one) =>
      one.kind === 'write' ? [] : [[`${one.callSpan.start} ${one.file}`, one] as const],
    ),
  );
  const readAt = ({ file, span }: Place): Read | undefined => reads.get(`${span.start} ${file}`);
  return operations.map((one) => {
    if (one.kind !== 'write') return one;
    if (one.method !== 'submitTransaction')
      return { ...one, ...keysPutBack(one, one.method === 'updateEntity', readAt) };
    if (one.actions === undefined) return one;
    const actions = one.actions.map((action) => ({
      ...action,
      ...keysPutBack(action, action.kind === 'update', readAt),
    }));
    return { ...one, actions };
  });
}

type Read = Exclude<Operation, Write>;

/** What tells of a write whose entity it puts back. */
type PuttingBack = Pick<Write, 'partitionKey' | 'rowKey' | 'readRow' | 'readEntity' | 'stale'>;

/** The keys of an entity that is put back, where the write has none of its own: of a list those of any of its entities. */
function keysPutBack(
  write: PuttingBack,
  isUpdate: boolean,
  readAt: (place: Place) => Read | undefined,
): Pick<Write, 'partitionKey' | 'rowKey'> {
  const { partitionKey, rowKey, readRow, readEntity, stale } = write;
  if (!isKeyless(write) && !(isNamedAs(partitionKey, 'partitionkey') && isNamedAs(rowKey, 'rowkey')))
    return {};
  if (readRow !== undefined) {
    const { place } = readRow;
    return {
      partitionKey: { place, value: readRow.partitionKey },
      rowKey: { place, value: readRow.rowKey },
    };
  }
  if (readEntity !== undefined) return keysOfAny(readEntity);
  const place = isUpdate && isKeyless(write) && stale?.isWhole === true ? stale.place : undefined;
  const read = place && readAt(place);
  if (place === undefined || read === undefined) return {};
  if (read.kind === 'query') return keysOfAny(place);
  const { partitionKey: partition, rowKey: row } = read;
  return partition === undefined || row === undefined ? {} : { partitionKey: partition, rowKey: row };
}

/** The keys of an entity that was read, whichever that is. */
function keysOfAny(place: Place): Pick<Write, 'partitionKey' | 'rowKey'> {
  const key = (name: string): KeyExpression => ({
    place,
    value: { kind: 'unknown', why: 'property', name: `entity.${name}` },
  });
  return { partitionKey: key('partitionKey'), rowKey: key('rowKey') };
}

/** Whether a key is called like that of an entity, whoever's it is. */
function isNamedAs(key: KeyExpression | undefined, name: string): boolean {
  if (key?.value.kind !== 'unknown') return false;
  const called = key.value.name?.toLowerCase();
  return called === name || called?.endsWith(`.${name}`) === true;
}

/** The read all of whose entity a write puts back, whether or not it sends the ETag. */
export function readWhole({ readRow, readEntity, stale }: Write): Place | undefined {
  return readRow?.place ?? readEntity ?? (stale?.isWhole === true ? stale.place : undefined);
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
  const { partitionKey, rowKey, values, isWhole, isTyped, method, mode, argumentSpans } = operation;
  return {
    operation,
    does: doesOf(method, mode),
    isSurelyMerge: mode === 'Merge' || (mode === undefined && argumentSpans.length === 1),
    makes:
      (method === 'createEntity' || method === 'upsertEntity') &&
      !isWrittenBack(partitionKey, rowKey) &&
      !isPutBack(operation),
    partitionKey: patterns(partitionKey),
    rowKey: patterns(rowKey),
    puts: values,
    isWhole: isWhole === true || isTyped === true,
    isInTransaction: false,
    ...keyFacts(operation, method === 'createEntity' || method === 'upsertEntity'),
  };
}

function ofAction(operation: Write, action: TransactionAction): readonly EntityWrite[] {
  const { kind, mode, partitionKey, rowKey, values } = action;
  if (kind !== 'create' && kind !== 'update' && kind !== 'upsert' && kind !== 'delete') return [];
  return [
    {
      operation,
      does: kind === 'create' || kind === 'delete' ? kind : mode === 'Replace' ? 'replace' : 'merge',
      isSurelyMerge: mode === 'Merge',
      makes:
        (kind === 'create' || kind === 'upsert') &&
        !isWrittenBack(partitionKey, rowKey) &&
        !isPutBack(action),
      partitionKey: patterns(partitionKey),
      rowKey: patterns(rowKey),
      puts: values,
      isWhole: action.isWhole === true,
      isInTransaction: (operation.actions?.length ?? 0) > 1 || action.many,
      ...keyFacts(action, kind === 'create' || kind === 'upsert'),
    },
  ];
}

/** Whether it is sure that it writes what was read. */
function isPutBack({ readRow, readEntity }: PuttingBack): boolean {
  return readRow !== undefined || readEntity !== undefined;
}

/** What the keys of a write tell; `mayMake`: it makes an entity where there is none, as no update does. */
function keyFacts(
  write: PuttingBack,
  mayMake: boolean,
): Pick<EntityWrite, 'isFresh' | 'isOfEntity' | 'isAtHand' | 'isPutBack'> {
  const { partitionKey, rowKey } = write;
  const rows = patterns(rowKey);
  const isMade = rows.length > 0 && rows.every(({ parts }) => parts.some(isMadeUp));
  const isFresh = mayMake && isMade && !isPutBack(write);
  return {
    isFresh,
    isOfEntity: isWrittenBack(partitionKey, rowKey),
    isAtHand: isOwnKey(rowKey, 'rowkey') || isPutBack(write),
    isPutBack: isPutBack(write),
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
