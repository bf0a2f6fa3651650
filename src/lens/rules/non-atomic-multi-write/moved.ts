import { areOtherTables } from '../../model/tables/accounts.ts';
import type { Span } from '../../../core/text/span.ts';
import { keys } from '../../model/operations/entity.ts';
import type { Value, Write } from '../../model/operations/operation.ts';
import { areSame } from '../shared/different-keys.ts';
import { constantKey } from '../shared/key-values.ts';
import { bare, isPathFrom, isSameCode, isSamePath } from '../../syntax/program/names.ts';
import type { Expression, ObjectPart } from '../../syntax/program/program.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt, functionAround, givenToNames } from '../shared/code-at.ts';
import { onceForEach } from '../shared/once.ts';

/** How an entity is moved: to another row of its partition, or to another partition or table. */
export type Move = 'row' | 'apart';

/**
 * How two writes move an entity, where one hands it on as a whole, to another table or under another key, and the other one deletes it
 * where it was; undefined where they don't.
 */
export function moves(context: RuleContext, a: Write, b: Write): Move | undefined {
  if (a.method === 'submitTransaction' || b.method === 'submitTransaction')
    return isMovedInTwo(context, a, b) || isMovedInTwo(context, b, a) ? 'apart' : undefined;
  const [own, other] = [stepsOf(context, a)[0], stepsOf(context, b)[0]];
  if (own === undefined || other === undefined) return undefined;
  return moveOf(context, own, other) ?? moveOf(context, other, own);
}

/** Whether one transaction makes what another one deletes; one partition alone could do it in one. */
function isMovedInTwo(context: RuleContext, to: Write, from: Write): boolean {
  const puts = stepsOf(context, to).filter(({ kind }) => kind !== 'delete');
  const deletes = stepsOf(context, from).filter(({ kind }) => kind === 'delete');
  return puts.some((put) =>
    deletes.some(
      (one) =>
        // what is overwritten, and deleted as it is listed, is done again as far as it was left
        !(put.kind === 'upsert' && one.isListed) && moveOf(context, put, one) === 'apart',
    ),
  );
}

/** One entity that a write puts or deletes. */
interface Step extends Pick<Write, 'partitionKey' | 'rowKey'> {
  readonly kind: 'create' | 'upsert' | 'delete';
  readonly write: Write;
  /** Where the entity is written that it puts. */
  readonly entity: Span | undefined;
  /** A list query gives its keys. */
  readonly isListed: boolean;
}

/** Actions of one transaction that are looked at. */
const MOST_ACTIONS = 20;

const stepsOf = onceForEach((_: RuleContext, write: Write): readonly Step[] => {
  const { method, file, argumentSpans, via, actions = [], partitionKey, rowKey, listed } = write;
  if (method !== 'submitTransaction') {
    const kind = KINDS.get(method);
    const entity = via === undefined ? argumentSpans[0] : undefined;
    return kind
      ? [{ kind, write, entity, isListed: listed !== undefined, ...keys(partitionKey, rowKey) }]
      : [];
  }
  return actions.slice(0, MOST_ACTIONS).flatMap((action): readonly Step[] => {
    const kind = [...KINDS.values()].find((one) => one === action.kind);
    const { entityPlace: place } = action;
    if (kind === undefined || place?.file !== file) return [];
    const isListed = action.rowFrom !== undefined;
    return [{ kind, write, entity: place.span, isListed, ...keys(action.partitionKey, action.rowKey) }];
  });
});

const KINDS: ReadonlyMap<Write['method'], Step['kind']> = new Map([
  ['createEntity', 'create'],
  ['upsertEntity', 'upsert'],
  ['deleteEntity', 'delete'],
]);

function moveOf(context: RuleContext, to: Step, from: Step): Move | undefined {
  if (from.kind !== 'delete' || to.kind === 'delete') return undefined;
  const isSameTable = to.write.receiver.text === from.write.receiver.text;
  if (isSameTable && isToOtherParameter(context, to, from)) return 'apart';
  if (isMovedTable(to, from)) return 'apart';
  const handed = handedOn(context, to);
  if (handed === undefined || !isOfEntity(context, from, handed.entity)) return undefined;
  if (areOtherTables(to.write, from.write)) return 'apart';
  if (!isSameTable) return undefined;
  if (isOtherPartition(context, handed, from)) return 'apart';
  return isOtherRow(context, handed, from) ? 'row' : undefined;
}

/** Whether all of a row goes into another table, whatever it goes through on its way, and is deleted by the keys that it was read with. */
function isMovedTable({ write }: Step, from: Step): boolean {
  const { copiedRow } = write;
  if (copiedRow === undefined || !areOtherTables(write, from.write)) return false;
  const [partition, row] = [from.partitionKey?.value, from.rowKey?.value];
  return (
    partition !== undefined &&
    row !== undefined &&
    isOneKey(copiedRow.partitionKey, partition) &&
    isOneKey(copiedRow.rowKey, row)
  );
}

function isOneKey(a: Value, b: Value): boolean {
  const constant = constantKey(a);
  return constant === undefined ? areSame(a, b) : constant === constantKey(b);
}

/** Whether a row is made in the partition that one parameter names, and deleted from that which another one names. */
function isToOtherParameter(context: RuleContext, to: Step, from: Step): boolean {
  const [own, other] = [keyCode(context, to.partitionKey), keyCode(context, from.partitionKey)];
  const [row, otherRow] = [keyCode(context, to.rowKey), keyCode(context, from.rowKey)];
  if (own === undefined || other === undefined || row === undefined || otherRow === undefined) return false;
  const areGiven = [to, from].every(
    ({ partitionKey }) =>
      partitionKey?.value.kind === 'unknown' &&
      partitionKey.value.why === 'parameter' &&
      partitionKey.value.given !== undefined,
  );
  const areNames = own.expression.kind === 'local' && other.expression.kind === 'local';
  return areGiven && areNames && !isSamePath(own, other) && isSameCode(row, otherRow, true);
}

interface Handed {
  /** The name of the entity. */
  readonly entity: ExpressionPart;
  /** Only some properties of the entity go along. */
  readonly isInPart?: boolean;
  /** Code that gives it another PartitionKey. */
  readonly partitionKey?: ExpressionPart;
  /** Code that gives it a RowKey. */
  readonly rowKey?: ExpressionPart;
}

/** The entity that a write is given as it is, or spread into another one. */
const handedOn = onceForEach(
  (context: RuleContext, { entity: span, write: { file } }: Step): Handed | undefined => {
    const code = span === undefined ? undefined : expressionAt(context, { file, span });
    if (code === undefined) return undefined;
    const whole = bareCode(code);
    if (whole.expression.kind === 'local') return { entity: whole };
    if (whole.expression.kind !== 'object') return undefined;
    const [first, ...others] = whole.expression.parts;
    const spread = first?.kind === 'spread' ? { ...whole, expression: bare(first.value) } : undefined;
    const given = (name: string): Expression | undefined =>
      whole.expression.kind === 'object'
        ? whole.expression.parts.flatMap((part) =>
            part.kind === 'property' && part.name === name ? [part.value] : [],
          )[0]
        : undefined;
    const [partitionKey, rowKey] = [given('partitionKey'), given('rowKey')];
    const entity = spread ?? copiedFrom(whole, whole.expression.parts);
    if (entity?.expression.kind !== 'local' || others.some(({ kind }) => kind !== 'property'))
      return undefined;
    return {
      entity,
      ...(spread === undefined && { isInPart: true }),
      ...(partitionKey && { partitionKey: { ...whole, expression: bare(partitionKey) } }),
      ...(rowKey && { rowKey: { ...whole, expression: bare(rowKey) } }),
    };
  },
);

/** The entity that at least half the properties of another one are taken from, but for the keys; undefined where there is none. */
function copiedFrom(whole: ExpressionPart, parts: readonly ObjectPart[]): ExpressionPart | undefined {
  const values = parts.flatMap((part) =>
    part.kind === 'property' && !isKeyName(part.name) ? [{ ...whole, expression: bare(part.value) }] : [],
  );
  const owners = values.flatMap((value): readonly ExpressionPart[] => {
    const { expression } = value;
    return expression.kind === 'member' && expression.object.kind === 'local'
      ? [{ ...value, expression: expression.object }]
      : [];
  });
  const [first] = owners;
  const own = first === undefined ? [] : owners.filter((owner) => isSamePath(owner, first));
  return own.length >= values.length / 2 ? first : undefined;
}

function isKeyName(name: string | Expression | undefined): boolean {
  return name === 'partitionKey' || name === 'rowKey';
}

/** Whether the row is the same, and its PartitionKey is written as another one: else one entity would be deleted as soon as it is made. */
function isOtherPartition(
  context: RuleContext,
  { entity, isInPart, partitionKey, rowKey }: Handed,
  from: Step,
): boolean {
  const [key, row] = [keyCode(context, from.partitionKey), keyCode(context, from.rowKey)];
  if (partitionKey === undefined || key === undefined || row === undefined) return false;
  if (isInPart !== true && rowKey !== undefined && !isSameCode(rowKey, row, true)) return false;
  return !isSameCode(partitionKey, key, true) && !isPathFrom(entity, partitionKey);
}

/** Whether the partition stays, and the row gets another RowKey. */
function isOtherRow(context: RuleContext, { entity, partitionKey, rowKey }: Handed, from: Step): boolean {
  const [key, row] = [keyCode(context, from.partitionKey), keyCode(context, from.rowKey)];
  if (rowKey === undefined || key === undefined || row === undefined) return false;
  if (partitionKey !== undefined && !isSameCode(partitionKey, key, true)) return false;
  return !isSameCode(rowKey, row, true) && !isPathFrom(entity, rowKey);
}

/** Whether a delete is of an entity: by its own keys, or by those that it was read with. */
function isOfEntity(context: RuleContext, from: Step, entity: ExpressionPart): boolean {
  const [partition, row] = [keyCode(context, from.partitionKey), keyCode(context, from.rowKey)];
  if (partition === undefined || row === undefined) return false;
  // `order.shop`, `order.id` of `{ ...order, … }`
  if (isPathFrom(entity, partition) && isPathFrom(entity, row)) return true;
  const given = givenToNames(
    context,
    functionAround(context, { file: from.write.file, span: from.write.callSpan }),
  )(entity);
  return (
    given.length > 0 &&
    given.every((one) => {
      if (one.kind !== 'expression') return false;
      const { start } = bare(one.expression).span;
      const read = context.operations.find(
        ({ kind, callSpan }) => kind === 'point-read' && callSpan.start === start,
      );
      if (read?.kind !== 'point-read') return false;
      const [own, ownRow] = [keyCode(context, read.partitionKey), keyCode(context, read.rowKey)];
      const isIts = (key: ExpressionPart, asked: ExpressionPart | undefined): boolean =>
        isPathFrom(entity, key) || (asked !== undefined && isSameCode(asked, key, true));
      return isIts(partition, own) && isIts(row, ownRow);
    })
  );
}

/** A key as it is written in the file itself, without what is only said of its type. */
function keyCode(context: RuleContext, key: Write['partitionKey']): ExpressionPart | undefined {
  const code = key?.place.file === context.file ? expressionAt(context, key.place) : undefined;
  return code && bareCode(code);
}

function bareCode(part: ExpressionPart): ExpressionPart {
  return { ...part, expression: bare(part.expression) };
}
