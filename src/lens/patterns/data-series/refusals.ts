import * as l10n from '@vscode/l10n';
import type { NoWriteEdit } from '../sites/write-sites.ts';
import { writeRefusal } from '../sites/write-refusal.ts';

/** Why readings aren't kept as properties of a series, in words. `site` names a place in the program. */
export const refusals = {
  names: () => l10n.t('The names of the new functions or their module already have another meaning.'),
  shared: (site: string) => l10n.t('{0} is called for several tables.', site),
  key: (site: string) =>
    l10n.t(
      "The RowKey of {0} doesn't end with an hour, a minute, a day, a month or a number of two digits, as the others do.",
      site,
    ),
  properties: (site: string) => l10n.t("{0} doesn't put the same properties as the other writes.", site),
  value: (site: string, name: string) =>
    l10n.t('{0} might put something else than a number, a boolean or a time into {1}.', site, name),
  many: (points: number, most: number) =>
    l10n.t(
      'A series would have up to {0} readings of so many properties, and an entity has at most {1} properties.',
      points,
      most,
    ),
  changed: (site: string) =>
    l10n.t("{0} updates or deletes a reading, which isn't an entity of its own then.", site),
  conditions: (site: string) =>
    l10n.t(
      "{0} has other conditions than one PartitionKey and bounds of RowKey, or their values aren't seen.",
      site,
    ),
  version: (site: string) =>
    l10n.t('{0} reads ETags or timestamps, which are those of the series then.', site),
  list: (site: string) =>
    l10n.t('{0} passes its list on, reads it by the page, or has options that would be lost.', site),
  read: (site: string) => l10n.t('{0} is called in a way that is not certain.', site),
  write: (site: string, why: NoWriteEdit): string =>
    writeRefusal(site, why, l10n.t('{0} writes in a transaction.', site)),
};
