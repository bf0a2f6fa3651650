import type { Write } from '../../model/operations/operation.ts';
import { bare, isSamePath, pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';
import { isKey } from '../shared/put-values.ts';

/**
 * Whether two writes count on the same amount, as a transfer from one account to another does, or one counts on what the other puts: a
 * total and the line that it grows by. A number that everybody counts on by, such as 1, says nothing.
 */
export function shareAmount(context: RuleContext, a: Write, b: Write): boolean {
  const [own, other] = [amountsOf(context, a), amountsOf(context, b)];
  return (
    own.counted.some((one) => isAmong(one, other.counted) || isAmong(one, other.put)) ||
    other.counted.some((one) => isAmong(one, own.put))
  );
}

/** Whether both writes count on one amount, each a property that it has read: what one has less, the other has more. */
export function isTransfer(context: RuleContext, a: Write, b: Write): boolean {
  const [own, other] = [amountsOf(context, a), amountsOf(context, b)];
  return own.counted.some((one) => isAmong(one, other.counted));
}

interface Amounts {
  /** What is added to, or subtracted from, a property of that name. */
  readonly counted: readonly ExpressionPart[];
  readonly put: readonly ExpressionPart[];
}

function amountsOf(context: RuleContext, { values, file }: Write): Amounts {
  const parts = values.flatMap(({ name, place }) => {
    const code = isKey(name) || place.file !== file ? undefined : expressionAt(context, place);
    return code === undefined ? [] : [{ name, code }];
  });
  return {
    counted: parts.flatMap(({ name, code }) => amountIn(code, name)),
    put: parts.flatMap(({ code }) => (pathOf(code.expression) === undefined ? [] : [code])),
  };
}

/** `amount` of `balance: account.balance - amount`. */
function amountIn({ expression, frames }: ExpressionPart, name: string): readonly ExpressionPart[] {
  const sum = bare(expression);
  if (sum.kind !== 'binary' || (sum.operator !== '+' && sum.operator !== '-')) return [];
  const { left, right } = sum;
  const amount = isProperty(left, name)
    ? right
    : sum.operator === '+' && isProperty(right, name)
      ? left
      : undefined;
  return amount !== undefined && pathOf(amount) !== undefined
    ? [{ kind: 'expression', expression: amount, frames }]
    : [];
}

/** `account.balance`, and `account.balance ?? 0`. */
function isProperty(code: Expression, name: string): boolean {
  const own = bare(code);
  if (own.kind === 'logical') return isProperty(own.left, name);
  return own.kind === 'member' && own.name === name;
}

function isAmong(one: ExpressionPart, all: readonly ExpressionPart[]): boolean {
  return all.some((other) => isSamePath(other, one));
}
