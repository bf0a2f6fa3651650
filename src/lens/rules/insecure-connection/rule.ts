import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { encryptedFixes } from './fix.ts';
import { say } from './messages.ts';

/** The guide, "Encrypting Table Data". The option is meant for emulators, which speak HTTP. */
export const rule: Rule = {
  id: 'insecure-connection',
  severity: 'warning',
  title: () => l10n.t('Plain HTTP allowed for an address other than this computer'),
  check: function* (context) {
    for (const client of context.access().insecure) {
      yield {
        place: client.place,
        ...(client.isEncrypted ? say('not-needed') : say('plain-http')),
        fixes: () => encryptedFixes(context, client),
      };
    }
  },
};
