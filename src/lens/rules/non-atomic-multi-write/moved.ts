import { areOtherTables } from '../../model/tables/accounts.ts';
import type { Write } from '../../model/operations/operation.ts';
import { bare, isPathFrom, isSameCode, isSamePath } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt, functionAround, givenToNames } from '../shared/code-at.ts';
import { onceForEach } from '../shared/once.ts';

/**
 * Whether of two writes one hands an entity on as a whole, to another table or under another PartitionKey, and the other one deletes
 * that where it was.
 */
export function moves(context: RuleContext, a: Write, b: Write): boolean {
  return isMove(context, a, b) || isMove(context, b, a);
}

function isMove(context: RuleContext, to: Write, from: Write): boolean {
  if (from.method !== 'deleteEntity' || (to.method !== 'createEntity' && to.method !== 'upsertEntity'))
    return false;
  const handed = handedOn(context, to);
  if (handed === undefined || !isOfEntity(context, from, handed.entity)) return false;
  const isSameTable = to.receiver.text === from.receiver.text;
  return areOtherTables(to, from) || (isSameTable && isOtherPartition(context, handed, from));
}

interface Handed {
  /** The name of the entity. */
  readonly entity: ExpressionPart;
  /** Code that gives it another PartitionKey. */
  readonly partitionKey?: ExpressionPart;
  readonly hasRowKey: boolean;
}

/** The entity that a write is given as it is, or spread into another one. */
const handedOn = onceForEach(
  (context: RuleContext, { file, argumentSpans: [span], via }: Write): Handed | undefined => {
    const code = span === undefined || via !== undefined ? undefined : expressionAt(context, { file, span });
    if (code === undefined) return undefined;
    const whole = bareCode(code);
    if (whole.expression.kind === 'local') return { entity: whole, hasRowKey: false };
    if (whole.expression.kind !== 'object') return undefined;
    const [first, ...others] = whole.expression.parts;
    const entity = first?.kind === 'spread' ? { ...whole, expression: bare(first.value) } : undefined;
    if (entity?.expression.kind !== 'local' || others.some(({ kind }) => kind !== 'property'))
      return undefined;
    const given = (name: string): Expression | undefined =>
      others.flatMap((part) => (part.kind === 'property' && part.name === name ? [part.value] : []))[0];
    const partitionKey = given('partitionKey');
    return {
      entity,
      hasRowKey: given('rowKey') !== undefined,
      ...(partitionKey && { partitionKey: { ...whole, expression: bare(partitionKey) } }),
    };
  },
);

/** Whether the row is the same, and its PartitionKey is written as another one: else one entity would be deleted as soon as it is made. */
function isOtherPartition(
  context: RuleContext,
  { entity, partitionKey, hasRowKey }: Handed,
  from: Write,
): boolean {
  const key = keyCode(context, from.partitionKey);
  if (partitionKey === undefined || key === undefined || hasRowKey) return false;
  return !isSameCode(partitionKey, key, true) && !isPathFrom(entity, partitionKey);
}

/** Whether a delete is of an entity: by its own keys, or by those that it was read with. */
function isOfEntity(context: RuleContext, from: Write, entity: ExpressionPart): boolean {
  const [partition, row] = [keyCode(context, from.partitionKey), keyCode(context, from.rowKey)];
  if (partition === undefined || row === undefined) return false;
  if (isKeyOf(entity, partition, 'partitionKey') && isKeyOf(entity, row, 'rowKey')) return true;
  const given = givenToNames(
    context,
    functionAround(context, { file: from.file, span: from.callSpan }),
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
      if (own === undefined || ownRow === undefined) return false;
      return isSameCode(own, partition, true) && isSameCode(ownRow, row, true);
    })
  );
}

function isKeyOf(entity: ExpressionPart, { expression, ...at }: ExpressionPart, name: string): boolean {
  if (expression.kind !== 'member' || expression.name !== name) return false;
  return isSamePath({ ...at, expression: bare(expression.object) }, entity);
}

/** A key as it is written in the file itself, without what is only said of its type. */
function keyCode(context: RuleContext, key: Write['partitionKey']): ExpressionPart | undefined {
  const code = key?.place.file === context.file ? expressionAt(context, key.place) : undefined;
  return code && bareCode(code);
}

function bareCode(part: ExpressionPart): ExpressionPart {
  return { ...part, expression: bare(part.expression) };
}
