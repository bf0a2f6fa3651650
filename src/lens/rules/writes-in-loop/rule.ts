import * as l10n from '@vscode/l10n';
import type { Repetition, Write } from '../../model/operations/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { isThroughMessages } from '../shared/acknowledging.ts';
import { collectFixes } from '../shared/collect.ts';
import { hasOwnStepBefore } from '../shared/own-step.ts';
import { isOnePerPartition, isOverOne, loopOf, repeatedAt } from '../shared/repeated.ts';
import { transactionFixes } from './fix.ts';
import { say } from './messages.ts';

/** Most actions of one entity group transaction: the guide, "Entity Group Transactions". */
const MOST_ACTIONS = 100;

export const rule: Rule = {
  id: 'writes-in-loop',
  severity: 'information',
  title: () => l10n.t('Single writes to one partition in a loop'),
  check: function* (context) {
    for (const operation of [...context.operations, ...context.looped]) {
      if (operation.kind !== 'write' || !isOfOnePartition(operation)) continue;
      const { repeated } = operation;
      if (repeated !== undefined && isOverOne(context, repeated)) continue;
      if (repeated !== undefined && isOfOwnPartitions(context, repeated)) continue;
      if (repeated?.over === 'others' && isThroughMessages(context, repeated)) continue;
      if (hasOwnStepBefore(context, operation)) continue;
      yield {
        ...repeatedAt(operation, repeated),
        ...(repeated?.partition === 'same'
          ? say('same-partition', MOST_ACTIONS)
          : say('any-partition', MOST_ACTIONS)),
        about: operation,
        toldBy: 'list-then-delete-each',
        related: repeated ? loopOf(operation, repeated) : [],
        fixes: () => {
          const fixes = transactionFixes(context, operation);
          return fixes.length > 0 ? fixes : collectFixes(context, operation);
        },
      };
    }
  },
};

/**
 * Whether the turns write different rows that a transaction could hold together. Callbacks, and turns that put their
 * promises into a list, start all writes at once, and what is done in a `catch` is the exception.
 */
function isOfOnePartition({ repeated, isInCatch, listed }: Write): boolean {
  if (repeated === undefined || repeated.isLast || isInCatch) return false;
  if (repeated.kind === 'callback' || repeated.isGathered) return false;
  // list-then-delete-each says it
  if (repeated.isParallel && listed !== undefined) return false;
  return repeated.isOtherRow && repeated.partition !== 'other';
}

/** Whether each turn writes in the partition of a listed entity that is alone in it, as far as its list tells. */
function isOfOwnPartitions(
  context: RuleContext,
  { partition, lists = [], alsoIn = [] }: Repetition,
): boolean {
  return (
    partition === 'of-element' &&
    lists.length > 0 &&
    lists.every((list) => isOnePerPartition(context, list)) &&
    alsoIn.every((one) => isOfOwnPartitions(context, one))
  );
}
