import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `unpadded-ticks` says. */
export const say = messagesOf({
  unpadded: (code: string, width: number) => ({
    message: l10n.t('{0} has no leading zeros: newest first only holds while all have as many digits.', code),
    help: l10n.t('Pad it to {0} digits, the width of every tick value.', width),
  }),
});
