import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `insecure-connection` says. */
export const say = messagesOf({
  'not-needed': () => ({
    message: l10n.t(
      'The address uses https, but this option lets a redirect or a later edit use plain HTTP.',
    ),
    help: l10n.t('The option is for an emulator on this computer. Remove it.'),
  }),
  'plain-http': () => ({
    message: l10n.t('Entities and signatures go over the network as plain HTTP.'),
    help: l10n.t(
      'Anyone on the way can read them, and use the signatures to read and change entities. The option is for an emulator on this computer: remove it, and use https.',
    ),
  }),
});
