import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `unpadded-number-in-key` says. */
export const say = messagesOf({
  unpadded: (code: string) => ({
    message: l10n.t('Keys sort as text: without a fixed width for {0}, "10" comes before "9".', code),
    help: l10n.t('Pad it with zeros, here and in queries. Existing entities keep their old keys.'),
  }),
});
