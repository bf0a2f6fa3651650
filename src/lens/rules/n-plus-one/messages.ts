import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `n-plus-one` says. */
export const say = messagesOf({
  few: (turns: number) => ({
    message: l10n.t('These {0} reads are sent one after the other.', turns),
    help: l10n.t(
      'If the keys are neighbors, use one query. Otherwise read in parallel, or store together what you read together.',
    ),
  }),
  entities: () => ({
    message: l10n.t('One more request for each listed entity: N entities cost N + 1 requests.'),
    help: l10n.t(
      'Store what you read here with the listed entity (denormalize), or read all of it with one query and look it up in a map.',
    ),
  }),
  loop: () => ({
    message: l10n.t('One request in each iteration of this loop, and each waits for the one before.'),
    help: l10n.t(
      'If the keys are neighbors, use one query. Otherwise read a limited number in parallel, or store together what you read together.',
    ),
  }),
});
