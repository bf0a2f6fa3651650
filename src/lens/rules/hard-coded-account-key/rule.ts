import * as l10n from '@vscode/l10n';
import type { Secret } from '../../model/access.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { environmentFixes } from './fix.ts';

/** The guide, "Controlling access with Shared Access Signatures". No message holds any of the secret's characters. */
export const rule: Rule = {
  id: 'hard-coded-account-key',
  severity: 'warning',
  title: () => l10n.t('An account key, or a shared access signature, in the source'),
  check: function* (context) {
    const told = new Set<string>();
    for (const secret of context.access().secrets) {
      const at = `${secret.place.file}:${secret.place.span.start}`;
      if (told.has(at)) continue;
      told.add(at);
      yield { ...reportAt(context, secret), message: explain(secret.kind) };
    }
  },
};

/** A key that another file gives, and which only its use shows to be one, is reported there, and pointed to. */
function reportAt(context: RuleContext, secret: Secret): Omit<Report, 'message'> {
  const { place, site } = secret;
  if (place.file === context.file || site === undefined) {
    return { place, fixes: () => environmentFixes(context, secret) };
  }
  return { place: site, related: [{ place, message: l10n.t('The secret stands here.') }] };
}

function explain(kind: Secret['kind']): string {
  switch (kind) {
    case 'account-key':
      return l10n.t(
        'This is an account key: whoever reads the source, or any version of it that was ever committed, can read, change and delete everything in the account. Take it from the environment, or use DefaultAzureCredential, and replace the key in the account.',
      );
    case 'signature':
      return l10n.t(
        'This is a shared access signature: whoever reads the source, or any version of it that was ever committed, may do all that it allows until it expires. Take it from the environment, or use DefaultAzureCredential, and revoke it.',
      );
  }
}
