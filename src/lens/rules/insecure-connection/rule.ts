import * as l10n from '@vscode/l10n';
import { samePlace } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { InsecureClient } from '../../model/tables/access.ts';
import type { Rule } from '../rule.ts';
import { encryptedFixes } from './fix.ts';
import { say } from './messages.ts';

/** The guide, "Encrypting Table Data". The option is meant for emulators, which speak HTTP. */
export const rule: Rule = {
  id: 'insecure-connection',
  severity: 'warning',
  title: () => l10n.t('Plain HTTP allowed for an address other than this computer'),
  check: function* (context) {
    const { insecure } = context.access();
    for (const client of insecure) {
      const sites = insecure.filter((other) => isSharedWith(other, client)).map(({ site }) => site);
      yield {
        place: client.place,
        related: sites.map((place) => ({ place, message: l10n.t('A client is made with it here.') })),
        ...(client.isEncrypted ? say('not-needed') : say('plain-http')),
        fixes: () => encryptedFixes(context, client),
      };
    }
  },
};

/** Whether a client is made with options that stand elsewhere, the same as those of another client. */
function isSharedWith({ place, site }: InsecureClient, other: InsecureClient): boolean {
  const isWithin = place.file === site.file && contains(site.span, place.span);
  return !isWithin && samePlace([place, other.place]) !== undefined;
}
