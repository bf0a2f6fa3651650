import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import { addTo } from '../../syntax/facts/grouped.ts';
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
    const sites = new Map<string, Place[]>();
    for (const client of insecure) if (!isWithin(client)) addTo(sites, keyOf(client), client.site);
    for (const client of insecure) {
      const others = sites.get(keyOf(client)) ?? [];
      // told where the options stand, once for all clients that are given them
      if (others.length > 0 && others[0] !== client.site) continue;
      yield {
        place: client.place,
        related: others.map((place) => ({ place, message: l10n.t('A client is made with it here.') })),
        ...(client.isEncrypted ? say('not-needed') : say('plain-http')),
        fixes: () => encryptedFixes(context, client),
      };
    }
  },
};

/** Whether the option stands in the call that makes the client. */
function isWithin({ place, site }: InsecureClient): boolean {
  return place.file === site.file && contains(site.span, place.span);
}

function keyOf({ place: { file, span } }: InsecureClient): string {
  return `${span.start} ${file}`;
}
