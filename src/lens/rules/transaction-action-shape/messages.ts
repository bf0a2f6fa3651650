import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `transaction-action-shape` says. */
export const say = messagesOf({
  'not-a-tuple': () => ({
    message: l10n.t('Invalid action: submitTransaction throws before it sends anything.'),
    help: l10n.t(
      "An action is an array of its kind and the entity: ['create', entity], ['upsert', entity, 'Replace'], ['delete', { partitionKey, rowKey }].",
    ),
  }),
  'transaction-itself': (name: string) => ({
    message: l10n.t("{0} isn't a list of actions: submitTransaction throws before it sends anything.", name),
    help: l10n.t('Pass {0}.actions. A TableTransaction only collects them.', name),
  }),
  'unknown-kind': (kind: string) => ({
    message: l10n.t('The SDK leaves the action "{0}" out of the transaction, without an error.', kind),
    help: l10n.t('Valid actions are create, update, upsert and delete.'),
  }),
});
