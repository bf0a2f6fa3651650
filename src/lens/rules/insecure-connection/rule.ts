import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { encryptedFixes } from './fix.ts';

/** The guide, "Encrypting Table Data". The option is meant for emulators, which speak HTTP. */
export const rule: Rule = {
  id: 'insecure-connection',
  severity: 'warning',
  title: () => l10n.t('allowInsecureConnection with an address that is not this machine'),
  check: function* (context) {
    for (const client of context.access().insecure) {
      yield {
        place: client.place,
        message: client.isEncrypted
          ? l10n.t(
              'The address is encrypted, and this option only lets the client go on where a redirect, or a later edit, makes it plain HTTP. It is meant for an emulator on this machine: leave it out.',
            )
          : l10n.t(
              'Entities, and the signatures that allow to read and change them, go over the network as plain HTTP. The option is meant for an emulator on this machine: leave it out, and write https.',
            ),
        fixes: () => encryptedFixes(context, client),
      };
    }
  },
};
