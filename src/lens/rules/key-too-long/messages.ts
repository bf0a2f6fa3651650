import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `key-too-long` says. */
export const say = messagesOf({
  'too-long': (key: string, length: string, safe: number, most: string) => ({
    message: l10n.t('{0} has at least {1} characters, and a key can have at most 1 KiB.', key, length),
    help: l10n.t(
      'Up to {0} characters are safe; above {1} the service rejects the key. Use a short id or a hash as the key, and store the text in a property.',
      safe,
      most,
    ),
  }),
});
