import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `transaction-duplicate-entity` says. */
export const say = messagesOf({
  twice: () => ({
    message: l10n.t('The same entity twice in one transaction: the service rejects the transaction.'),
    help: l10n.t(
      'The service returns InvalidDuplicateRow. Combine the two actions, or give this one another RowKey.',
    ),
  }),
  'each-iteration': () => ({
    message: l10n.t('Each iteration adds the same entity: the service rejects the transaction.'),
    help: l10n.t('An entity can occur only once (InvalidDuplicateRow). Put what differs into RowKey.'),
  }),
});
