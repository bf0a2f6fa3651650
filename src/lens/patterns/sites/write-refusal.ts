import * as l10n from '@vscode/l10n';
import type { NoWriteEdit } from './write-sites.ts';

/** Why the write at a site is left to the person; `inTransaction` says so of a transaction, whose reason is the pattern's own. */
export function writeRefusal(site: string, why: NoWriteEdit, inTransaction: string): string {
  switch (why) {
    case 'transaction':
      return inTransaction;
    case 'result':
      return l10n.t('{0} uses what the write returns.', site);
    case 'arguments':
    case 'etag':
      return l10n.t('{0} passes options that the new function might not keep.', site);
    case 'bound':
      return l10n.t('{0} is called in a way that is not certain.', site);
  }
}
