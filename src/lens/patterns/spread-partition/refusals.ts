import * as l10n from '@vscode/l10n';
import type { NoWriteEdit } from '../sites/write-sites.ts';
import { writeRefusal } from '../sites/write-refusal.ts';

/** Why a partition isn't spread over buckets, in words. `site` names a place in the program. */
export const refusals = {
  table: () => l10n.t("The table's name isn't known, so neither are its other reads and writes."),
  names: () => l10n.t('The names of the new functions or their module already have another meaning.'),
  shared: (site: string) => l10n.t('{0} is called for several tables.', site),
  separator: (site: string) => l10n.t('{0} writes a PartitionKey with a "~", which buckets have.', site),
  changed: (site: string) =>
    l10n.t('{0} changes or deletes entities, which might be of before and in no bucket.', site),
  fresh: (site: string) =>
    l10n.t("{0} doesn't create an entity whose RowKey is a random id or a time that is written there.", site),
  write: (site: string, why: NoWriteEdit): string =>
    writeRefusal(
      site,
      why,
      l10n.t('{0} writes a transaction, and several buckets are several partitions.', site),
    ),
  read: (site: string) => l10n.t('{0} reads in a way that is not certain.', site),
  whole: (site: string) => l10n.t("{0} reads several partitions, or it isn't known which.", site),
  filter: (site: string) =>
    l10n.t(
      "{0} doesn't spell out its PartitionKey in a string or an odata template in the call itself.",
      site,
    ),
  select: (site: string) => l10n.t("{0} doesn't select the RowKey, by which buckets are merged.", site),
  list: (site: string) => l10n.t('{0} passes its list on, or reads it by the page.', site),
};
