import * as l10n from '@vscode/l10n';
import type { Repetition, Write } from '../../model/operations/operation.ts';
import { contains } from '../../../core/text/span.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { functionAround, innerFunctionAround } from '../shared/code-at.ts';
import { collectFixes } from '../shared/collect.ts';
import { oncePerFile } from '../shared/once.ts';
import { hasOwnStepBefore } from '../shared/own-step.ts';
import { isOnePerPartition, isOverOne, mayGiveOne, methodOf } from '../shared/repeated.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** The guide, "High volume delete pattern" and "Entity Group Transactions" (at most 100 actions). */
export const rule: Rule = {
  id: 'list-then-delete-each',
  severity: 'information',
  title: () => l10n.t('Entities are listed to be deleted one by one'),
  check: function* (context) {
    for (const operation of [...context.operations, ...context.looped]) {
      if (operation.kind !== 'write' || operation.listed === undefined || operation.isInCatch) continue;
      if (operation.repeated !== undefined && isOverOne(context, operation.repeated)) continue;
      const { calledAt } = operation.repeated ?? {};
      if (calledAt !== undefined && hasStepBeside(context, operation)) continue;
      if (mayGiveOne(context, operation.listed, calledAt ?? operation.nameSpan)) continue;
      if (isOnePerPartition(context, operation.listed)) continue;
      if (hasOwnStepBefore(context, operation)) continue;
      yield {
        place: methodOf(operation),
        ...explain(operation, isReplaced(context, operation)),
        about: operation,
        ...(operation.method === 'submitTransaction' && { toldBy: 'transaction-too-large' }),
        related: [{ place: operation.listed, message: l10n.t('They are listed here.') }],
        fixes: () => collectFixes(context, operation),
      };
    }
  },
};

function explain({ method }: Write, replaced: boolean): Message {
  if (method === 'submitTransaction') {
    return say('one-transaction');
  }
  return replaced ? say('replaced') : say('each');
}

/** Whether the function that a loop calls for each does something else in order, such as deleting what hangs on the entity. */
function hasStepBeside(context: RuleContext, { file, callSpan }: Write): boolean {
  const fn = innerFunctionAround(context, { file, span: callSpan })?.fn;
  return functionAround(context, { file, span: callSpan }).parts.some((part) => {
    if (part.kind !== 'statement' || part.statement.kind !== 'expression') return false;
    const { expression } = part.statement;
    if (expression.kind !== 'call' || expression.isAwaited !== true) return false;
    if (contains(expression.span, callSpan)) return false;
    return innerFunctionAround(context, { file, span: expression.span })?.fn === fn;
  });
}

/** Whether another entity is put in the place of what is deleted, as who gives it another key must. */
function isReplaced(context: RuleContext, { repeated, fn }: Write): boolean {
  return repeated !== undefined && madeInLoops(context).has(loopKey(repeated, fn));
}

/** The loops of the file that make entities. */
const madeInLoops = oncePerFile(
  ({ operations, looped }): ReadonlySet<string> =>
    new Set(
      [...operations, ...looped].flatMap((one) =>
        one.kind === 'write' && MAKING.has(one.method) && !one.isInCatch && one.repeated !== undefined
          ? [loopKey(one.repeated, one.fn)]
          : [],
      ),
    ),
);

const MAKING: ReadonlySet<Write['method']> = new Set(['createEntity', 'upsertEntity']);

function loopKey({ span }: Repetition, fn: number | undefined): string {
  return `${span.start} ${fn ?? ''}`;
}
