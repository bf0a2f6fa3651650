import * as l10n from '@vscode/l10n';
import type { NoWriteEdit } from '../sites/write-sites.ts';
import { writeRefusal } from '../sites/write-refusal.ts';

/** Why an entity isn't split into parts, in words. `site` names a place in the program. */
export const refusals = {
  names: () => l10n.t('The names of the new functions or their module already have another meaning.'),
  shared: (site: string) => l10n.t('{0} is called for several tables.', site),
  separator: (site: string, separator: string) =>
    l10n.t('The RowKey of {0} has {1} in it, which the RowKeys of parts have.', site, separator),
  conditions: (site: string) =>
    l10n.t(
      "{0} has other conditions than one PartitionKey and bounds of RowKey, or their values aren't seen.",
      site,
    ),
  list: (site: string) =>
    l10n.t('{0} passes its list on, reads it by the page, or has options that would be lost.', site),
  read: (site: string) => l10n.t('{0} is called in a way that is not certain.', site),
  write: (site: string, why: NoWriteEdit): string =>
    writeRefusal(site, why, l10n.t('{0} writes in a transaction.', site)),
};
