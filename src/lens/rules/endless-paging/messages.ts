import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `endless-paging` says. */
export const say = messagesOf({
  'page-size-zero': () => ({
    message: l10n.t('A page size of 0 never ends: every page is empty and has a next one.'),
    help: l10n.t('Use a page size from 1 to 1,000, or leave it out.'),
  }),
});
