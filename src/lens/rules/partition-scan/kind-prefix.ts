import { constantOf } from '../../../core/text/segments.ts';
import type { KeyExpression, Query, Value } from '../../model/operations/operation.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import type { RuleContext } from '../rule.ts';
import { type Made, madeIn } from '../shared/copies.ts';
import { areDifferent } from '../shared/different-keys.ts';
import { madeInto, operationsBeside } from '../shared/writes.ts';

/** The RowKey of all entities that have a constant for a property, and the prefix that these alone have. */
export interface KindPrefix {
  readonly rowKey: KeyExpression;
  readonly prefix: string;
}

/** Kinds of entities of a table that are compared with each other. */
const MOST_MADE = 50;

/** The prefix of the RowKeys of all entities with a constant property, `inv_` of `kind: 'invoice'`, where no others have it. */
export function kindPrefixOf(
  context: RuleContext,
  query: Query,
  property: string,
  constant: string,
): KindPrefix | undefined {
  const all = madeInto(context, query);
  if (all.length > MOST_MADE) return undefined;
  const [own, others] = [
    all.filter((one) => has(one, property, constant)),
    all.filter((one) => !has(one, property, constant)),
  ];
  const [first] = own;
  const rowKey = first?.rowKey;
  const prefix = prefixIn(rowKey);
  if (rowKey === undefined || prefix === undefined || others.length === 0) return undefined;
  const isOwn = ({ rowKey: key }: Made): boolean => prefixIn(key) === prefix;
  const isOther = (one: Made): boolean =>
    lacks(one, property, constant) &&
    one.rowKey !== undefined &&
    areDifferent(one.rowKey.value, rowKey.value);
  const isTold = own.every(isOwn) && others.every(isOther);
  return isTold && !mayBecome(context, query, property, isOwn) ? { rowKey, prefix } : undefined;
}

function has({ values }: Made, property: string, constant: string): boolean {
  const put = values.filter(({ name }) => name === property);
  return put.length > 0 && put.every(({ value }) => textOf(value) === constant);
}

/** Whether a property is seen to have another constant, or not to be there. */
function lacks(one: Made, property: string, constant: string): boolean {
  const put = one.values.filter(({ name }) => name === property);
  return put.length === 0
    ? isSeen(one)
    : put.every(({ value }) => textOf(value) !== undefined && textOf(value) !== constant);
}

/** Whether all that is put is seen, or said by types. */
function isSeen({ values, isAll, write }: Made): boolean {
  return (isAll === true || write.isTyped === true) && values.every(({ name }) => name !== ANY_NAME);
}

/** Whether a write may give the property to an entity whose RowKey is not seen to have the prefix. */
function mayBecome(
  context: RuleContext,
  query: Query,
  property: string,
  isOwn: (made: Made) => boolean,
): boolean {
  const made = new Set(madeInto(context, query).map(({ values }) => values));
  return operationsBeside(context, query).some((write) => {
    if (write.kind !== 'write' || write.method === 'deleteEntity') return false;
    const changed = madeIn(write, 'all');
    // what a transaction does that is not seen nobody knows
    if (changed.length === 0) return true;
    return changed.some(
      (one) =>
        !made.has(one.values) &&
        !isOwn(one) &&
        (!isSeen(one) || one.values.some(({ name }) => name === property)),
    );
  });
}

/** Constant characters at the beginning of a key of several parts, up to a separator. */
function prefixIn(key: KeyExpression | undefined): string | undefined {
  const [first, ...others] = key?.value.kind === 'text' ? key.value.segments : [];
  const isPrefix = first?.kind === 'literal' && others.length > 0 && /\w[_\-:|~.]$/.test(first.text);
  return isPrefix ? first.text : undefined;
}

function textOf(value: Value): string | undefined {
  return value.kind === 'text' ? constantOf(value.segments) : undefined;
}
