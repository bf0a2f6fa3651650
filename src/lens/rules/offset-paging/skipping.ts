import type { Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Query } from '../../model/operations/operation.ts';
import type { Code } from '../../syntax/program/code.ts';
import { bare, type Given, isLocal, isSamePath } from '../../syntax/program/names.ts';
import type { Expression, Statement } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Part, type StatementPart, walkCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, givenToNames } from '../shared/code-at.ts';
import { onceForEach } from '../shared/once.ts';

/** The test by which a loop through the results of a query passes over the first so many. */
export function skippedIn(context: RuleContext, query: Query): Place | undefined {
  const { file, via, callSpan, consumption } = query;
  const { loop } = consumption;
  const whole = codeOfFile(context, file);
  const loops = loopsIn(context, whole);
  // who goes through what a function of the program gives does so where that is called
  const given = via && [...loops.values()].find(({ statement: { of } }) => contains(of.span, callSpan));
  const own = via === undefined && loop?.file === file ? loops.get(loop.span.start) : undefined;
  const part = own ?? given;
  const test = part && skippingTest(loopOf(part), givenToNames(context, whole));
  return test && { file, span: test.span };
}

/** The loops of some code by where they begin. */
const loopsIn = onceForEach(
  (_: RuleContext, { parts }: Code): ReadonlyMap<number, LoopPart> =>
    new Map(parts.filter(isLoop).map((part) => [part.statement.span.start, part])),
);

function isLoop(part: Part): part is LoopPart {
  return part.kind === 'statement' && part.statement.kind === 'for-of';
}

type LoopPart = StatementPart & { readonly statement: Extract<Statement, { kind: 'for-of' }> };

/** What a name gets. */
type GivenTo = (name: ExpressionPart) => readonly Given[];

interface Loop {
  /** The statements of each turn. */
  readonly turn: readonly Statement[];
  readonly parts: readonly Part[];
  /** What each turn is about, where it is named in the body. */
  readonly mentions: readonly Span[];
  readonly counters: readonly Counter[];
}

/** A name that each turn makes larger, or smaller, by one. */
interface Counter {
  readonly name: ExpressionPart;
  readonly isUp: boolean;
}

function loopOf(part: LoopPart): Loop {
  const parts: Part[] = [];
  walkCode(part, (inner) => parts.push(inner));
  const { of } = part.statement;
  const locals = parts.filter(isLocal);
  const declared = locals.filter(
    ({ target, expression }) => target !== undefined && expression.span.end <= of.span.start,
  );
  const mentions = locals.flatMap((one) =>
    one.expression.span.start > of.span.end && declared.some((own) => isSamePath(own, one))
      ? [one.expression.span]
      : [],
  );
  const { body } = part.statement;
  const turn = body.kind === 'block' ? body.body : [body];
  return { turn, parts, mentions, counters: parts.flatMap((one) => counterOf(one) ?? []) };
}

/** `n++`, `n += 1` */
function counterOf(part: Part): Counter | undefined {
  if (part.kind !== 'expression') return undefined;
  const { expression, frames } = part;
  const name = (target: Expression): ExpressionPart => ({ kind: 'expression', expression: target, frames });
  if (expression.kind === 'update' && expression.target.kind === 'local')
    return { name: name(expression.target), isUp: expression.isUp };
  if (expression.kind !== 'assign' || expression.target.kind !== 'local') return undefined;
  const { operator, target, value } = expression;
  const isOne = value.kind === 'number' && value.value === 1;
  return isOne && (operator === '+' || operator === '-')
    ? { name: name(target), isUp: operator === '+' }
    : undefined;
}

function skippingTest(loop: Loop, given: GivenTo): Expression | undefined {
  for (const statement of loop.turn) {
    if (statement.kind !== 'if' || statement.otherwise !== undefined) continue;
    const { test, then } = statement;
    if (!loop.counters.every(({ name }) => isEachTurn(loop, name.expression.span, test, then))) continue;
    const part = loop.parts.find((one) => one.kind === 'expression' && one.expression === test);
    if (part?.kind !== 'expression') continue;
    const found = comparisonsIn(part).map((one) => relationOf(one, loop, given));
    const isPassedOver = found.length === 1 && found[0] === 'before' && isOnlyPassed(then);
    const isTaken = found.includes('at')
      ? !isLeft(then, LEFT_BY_ERROR)
      : found.includes('from') && !isLeft(then, LEFT);
    if (isPassedOver || (isTaken && isAllOf(loop, part, then))) return test;
  }
  return undefined;
}

/** Whether what is counted there is counted in every turn, or in every one that is passed over. */
function isEachTurn({ turn }: Loop, counted: Span, test: Expression, then: Statement): boolean {
  const passed = then.kind === 'block' ? then.body : [then];
  return (
    contains(test.span, counted) ||
    [...turn, ...passed].some((one) => one.kind === 'expression' && contains(one.expression.span, counted))
  );
}

const LEFT: ReadonlySet<Statement['kind']> = new Set(['break', 'return', 'throw']);
const LEFT_BY_ERROR: ReadonlySet<Statement['kind']> = new Set(['throw']);

/** Whether a turn that gets here ends the loop. */
function isLeft(statement: Statement, by: ReadonlySet<Statement['kind']>): boolean {
  const last = statement.kind === 'block' ? statement.body.at(-1) : statement;
  return last !== undefined && by.has(last.kind);
}

/** The comparisons that "and" joins. */
function comparisonsIn({ expression, ...part }: ExpressionPart): readonly ExpressionPart[] {
  const code = bare(expression);
  if (code.kind !== 'logical') return [{ ...part, expression: code }];
  if (code.operator !== '&&') return [];
  return [code.left, code.right].flatMap((side) => comparisonsIn({ ...part, expression: side }));
}

/** Where the turns are that a comparison lets through: before a place that is counted up to, from it on, or at it. */
function relationOf(
  { expression, frames }: ExpressionPart,
  { counters }: Loop,
  given: GivenTo,
): 'before' | 'from' | 'at' | undefined {
  if (expression.kind !== 'binary') return undefined;
  const sides = [expression.left, expression.right].map((side): ExpressionPart => {
    const code = bare(side);
    const target = code.kind === 'update' && code.target.kind === 'local' ? code.target : code;
    return { kind: 'expression', expression: target, frames };
  });
  const index = sides.findIndex((side) => counters.some(({ name }) => isSamePath(name, side)));
  const [counted, bound] = [sides[index], sides[1 - index]];
  if (counted === undefined || bound === undefined) return undefined;
  const own = counters.filter(({ name }) => isSamePath(name, counted));
  const operator = index === 0 ? expression.operator : (MIRRORED.get(expression.operator) ?? '');
  if (own.every(({ isUp }) => isUp)) return isOpen(bound, given) ? UP.get(operator) : undefined;
  // what is left to skip
  const isDown = own.every(({ isUp }) => !isUp) && isZero(bound.expression) && isOpen(counted, given);
  return isDown && operator === '>' ? 'before' : undefined;
}

const UP: ReadonlyMap<string, 'before' | 'from' | 'at'> = new Map([
  ['<', 'before'],
  ['<=', 'before'],
  ['>', 'from'],
  ['>=', 'from'],
  ['===', 'at'],
  ['==', 'at'],
]);

const MIRRORED: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
  ['===', '==='],
  ['==', '=='],
]);

function isZero(code: Expression): boolean {
  return code.kind === 'number' && code.value === 0;
}

/** Whether a number is one that somebody brings: constants pass over what is always there, such as a heading. */
function isOpen(part: ExpressionPart, given: GivenTo): boolean {
  const { expression } = part;
  if (expression.kind === 'number' || expression.kind === 'unary') return false;
  if (expression.kind === 'binary' || expression.kind === 'member') return true;
  if (expression.kind !== 'local') return false;
  const values = given(part).filter((one) => one.kind !== 'expression' || counterOf(one) === undefined);
  return values.every((one) => one.kind === 'expression' && one.expression.kind !== 'number');
}

/** Whether a turn that gets here does no more than to go on, and to count. */
function isOnlyPassed(statement: Statement): boolean {
  const body = statement.kind === 'block' ? statement.body : [statement];
  return (
    body.at(-1)?.kind === 'continue' &&
    body
      .slice(0, -1)
      .every(
        (one) =>
          one.kind === 'expression' && (one.expression.kind === 'update' || one.expression.kind === 'assign'),
      )
  );
}

/** Whether what a turn is about is used under a test alone. */
function isAllOf({ mentions }: Loop, { frames }: ExpressionPart, then: Statement): boolean {
  const inside: Span[] = [];
  walkCode({ kind: 'statement', statement: then, frames }, (inner) => {
    if (isLocal(inner)) inside.push(inner.expression.span);
  });
  return mentions.length > 0 && mentions.every((one) => inside.some((own) => contains(own, one)));
}
