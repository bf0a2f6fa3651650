import type { Span } from '../../../core/text/span.ts';
import { bare, type Given, givenIn, isSamePath } from '../../syntax/program/names.ts';
import type { Expression, Statement } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Frames, type Part, someCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt } from '../shared/code-at.ts';
import { onceForEach } from '../shared/once.ts';

/**
 * How many different names an assignment to `entity[…]` makes in the loops around it, outermost first: 1 where they are not counted by
 * constants, something decides whether it is done, or a name isn't put together of constants and the variable alone.
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
  const name: ExpressionPart = { ...written, expression: target.index };
  const owner: ExpressionPart = { ...written, expression: target.object };
  const counted = loops.map(({ start }) => countedLoops(context, file).get(start));
  const variables = counted.flatMap((one) => one?.variable ?? []);
  if (!isPutTogether(name, variables)) return 1;
  return counted.reduce((product, count, i) => {
    if (count === undefined || !someCode(name, (part) => isIt(part, count.variable))) return product;
    const next = loops[i + 1]?.start ?? assignment.start;
    if (!count.direct.includes(next) || someCode(count.body, (part) => isPutAnew(part, owner)))
      return product;
    return product * Math.max(1, count.turns);
  }, 1);
}

/** Whether a name is made of constants and variables as they are: two turns never make the same. */
function isPutTogether(name: ExpressionPart, variables: readonly ExpressionPart[]): boolean {
  const expression = bare(name.expression);
  const of = (inner: Expression): boolean => isPutTogether({ ...name, expression: inner }, variables);
  switch (expression.kind) {
    case 'text':
    case 'number':
      return true;
    case 'local':
      return variables.some((variable) => isSamePath({ ...name, expression }, variable));
    case 'binary':
      return expression.operator === '+' && of(expression.left) && of(expression.right);
    case 'template':
      return expression.tag === undefined && expression.holes.every(of);
    case 'call': {
      const { callee, args } = expression;
      if (callee.kind === 'global') return callee.name === 'String' && args.every(of);
      return callee.kind === 'member' && PLAIN.has(callee.name) && of(callee.object);
    }
    default:
      return false;
  }
}

const PLAIN: ReadonlySet<string> = new Set(['toString', 'padStart', 'padEnd', 'toFixed']);

/** Whether code has another entity from here on under the same name. */
function isPutAnew(part: Part, owner: ExpressionPart): boolean {
  return part.kind === 'expression' && part.target !== undefined && isSamePath(part, owner);
}

function isIt(part: Part, variable: ExpressionPart): boolean {
  return part.kind === 'expression' && isSamePath(part, variable);
}

/** `for (let i = 0; i < 365; i++)` */
interface Counted {
  readonly variable: ExpressionPart;
  readonly turns: number;
  readonly body: Part;
  /** Where loops and assignments begin that every turn comes to. */
  readonly direct: readonly number[];
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
    : {
        variable,
        turns: Math.ceil(bound) - counter.init.value + extra,
        body: { kind: 'statement', statement: body, frames },
        direct: (body.kind === 'block' ? body.body : [body]).flatMap(startOf),
      };
}

function startOf(statement: Statement): readonly number[] {
  if (statement.kind === 'expression') return [bare(statement.expression).span.start];
  return statement.kind === 'for' ? [statement.span.start] : [];
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
