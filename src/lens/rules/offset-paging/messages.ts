import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `offset-paging` says. */
export const say = messagesOf({
  skipped: () => ({
    message: l10n.t('The results before the wanted page are read every time, only to be skipped.'),
    help: l10n.t('Pass the continuation token of the page before to byPage instead.'),
  }),
});
