import type { Place } from '../../../core/text/segments.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt } from './code-at.ts';

/** Whether the code at a place makes a text of a number already: `String(id)`, `id.toString()`. */
export function isTextOfNumber(context: RuleContext, place: Place): boolean {
  const code = expressionAt(context, place)?.expression;
  if (code?.kind !== 'call') return false;
  const { callee, args } = code;
  return callee.kind === 'member'
    ? callee.name === 'toString' && args.length === 0
    : callee.kind === 'global' && callee.name === 'String';
}
