import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `ambiguous-compound-key` says. */
export const say = messagesOf({
  'no-separator': (key: string, left: string, right: string) => ({
    message: l10n.t(
      '{0} joins {1} and {2} without a separator: different values can make the same key.',
      key,
      left,
      right,
    ),
    help: l10n.t(
      '"1" and "23" make the same key as "12" and "3". Put a separator between them that neither contains, such as "_", here and in queries.',
    ),
  }),
  'separator-in-values': (key: string, left: string, right: string, separator: string) => ({
    message: l10n.t(
      '{0} joins {1} and {2} with "{3}", which both can contain: keys can clash.',
      key,
      left,
      right,
      separator,
    ),
    help: l10n.t(
      'The end of the first value isn\'t clear, and different values can make the same key. Use a separator that neither contains, such as ":", here and in queries.',
    ),
  }),
});
