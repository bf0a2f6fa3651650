import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `non-atomic-multi-write` says. */
export const say = messagesOf({
  'same-partition': () => ({
    message: l10n.t('Two writes to one partition in two requests: if this one fails, the first stays.'),
    help: l10n.t('Submit both in one transaction: then both are written, or neither.'),
  }),
  'other-table': () => ({
    message: l10n.t('Two writes to two tables: if this one fails, the first stays.'),
    help: l10n.t(
      "A transaction can't span tables. Make both writes safe to repeat (upsertEntity, a delete that accepts 404) and retry them, for example from a queue. Or keep both entities in one partition, and write them in a transaction.",
    ),
  }),
  'other-partition': () => ({
    message: l10n.t('Two writes to two partitions: if this one fails, the first stays.'),
    help: l10n.t(
      "A transaction can't span partitions. Make both writes safe to repeat (upsertEntity, a delete that accepts 404) and retry them, for example from a queue. Or give both entities one PartitionKey, and write them in a transaction.",
    ),
  }),
});
