import type { FilterAlternative, Query, Value, Write } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import type { Code } from '../../syntax/program/code.ts';
import { bare } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type Part, someCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, functionAround } from '../shared/code-at.ts';
import { type Made, madeIn } from '../shared/copies.ts';
import { areDifferent } from '../shared/different-keys.ts';
import { constantKey } from '../shared/key-values.ts';
import { OF_EVERY_ENTITY } from '../shared/known-properties.ts';

/** A kind of entities that a query gives, and which never has a property that the code reads of all. */
export interface OtherKind {
  readonly made: Made;
  readonly property: string;
}

/** The kind that lacks what the code reads, where it is in the partition that is asked for, and the code tests for neither. */
export function otherKindIn(
  context: RuleContext,
  query: Query,
  { writes: all }: TableModel,
  asked: readonly FilterAlternative[],
): OtherKind | undefined {
  const names = namesExpected(query);
  const writes = withoutWrapped(all);
  const made = writes.flatMap((write) => madeIn(write));
  for (const property of names) {
    const own = made.filter((one) => has(one, property));
    const other = made.find(
      (one) =>
        isWhole(one) &&
        !has(one, property) &&
        own.some((kind) => isOtherKind(kind, one)) &&
        asked.every(
          (filter) =>
            [one, ...own].every((kind) => isAskedFor(kind, filter)) || isAlwaysBeside(one, own, filter),
        ) &&
        !writes.some((write) => mayAdd(write, one, property)),
    );
    if (other === undefined) continue;
    const isTold = codeOf(context, query).parts.some((part) => names.some((name) => isTested(part, name)));
    return isTold ? undefined : { made: other, property };
  }
  return undefined;
}

/** Writes but those that put what callers of their function give, of whom one is seen: what they put is known of each of them. */
function withoutWrapped(writes: readonly Write[]): readonly Write[] {
  const keyOf = (file: string, start: number): string => `${start} ${file}`;
  const wrapped = new Set(
    writes.flatMap(({ via }) => (via === undefined ? [] : [keyOf(via.place.file, via.place.span.start)])),
  );
  return writes.filter(
    ({ via, file, nameSpan }) => via !== undefined || !wrapped.has(keyOf(file, nameSpan.start)),
  );
}

/** The properties that the code reads of each entity; of entities that it takes as they are those that all have by their type. */
function namesExpected({ consumption, projection }: Query): readonly string[] {
  const { reads, filters = [] } = consumption;
  if (filters.length > 0) return [];
  const names = reads?.isWhole === false ? reads.names : (projection?.required ?? []);
  return names.filter((name) => !OF_EVERY_ENTITY.has(name));
}

/** The code that may read entities of a query: what goes where it is not followed any of the file may. */
function codeOf(context: RuleContext, { file, callSpan: span, consumption }: Query): Code {
  return consumption.returnsEntities === true || consumption.reads?.isWhole === true
    ? codeOfFile(context, file)
    : functionAround(context, { file, span });
}

function has({ values }: Made, property: string): boolean {
  return values.some(({ name }) => name === property);
}

/** Whether all that an entity is made with is seen, or said by the types of what is spread into it. */
function isWhole({ values, isAll, write }: Made): boolean {
  const isKnown = isAll === true || write.isTyped === true;
  return isKnown && values.every(({ name }) => name !== ANY_NAME);
}

function isOtherKind(one: Made, other: Made): boolean {
  return (
    one.rowKey !== undefined &&
    other.rowKey !== undefined &&
    (areDifferent(one.rowKey.value, other.rowKey.value) || isOneOfAll(one, other) || isOneOfAll(other, one))
  );
}

/** Whether an entity has a constant RowKey, and none of the properties of those whose RowKeys callers give: `_settings` among episodes. */
function isOneOfAll(alone: Made, others: Made): boolean {
  const [own, other] = [alone.rowKey?.value, others.rowKey?.value];
  if (own === undefined || constantKey(own) === undefined || other?.kind !== 'unknown') return false;
  const names = alone.values.map(({ name }) => name).filter((name) => !OF_EVERY_ENTITY.has(name));
  return isWhole(alone) && names.length > 0 && !names.some((name) => has(others, name));
}

/** Whether the partition of an entity is what a filter asks for: the same constant, or what the source calls the same. */
function isAskedFor({ partitionKey }: Made, { classification, text }: FilterAlternative): boolean {
  const key = classification.region.partitionKey;
  if (key.kind !== 'fixed' || partitionKey === undefined) return false;
  if (key.value.kind === 'known') return constantKey(partitionKey.value) === key.value.value;
  const { offset, prefix } = key.value;
  const hole = text.holes.get(offset);
  const name = nameOf(partitionKey.value);
  return prefix === '' && name !== undefined && hole !== undefined && nameOf(hole) === name;
}

/**
 * Whether one transaction makes an entity beside all that have what is asked for: then it is in whichever partition these are in, whatever
 * the source calls that.
 */
function isAlwaysBeside(one: Made, own: readonly Made[], { classification }: FilterAlternative): boolean {
  const key = classification.region.partitionKey;
  const isGiven = key.kind === 'fixed' && key.value.kind === 'hole' && key.value.prefix === '';
  const areTogether = own.every(({ write }) => write === one.write && write.method === 'submitTransaction');
  return (
    isGiven &&
    areTogether &&
    one.partitionKey !== undefined &&
    constantKey(one.partitionKey.value) === undefined
  );
}

/** `id` of `order.id`. */
function nameOf(value: Value): string | undefined {
  return value.kind === 'unknown' ? value.name?.split('.').at(-1) : undefined;
}

/** Whether a write may give a property to an entity that was made without it. */
function mayAdd(write: Write, made: Made, property: string): boolean {
  if (write.method === 'deleteEntity') return false;
  const all = madeIn(write, 'all');
  // what a write that is not seen puts, and where, nobody knows
  if (all.length === 0) return true;
  return all.some((one) => {
    const isThere = has(one, property) || !isWhole(one);
    return isThere && !isOtherKind(one, made);
  });
}

/** Whether code asks for a property whether it is there, or has something in case that it is not. */
function isTested(part: Part, property: string): boolean {
  const asks = (expression: Expression): boolean =>
    someCode(
      { kind: 'expression', expression, frames: part.frames },
      ({ kind, ...inner }) =>
        kind === 'expression' && 'expression' in inner && isOf(inner.expression, property),
    );
  if (part.kind === 'statement') {
    const { statement } = part;
    if (statement.kind === 'if') return asks(statement.test);
    return statement.kind === 'switch' && asks(statement.subject);
  }
  if (part.kind !== 'expression') return false;
  const { expression, target } = part;
  switch (expression.kind) {
    case 'logical':
      return asks(lookedAt(expression.left));
    case 'conditional':
      return asks(expression.test);
    case 'unary':
      return (expression.operator === '!' || expression.operator === 'typeof') && asks(expression.operand);
    case 'member':
    case 'index':
      return (
        (expression.isOptional && asks(expression.object)) ||
        (target !== undefined && asks(lookedAt(expression)))
      );
    case 'call':
      return expression.args.some(
        ({ kind, ...arg }) => kind === 'global' && 'name' in arg && arg.name === 'Boolean',
      );
    default:
      return false;
  }
}

/** What a value is looked up in says whether it is there; what it is looked up by, `count[row.kind] ?? 0`, does not. */
function lookedAt(expression: Expression): Expression {
  const code = bare(expression);
  return code.kind === 'index' && bare(code.index).kind !== 'text' ? lookedAt(code.object) : code;
}

/** A property by its name; a text that spells it out where that looks for it: `'name' in row`, `Object.hasOwn(row, 'name')`. */
function isOf(expression: Expression, property: string): boolean {
  const code = bare(expression);
  switch (code.kind) {
    case 'member':
    case 'local':
      return code.name === property;
    case 'index':
      return isText(code.index, property);
    case 'binary':
      return code.operator === 'in' && isText(code.left, property);
    case 'call':
      return code.args.some((arg) => isText(arg, property));
    default:
      return false;
  }
}

function isText(expression: Expression, text: string): boolean {
  const code = bare(expression);
  return code.kind === 'text' && code.text.text === text;
}
