import * as l10n from '@vscode/l10n';
import type { Pattern } from '../pattern.ts';
import { isPrefix } from '../sites/copy-keys.ts';
import { type IndexKind, indexModules, PROPERTY, proposeIndex } from '../sites/secondary-index.ts';
import { interBackfillCode } from './backfill-code.ts';
import { interModuleCode } from './module-code.ts';

const kind: IndexKind = {
  key: 'PartitionKey',
  what: 'entry',
  module: interModuleCode,
  backfill: interBackfillCode,
  isCopied: false,
  // entries aren't in the order of their entities
  readsThrough: ({ isAll }) => isAll,
  titleBy: (attribute) => l10n.t('Keep an index by {0} in partitions of its own', attribute),
  notes: ({ index: { attribute }, backfill }) => [
    l10n.t(
      'Reads by {0}: 1 request, and 1 for each entity with it. Before: all n entities of the table, in n/1,000 requests.',
      attribute,
    ),
    l10n.t(
      'Writes: 2 requests for each create, 5 for a change of {0}, 4 for each delete, 2 for a replacement, 1 for others.',
      attribute,
    ),
    l10n.t('Storage: a small entity for each with {0}.', attribute),
    l10n.t(
      'Consistency: eventual. What is read is as it is now; after a crash, entries that lead nowhere are left: {0} --sweep deletes them.',
      backfill,
    ),
    l10n.t(
      'Old entities have no entry: deploy the writes, run {0} until it exits with 0, then deploy the read.',
      backfill,
    ),
  ],
};

/** Keeps the keys of each entity in a partition of its own: the guide's "Inter-partition secondary index pattern". */
export const interPartitionIndex: Pattern = {
  id: 'inter-partition-index',
  title: () => l10n.t('Keep an index by this property in partitions of its own'),
  rules: ['table-scan'],
  modules: (operations) => indexModules(kind, operations),
  settings: [
    {
      name: 'prefix',
      summary: () =>
        l10n.t('what the PartitionKeys of the index begin with; "auto" takes the name of the property'),
      usual: 'auto',
      allows: isPrefix,
    },
    PROPERTY,
  ],
  propose: (operation, world, given) => proposeIndex(kind, operation, world, given),
};
