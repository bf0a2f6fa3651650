import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `dropped-value` says. */
export const say = messagesOf({
  'not-a-number': (number: string) => ({
    message: l10n.t("JSON has no {0}: the SDK sends null, and the property isn't stored.", number),
    help: l10n.t('Store a number or text that represents it, or leave the property out on purpose.'),
  }),
  'part-of-buffer': (code: string) => ({
    message: l10n.t('{0} is a view of a larger buffer, and the SDK stores the whole buffer.', code),
    help: l10n.t('Copy the bytes into a buffer of their own first.'),
  }),
});
