import type { Span } from '../../../core/text/span.ts';
import { bare, type Given, givenIn, isSamePath } from '../../syntax/program/names.ts';
import type { Expression, Statement } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Frames, type Part, someCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt } from '../shared/code-at.ts';
import { onceForEach } from '../shared/once.ts';

/**
 * How many different names an assignment to `entity[…]` makes in the loops around it, outermost first: 1 where they
 * are not counted by constants, or the name has no part of the variable.
 */
export function turnsOf(
  context: RuleContext,
  file: string,
  loops: readonly Span[],
  assignment: Span,
): number {
  const written = expressionAt(context, { file, span: assignment });
  if (written?.expression.kind !== 'assign') return 1;
  const { target } = written.expression;
  if (target.kind !== 'index') return 1;
  const name: Part = { ...written, expression: target.index };
  // a remainder, or a part of it, makes names that are there already
  if (someCode(name, isWorkedOut)) return 1;
  return loops.reduce((product, { start }) => {
    const count = countedLoops(context, file).get(start);
    if (count === undefined || !someCode(name, (part) => isIt(part, count.variable))) return product;
    return product * Math.max(1, count.turns);
  }, 1);
}

function isWorkedOut(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  if (expression.kind === 'binary') return expression.operator !== '+';
  return expression.kind === 'global' && expression.name === 'Math';
}

function isIt(part: Part, variable: ExpressionPart): boolean {
  return part.kind === 'expression' && isSamePath(part, variable);
}

/** `for (let i = 0; i < 365; i++)` */
interface Counted {
  readonly variable: ExpressionPart;
  readonly turns: number;
}

/** The loops of a file that constants count, by where they begin. */
const countedLoops = onceForEach((context: RuleContext, file: string): ReadonlyMap<number, Counted> => {
  const { parts } = codeOfFile(context, file);
  const givenTo = givenIn(parts);
  const found = new Map<number, Counted>();
  for (const part of parts) {
    if (part.kind !== 'statement' || part.statement.kind !== 'for') continue;
    const counted = countIn(part.statement, part.frames, givenTo);
    if (counted !== undefined) found.set(part.statement.span.start, counted);
  }
  return found;
});

function countIn(
  { scope, init, test, update, body }: Extract<Statement, { kind: 'for' }>,
  outer: Frames,
  givenTo: (name: ExpressionPart) => readonly Given[],
): Counted | undefined {
  const [counter, ...others] = init;
  if (counter?.kind !== 'declare' || counter.pattern.kind !== 'local' || others.length > 0) return undefined;
  const frames = scope === undefined ? outer : { scope, outer };
  const variable: ExpressionPart = { kind: 'expression', expression: counter.pattern, frames };
  const isVariable = (expression: Expression): boolean => isSamePath(variable, { ...variable, expression });
  const isStep =
    update?.kind === 'update'
      ? update.isUp && update.target.kind === 'local' && isVariable(update.target)
      : update?.kind === 'assign' &&
        update.operator === '+' &&
        update.target.kind === 'local' &&
        isVariable(update.target) &&
        update.value.kind === 'number' &&
        update.value.value === 1;
  if (!isStep || counter.init?.kind !== 'number' || test?.kind !== 'binary' || !isVariable(test.left))
    return undefined;
  // some turns do less, or there are fewer
  if (someCode({ kind: 'statement', statement: body, frames }, leaves)) return undefined;
  const extra = test.operator === '<' ? 0 : test.operator === '<=' ? 1 : undefined;
  const bound = constantOf({ ...variable, expression: test.right }, givenTo);
  return extra === undefined || bound === undefined || !Number.isFinite(bound)
    ? undefined
    : { variable, turns: Math.ceil(bound) - counter.init.value + extra };
}

function leaves(part: Part): boolean {
  return part.kind === 'statement' && LEAVING.has(part.statement.kind);
}

const LEAVING: ReadonlySet<Statement['kind']> = new Set(['continue', 'break', 'return']);

/** Names and signs between a bound and the numbers that it is made of. */
const MOST_STEPS = 8;

/** A number, or what the one value of a name is, or what is worked out of such: `(24 * 60) / 5`. */
function constantOf(
  part: ExpressionPart,
  givenTo: (name: ExpressionPart) => readonly Given[],
  left = MOST_STEPS,
): number | undefined {
  const expression = bare(part.expression);
  if (expression.kind === 'number') return expression.value;
  if (left === 0) return undefined;
  if (expression.kind === 'binary') {
    const [a, b] = [expression.left, expression.right].map((side) =>
      constantOf({ ...part, expression: side }, givenTo, left - 1),
    );
    return a === undefined || b === undefined ? undefined : workedOut(expression.operator, a, b);
  }
  const [only, ...others] = givenTo({ ...part, expression });
  return only?.kind === 'expression' && others.length === 0 ? constantOf(only, givenTo, left - 1) : undefined;
}

function workedOut(operator: string, a: number, b: number): number | undefined {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return undefined;
  }
}
