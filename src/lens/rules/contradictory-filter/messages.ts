import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `contradictory-filter` says. */
export const say = messagesOf({
  'two-conditions': () => ({
    message: l10n.t('No entity meets this condition and the other: the query never returns anything.'),
  }),
  'no-key': () => ({
    message: l10n.t('No key meets this condition: the query never returns anything.'),
  }),
});
