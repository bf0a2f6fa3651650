import * as l10n from '@vscode/l10n';

/** Why writes aren't finished by a queue's worker, in words. `site` names a place in the program. */
export const refusals = {
  table: (site: string) => l10n.t("It isn't known which table {0} writes.", site),
  through: (site: string) =>
    l10n.t('{0} is a call of a function of yours, which might do more than write.', site),
  apart: (site: string) => l10n.t("{0} isn't the next statement, with await and nothing in between.", site),
  first: (site: string) =>
    l10n.t(
      "{0} deletes first, so that a repeat wouldn't know its own delete from that of another. Write the new entity first.",
      site,
    ),
  transaction: (site: string) => l10n.t('{0} is a transaction.', site),
  arguments: (site: string) => l10n.t('{0} passes an ETag, or other options.', site),
  account: () => l10n.t('The tables are in different accounts.'),
  names: () => l10n.t('The names of the new functions or their module already have another meaning.'),
} as const;
