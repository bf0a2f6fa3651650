import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `page-size-over-limit` says. */
export const say = messagesOf({
  'over-limit': (size: number) => ({
    message: l10n.t('A page size of {0} is over 1,000, the most that the service returns at once.', size),
    help: l10n.t(
      "Use 1000, or leave it out. Azurite returns pages of 1,000 instead; Azure's documentation doesn't say that the service does, and it might reject the query.",
    ),
  }),
});
