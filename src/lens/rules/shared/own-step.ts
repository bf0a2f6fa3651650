import { contains } from '../../../core/text/span.ts';
import type { Write } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { functionAround } from './code-at.ts';

/**
 * Whether each turn waits for something else than a table before it deletes: a message is sent, a file is removed. What is deleted then
 * tells what is done, so that it cannot wait for others.
 */
export function hasOwnStepBefore(context: RuleContext, { method, file, nameSpan, repeated }: Write): boolean {
  if (method !== 'deleteEntity' || repeated === undefined) return false;
  const at = repeated.calledAt ?? nameSpan;
  const asked = context.operations.map((one) => one.nameSpan);
  return functionAround(context, { file, span: at }).parts.some((part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'call' || part.expression.isAwaited !== true)
      return false;
    const { span } = part.expression;
    const isBefore = contains(repeated.span, span) && span.start >= repeated.head.end && span.end <= at.start;
    return isBefore && !asked.some((name) => contains(span, name));
  });
}
