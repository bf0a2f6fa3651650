import * as l10n from '@vscode/l10n';
import type { KeyCondition } from '../../../core/shape/shape.ts';
import type { Query } from '../../model/operations/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { queriesOf } from '../shared/filters.ts';
import { handedOnTo } from '../shared/handed-on.ts';
import { misspelledKeys } from '../shared/misspelled-keys.ts';
import { nameOf } from '../shared/place.ts';
import { isKey } from '../shared/put-values.ts';
import { say } from './messages.ts';

/** The guide, "Retrieving large numbers of entities from a query", and "Guidelines for table design" on summaries. */
export const rule: Rule = {
  id: 'unbounded-collect',
  severity: 'information',
  title: () => l10n.t('All results of a scan are kept or counted'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const { collects, limit, filters } = query.consumption;
      if (collects === undefined || limit !== undefined || filters !== undefined) continue;
      if (collects === 'count' && isAskedForEach(context, query)) continue;
      if (!isScan(query) && !isCountOfPartition(query)) continue;
      // what is emptied on the way never has every entity
      if (handedOnTo(context, query) === 'buffer') continue;
      if (collects === 'array' ? !isEverything(query) : isMisspelled(context, query)) continue;
      yield {
        place: nameOf(query),
        about: query,
        // with less to read there is less to keep; a number is wanted all the same
        ...(collects === 'array' && { toldBy: 'table-scan' }),
        ...(collects === 'array' ? say('array') : say('count')),
      };
    }
  },
};

/** Only what is surely a scan, whatever the branch. */
function isScan({ filter }: Query): boolean {
  if (filter.kind === 'none') return filter.classification.shape === 'table-scan';
  return (
    filter.kind === 'known' &&
    filter.alternatives.every(
      ({ classification: { shape, region } }) =>
        shape === 'table-scan' || (shape === 'partition-range' && !isBoundedTwice(region.partitionKey)),
    )
  );
}

/** A partition that is read for nothing but the number of its entities: a condition, or a range, would bound what is read for it. */
function isCountOfPartition({ filter, consumption: { collects, reads } }: Query): boolean {
  if (collects !== 'count' || filter.kind !== 'known') return false;
  if (reads?.isWhole === true || reads?.names.some((name) => !isKey(name)) === true) return false;
  return filter.alternatives.every(({ classification: { cause } }) => cause?.kind === 'only-partition-key');
}

/** Whether all that is read goes on: of what a filter leaves the scan is the matter, which other rules tell. */
function isEverything({ filter }: Query): boolean {
  const asked = filter.kind === 'none' ? [] : filter.alternatives;
  return asked.every(
    ({ form, classification: { shape } }) => form === 'absent' || shape === 'partition-range',
  );
}

/** Whether a table is asked, or written to, for each of the entities: they are not only counted. */
function isAskedForEach({ operations, looped }: RuleContext, { file, callSpan }: Query): boolean {
  return [...operations, ...looped].some(({ repeated }) =>
    repeated?.lists?.some((list) => list.file === file && list.span.start === callSpan.start),
  );
}

/** A key in the wrong case is what is wrong then: with the right one there may be little to count. */
function isMisspelled(context: RuleContext, query: Query): boolean {
  const asked = query.filter.kind === 'none' ? [] : query.filter.alternatives;
  return asked.some((filter) => misspelledKeys(context, query, filter).length > 0);
}

/** A range with both ends is as large as it was meant to be, however large the table is. */
function isBoundedTwice(condition: KeyCondition): boolean {
  return condition.kind === 'range' && condition.lower !== undefined && condition.upper !== undefined;
}
