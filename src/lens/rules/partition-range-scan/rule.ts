import * as l10n from '@vscode/l10n';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { boundToFill } from './fix.ts';
import { closeRange, openBound } from '../shared/open-bound.ts';
import { filterPlace, onBranch } from '../shared/place.ts';
import { say } from './messages.ts';

/** A range of partitions without an end; the shape itself is said by the lens. */
export const rule: Rule = {
  id: 'partition-range-scan',
  severity: 'information',
  title: () => l10n.t('A PartitionKey range without a start or an end'),
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
    ...onBranch(filter.when, open.missing === 'upper' ? say('no-end') : say('no-start')),
    fixes: () =>
      open.other === undefined
        ? boundToFill(context, query, filter, open)
        : closeRange(context, query, filter, 'PartitionKey', open),
  };
}
