import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `sequential-point-reads` says. */
export const say = messagesOf({
  independent: () => ({
    message: l10n.t("These reads don't depend on each other, but each waits for the one before."),
    help: l10n.t('Start a limited number of them together with Promise.all.'),
  }),
});
