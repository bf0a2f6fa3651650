import { contains, type Span } from '../../../core/text/span.ts';
import type { Query } from '../../model/operations/operation.ts';
import { bare, bindingOf, isPathFrom, isSamePath, nameIn } from '../../syntax/program/names.ts';
import type { Expression, Statement } from '../../syntax/program/program.ts';
import {
  type ExpressionPart,
  type Frames,
  type Part,
  type StatementPart,
  someCode,
} from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, functionAround } from './code-at.ts';
import { onceForEach } from './once.ts';

/** Whether all that a query gives is kept: it is only sent where nothing is kept yet, or what is kept has grown old. */
export function isKeptForLater(context: RuleContext, { file, callSpan: span }: Query): boolean {
  if (memoizedIn(context, file).some((one) => contains(one, span))) return true;
  const { parts } = functionAround(context, { file, span });
  return parts.some((part) => part.kind === 'statement' && isGuard(part, span, parts));
}

/** The code of a file that is run once, or once in a while. */
const memoizedIn = onceForEach((context: RuleContext, file: string): readonly Span[] =>
  codeOfFile(context, file).parts.flatMap((part): readonly Span[] => {
    if (part.kind !== 'expression') return [];
    const { expression, frames } = part;
    const isMemoized =
      (expression.kind === 'call' && MEMOIZING.has(nameIn(expression.callee) ?? '')) ||
      (expression.kind === 'assign' &&
        expression.operator === '??' &&
        isOutside(targetOf(expression, frames)));
    return isMemoized ? [expression.span] : [];
  }),
);

/** Functions of libraries that run what they are given once, or once in a while. */
const MEMOIZING: ReadonlySet<string> = new Set([
  'unstable_cache',
  'memoize',
  'memoizee',
  'memoizeOne',
  'pMemoize',
  'once',
]);

type Assign = Extract<Expression, { readonly kind: 'assign' }>;

function targetOf({ target }: Assign, frames: Frames): ExpressionPart | undefined {
  return target.kind === 'local' || target.kind === 'member'
    ? { kind: 'expression', expression: target, frames }
    : undefined;
}

/** Whether a name is one of the module, or a field. */
function isOutside(path: ExpressionPart | undefined): boolean {
  if (path === undefined) return false;
  const { expression, frames } = path;
  if (expression.kind === 'member') return expression.object.kind === 'this';
  return expression.kind === 'local' && bindingOf(expression, frames)?.scope === outermost(frames);
}

function outermost({ scope, outer }: Frames): Frames['scope'] {
  return outer === undefined ? scope : outermost(outer);
}

/** `if (!kept) { … }` around a query, or `if (kept) return kept;` before it, where the same function puts something there. */
function isGuard({ statement, frames }: StatementPart, query: Span, parts: readonly Part[]): boolean {
  if (statement.kind !== 'if') return false;
  const then: Part = { kind: 'statement', statement: statement.then, frames };
  const isAround = someCode(then, (part) => part.kind === 'expression' && isAt(part.expression, query));
  const isBefore = statement.test.span.end <= query.start && returns(statement.then);
  if (!isAround && !isBefore) return false;
  const test: ExpressionPart = { kind: 'expression', expression: statement.test, frames };
  return pathsAsked(test, isAround ? 'absent' : 'present').some(
    (path) => isOutside(path) && isPut(path, parts),
  );
}

function isAt({ span }: Expression, { start, end }: Span): boolean {
  return span.start === start && span.end === end;
}

function returns(statement: Statement): boolean {
  return (
    statement.kind === 'return' || (statement.kind === 'block' && statement.body.at(-1)?.kind === 'return')
  );
}

/** The places that a test finds empty, or filled. */
function pathsAsked(
  { expression, frames }: ExpressionPart,
  wanted: 'absent' | 'present',
): readonly ExpressionPart[] {
  const as = (one: Expression): ExpressionPart => ({ kind: 'expression', expression: one, frames });
  const test = bare(expression);
  const isAbsent = wanted === 'absent';
  switch (test.kind) {
    case 'local':
      return isAbsent ? [] : [as(test)];
    case 'member':
      return isAbsent ? [] : [as(counted(test))];
    case 'unary':
      return test.operator === '!' ? pathsAsked(as(test.operand), isAbsent ? 'present' : 'absent') : [];
    case 'logical':
      return test.operator === (isAbsent ? '||' : '&&')
        ? [...pathsAsked(as(test.left), wanted), ...pathsAsked(as(test.right), wanted)]
        : [];
    case 'binary': {
      const isEqual = test.operator === '===' || test.operator === '==';
      const isOther = test.operator === '!==' || test.operator === '!=' || test.operator === '>';
      return isNothing(test.right) && (isAbsent ? isEqual : isOther) ? [as(counted(bare(test.left)))] : [];
    }
    default:
      return [];
  }
}

/** What is counted by its `size` or `length`. */
function counted(expression: Expression): Expression {
  return expression.kind === 'member' && (expression.name === 'size' || expression.name === 'length')
    ? expression.object
    : expression;
}

/** `undefined`, `null`, and 0. */
function isNothing(expression: Expression): boolean {
  switch (expression.kind) {
    case 'nothing':
      return true;
    case 'number':
      return expression.value === 0;
    default:
      return false;
  }
}

/** Whether a function assigns to a place, or puts something into what is there. */
function isPut(path: ExpressionPart, parts: readonly Part[]): boolean {
  return parts.some((part) => {
    if (part.kind !== 'expression') return false;
    const { expression, target, frames } = part;
    if (target === 'whole') return isSamePath(part, path);
    if (
      expression.kind !== 'call' ||
      expression.callee.kind !== 'member' ||
      !PUTTING.has(expression.callee.name)
    )
      return false;
    return isPathFrom(path, { kind: 'expression', expression: expression.callee.object, frames });
  });
}

const PUTTING: ReadonlySet<string> = new Set(['set', 'push', 'add']);
