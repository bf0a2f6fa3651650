import * as l10n from '@vscode/l10n';
import { visible } from '../../../core/text/one-line.ts';
import { shortened } from '../../../core/text/shortened.ts';
import type { NotNewestFirst } from '../../syntax/edits/newest-first.ts';

/** Characters of code that a reason shows. */
const MOST = 60;

const of =
  (say: (code: string) => string): ((code: string) => string) =>
  (code) =>
    say(shortened(visible(code), MOST));

const reads: Record<NotNewestFirst['kind'], (code: string) => string> = {
  loop: () => l10n.t("It isn't one loop over the query that puts the entities into an array."),
  steps: of((code) => l10n.t('"{0}" is more than to sort the list and return it.', code)),
  state: of((code) => l10n.t('"{0}" needs entities that would no longer be read.', code)),
  limit: of((code) =>
    l10n.t('"{0}" doesn\'t say in a way that is certain how many entities are wanted.', code),
  ),
  layout: of((code) =>
    l10n.t('"{0}" shares lines with other code, or has lines that can\'t be moved.', code),
  ),
};

/** Why the newest entities aren't made the first ones, in words. */
export const refusals = {
  read: (kind: NotNewestFirst['kind'], code: string) => reads[kind](code),
  through: () => l10n.t('The list comes from a function, which has to read less first.'),
  filter: () => l10n.t("The filter isn't one PartitionKey alone."),
  property: () => l10n.t("It isn't certain by which property of the entity the list is sorted."),
  table: () => l10n.t("The table's name isn't known, so neither are its other writes."),
  shared: (site: string) =>
    l10n.t('{0} is about this table at times, and about another at other times.', site),
  unknown: () => l10n.t("No write of this table is seen, so its RowKeys can't be changed."),
  write: (site: string) =>
    l10n.t("{0} doesn't create an entity whose RowKey is a random id or a time that is written there.", site),
  time: (site: string, property: string) =>
    l10n.t(
      "{0} doesn't write {1} as a Date, milliseconds or an ISO text that has a name there.",
      site,
      property,
    ),
  keyed: (site: string) => l10n.t('{0} uses a RowKey of today.', site),
  order: (site: string) =>
    l10n.t('{0} reads the oldest entities first, and would read the newest first.', site),
  names: () => l10n.t('The names that the new module needs are in use.'),
};
