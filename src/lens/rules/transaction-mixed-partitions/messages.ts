import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `transaction-mixed-partitions` says. */
export const say = messagesOf({
  several: () => ({
    message: l10n.t(
      'Entities of several partitions in one transaction: the SDK throws, and nothing is written.',
    ),
    help: l10n.t(
      'Submit one transaction for each partition, or give entities that belong together one PartitionKey.',
    ),
  }),
  parameters: (first: string, second: string) => ({
    message: l10n.t(
      'If {0} and {1} differ, the SDK throws: a transaction has one PartitionKey.',
      first,
      second,
    ),
    help: l10n.t('Group the entities by PartitionKey, and submit one transaction for each.'),
  }),
  elements: (key: string, list: string) => ({
    message: l10n.t('If {0} differs in {1}, the SDK throws: a transaction has one PartitionKey.', key, list),
    help: l10n.t('Group the entities by PartitionKey, and submit one transaction for each.'),
  }),
  indexes: (key: string, list: string) => ({
    message: l10n.t(
      '{0} differs from entity to entity: with more than one in {1}, the SDK throws.',
      key,
      list,
    ),
    help: l10n.t('Group the entities by PartitionKey, and submit one transaction for each.'),
  }),
  listed: () => ({
    message: l10n.t('These entities come from every partition, but a transaction takes those of one.'),
    help: l10n.t(
      'If a PartitionKey differs, the SDK throws and nothing is written. Group the entities by PartitionKey first.',
    ),
  }),
});
