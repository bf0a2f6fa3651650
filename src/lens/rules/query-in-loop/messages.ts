import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `query-in-loop` says. */
export const say = messagesOf({
  entities: () => ({
    message: l10n.t('One more query for each listed entity: N entities cost N + 1 queries.'),
    help: l10n.t(
      'Store what you read here with the listed entity (denormalize), or run a limited number of queries in parallel.',
    ),
  }),
  'in-turn': () => ({
    message: l10n.t('Each partition is queried only when the query before is done.'),
    help: l10n.t(
      'Queries of different partitions are independent: start a limited number of them together with Promise.all.',
    ),
  }),
  table: () => ({
    message: l10n.t('This loop reads the whole table in each iteration.'),
    help: l10n.t(
      'Read it once before the loop and look up entities in a map, or add the PartitionKey to the query.',
    ),
  }),
  partition: () => ({
    message: l10n.t('This loop sends a query in each iteration, all of them to the same partition.'),
    help: l10n.t(
      'Query it once before the loop, with the smallest range that the keys allow, and look up entities in a map.',
    ),
  }),
});
