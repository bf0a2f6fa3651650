import * as l10n from '@vscode/l10n';
import type { Query } from '../../model/operation.ts';
import type { ResultSort } from '../../syntax/results/facts.ts';
import type { Rule } from '../rule.ts';
import { queriesOf } from '../shared/filters.ts';
import { nameOf } from '../shared/place.ts';

/** The guide, "Log tail pattern". */
export const rule: Rule = {
  id: 'client-side-sort',
  severity: 'information',
  title: () => l10n.t('Results are put newest first in code'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const sort = newestFirst(query);
      if (sort === undefined) continue;
      yield {
        place: nameOf(query),
        message: explain(sort),
        related: [
          {
            place: { file: query.file, span: sort.span },
            message: l10n.t('The results are put in order here.'),
          },
        ],
      };
    }
  },
};

/** The guide's keys give one order only, in which the newest comes first if the key is made for that. */
function newestFirst({ via, consumption: { sorts = [], ofEntities } }: Query): ResultSort | undefined {
  if (via !== undefined && ofEntities !== true) return undefined;
  return sorts.find(
    ({ direction, property }) =>
      direction === 'reversed' || (direction === 'down' && property !== undefined && isTime(property)),
  );
}

/** Names of properties that hold a time. */
function isTime(name: string): boolean {
  return (
    name.length <= LONGEST_NAME &&
    /(?:[a-z](?:At|On|Date|Time|Timestamp|Utc|UTC|Ts)|[dD]ate\w*|[tT]imestamp|^time|^ts|^when|^(?:created|updated|modified|added)\w*)$/.test(
      name,
    )
  );
}

/** No property's name has more characters (REST, "Understanding the Table service data model"). */
const LONGEST_NAME = 255;

function explain({ direction, property }: ResultSort): string {
  return direction === 'reversed' || property === undefined
    ? l10n.t(
        'The results are read, and then reversed. The service sends them by PartitionKey and RowKey, ascending: a RowKey made of inverted ticks has the newest first, and a page of them is enough.',
      )
    : l10n.t(
        'The results are read, and then put newest first by {0}. The service sends them by PartitionKey and RowKey, ascending: a RowKey made of inverted ticks has the newest first, and a page of them is enough.',
        property,
      );
}
