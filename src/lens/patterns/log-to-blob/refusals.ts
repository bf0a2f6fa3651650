import * as l10n from '@vscode/l10n';
import type { NoWriteEdit } from '../sites/write-sites.ts';

/** Why a log isn't kept in append blobs, in words. `site` names a place in the program. */
export const refusals = {
  names: () => l10n.t('The names of the new functions or their module already have another meaning.'),
  key: (site: string) =>
    l10n.t("The RowKey of {0} doesn't begin with an ISO time, or milliseconds of 13 digits.", site),
  keys: () => l10n.t('The RowKeys of this table begin in several ways.'),
  shared: (site: string) => l10n.t('{0} is called for several tables.', site),
  conditions: (site: string) =>
    l10n.t(
      "{0} has other conditions than one PartitionKey and bounds of RowKey, or their values aren't seen.",
      site,
    ),
  version: (site: string) =>
    l10n.t("{0} reads ETags or timestamps, which entries of blobs don't have.", site),
  list: (site: string) =>
    l10n.t('{0} passes its list on, reads it by the page, or has options that would be lost.', site),
  write: (site: string, why: NoWriteEdit): string => {
    switch (why) {
      case 'result':
        return l10n.t('{0} uses what the write returns.', site);
      case 'transaction':
      case 'arguments':
      case 'etag':
      case 'bound':
        return l10n.t('{0} is called in a way that is not certain.', site);
    }
  },
} as const;
