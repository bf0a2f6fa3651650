import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `list-then-delete-each` says. */
export const say = messagesOf({
  'one-transaction': () => ({
    message: l10n.t('All listed entities are deleted in one transaction, which fails above 100.'),
    help: l10n.t(
      'Submit groups of up to 100. If entities are often deleted together, keep them in a table of their own: you can delete it with one request.',
    ),
  }),
  replaced: () => ({
    message: l10n.t('Each listed entity is written again, then deleted with a request of its own.'),
    help: l10n.t(
      'Delete the entities of one partition in transactions of up to 100. If the new entity stays in that partition, create it in the same transaction, so that none is lost or doubled.',
    ),
  }),
  each: () => ({
    message: l10n.t('Entities are listed only to be deleted, one request each.'),
    help: l10n.t(
      'Delete the entities of one partition in transactions of up to 100, and select only their keys. If entities are often deleted together, keep them in a table of their own: you can delete it with one request.',
    ),
  }),
});
