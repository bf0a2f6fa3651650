import * as l10n from '@vscode/l10n';
import type { Consumption, Query } from '../../model/operation.ts';
import type { Report, Rule } from '../rule.ts';
import { queriesOf } from '../shared/filters.ts';
import { nameOf } from '../shared/place.ts';
import { pageFixes } from './fix.ts';

/** What a page holds at most: the REST page "Query timeout and pagination". */
const LARGEST_PAGE = 1000;

/** The guide, "Retrieving large numbers of entities from a query". */
export const rule: Rule = {
  id: 'first-of-list',
  severity: 'warning',
  title: () => l10n.t('Only the first results are used, but the page size does not say so'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      if (query.method !== 'listEntities' || isPoint(query)) continue;
      const found = judge(query);
      if (found === undefined) continue;
      yield {
        place: nameOf(query),
        ...found,
        related: related(query),
        fixes: () => pageFixes(context, query),
      };
    }
  },
};

/** At most one entity can match: that is for `point-query-as-list` to say. */
function isPoint({ filter }: Query): boolean {
  return (
    filter.kind === 'known' &&
    filter.alternatives.every(({ classification: { shape } }) => shape === 'point' || shape === 'empty')
  );
}

/** Whether all entities of a table or of a partition are asked for. */
function isWhole(filter: Query['filter']): boolean {
  return (
    filter.kind === 'none' ||
    (filter.kind === 'known' &&
      filter.alternatives.every(({ classification: { cause } }) => cause?.kind === 'only-partition-key'))
  );
}

function judge({ filter, consumption }: Query): Pick<Report, 'message' | 'severity'> | undefined {
  const { limit, isPaged, hasTop, pageSize, collects } = consumption;
  if (limit === undefined) return hasTop && collects ? { message: topMessage(pageSize) } : undefined;
  if (limit.kind === 'page') {
    // whether there is any: the first page of a table, or of a partition, has one
    if (limit.isQuestion === true && isWhole(filter)) return undefined;
    return {
      severity: 'information',
      message: l10n.t(
        'Only the first page is looked at. The service may answer with a page that is short, or empty, although more follows: maxPageSize is the size of a page, not a limit. Go on to the next page until there is enough.',
      ),
    };
  }
  if (limit.readsAll) return { message: readsAllMessage(limit) };
  // whoever chose a size knows how much is read
  if (isPaged === true) return undefined;
  switch (limit.kind) {
    case 'one':
    case 'probe':
      return {
        message: l10n.t(
          'Only the first result is used, but the service is asked for a page of up to 1,000. Ask for pages of one: byPage({ maxPageSize: 1 }), and take the first entity of the first page that is not empty.',
        ),
      };
    case 'match':
      return {
        message: l10n.t(
          'The loop ends at the first entity that it looks for, after pages of up to 1,000. Put what it looks for into the filter, and ask for pages of one: byPage({ maxPageSize: 1 }).',
        ),
      };
    case 'count':
      return limit.count !== undefined && limit.count >= LARGEST_PAGE
        ? undefined
        : { message: countMessage(limit.count) };
  }
}

function readsAllMessage({ kind, count, isQuestion }: NonNullable<Consumption['limit']>): string {
  if (isQuestion === true) {
    return l10n.t(
      'Every result is read, and then only whether there is any is asked. Stop at the first one, and ask for pages of one: byPage({ maxPageSize: 1 }).',
    );
  }
  if (kind === 'count' && count === undefined) {
    return l10n.t(
      'Every result is read into an array, of which only the first ones are used. Stop when there are enough, and ask for pages of that size: byPage({ maxPageSize: … }).',
    );
  }
  return count === undefined
    ? l10n.t(
        'Every result is read into an array, of which only the first is used. Stop at the first one, and ask for pages of one: byPage({ maxPageSize: 1 }).',
      )
    : l10n.t(
        'Every result is read into an array, of which only the first {0} are used. Stop there, and ask for pages of that size: {1}.',
        count,
        pagesOf(count),
      );
}

function topMessage(size: number | undefined): string {
  return size === undefined
    ? l10n.t(
        '"top" in the options is no limit: the SDK sends it as the size of every page, and this code goes on to the last one. Leave the loop when there are enough.',
      )
    : l10n.t(
        '"top" in the options is no limit: the SDK sends it as the size of every page, and this code goes on to the last one. Leave the loop after {0}.',
        size,
      );
}

function countMessage(count: number | undefined): string {
  return count === undefined
    ? l10n.t(
        'The loop ends after a number of results, but the service is asked for pages of up to 1,000. Give that number as the size of a page, byPage({ maxPageSize: … }); "top" in the options is no limit.',
      )
    : l10n.t(
        'The loop ends after {0} results, but the service is asked for pages of up to 1,000. Ask for pages of that size: {1}; "top" in the options is no limit.',
        count,
        pagesOf(count),
      );
}

/** The call as it is written: l10n fills no placeholder that stands inside braces. */
function pagesOf(count: number): string {
  return `byPage({ maxPageSize: ${count} })`;
}

function related({ file, consumption: { limit } }: Query): NonNullable<Report['related']> {
  if (limit === undefined) return [];
  return [{ place: { file, span: limit.span }, message: l10n.t('Here the rest is left.') }];
}
