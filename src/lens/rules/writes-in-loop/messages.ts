import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `writes-in-loop` says. */
export const say = messagesOf({
  'same-partition': (most: number) => ({
    message: l10n.t('One request in each iteration of this loop, all to the same partition.'),
    help: l10n.t(
      'Collect the writes and submit transactions of up to {0}: fewer requests, and each transaction is written as a whole or not at all.',
      most,
    ),
  }),
  'any-partition': (most: number) => ({
    message: l10n.t('One request in each iteration of this loop.'),
    help: l10n.t(
      'Group the entities by PartitionKey and submit transactions of up to {0}: fewer requests, and each transaction is written as a whole or not at all.',
      most,
    ),
  }),
});
