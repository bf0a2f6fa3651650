import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `constant-partition-key` says. */
export const say = messagesOf({
  'one-partition': (table: string, key: string, rate: string) => ({
    message: l10n.t(
      'Every entity in {0} has PartitionKey "{1}": one partition takes about {2} entities a second.',
      table,
      key,
      rate,
    ),
    help: l10n.t(
      "The service can't spread the load of one partition. Use a property that spreads the entities and that your queries know.",
    ),
  }),
  'other-write': (table: string, key: string) => ({
    message: l10n.t(
      'Every entity in {0} has PartitionKey "{1}", as in the first write to the table.',
      table,
      key,
    ),
  }),
});
