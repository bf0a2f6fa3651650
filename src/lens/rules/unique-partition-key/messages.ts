import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `unique-partition-key` says. */
export const say = messagesOf({
  'own-partition': (table: string) => ({
    message: l10n.t(
      'Each entity in {0} has a PartitionKey of its own, so listing it reads every partition.',
      table,
    ),
    help: l10n.t(
      'No range query and no transaction can work. Use what the entities have in common as PartitionKey, and the id as RowKey.',
    ),
  }),
});
