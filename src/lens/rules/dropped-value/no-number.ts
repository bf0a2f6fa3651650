import type { Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { bare, givenIn, isSameCode, pathOf } from '../../syntax/program/names.ts';
import type { Expression, FunctionCode } from '../../syntax/program/program.ts';
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
  const spans = [place.span, part.expression.span];
  if (subject === undefined || partsAround(parts, place).some((one) => isTestOf(one, subject.of, spans)))
    return undefined;
  const names = subject.of.flatMap(({ expression }) => pathOf(expression)?.join('.') ?? []);
  return { kind: subject.kind, names };
}

/** What stands in the innermost function with a name around a place: what others beside it in a factory test says nothing of it. */
function partsAround(parts: readonly Part[], { span }: Place): readonly Part[] {
  const around = parts.findLast(
    (part) => part.kind === 'function' && isNamed(part.fn) && contains(part.fn.span, span),
  );
  if (around?.kind !== 'function') return parts;
  return parts.filter((part) => {
    const own = spanOf(part);
    return own !== undefined && contains(around.fn.span, own);
  });
}

/** Of statements those that test something. */
function spanOf(part: Part): Span | undefined {
  switch (part.kind) {
    case 'statement':
      return part.statement.kind === 'if' ? part.statement.test.span : undefined;
    case 'expression':
      return part.expression.span;
    case 'function':
      return part.fn.span;
  }
}

function isNamed({ name, isArrow }: FunctionCode): boolean {
  return name !== undefined && !isArrow;
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

/**
 * Whether a list is a parameter of the function itself, or of one that it has under a name: those of callbacks, and of loops, are often
 * groups, which have something in them.
 */
function mayBeEmpty({ expression }: ExpressionPart, parts: readonly Part[]): boolean {
  if (expression.kind !== 'local') return false;
  const functions = parts.filter((part) => part.kind === 'function');
  const around = functions.filter(({ fn }) => contains(fn.span, expression.span));
  const isParameter = ({ fn }: (typeof functions)[number]): boolean =>
    fn.parameters.some(({ name, fallback }) => name === expression.name && fallback === undefined);
  const own = around.findLast(isParameter);
  if (own === undefined) return false;
  const isOutermost = own === functions[0];
  return isOutermost ? !functions.slice(1).some(isParameter) : own === around.at(-1) && isNamed(own.fn);
}

const TESTED: ReadonlySet<string> = new Set(['isFinite', 'isNaN', 'isInteger', 'isSafeInteger']);

/** Whether a test asks for something of a value, or whether a number is one; what is chosen by it is something else where it has none of the places. */
function isTestOf(part: Part, of: readonly ExpressionPart[], places: readonly Span[]): boolean {
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
      return places.some((place) => contains(expression.span, place)) && asks(expression.test);
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
