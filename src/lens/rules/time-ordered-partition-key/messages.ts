import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `time-ordered-partition-key` says. */
export const say = messagesOf({
  clock: (code: string) => ({
    message: l10n.t(
      'PartitionKey starts with the time ({0}): at any moment all writes go to one partition.',
      code,
    ),
    help: l10n.t(
      "The service can't spread that load. Start with a property that spreads the writes, and put the time into RowKey.",
    ),
  }),
});
