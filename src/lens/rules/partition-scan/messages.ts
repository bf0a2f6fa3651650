import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `partition-scan` says. */
export const say = messagesOf({
  whole: (property: string, code: string) => ({
    message: l10n.t('Filtering by {0} reads the whole partition, but the RowKey holds it too.', property),
    help: l10n.t(
      'Entities are written with {0} as RowKey. Filter by RowKey instead: it reads one entity.',
      code,
    ),
  }),
  beginning: (property: string, code: string) => ({
    message: l10n.t('Filtering by {0} reads the whole partition, but RowKeys start with it.', property),
    help: l10n.t('Entities are written with the RowKey {0}. Filter by a RowKey range instead.', code),
  }),
  prefix: (property: string, code: string) => ({
    message: l10n.t('Filtering by {0} reads the whole partition; a RowKey range would be enough.', property),
    help: l10n.t(
      'These entities have a RowKey prefix of their own: {0}. Add a RowKey range over that prefix.',
      code,
    ),
  }),
});
