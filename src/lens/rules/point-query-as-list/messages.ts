import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `point-query-as-list` says. */
export const say = messagesOf({
  binding: () => ({
    message: l10n.t('PartitionKey and RowKey are both fixed: this lists a single entity.'),
    help: l10n.t(
      'Give the binding partitionKey and rowKey instead of a filter: the function then gets the entity itself.',
    ),
  }),
  list: () => ({
    message: l10n.t('PartitionKey and RowKey are both fixed: this lists a single entity.'),
    help: l10n.t('Call getEntity: it reads the entity directly, and throws a 404 error if there is none.'),
  }),
});
