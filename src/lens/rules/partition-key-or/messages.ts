import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `partition-key-or` says. */
export const say = messagesOf({
  or: () => ({
    message: l10n.t('"or" between PartitionKeys reads the whole table, not these partitions.'),
    help: l10n.t('Send one query for each partition, in parallel.'),
  }),
});
