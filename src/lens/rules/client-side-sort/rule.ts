import * as l10n from '@vscode/l10n';
import type { Consumption, Query } from '../../model/operations/operation.ts';
import type { Rule } from '../rule.ts';
import { resultsOf } from '../shared/filters.ts';
import { nameOf } from '../shared/place.ts';
import { mayBeForOne } from '../shared/repeated.ts';
import { isSortedAfter } from '../shared/sorted-after.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** The guide, "Log tail pattern". */
export const rule: Rule = {
  id: 'client-side-sort',
  severity: 'information',
  title: () => l10n.t('Results are sorted newest first in code'),
  check: function* (context) {
    for (const query of resultsOf(context)) {
      const sort = newestFirst(query);
      if (sort === undefined || mayBeForOne(context, query) || isSortedAfter(query, sort.place)) continue;
      yield {
        place: nameOf(query),
        ...explain(sort),
        related: [
          {
            place: sort.place,
            message: l10n.t('The results are sorted here.'),
          },
        ],
      };
    }
  },
};

type AnswerSort = NonNullable<Consumption['sorts']>[number];

/** The guide's keys give one order only, in which the newest comes first if the key is made for that. */
function newestFirst({ consumption, projection }: Query): AnswerSort | undefined {
  const { sorts = [], limitBefore, limit = limitBefore } = consumption;
  // of a loop that ends before all is read, here or in the function that reads, it would not be true
  if (limit !== undefined && !limit.readsAll) return undefined;
  return sorts.find(({ order }) => {
    if (order === undefined || order === 'reversed') return order === 'reversed';
    const { property, isTime } = order;
    const isNewest = property === 'rowKey' || isTime === true || namesTime(property);
    return order.direction === 'down' && (isNewest || projection?.typeOf?.(property) === 'DateTime');
  });
}

/** Names of properties that hold a time. */
function namesTime(name: string): boolean {
  return (
    name.length <= LONGEST_NAME &&
    /(?:[a-z](?:At|On|Date|Time|Timestamp|Utc|UTC|Ts)|[dD]ate\w*|[tT]imestamp|^time|^ts|^at|^when|^(?:created|updated|modified|added)\w*)$/.test(
      name,
    )
  );
}

/** No property's name has more characters (REST, "Understanding the Table service data model"). */
const LONGEST_NAME = 255;

function explain({ order }: AnswerSort): Message {
  if (order !== undefined && order !== 'reversed' && order.property === 'rowKey') return say('by-row-key');
  return order === 'reversed' || order === undefined ? say('reversed') : say('by-property', order.property);
}
