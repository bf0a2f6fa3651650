import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `log-data-in-table` says. */
export const say = messagesOf({
  'append-only': (table: string) => ({
    message: l10n.t(
      '{0} is an append-only log: an append blob costs less and takes more writes a second.',
      table,
    ),
    help: l10n.t(
      'Entities are added in the order of time, and never changed or read one by one. Use an append blob for each hour, and keep a table for what you look up by key.',
    ),
  }),
});
