import * as l10n from '@vscode/l10n';
import type { NoWriteEdit } from '../sites/write-sites.ts';
import { ofCode } from '../shown-code.ts';
import { writeRefusal } from '../sites/write-refusal.ts';

/** Why a table isn't parted into tables of periods, in words. `site` names a place in the program. */
export const refusals = {
  through: ofCode((name) =>
    l10n.t('{0} deletes in a table of its own. Write the delete into the loop, and try again.', name),
  ),
  table: () => l10n.t("The table's name isn't known, so neither are its other reads and writes."),
  name: () => l10n.t("The table's name leaves no room for that of a period."),
  names: () => l10n.t('The names of the new functions or their module already have another meaning.'),
  shared: (site: string) => l10n.t('{0} is called for several tables.', site),
  loop: () => l10n.t('The loop does more than to delete each entity that it lists, by its keys.'),
  cutoff: () => l10n.t("The call itself doesn't show the time that the property is compared with."),
  time: (site: string, name: string) =>
    l10n.t('{0} might create an entity whose {1} is not a Date.', site, name),
  changed: (site: string) =>
    l10n.t('{0} changes or deletes entities, and nothing says in which period they are.', site),
  fresh: (site: string) =>
    l10n.t("{0} doesn't create an entity whose RowKey is a random id or a time that is written there.", site),
  read: (site: string) => l10n.t('{0} reads one entity, and nothing says in which period that is.', site),
  list: (site: string) =>
    l10n.t('{0} passes its list on, reads it by the page, or waits within its call.', site),
  select: (site: string) =>
    l10n.t("{0} doesn't select the keys, by which the lists of periods are merged.", site),
  write: (site: string, why: NoWriteEdit): string =>
    writeRefusal(
      site,
      why,
      l10n.t('{0} writes in a transaction, whose entities might be of several periods.', site),
    ),
};
