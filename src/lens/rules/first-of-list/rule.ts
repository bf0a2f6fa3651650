import * as l10n from '@vscode/l10n';
import type { Consumption, Query } from '../../model/operations/operation.ts';
import type { Report, Rule } from '../rule.ts';
import { isKeyName } from '../../../core/shape/shape.ts';
import { propertiesIn, resultsOf } from '../shared/filters.ts';
import { nameOf, shown } from '../shared/place.ts';
import { mayBeForOne } from '../shared/repeated.ts';
import { pageFixes } from './fix.ts';
import type { Message } from '../message.ts';
import { helpOfFunction, say } from './messages.ts';

/** What a page holds at most: the REST page "Query timeout and pagination". */
const LARGEST_PAGE = 1000;

/** The guide, "Retrieving large numbers of entities from a query". */
export const rule: Rule = {
  id: 'first-of-list',
  severity: 'warning',
  title: () => l10n.t('Only the first results are used, but whole pages are read'),
  check: function* (context) {
    for (const query of resultsOf(context)) {
      // of one entity at most it is for `point-query-as-list` to say
      if (query.method !== 'listEntities' || mayBeForOne(context, query)) continue;
      const found = judge(query);
      if (found === undefined) continue;
      yield {
        place: nameOf(query),
        ...found,
        ...(query.via && OF_FUNCTION.has(found.messageId) && { help: helpOfFunction(shown(query.via.name)) }),
        about: query,
        // small pages make more requests of what code looks through for a match; and a page of the size that is shown would be skipped
        toldBy: found.messageId === 'match' ? 'client-side-filter' : ['offset-paging', 'not-the-newest'],
        related: related(query),
        fixes: () => pageFixes(context, query),
      };
    }
  },
};

/** Messages whose help is for who reads the list, which a call of a function of the program is not. */
const OF_FUNCTION: ReadonlySet<string> = new Set([
  ...['one', 'some', 'count'],
  ...['all-for-any', 'all-for-many', 'all-for-some', 'all-for-one', 'all-for-count'],
]);

/** Whether all entities of a table or of a partition are asked for. */
function isWhole(filter: Query['filter']): boolean {
  return (
    filter.kind === 'none' ||
    (filter.kind === 'known' &&
      filter.alternatives.every(({ classification: { cause } }) => cause?.kind === 'only-partition-key'))
  );
}

/** Whether nothing but keys decides, within one partition. */
function isOfKeysAlone(filter: Query['filter']): boolean {
  return (
    filter.kind === 'known' &&
    filter.alternatives.every(({ parsed, classification: { region } }) => {
      if (parsed.filter === undefined || region.partitionKey.kind !== 'fixed') return false;
      return [...propertiesIn(parsed.filter)].every(({ name }) => isKeyName(name));
    })
  );
}

/** Whether something of the entities is read, or they go where more may be. */
function isHandedOn({ reads, returnsEach }: Query['consumption']): boolean {
  return returnsEach === true || (reads !== undefined && (reads.isWhole || reads.names.length > 0));
}

function judge({ filter, consumption }: Query): (Message & Pick<Report, 'severity'>) | undefined {
  const { limit, isPaged, hasTop, pageSize, collects, filters = [] } = consumption;
  if (limit === undefined) return hasTop && collects ? topMessage(pageSize) : undefined;
  if (limit.kind === 'page') {
    // whether there is any: the first page of a table, or of a partition, has one
    if (limit.isQuestion === true && isWhole(filter)) return undefined;
    // who only asks whether a page has any, and goes on after an empty one, reads as far as there is one
    if (limit.isQuestion === true && limit.goesOnIfEmpty === true && !isHandedOn(consumption))
      return isPaged === true ? undefined : { ...say('one'), severity: 'information' };
    // a page of what is asked with other properties can be short: of a filter that only callers know nobody knows that
    if (filter.kind === 'unknown') return undefined;
    // what keys of one partition fix alone the service finds at once: the page that was asked for is full, or the last
    if (isPaged === true && isOfKeysAlone(filter)) return undefined;
    return { ...say('one-page'), severity: 'information' };
  }
  if (limit.readsAll) return readsAllMessage(limit);
  // whoever chose a size knows how much is read
  if (isPaged === true) return undefined;
  switch (limit.kind) {
    case 'one':
    case 'probe':
      return { ...say('one'), severity: 'information' };
    case 'match':
      return { ...say('match'), severity: 'information' };
    case 'count':
      // of a loop that leaves some out nobody knows how many it reads until it has enough
      return (limit.count !== undefined && limit.count >= LARGEST_PAGE) || filters.length > 0
        ? undefined
        : { ...countMessage(limit.count), severity: 'information' };
  }
}

function readsAllMessage({ kind, count, isQuestion }: NonNullable<Consumption['limit']>): Message {
  if (isQuestion === true) {
    return count === undefined ? say('all-for-any') : say('all-for-many', count, pagesOf(count));
  }
  if (kind === 'count' && count === undefined) {
    return say('all-for-some');
  }
  return count === undefined ? say('all-for-one') : say('all-for-count', count, pagesOf(count));
}

function topMessage(size: number | undefined): Message {
  return size === undefined ? say('top') : say('top-count', size);
}

function countMessage(count: number | undefined): Message {
  return count === undefined ? say('some') : say('count', count, pagesOf(count));
}

/** The call as it is written: l10n fills no placeholder that stands inside braces. */
function pagesOf(count: number): string {
  return `byPage({ maxPageSize: ${count} })`;
}

function related({ consumption: { limit } }: Query): NonNullable<Report['related']> {
  if (limit === undefined) return [];
  return [{ place: limit.place, message: l10n.t('The loop stops here.') }];
}
