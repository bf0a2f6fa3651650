import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `dropped-value` says. */
export const say = messagesOf({
  'not-a-number': (number: string) => ({
    message: l10n.t("JSON has no {0}: the SDK sends null, and the property isn't stored.", number),
    help: l10n.t('Store a number or text that represents it, or leave the property out on purpose.'),
  }),
  'of-empty': (code: string, list: string) => ({
    message: l10n.t("{0} isn't a number when {1} is empty: the property isn't stored then.", code, list),
    help: l10n.t('Test whether there is any element first, and store a number that represents none.'),
  }),
  'of-equal': (code: string, first: string, second: string) => ({
    message: l10n.t(
      "{0} isn't a number when {1} and {2} are equal: the property isn't stored then.",
      code,
      first,
      second,
    ),
    help: l10n.t('Test for that first, and store a number that represents it.'),
  }),
  'part-of-buffer': (code: string) => ({
    message: l10n.t('{0} is a view of a larger buffer, and the SDK stores the whole buffer.', code),
    help: l10n.t('Copy the bytes into a buffer of their own first.'),
  }),
});
