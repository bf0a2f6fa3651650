import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `key-name-case` says. */
export const say = messagesOf({
  'wrong-case': (name: string, key: string) => ({
    message: l10n.t('A filter needs {1}: "{0}" is a property that no entity has.', name, key),
    help: l10n.t('Names in a filter are case-sensitive, and the SDK sends them as they are.'),
  }),
});
