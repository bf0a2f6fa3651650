import * as l10n from '@vscode/l10n';
import { contains } from '../../../core/text/span.ts';
import type { TransactionAction, Write } from '../../model/operations/operation.ts';
import type { Report, Rule } from '../rule.ts';
import { transactionsOf } from '../shared/actions.ts';
import { shown, textAt } from '../shared/place.ts';
import { methodOf } from '../shared/repeated.ts';
import { tupleFixes } from './fix.ts';
import { ACTIONS } from './kinds.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';
import { transactionGiven } from './whole.ts';

/**
 * What `submitTransaction` of the SDK takes: `[kind, entity, mode?, options?]`. It reads `actions[0][1].partitionKey`
 * first, and leaves out kinds that it does not know.
 */
export const rule: Rule = {
  id: 'transaction-action-shape',
  severity: 'error',
  title: () => l10n.t('An invalid transaction action'),
  check: function* (context) {
    for (const { write, actions } of transactionsOf(context)) {
      const whole = transactionGiven(context, write);
      if (whole !== undefined) {
        const { span } = whole.expression;
        yield {
          place: { file: write.file, span },
          ...say('transaction-itself', shown(textAt(context, { file: write.file, span }))),
          fixes: () => [
            {
              title: l10n.t('Submit its actions'),
              edits: [{ span: { start: span.end, end: span.end }, text: '.actions' }],
            },
          ],
        };
        continue;
      }
      for (const action of actions) {
        const said = explain(action);
        if (said === undefined) continue;
        const fixes = () => (write.via === undefined ? tupleFixes(context, action) : []);
        const isInCall = action.place.file === write.file && contains(write.callSpan, action.place.span);
        yield {
          ...(isInCall ? { place: action.place } : atCall(write, action)),
          ...said,
          fixes,
        };
      }
    }
  },
};

/** An action that is made before is reported where it is submitted: nothing is wrong with it there. */
function atCall(write: Write, { place }: TransactionAction): Pick<Report, 'place' | 'related'> {
  return { place: methodOf(write), related: [{ place, message: l10n.t('The action is made here.') }] };
}

function explain({ isTuple, kind }: TransactionAction): Message | undefined {
  if (isTuple === false) {
    return say('not-a-tuple');
  }
  if (kind === undefined || ACTIONS.has(kind)) return undefined;
  return say('unknown-kind', kind);
}
