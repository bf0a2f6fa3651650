import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `partition-range-scan` says. */
export const say = messagesOf({
  'no-end': () => ({
    message: l10n.t('This PartitionKey range has no end: the service reads on to the end of the table.'),
    help: l10n.t('Add an upper bound, or query one partition with "eq".'),
  }),
  'no-start': () => ({
    message: l10n.t('This PartitionKey range has no start: the service reads from the start of the table.'),
    help: l10n.t('Add a lower bound, or query one partition with "eq".'),
  }),
});
