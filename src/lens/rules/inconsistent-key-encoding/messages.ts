import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `inconsistent-key-encoding` says. */
export const say = messagesOf({
  mismatch: (key: string, written: string, asked: string, difference: string) => ({
    message: l10n.t(
      '{0} is written as "{1}" but queried as "{2}": these entities aren\'t found.',
      key,
      written,
      asked,
    ),
    help: l10n.t(
      'Keys are compared as text, and {0}. Build the key in one function that both sides call.',
      difference,
    ),
  }),
});
