import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `sequential-partition-key` says. */
export const say = messagesOf({
  counter: (code: string) => ({
    message: l10n.t('PartitionKey counts up ({0}): every new entity goes to the last partition.', code),
    help: l10n.t(
      "The service can't spread this load. Start with a value that spreads it, such as a hash of the number in a few buckets, and put the number into RowKey.",
    ),
  }),
});
