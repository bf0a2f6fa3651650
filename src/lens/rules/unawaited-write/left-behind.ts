import type { Write } from '../../model/operations/operation.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, innerFunctionAround } from '../shared/code-at.ts';
import { functionHandlersIn } from '../shared/function-handlers.ts';

/**
 * Whether a function that Azure Functions runs starts a write as a statement of its own, with nothing but its error handled. Other
 * programs go on, and finish it.
 */
export function isLeftBehind(context: RuleContext, { file, callSpan }: Write): boolean {
  const handlers = functionHandlersIn(context);
  if (handlers.size === 0) return false;
  const { parts } = codeOfFile(context, file);
  const inner = innerFunctionAround(context, { file, span: callSpan });
  return (
    inner !== undefined && handlers.has(inner.fn) && parts.some((part) => isChainAlone(part, callSpan.start))
  );
}

/** `client.deleteEntity(…).catch(report);` */
function isChainAlone(part: Part, start: number): boolean {
  if (part.kind !== 'statement' || part.statement.kind !== 'expression') return false;
  const { expression } = part.statement;
  return expression.span.start === start && expression.kind === 'call' && isChain(expression);
}

function isChain(expression: Expression): boolean {
  if (expression.kind !== 'call' || expression.isAwaited === true) return false;
  const { callee } = expression;
  return callee.kind === 'member' && CHAINING.has(callee.name) && callee.object.kind === 'call';
}

const CHAINING: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);
