import { contains, type Span } from '../../../core/text/span.ts';
import type { Expression, Statement } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';

/** What each turn of a loop, or each call of a list's callback, runs, and where that stands. */
interface Turn {
  readonly span: Span;
  readonly body: readonly Statement[];
}

/** Whether the innermost loop, or callback of a list's method, around a place comes to it in each of its turns, whatever is in the list. */
export function isInEachTurn(parts: readonly Part[], place: Span): boolean {
  const around = parts.flatMap(turnsOf).filter(({ span }) => contains(span, place));
  const [first, ...others] = around;
  if (first === undefined) return false;
  const inner = others.reduce((least, one) => (contains(least.span, one.span) ? one : least), first);
  return isReached(inner.body, place);
}

function turnsOf(part: Part): readonly Turn[] {
  if (part.kind === 'statement') {
    const { statement } = part;
    return statement.kind === 'for-of' || statement.kind === 'for'
      ? [{ span: statement.span, body: [statement.body] }]
      : [];
  }
  if (part.kind !== 'expression' || part.expression.kind !== 'call') return [];
  const { callee, args } = part.expression;
  const [callback] = args;
  return callee.kind === 'member' && EACH.has(callee.name) && callback?.kind === 'function'
    ? [{ span: callback.span, body: callback.fn.body }]
    : [];
}

const EACH: ReadonlySet<string> = new Set(['map', 'flatMap', 'forEach']);

/** Whether statements come to a place whatever happens: not under a condition, nor after something that may end them. */
function isReached(statements: readonly Statement[], place: Span): boolean {
  for (const statement of statements) {
    if (hasPlace(statement, place)) return isReachedIn(statement, place);
    if (mayEnd(statement)) return false;
  }
  return false;
}

function isReachedIn(statement: Statement, place: Span): boolean {
  switch (statement.kind) {
    case 'expression':
      return isRun(statement.expression, place);
    case 'declare':
      return statement.init !== undefined && isRun(statement.init, place);
    case 'return':
      return statement.value !== undefined && isRun(statement.value, place);
    case 'block':
      return isReached(statement.body, place);
    case 'labeled':
    case 'try':
      return isReached([statement.body], place);
    default:
      return false;
  }
}

/** Whether an expression comes to what stands at a place in it. */
function isRun(expression: Expression, place: Span): boolean {
  if (!contains(expression.span, place)) return false;
  if (expression.kind === 'function' || expression.kind === 'class') return false;
  if (expression.kind === 'conditional') return isRun(expression.test, place);
  if (expression.kind === 'logical') return isRun(expression.left, place);
  const inner = inside(expression).find((one) => contains(one.span, place));
  return inner === undefined || isRun(inner, place);
}

function inside(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call':
    case 'new':
      return [expression.callee, ...expression.args];
    case 'array':
      return expression.elements;
    case 'object':
      return expression.parts.flatMap((part) => ('value' in part ? [part.value] : []));
    case 'spread':
    case 'unary':
    case 'typed':
      return [expression.operand];
    case 'member':
      return [expression.object];
    case 'assign':
      return [expression.value];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.test, expression.whenTrue, expression.whenFalse];
    case 'logical':
      return [expression.left, expression.right];
    case 'sequence':
    case 'other':
      return expression.parts;
    case 'yield':
      return expression.operand === undefined ? [] : [expression.operand];
    default:
      return [];
  }
}

/** Whether a place stands in a statement, as far as statements are looked into. */
function hasPlace(statement: Statement, place: Span): boolean {
  switch (statement.kind) {
    case 'expression':
      return contains(statement.expression.span, place);
    case 'declare':
      return statement.init !== undefined && contains(statement.init.span, place);
    case 'return':
      return statement.value !== undefined && contains(statement.value.span, place);
    case 'block':
      return statement.body.some((one) => hasPlace(one, place));
    case 'if':
      return [statement.then, ...(statement.otherwise ? [statement.otherwise] : [])].some((one) =>
        hasPlace(one, place),
      );
    case 'labeled':
    case 'try':
      return hasPlace(statement.body, place);
    case 'for':
    case 'for-of':
      return contains(statement.span, place);
    case 'switch':
      return statement.clauses.some(({ body }) => body.some((one) => hasPlace(one, place)));
    case 'function':
    case 'class':
    case 'throw':
    case 'break':
    case 'continue':
      return false;
  }
}

/** Whether a turn may end in a statement. */
function mayEnd(statement: Statement): boolean {
  switch (statement.kind) {
    case 'return':
    case 'throw':
    case 'break':
    case 'continue':
      return true;
    case 'block':
      return statement.body.some(mayEnd);
    case 'if':
      return mayEnd(statement.then) || (statement.otherwise !== undefined && mayEnd(statement.otherwise));
    case 'for':
    case 'for-of':
    case 'labeled':
      return mayEnd(statement.body);
    case 'try':
      return [statement.body, ...(statement.handler ? [statement.handler.body] : [])].some(mayEnd);
    case 'switch':
      return statement.clauses.some(({ body }) => body.some(mayEnd));
    case 'expression':
    case 'declare':
    case 'function':
    case 'class':
      return false;
  }
}
