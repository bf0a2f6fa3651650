import * as l10n from '@vscode/l10n';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { closeRange, openBound } from '../shared/open-bound.ts';
import { filterPlace, onBranch } from '../shared/place.ts';
import { say } from './messages.ts';

/** The guide, "Compound key pattern" and "Intra-partition secondary index pattern": ranges over a prefix have two ends. */
export const rule: Rule = {
  id: 'open-row-range',
  severity: 'information',
  title: () => l10n.t('A RowKey range without a start or an end'),
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

/** The constants that RowKeys of the table begin with. */
function prefixesOf(context: RuleContext, query: Query): readonly string[] {
  const variants = context.tableOf(query)?.keys().rowKey ?? [];
  return variants.flatMap(({ pattern, uses }) => {
    const [first] = pattern.parts;
    const isWritten = uses.some(({ how }) => how === 'written');
    return isWritten && first?.kind === 'literal' ? [first.text] : [];
  });
}

function check(context: RuleContext, query: Query, filter: FilterAlternative): Report | undefined {
  const { shape, region } = filter.classification;
  const open =
    shape === 'row-range' ? openBound(context, filter, region.rowKey, prefixesOf(context, query)) : undefined;
  if (open?.other === undefined) return undefined;
  return {
    ...filterPlace(context, query, filter, open.span),
    ...onBranch(filter.when, open.missing === 'upper' ? say('no-end') : say('no-start')),
    fixes: () => closeRange(context, query, filter, 'RowKey', open),
  };
}
