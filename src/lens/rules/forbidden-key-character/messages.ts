import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `forbidden-key-character` says. */
export const say = messagesOf({
  constant: (key: string, character: string) => ({
    message: l10n.t(
      '{0} contains {1}: the service rejects keys with / \\ # ? or control characters.',
      key,
      character,
    ),
    help: l10n.t('Use another character, such as "_" or "-", or encode it.'),
  }),
  value: (code: string, key: string, table: string, why: string) => ({
    message: l10n.t('{0} can put a forbidden character into {1} of {2}: {3}.', code, key, table, why),
    help: l10n.t(
      'The service rejects keys with / \\ # ? or control characters. Encode the value here and in queries.',
    ),
  }),
  email: (code: string, key: string, table: string, why: string) => ({
    message: l10n.t('{0} can put a forbidden character into {1} of {2}: {3}.', code, key, table, why),
    help: l10n.t(
      'The service rejects keys with / \\ # ? (400). Encode only those characters, here and in queries: other addresses stay as they are.',
    ),
  }),
});
