import * as l10n from '@vscode/l10n';
import type { Repetition } from '../../model/operations/operation.ts';
import type { Rule } from '../rule.ts';
import { isThroughMessages } from '../shared/acknowledging.ts';
import { hasOwnStep } from '../shared/own-step.ts';
import { parallelFixes } from '../shared/parallel.ts';
import { constantTurns, isOverOne, loopOf, repeatedAt } from '../shared/repeated.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

const TWO = 2;

/** Constants that people write down one by one; more are a list that has grown already. */
const FEW = 10;

/**
 * The guide, "Denormalization pattern" and "Join in the client". Reads by keys that are known beforehand, started
 * together, are as the guide wants them; reads that only follow from listed entities are one request each, however
 * they are started. Of constants the number of reads does not grow: two may as well be written one by one.
 */
export const rule: Rule = {
  id: 'n-plus-one',
  severity: 'warning',
  title: () => l10n.t('A point read in each iteration of a loop'),
  check: function* (context) {
    for (const operation of [...context.operations, ...context.looped]) {
      if (operation.kind !== 'point-read' || operation.repeated === undefined) continue;
      const { repeated } = operation;
      if (repeated.isParallel && repeated.over === 'others') continue;
      if (repeated.over === 'others' && isThroughMessages(context, repeated)) continue;
      // a chain of entities, each with the key of the next: there is no other way to go along it
      if (repeated.followsAnswers) continue;
      if (repeated.isDrawn === true) continue;
      const turns = constantTurns(operation) ?? Number.POSITIVE_INFINITY;
      if (turns <= TWO) continue;
      // a few that are started together are as quick as one
      if (turns <= FEW && repeated.isParallel) continue;
      // a few steps, each of which begins when the one before is done
      if (turns <= FEW && repeated.over === 'others' && hasOwnStep(context, repeated)) continue;
      // the first turn that gets here is the last, or there is only one; what finds nothing throws
      if ((repeated.isLast && repeated.goesOnIfFailed !== true) || isOverOne(context, repeated)) continue;
      yield {
        ...repeatedAt(operation, repeated),
        ...explain(repeated, turns),
        ...(turns <= FEW && { severity: 'information' }),
        about: operation,
        related: loopOf(operation, repeated),
        fixes: () => (repeated.over === 'others' ? parallelFixes(context, operation) : []),
      };
    }
  },
};

function explain({ over }: Repetition, turns: number): Message {
  if (turns <= FEW) {
    return say('few', turns);
  }
  return over === 'entities' ? say('entities') : say('loop');
}
