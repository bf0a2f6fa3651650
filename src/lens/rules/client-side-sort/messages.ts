import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `client-side-sort` says. */
export const say = messagesOf({
  'by-row-key': () => ({
    message: l10n.t('All results are read, then sorted by RowKey in descending order.'),
    help: l10n.t(
      'The service returns entities in ascending key order. With inverted ticks in RowKey the newest come first, and one page is enough.',
    ),
  }),
  reversed: () => ({
    message: l10n.t('All results are read, then reversed.'),
    help: l10n.t(
      'The service returns entities in ascending key order. With inverted ticks in RowKey the newest come first, and one page is enough.',
    ),
  }),
  'oldest-first': (property: string) => ({
    message: l10n.t('All results are read, then sorted by {0}, oldest first.', property),
    help: l10n.t(
      'The service returns entities in ascending key order. If RowKey begins with this time, they come in its order, page by page.',
    ),
  }),
  'by-property': (property: string) => ({
    message: l10n.t('All results are read, then sorted by {0}, newest first.', property),
    help: l10n.t(
      'The service returns entities in ascending key order. With inverted ticks in RowKey the newest come first, and one page is enough.',
    ),
  }),
});
