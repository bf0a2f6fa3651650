import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `unknown-property` says. */
export const say = messagesOf({
  compared: (name: string, near: string) => ({
    message: l10n.t('No known entity has {0}, so nothing matches. Did you mean {1}?', name, near),
    help: l10n.t('Property names are case-sensitive.'),
  }),
  selected: (name: string, near: string) => ({
    message: l10n.t('No known entity has {0}, so it comes without a value. Did you mean {1}?', name, near),
    help: l10n.t('Property names are case-sensitive.'),
  }),
});
