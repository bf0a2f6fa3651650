import { isSameCode, pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import type { GivenOf } from '../shared/function-of.ts';

/**
 * Whether an expression is a time since 1970 rounded to a multiple of anything, `Math.floor(Date.now() / 1000 / size) * size`: it has as
 * many digits as the time has.
 */
export function isTimeSlot({ expression, frames }: ExpressionPart, given: GivenOf): boolean {
  if (expression.kind !== 'binary' || expression.operator !== '*') return false;
  const { left, right } = expression;
  return [[left, right] as const, [right, left] as const].some(([rounded, size]) => {
    const divided = roundedIn(rounded);
    if (divided?.kind !== 'binary' || divided.operator !== '/') return false;
    const as = (one: Expression): ExpressionPart => ({ kind: 'expression', expression: one, frames });
    return isSameCode(as(divided.right), as(size)) && isTime(as(divided.left), given, 1);
  });
}

/** A time since 1970 in milliseconds, or in a longer unit up to days: 13 digits to five, the same from 1998 to 2100. */
function isTime({ expression, frames }: ExpressionPart, given: GivenOf, unit: number): boolean {
  const isTimeOf = (one: Expression, of = unit): boolean =>
    isTime({ kind: 'expression', expression: one, frames }, given, of);
  const inner = roundedIn(expression);
  if (inner !== undefined) return isTimeOf(inner);
  switch (expression.kind) {
    case 'call': {
      const { callee } = expression;
      if (!STABLE_UNITS.has(unit)) return false;
      return (
        pathOf(callee)?.join('.') === 'Date.now' || (callee.kind === 'member' && callee.name === 'getTime')
      );
    }
    case 'binary':
      return (
        expression.operator === '/' &&
        expression.right.kind === 'number' &&
        isTimeOf(expression.left, unit * expression.right.value)
      );
    case 'local': {
      const [one, ...others] = given({ kind: 'expression', expression, frames });
      if (one?.kind !== 'expression' || others.length > 0) return false;
      // one name: what is calculated of itself has no end
      return isTime(one, () => [], unit);
    }
    default:
      return false;
  }
}

/** Milliseconds, seconds, minutes and days: hours get a digit more in 2084. */
const STABLE_UNITS: ReadonlySet<number> = new Set([1, 1_000, 60_000, 86_400_000]);

/** What `Math.floor(…)` and its like are given. */
function roundedIn(expression: Expression): Expression | undefined {
  if (expression.kind !== 'call') return undefined;
  const path = pathOf(expression.callee)?.join('.');
  return path !== undefined && ROUNDS.has(path) ? expression.args[0] : undefined;
}

const ROUNDS: ReadonlySet<string> = new Set(['Math.floor', 'Math.trunc', 'Math.round', 'Math.ceil']);
