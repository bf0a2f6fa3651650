import type { Write } from '../../model/operations/operation.ts';
import { PACKAGE } from '../../syntax/gate.ts';
import { type Given, givenIn } from '../../syntax/program/names.ts';
import type { Expression, Pattern } from '../../syntax/program/program.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeAround, expressionAt, fileHas } from '../shared/code-at.ts';

/** The name of a TableTransaction that is submitted in place of its actions; undefined where something else is. */
export function transactionGiven(
  context: RuleContext,
  { file, callSpan, via }: Write,
): ExpressionPart | undefined {
  if (via !== undefined || file !== context.file) return undefined;
  const call = expressionAt(context, { file, span: callSpan });
  const [given] = call?.expression.kind === 'call' ? call.expression.args : [];
  if (call === undefined || given?.kind !== 'local') return undefined;
  const name: ExpressionPart = { ...call, expression: given };
  const made = givenIn(codeAround(context, { file, span: callSpan }).parts)(name);
  return made.length > 0 && made.every((one) => isTransaction(context, one)) ? name : undefined;
}

function isTransaction(context: RuleContext, given: Given): boolean {
  if (given.kind !== 'expression' || given.expression.kind !== 'new') return false;
  const { callee } = given.expression;
  switch (callee.kind) {
    case 'import':
      return callee.module === PACKAGE && callee.name === NAME;
    case 'local':
      // `const { TableTransaction } = require(…)`
      return callee.name === NAME && fileHas(context, context.file, isTaken);
    case 'member':
      return callee.name === NAME && isPackage(callee.object);
    default:
      return false;
  }
}

const NAME = 'TableTransaction';

function isTaken(part: Parameters<Parameters<typeof fileHas>[2]>[0]): boolean {
  if (part.kind !== 'statement' || part.statement.kind !== 'declare') return false;
  const { pattern, init } = part.statement;
  return init !== undefined && isPackage(init) && takesIt(pattern);
}

function takesIt(pattern: Pattern): boolean {
  return (
    pattern.kind === 'object-pattern' &&
    pattern.parts.some(({ key, target }) => key === NAME && target.kind === 'local' && target.name === NAME)
  );
}

function isPackage(expression: Expression): boolean {
  return expression.kind === 'import' && expression.module === PACKAGE;
}
