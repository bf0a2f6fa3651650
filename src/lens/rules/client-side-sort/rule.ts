import * as l10n from '@vscode/l10n';
import type { Consumption, NumberFact, Query } from '../../model/operations/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { resultsOf } from '../shared/filters.ts';
import { isChanged } from '../shared/changed-property.ts';
import { alternativesOfKey, numberOf } from '../shared/key-values.ts';
import { nameOf } from '../shared/place.ts';
import { mayBeForOne } from '../shared/repeated.ts';
import { isSortedAfter } from '../shared/sorted-after.ts';
import { madeInto, operationsBeside } from '../shared/writes.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** The guide, "Log tail pattern". */
export const rule: Rule = {
  id: 'client-side-sort',
  severity: 'information',
  title: () => l10n.t('Results are sorted by time in code'),
  check: function* (context) {
    for (const query of resultsOf(context)) {
      const sort = newestFirst(context, query) ?? oldestFirst(context, query);
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
function newestFirst(context: RuleContext, query: Query): AnswerSort | undefined {
  return sortsOfAll(query).find(({ order }) => {
    // what comes newest first is turned for whoever wants it oldest first: keys have one order
    if (order === undefined || order === 'reversed')
      return order === 'reversed' && timeInKeys(context, query) !== 'newest-first';
    return order.direction === 'down' && (order.property === 'rowKey' || isTime(context, query, order));
  });
}

/** Of a loop that ends before all is read, here or in the function that reads, and of one page, nothing of the kind would be true. */
function sortsOfAll({ consumption }: Query): readonly AnswerSort[] {
  const { sorts = [], limitBefore, limit = limitBefore } = consumption;
  return limit !== undefined && !limit.readsAll ? [] : sorts.filter(({ isOfPage }) => isOfPage !== true);
}

/** Oldest first, as keys that begin with the time give the entities of one partition; not by a time that changes, which no key can have. */
function oldestFirst(context: RuleContext, query: Query): AnswerSort | undefined {
  // of few that are left nobody minds the order
  if ((query.consumption.filters ?? []).length > 0) return undefined;
  if (query.repeated !== undefined || !isOfOnePartition(query)) return undefined;
  if (timeInKeys(context, query) !== undefined) return undefined;
  return sortsOfAll(query).find(({ order }) => {
    if (order === undefined || order === 'reversed' || order.direction !== 'up') return false;
    return isTime(context, query, order) && !isChanged(context, query, order.property);
  });
}

function isOfOnePartition({ filter }: Query): boolean {
  const alternatives = filter.kind === 'known' ? filter.alternatives : [];
  return (
    alternatives.length > 0 &&
    alternatives.every(({ classification: { region } }) => region.partitionKey.kind === 'fixed')
  );
}

/** In which order the entities of a query come, where some RowKey of its table begins with a time. */
function timeInKeys(context: RuleContext, query: Query): 'newest-first' | 'oldest-first' | undefined {
  const firsts = madeInto(context, query).flatMap(({ rowKey }) =>
    rowKey === undefined ? [] : alternativesOfKey(rowKey).flatMap(([first]) => first ?? []),
  );
  const times = firsts.flatMap((first) => numberOf(first) ?? []).filter(isMoment);
  if (times.some(({ inverted }) => inverted)) return 'newest-first';
  return times.length > 0 || firsts.some(({ value }) => value.kind === 'time-text')
    ? 'oldest-first'
    : undefined;
}

/** A time, not one field of a date that is not its first. */
function isMoment({ origin }: NumberFact): boolean {
  return origin.kind === 'time' && origin.part !== 'other';
}

type Order = Exclude<NonNullable<AnswerSort['order']>, 'reversed'>;

function isTime(context: RuleContext, query: Query, { property, isTime }: Order): boolean {
  if (property === 'rowKey') return false;
  if (isTime === true || namesTime(property)) return true;
  return query.projection?.typeOf?.(property) === 'DateTime' || isPutAsDate(context, query, property);
}

/** Whether all that is seen to put a property puts a Date. */
function isPutAsDate(context: RuleContext, query: Query, property: string): boolean {
  const puts = operationsBeside(context, query).flatMap((one) =>
    one.kind === 'write' ? [one, ...(one.actions ?? [])].flatMap(({ values }) => values) : [],
  );
  const own = puts.filter(({ name }) => name === property);
  return (
    own.length > 0 &&
    own.every(({ value }) => value.kind === 'number' && value.number.representation === 'date')
  );
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
  if (order === 'reversed' || order === undefined) return say('reversed');
  if (order.property === 'rowKey') return say('by-row-key');
  return order.direction === 'up' ? say('oldest-first', order.property) : say('by-property', order.property);
}
