import type { PointRead, Repetition } from '../../model/operations/operation.ts';
import { contains } from '../../../core/text/span.ts';
import type { Statement } from '../../syntax/program/program.ts';
import type { RuleContext } from '../rule.ts';
import { hasCallAt, triesIn } from './tries.ts';

/**
 * Whether a loop draws keys, none of which comes from another, until one finds no entity, as who looks for a free id does: it hardly has
 * a second turn, and whether it has one only the read says.
 */
export function isUntilNone(context: RuleContext, read: PointRead, repeated: Repetition): boolean {
  const { kind, isChained, canEnd, calledAt, span } = repeated;
  if (!canEnd || kind !== 'while' || isChained) return false;
  const at = calledAt ?? read.nameSpan;
  const around = triesIn(context, read.file).filter(({ statement: { body }, frames }) =>
    hasCallAt({ kind: 'statement', statement: body, frames }, at),
  );
  const handler = around.at(-1)?.statement.handler;
  return handler !== undefined && leavesWithin(handler.body, (place) => contains(span, place));
}

/** Whether a statement, or one in its blocks and branches, leaves the loop around it. */
function leavesWithin(statement: Statement, isIn: (span: Leaving['span']) => boolean): boolean {
  const inner = (one: Statement): boolean => leavesWithin(one, isIn);
  switch (statement.kind) {
    case 'block':
      return statement.body.some(inner);
    case 'if':
      return inner(statement.then) || (statement.otherwise !== undefined && inner(statement.otherwise));
    case 'break':
    case 'return':
      return isIn(statement.span);
    default:
      return false;
  }
}

type Leaving = Extract<Statement, { readonly kind: 'break' | 'return' }>;
