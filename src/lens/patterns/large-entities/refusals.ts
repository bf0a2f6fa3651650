import * as l10n from '@vscode/l10n';
import type { NoWriteEdit } from '../sites/write-sites.ts';

/** Why a property isn't kept in blobs, in words. `site` names a place in the program. */
export const refusals = {
  table: () => l10n.t("The table's name isn't known, so neither are its other reads and writes."),
  markup: () => l10n.t('A module of TypeScript or JavaScript can be written beside one of these alone.'),
  name: (property: string) => l10n.t("The name {0} can't be part of a name in code.", property),
  type: (site: string, property: string) =>
    l10n.t('{0} writes {1} as something that might be neither text nor bytes.', site, property),
  blob: (name: string) => l10n.t('Entities of this table have a property {0} already.', name),
  names: () => l10n.t('The names of the new functions or their module already have another meaning.'),
  shared: (site: string) => l10n.t('{0} is called for several tables.', site),
  filter: (site: string, property: string) =>
    l10n.t('{0} might compare {1}, which the service could no longer do.', site, property),
  select: (site: string, property: string) => l10n.t('{0} selects {1} by its name.', site, property),
  binding: (site: string) => l10n.t('{0} reads entities through a binding.', site),
  list: (site: string) =>
    l10n.t('{0} passes its list on, or reads it by the page, and the content might be needed there.', site),
  read: (site: string) => l10n.t('{0} reads in a way that is not certain.', site),
  write: (site: string, why: NoWriteEdit): string => {
    switch (why) {
      case 'transaction':
        return l10n.t("{0} writes in a transaction, which blobs aren't part of.", site);
      case 'result':
        return l10n.t('{0} uses what the write returns.', site);
      case 'arguments':
        return l10n.t('{0} passes options that the new function might not keep.', site);
      case 'etag':
        return l10n.t('{0} deletes with an ETag.', site);
      case 'bound':
        return l10n.t('{0} is called in a way that is not certain.', site);
    }
  },
};
