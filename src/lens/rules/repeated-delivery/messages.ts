import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

export const say = messagesOf({
  'fails-again': () => ({
    message: l10n.t('If the message comes again, this fails with 409, and with it all that follows.'),
    help: l10n.t('Write what can be written again: upsertEntity, or createEntity with 409 handled.'),
  }),
  'counted-again': (name: string) => ({
    message: l10n.t('If the message comes again, it is added to "{0}" again.', name),
    help: l10n.t('Store what was added last with the sum, and compare the message with it.'),
  }),
});
