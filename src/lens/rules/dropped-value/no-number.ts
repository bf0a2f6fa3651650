import type { Place } from '../../../core/text/segments.ts';
import { bare, givenIn, isSameCode, pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Part, someCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt, functionAround } from '../shared/code-at.ts';

/** What makes arithmetic give NaN or an infinity: a list without elements, or two values that are equal. */
export interface NoNumber {
  readonly kind: 'empty' | 'equal';
  /** As the source calls the list, or the two values. */
  readonly names: readonly string[];
}

/**
 * Arithmetic that gives no number for what a caller may give: the largest or the mean of a list that may be empty, a division by a
 * difference. Undefined where the function tests anything of that.
 */
export function noNumberAt(context: RuleContext, place: Place): NoNumber | undefined {
  const written = expressionAt(context, place);
  const { parts } = functionAround(context, place);
  const part = written && madeOf(written, parts);
  if (part === undefined) return undefined;
  const subject = subjectOf(part, parts);
  if (subject === undefined || parts.some((one) => isTestOf(one, subject.of))) return undefined;
  const names = subject.of.flatMap(({ expression }) => pathOf(expression)?.join('.') ?? []);
  return { kind: subject.kind, names };
}

/** What a name is given once, where it stands for a value; else what stands there. */
function madeOf(written: ExpressionPart, parts: readonly Part[]): ExpressionPart | undefined {
  if (written.expression.kind !== 'local') return written;
  const [given, ...others] = givenIn(parts)(written);
  return given?.kind === 'expression' && others.length === 0 ? given : undefined;
}

interface Subject {
  readonly kind: NoNumber['kind'];
  readonly of: readonly ExpressionPart[];
}

function subjectOf({ expression, frames }: ExpressionPart, parts: readonly Part[]): Subject | undefined {
  const inside = (inner: Expression): ExpressionPart => ({ kind: 'expression', expression: inner, frames });
  if (expression.kind === 'call') {
    const list = extremeOf(expression);
    return list !== undefined && mayBeEmpty(inside(list), parts)
      ? { kind: 'empty', of: [inside(list)] }
      : undefined;
  }
  if (expression.kind !== 'binary') return undefined;
  const { operator, left, right } = expression;
  // what is worked out from no number is none; a sum may be a text
  if (operator === '*' || operator === '-')
    return subjectOf(inside(left), parts) ?? subjectOf(inside(right), parts);
  if (operator !== '/') return undefined;
  const divisor = bare(right);
  if (divisor.kind === 'member' && (divisor.name === 'length' || divisor.name === 'size')) {
    const list = inside(divisor.object);
    return mayBeEmpty(list, parts) ? { kind: 'empty', of: [list] } : undefined;
  }
  if (divisor.kind !== 'binary' || divisor.operator !== '-') return undefined;
  const both = [divisor.left, divisor.right].map((one) => inside(bare(one)));
  return both.every((one) => pathOf(one.expression) !== undefined) ? { kind: 'equal', of: both } : undefined;
}

/** The list of `Math.max(...list)`. */
function extremeOf({ callee, args }: Extract<Expression, { kind: 'call' }>): Expression | undefined {
  const name = pathOf(callee)?.join('.');
  const [only, ...others] = args;
  const isExtreme = (name === 'Math.max' || name === 'Math.min') && others.length === 0;
  return isExtreme && only?.kind === 'spread' ? only.operand : undefined;
}

/** Whether a list is a parameter of the function itself: those of callbacks, and of loops, are often groups, which have something in them. */
function mayBeEmpty({ expression }: ExpressionPart, parts: readonly Part[]): boolean {
  if (expression.kind !== 'local') return false;
  const outermost = parts.find((part) => part.kind === 'function');
  const inner = parts.filter((part) => part.kind === 'function').slice(1);
  const isParameter = (part: typeof outermost): boolean =>
    part?.fn.parameters.some(({ name, fallback }) => name === expression.name && fallback === undefined) ===
    true;
  return isParameter(outermost) && !inner.some(isParameter);
}

const TESTED: ReadonlySet<string> = new Set(['isFinite', 'isNaN', 'isInteger', 'isSafeInteger']);

/** Whether a test asks for something of a value, or whether a number is one. */
function isTestOf(part: Part, of: readonly ExpressionPart[]): boolean {
  const { frames } = part;
  const asks = (expression: Expression): boolean =>
    someCode({ kind: 'expression', expression, frames }, (inner) => {
      if (inner.kind !== 'expression') return false;
      return of.some((one) => isSameCode(one, inner));
    });
  if (part.kind === 'statement') return part.statement.kind === 'if' && asks(part.statement.test);
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  switch (expression.kind) {
    case 'conditional':
      return asks(expression.test);
    case 'logical':
      return true;
    case 'call': {
      const name = pathOf(expression.callee)?.at(-1);
      return (
        name !== undefined && (TESTED.has(name) || /^(?:assert|check|ensure|require|validate)/i.test(name))
      );
    }
    default:
      return false;
  }
}
