import * as l10n from '@vscode/l10n';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { filterPlace, onBranch } from '../shared/place.ts';
import { parallelReads, rangeInstead } from './fix.ts';
import { say } from './messages.ts';

/** The guide, "How your choice of PartitionKey and RowKey impacts query performance", its note on "or". */
export const rule: Rule = {
  id: 'row-key-or',
  severity: 'warning',
  title: () => l10n.t('"or" between RowKeys reads the whole partition'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      for (const filter of alternativesOf(query)) {
        const report = check(context, query, filter);
        if (report !== undefined) yield report;
      }
    }
  },
};

function check(context: RuleContext, query: Query, filter: FilterAlternative): Report | undefined {
  const { shape, cause } = filter.classification;
  if (shape !== 'partition-scan' || cause?.kind !== 'or-over-key' || cause.key !== 'RowKey') return undefined;
  // what the service has no operator for, as "in", it doesn't read
  const { errors } = filter.parsed;
  if (errors.some(({ span }) => span.start <= cause.span.start && cause.span.end <= span.end))
    return undefined;
  return {
    ...filterPlace(context, query, filter, cause.span),
    ...onBranch(filter.when, say('or')),
    fixes: () => [
      ...parallelReads(context, query, cause.span),
      ...rangeInstead(context, query, filter, cause.span),
    ],
  };
}
