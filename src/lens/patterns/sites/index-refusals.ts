import * as l10n from '@vscode/l10n';
import type { NoLookup } from './lookup.ts';
import type { NoWriteEdit } from './write-sites.ts';

/** Why a query isn't answered from an index, in words. `site` names a place in the program. */
export const refusals = {
  lookup: (why: NoLookup): string => {
    switch (why) {
      case 'conditions':
        return l10n.t(
          "The filter asks more of the keys than one PartitionKey, or doesn't compare the property with one value.",
        );
      case 'type':
        return l10n.t('The property is compared with something that might not be text.');
      case 'code':
        return l10n.t("The call itself doesn't show the value that the property is compared with.");
    }
  },
  more: () => l10n.t("The other conditions of the filter aren't written as one text in the call itself."),
  values: () => l10n.t('The other conditions of the filter are not all of the form property eq text.'),
  call: () => l10n.t('The call has options, or is called in a way, that a point query would not keep.'),
  handedOn: () => l10n.t('The list is passed on, so that it might be used as more than a list of entities.'),
  through: () =>
    l10n.t(
      'The query is sent by a function of yours that is given its filter. If you send it here with the client itself, it can be changed.',
    ),
  version: () =>
    l10n.t('The program uses the ETag or timestamp of what is read here, and a copy has its own.'),
  sent: (site: string) =>
    l10n.t('{0} sends an ETag, which might be of what is read here, and a copy has its own.', site),
  type: (name: string) => l10n.t('{0} is not always stored as text.', name),
  attribute: (name: string) =>
    l10n.t('The functions of the index need the name {0} for something else.', name),
  taken: (key: string, prefix: string) => l10n.t('{0}s of this table already begin with {1}.', key, prefix),
  names: () => l10n.t('The names of the new functions or their module already have another meaning.'),
  reader: (site: string) =>
    l10n.t("{0} would return the copies, too, and its filter can't be changed with certainty.", site),
  shared: (site: string) => l10n.t('{0} is called for several tables.', site),
  unawaited: (site: string) =>
    l10n.t("{0} isn't awaited, and two writes take longer than one. Await it first.", site),
  write: (site: string, why: NoWriteEdit): string => {
    switch (why) {
      case 'transaction':
        return l10n.t('{0} writes in a transaction, which would leave the copies as they are.', site);
      case 'result':
        return l10n.t('{0} uses what the write returns.', site);
      case 'arguments':
        return l10n.t('{0} passes options that two writes might not keep.', site);
      case 'etag':
        return l10n.t("{0} deletes with an ETag, which a transaction can't send.", site);
      case 'bound':
        return l10n.t('{0} is called in a way that is not certain.', site);
    }
  },
};
