import * as l10n from '@vscode/l10n';
import type { FilterAlternative, Query } from '../../model/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { boundToFill } from './fix.ts';
import { closeRange, openBound } from '../shared/open-bound.ts';
import { filterPlace, onBranch } from '../shared/place.ts';

/** A range of partitions without an end; the shape itself is said by the lens. */
export const rule: Rule = {
  id: 'partition-range-scan',
  severity: 'information',
  title: () => l10n.t('A range of partitions is open on one side'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      // of the first result only it does not matter where the range ends
      if (query.consumption.firstOnly) continue;
      for (const filter of alternativesOf(query)) {
        const report = check(context, query, filter);
        if (report !== undefined) yield report;
      }
    }
  },
};

function check(context: RuleContext, query: Query, filter: FilterAlternative): Report | undefined {
  const { shape, region } = filter.classification;
  const open = shape === 'partition-range' ? openBound(context, filter, region.partitionKey) : undefined;
  if (open === undefined) return undefined;
  return {
    ...filterPlace(context, query, filter, open.span),
    message: onBranch(
      filter.when,
      open.missing === 'upper'
        ? l10n.t(
            'PartitionKey is bounded from below only: the service reads every partition from there to the end of the table. Say where the range ends, or ask for one partition with "eq".',
          )
        : l10n.t(
            'PartitionKey is bounded from above only: the service reads every partition from the beginning of the table up to there. Say where the range begins, or ask for one partition with "eq".',
          ),
    ),
    fixes: () =>
      open.other === undefined
        ? boundToFill(context, query, filter, open)
        : closeRange(context, query, filter, 'PartitionKey', open),
  };
}
