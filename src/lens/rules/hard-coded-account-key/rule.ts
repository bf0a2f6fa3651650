import * as l10n from '@vscode/l10n';
import type { Secret } from '../../model/tables/access.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { environmentFixes } from './fix.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** The guide, "Controlling access with Shared Access Signatures". No message holds any of the secret's characters. */
export const rule: Rule = {
  id: 'hard-coded-account-key',
  severity: 'warning',
  title: () => l10n.t('An account key or shared access signature in source code'),
  check: function* (context) {
    const told = new Set<string>();
    for (const secret of context.access().secrets) {
      const at = `${secret.place.file}:${secret.place.span.start}`;
      if (told.has(at)) continue;
      told.add(at);
      yield { ...reportAt(context, secret), ...explain(secret.kind) };
    }
  },
};

/** A key that another file gives, and which only its use shows to be one, is reported there, and pointed to. */
function reportAt(context: RuleContext, secret: Secret): Omit<Report, keyof Message> {
  const { place, site } = secret;
  if (place.file === context.file || site === undefined) {
    return { place, fixes: () => environmentFixes(context, secret) };
  }
  return { place: site, related: [{ place, message: l10n.t('The secret is here.') }] };
}

function explain(kind: Secret['kind']): Message {
  switch (kind) {
    case 'account-key':
      return say('account-key');
    case 'signature':
      return say('signature');
  }
}
