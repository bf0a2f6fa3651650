import * as l10n from '@vscode/l10n';
import type { PointRead } from '../../model/operations/operation.ts';
import type { Rule } from '../rule.ts';
import { isThroughMessages } from '../shared/acknowledging.ts';
import { parallelFixes } from '../shared/parallel.ts';
import { constantTurns, isOverOne, loopOf, repeatedAt } from '../shared/repeated.ts';
import { isWrittenInLoop } from '../shared/same-row.ts';
import { say } from './messages.ts';

/**
 * The guide, "Asynchronous and parallel operations". `n-plus-one` would do away with reads for listed entities, and in parallel they are at
 * least quick; of others it says the same.
 */
export const rule: Rule = {
  id: 'sequential-point-reads',
  severity: 'information',
  title: () => l10n.t('Independent point reads that wait for each other'),
  check: function* (context) {
    for (const operation of [...context.operations, ...context.looped]) {
      if (operation.kind !== 'point-read' || !isIndependent(operation)) continue;
      const { repeated } = operation;
      if (repeated !== undefined && isOverOne(context, repeated)) continue;
      // of two turns for the same entity the second reads what the first wrote
      if (isWrittenInLoop(context, operation)) continue;
      if (repeated?.over === 'others' && isThroughMessages(context, repeated)) continue;
      yield {
        ...repeatedAt(operation, repeated),
        ...say('independent'),
        about: operation,
        toldBy: 'n-plus-one',
        related: repeated ? loopOf(operation, repeated) : [],
        fixes: () => parallelFixes(context, operation),
      };
    }
  },
};

/** A loop that can end early asks for less than all; one over a stream has its next turn only when it comes. */
function isIndependent(read: PointRead): boolean {
  const { repeated } = read;
  if (repeated === undefined || repeated.isParallel || repeated.isChained || repeated.canEnd) return false;
  if (repeated.isGathered === true || repeated.followsAnswers) return false;
  if ((constantTurns(read) ?? Infinity) <= (repeated.over === 'entities' ? 1 : FEW)) return false;
  return repeated.kind === 'of' || repeated.kind === 'for';
}

/** So many constants are written down one by one, and don't grow. */
const FEW = 10;
