import * as l10n from '@vscode/l10n';
import { contains } from '../../../core/text/span.ts';
import type { TransactionAction, Write } from '../../model/operation.ts';
import type { Report, Rule } from '../rule.ts';
import { transactionsOf } from '../shared/actions.ts';
import { methodOf } from '../shared/repeated.ts';
import { tupleFixes } from './fix.ts';
import { ACTIONS } from './kinds.ts';

/**
 * What `submitTransaction` of the SDK takes: `[kind, entity, mode?, options?]`. It reads `actions[0][1].partitionKey`
 * first, and leaves out kinds that it does not know.
 */
export const rule: Rule = {
  id: 'transaction-action-shape',
  severity: 'error',
  title: () => l10n.t('An action that is not a tuple the SDK understands'),
  check: function* (context) {
    for (const { write, actions } of transactionsOf(context)) {
      for (const action of actions) {
        const message = explain(action);
        if (message === undefined) continue;
        const fixes = () => (write.via === undefined ? tupleFixes(context, action) : []);
        const isInCall = action.place.file === write.file && contains(write.callSpan, action.place.span);
        yield {
          ...(isInCall ? { place: action.place } : atCall(write, action)),
          message,
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

function explain({ isTuple, kind }: TransactionAction): string | undefined {
  if (isTuple === false) {
    return l10n.t(
      "submitTransaction throws on this action before it sends anything. An action is an array of its kind and the entity: ['create', entity], ['upsert', entity, 'Replace'], ['delete', { partitionKey, rowKey }].",
    );
  }
  if (kind === undefined || ACTIONS.has(kind)) return undefined;
  return l10n.t(
    'The SDK knows create, update, upsert and delete. An action "{0}" is left out of the transaction without a word.',
    kind,
  );
}
