import * as l10n from '@vscode/l10n';
import type { Given, Pattern } from '../pattern.ts';
import { isPrefix, listsOf } from '../sites/copy-keys.ts';
import { type IndexKind, indexModules, PROPERTY, proposeIndex } from '../sites/secondary-index.ts';
import { listBackfillCode } from './backfill-code.ts';
import { listModuleCode } from './module-code.ts';

/** RowKeys of 20 characters that one index entity holds, in round numbers: 15 properties of 32,000 characters, 23 for each key. */
const IN_ONE_LIST = 20_000;

function kindOf(given: Given): IndexKind {
  const lists = Number(given('lists'));
  return {
    key: 'RowKey',
    what: 'index',
    module: (index, language) => listModuleCode({ index, lists }, language),
    backfill: listBackfillCode,
    isCopied: false,
    readsThrough: () => false,
    titleBy: (attribute) => l10n.t('Keep a list of the entities with each {0}', attribute),
    notes: ({ index: { attribute }, keys, backfill }) => [
      l10n.t(
        'Reads by {0}: 1 request for the list, and 1 for each entity in it. Before: all n entities of the partition, in n/1,000 requests.',
        attribute,
      ),
      l10n.t(
        'Writes: 2 requests for each create, 4 for a change of {0}, 3 for each delete, 2 for a replacement, 1 for others.',
        attribute,
      ),
      l10n.t(
        'Writers of one {0} wait for each other. A list holds about {1} RowKeys of 20 characters: use more lists for more.',
        attribute,
        (lists * IN_ONE_LIST).toLocaleString('en-US'),
      ),
      l10n.t('Storage: the RowKey of each entity with {0}, and no copies.', attribute),
      listsOf(keys, l10n.t('Lists of the partition read past the index entities.')),
      l10n.t('Consistency: an entity and its list are written together or not at all.'),
      l10n.t(
        'Old entities are in no list: deploy the writes, run {0} until it exits with 0, then deploy the read.',
        backfill,
      ),
    ],
  };
}

/** Keeps the RowKeys of all entities with one value in an entity of its own: the guide's "Index entities pattern". */
export const indexEntities: Pattern = {
  id: 'index-entities',
  title: () => l10n.t('Keep a list of the entities with each value of this property'),
  rules: ['partition-scan'],
  modules: (operations) =>
    indexModules(
      kindOf(() => '1'),
      operations,
    ),
  settings: [
    {
      name: 'lists',
      summary: () =>
        l10n.t('how many lists share the entities of one value, 1 to 64; more for many entities or writers'),
      usual: '1',
      allows: (text) => /^(?:[1-9]|[1-5]\d|6[0-4])$/.test(text),
    },
    {
      name: 'prefix',
      summary: () =>
        l10n.t('what the RowKeys of index entities begin with; "auto" takes the name of the property'),
      usual: 'auto',
      allows: isPrefix,
    },
    PROPERTY,
  ],
  propose: (operation, world, given) => proposeIndex(kindOf(given), operation, world, given),
};
