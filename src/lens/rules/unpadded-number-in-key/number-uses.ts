import { grouped } from '../../syntax/facts/grouped.ts';
import type { Code } from '../../syntax/program/code.ts';
import { isSamePath, pathOf } from '../../syntax/program/names.ts';
import type { Expression, Statement } from '../../syntax/program/program.ts';
import type { ExpressionPart, Frames, Part } from '../../syntax/program/walk.ts';
import { functionAround } from '../shared/code-at.ts';
import { onceForEach } from '../shared/once.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { RuleContext } from '../rule.ts';

/** How the code around a place uses a name, or a path of names, that no type tells anything of. */
export type NumberUse =
  /** Converted to a number, or calculated with. */
  | 'number'
  /** Only values of one digit are let through. */
  | 'digit'
  /** A loop counts it from one digit to another. */
  | 'counted'
  /** A date is made of it: it's the milliseconds of a clock. */
  | 'time';

/** What the outermost function around a place does with a path; undefined where it says nothing. */
export function numberUse(context: RuleContext, place: Place, path: ExpressionPart): NumberUse | undefined {
  const uses = usesIn(context, functionAround(context, place)).get(nameOf(path) ?? '') ?? [];
  const own = uses.filter(({ of }) => isSamePath(of, path));
  return (own.find(({ use }) => use !== 'number') ?? own[0])?.use;
}

interface Used {
  readonly of: ExpressionPart;
  readonly use: NumberUse;
}

const usesIn = onceForEach((_: RuleContext, { parts }: Code) =>
  grouped(parts.flatMap(usedIn), ({ of }) => nameOf(of)),
);

function nameOf({ expression }: ExpressionPart): string | undefined {
  return pathOf(expression)?.join('.');
}

function usedIn(part: Part): readonly Used[] {
  if (part.kind === 'function') return [];
  const { frames } = part;
  const as = (use: NumberUse, expressions: readonly Expression[]): readonly Used[] =>
    expressions.map((expression) => ({ of: { kind: 'expression', expression, frames }, use }));
  if (part.kind === 'statement')
    return part.statement.kind === 'for' ? usedByLoop(part.statement, frames) : [];
  const { expression } = part;
  if (expression.kind === 'call') {
    const { callee, args } = expression;
    if (isConversion(callee)) return as('number', args.slice(0, 1));
    return isListOfDigits(callee) ? as('digit', args.slice(0, 1)) : [];
  }
  if (expression.kind === 'new') return isDateOfOne(expression) ? as('time', expression.args) : [];
  if (expression.kind !== 'binary') return [];
  const { operator, left, right } = expression;
  if (CALCULATES.has(operator)) return as('number', [left, right]);
  if (operator !== '===' && operator !== '==') return [];
  if (isNumberCall(left)) return as('number', [right]);
  return isNumberCall(right) ? as('number', [left]) : [];
}

const CALCULATES: ReadonlySet<string> = new Set(['-', '*', '/', '%']);

function isConversion(callee: Expression): boolean {
  const path = pathOfGlobal(callee);
  return path !== undefined && (CONVERSIONS.has(path.replace(/^Number\./, '')) || path.startsWith('Math.'));
}

const CONVERSIONS: ReadonlySet<string> = new Set([
  ...['Number', 'parseInt', 'parseFloat', 'isInteger', 'isSafeInteger', 'isNaN', 'isFinite'],
]);

/** `new Date(ms)` */
function isDateOfOne({ callee, args }: Extract<Expression, { kind: 'new' }>): boolean {
  return callee.kind === 'global' && callee.name === 'Date' && args.length === 1;
}

/** `Number.parseInt` */
function pathOfGlobal(expression: Expression): string | undefined {
  if (expression.kind === 'global') return expression.name;
  const isOfGlobal = expression.kind === 'member' && expression.object.kind === 'global';
  return isOfGlobal ? pathOf(expression)?.join('.') : undefined;
}

function isNumberCall(expression: Expression): boolean {
  return expression.kind === 'call' && pathOfGlobal(expression.callee) === 'Number';
}

/** `[1, 2, 3].includes` */
function isListOfDigits(callee: Expression): boolean {
  return (
    callee.kind === 'member' &&
    callee.name === 'includes' &&
    callee.object.kind === 'array' &&
    callee.object.elements.every(
      (one) => one.kind === 'number' && Number.isInteger(one.value) && one.value < 10,
    )
  );
}

/** `for (let i = 0; i < 3; i++)`: what is counted there has one digit. */
function usedByLoop(
  { scope, init, test, update }: Extract<Statement, { kind: 'for' }>,
  outer: Frames,
): readonly Used[] {
  const [counter] = init;
  if (scope === undefined || counter?.kind !== 'declare' || counter.pattern.kind !== 'local') return [];
  const { index } = counter.pattern;
  const isCounter = (one: Expression | undefined): boolean =>
    one?.kind === 'local' && one.hops === 0 && one.index === index;
  const isCounted =
    update?.kind === 'update' && update.isUp && update.target.kind === 'local' && isCounter(update.target);
  if (!isCounted || counter.init?.kind !== 'number' || test?.kind !== 'binary' || !isCounter(test.left))
    return [];
  const most = test.operator === '<' ? 10 : test.operator === '<=' ? 9 : undefined;
  const isOneDigit = most !== undefined && test.right.kind === 'number' && test.right.value <= most;
  const of: ExpressionPart = { kind: 'expression', expression: counter.pattern, frames: { scope, outer } };
  return isOneDigit ? [{ of, use: 'counted' }] : [];
}
