import * as l10n from '@vscode/l10n';
import type { Pattern } from '../pattern.ts';
import { isPrefix, listsOf } from '../sites/copy-keys.ts';
import { type IndexKind, indexModules, PROPERTY, proposeIndex } from '../sites/secondary-index.ts';
import { backfillCode } from './backfill-code.ts';
import { indexModuleCode } from './module-code.ts';

const kind: IndexKind = {
  key: 'RowKey',
  what: 'copy',
  module: indexModuleCode,
  backfill: backfillCode,
  isCopied: true,
  readsThrough: () => true,
  titleBy: (attribute) => l10n.t('Keep a second copy by {0} in the partition', attribute),
  notes: ({ index: { attribute, isUnique }, keys, backfill }) => [
    isUnique
      ? l10n.t(
          'Reads by {0}: 1 request for 1 entity. Before: all n entities of the partition, in n/1,000 requests.',
          attribute,
        )
      : l10n.t(
          'Reads by {0}: 1 request for the entities with it. Before: all n entities of the partition, in n/1,000 requests.',
          attribute,
        ),
    l10n.t(
      'Writes: each create stores 2 entities in 1 transaction. Each update or delete reads first: 2 requests instead of 1.',
    ),
    l10n.t('Storage: 2 entities in place of each that has {0}.', attribute),
    listsOf(keys, l10n.t('Lists of the partition read past the copies.')),
    l10n.t('Consistency: an entity and its copy are written together or not at all.'),
    l10n.t(
      'Old entities have no copy: deploy the writes, run {0} until it exits with 0, then deploy the read.',
      backfill,
    ),
    ...(isUnique
      ? [
          l10n.t(
            'No two entities of a partition can have the same {0} afterwards: the second is rejected with 409.',
            attribute,
          ),
        ]
      : []),
  ],
};

/** Keeps a copy of each entity under a second RowKey: the guide's "Intra-partition secondary index pattern". */
export const intraPartitionIndex: Pattern = {
  id: 'intra-partition-index',
  title: () => l10n.t('Keep a second copy by this property in the partition'),
  rules: ['partition-scan'],
  modules: (operations) => indexModules(kind, operations),
  settings: [
    {
      name: 'prefix',
      summary: () => l10n.t('what the RowKeys of copies begin with; "auto" takes the name of the property'),
      usual: 'auto',
      allows: isPrefix,
    },
    {
      name: 'unique',
      summary: () => l10n.t('yes if each value occurs once in a partition; a second one is then rejected'),
      usual: 'no',
      allows: (text) => text === 'yes' || text === 'no',
    },
    PROPERTY,
  ],
  propose: (operation, world, given) => proposeIndex(kind, operation, world, given),
};
