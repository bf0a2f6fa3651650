import * as l10n from '@vscode/l10n';
import type { NotCounted } from '../../syntax/edits/counted-list.ts';
import { ofCode } from '../shown-code.ts';
import { refusals as index } from '../sites/index-refusals.ts';
import type { NoLookup } from '../sites/lookup.ts';
import type { NoWriteEdit } from '../sites/write-sites.ts';

const reads: Record<NotCounted['kind'], (code: string) => string> = {
  comment: () => l10n.t('There is a comment in the loop, which would be lost.'),
  names: () => l10n.t('The names for the number are in use.'),
};

/** Why a number isn't kept beside the entities, in words. */
export const refusals = {
  read: (kind: NotCounted['kind'], code: string) => ofCode(reads[kind])(code),
  lookup: (why: NoLookup): string => {
    switch (why) {
      case 'conditions':
        return l10n.t("The filter isn't one PartitionKey, with or without a range of RowKeys.");
      case 'type':
        return l10n.t('The PartitionKey is compared with something that might not be text.');
      case 'code':
        return l10n.t("The call itself doesn't show the value of the PartitionKey.");
    }
  },
  whole: () =>
    l10n.t(
      'It counts entities of several partitions, and a transaction writes only one. Count each partition.',
    ),
  call: () => l10n.t('The query is called in a way that is not certain.'),
  taken: (prefix: string) => index.taken('RowKey', prefix),
  names: () => index.names(),
  shared: (site: string) => index.shared(site),
  reader: (site: string) =>
    l10n.t(
      "{0} would return the entity with the number, too, and its filter can't be changed with certainty.",
      site,
    ),
  write: (site: string, why: NoWriteEdit) =>
    why === 'transaction'
      ? l10n.t('{0} writes in a transaction, which would leave the number as it is.', site)
      : index.write(site, why),
} as const;
