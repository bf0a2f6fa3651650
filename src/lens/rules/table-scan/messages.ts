import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `table-scan` says. */
export const say = messagesOf({
  copy: () => ({
    message: l10n.t('This reads the whole table, page by page, to copy it to another one.'),
    help: l10n.t('A copy needs that. For anything else, query a partition or a range of keys.'),
  }),
  rewrite: () => ({
    message: l10n.t('This reads the whole table, page by page, and writes an entity for each one.'),
    help: l10n.t('A migration needs that. For anything else, query a partition or a range of keys.'),
  }),
  'rewrite-some': () => ({
    message: l10n.t('This reads the whole table, page by page, and writes entities of it again.'),
    help: l10n.t('A migration needs that. For anything else, query a partition or a range of keys.'),
  }),
  export: () => ({
    message: l10n.t('This reads the whole table, page by page, and passes every entity on.'),
    help: l10n.t('An export needs that. For anything else, query a partition or a range of keys.'),
  }),
  dump: () => ({
    message: l10n.t('This reads the whole table, to give all of it.'),
    help: l10n.t('A dump needs that. For anything else, query a partition or a range of keys.'),
  }),
  kept: () => ({
    message: l10n.t('This reads the whole table once, to keep all of it in memory.'),
    help: l10n.t(
      'A small table that rarely changes can be kept like this. For a growing one, query what each caller needs.',
    ),
  }),
  scheduled: () => ({
    message: l10n.t('This scheduled job reads the whole table, page by page.'),
    help: l10n.t(
      'A job that needs every entity does. For anything else, query a partition or a range of keys.',
    ),
  }),
  'no-filter': () => ({ message: l10n.t('This query has no filter: it reads the whole table.') }),
  'stray-filter': () => ({
    message: l10n.t("This filter isn't in queryOptions, and so isn't sent: the query reads the whole table."),
    help: l10n.t('Put it where the SDK looks for it: {0}.', '{ queryOptions: { filter } }'),
  }),
  'only-properties': (properties: string) => ({
    message: l10n.t('Only keys are indexed: filtering by {0} reads the whole table.', properties),
  }),
  'row-key-alone': () => ({
    message: l10n.t("RowKey alone can't use the index: this reads the whole table."),
  }),
  'or-partition-keys': () => ({
    message: l10n.t('"or" between PartitionKeys reads the whole table, not these partitions.'),
  }),
  'or-row-keys': () => ({ message: l10n.t('"or" between RowKeys reads the whole table.') }),
  'key-not-pinned': (key: string, under: string) => ({
    message: l10n.t('{0} under "{1}" doesn\'t limit this query: it reads the whole table.', key, under),
  }),
  scan: () => ({ message: l10n.t('This query reads the whole table.') }),
});
