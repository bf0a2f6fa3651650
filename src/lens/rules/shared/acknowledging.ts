import { contains } from '../../../core/text/span.ts';
import type { Repetition } from '../../model/operations/operation.ts';
import type { Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile } from './code-at.ts';
import { oncePerFile } from './once.ts';

/** Methods that say that a message is done with, and how many arguments they need for it. */
export const ACKNOWLEDGING: ReadonlyMap<string, number> = new Map([
  ['deleteMessage', 2],
  ['completeMessage', 1],
  ['ack', 1],
]);

/** Whether code says that a message is done with. */
export function isAcknowledging(part: Part): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'call') return false;
  const { callee, args } = part.expression;
  const least = callee.kind === 'member' ? ACKNOWLEDGING.get(callee.name) : undefined;
  return least !== undefined && args.length >= least;
}

/** Whether a loop goes through messages, each of which is done with before the next is begun: one that fails keeps none of the others. */
export function isThroughMessages(context: RuleContext, { span }: Repetition): boolean {
  return acknowledgedIn(context).some((one) => contains(span, one));
}

const acknowledgedIn = oncePerFile((context) =>
  codeOfFile(context, context.file).parts.flatMap((part) =>
    part.kind === 'expression' && isAcknowledging(part) ? [part.expression.span] : [],
  ),
);
