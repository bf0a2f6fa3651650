import * as l10n from '@vscode/l10n';
import { afterPrefix, quote } from '../../../core/odata/quote.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';
import { insertAfter } from '../shared/filter-edit.ts';
import { branchOf, queriesOf } from '../shared/filters.ts';
import { filterPlace, onBranch, shown, textAt } from '../shared/place.ts';
import { type BetterWay, betterWay } from './better-way.ts';
import type { Message } from '../message.ts';
import { getEntityFixes } from './fix.ts';
import { say } from './messages.ts';

/**
 * A scan of a partition that what is written to the table shows to be avoidable. Most queries read a partition; of
 * all others the shape alone is said, by the lens.
 */
export const rule: Rule = {
  id: 'partition-scan',
  severity: 'hint',
  title: () => l10n.t('A query reads a whole partition instead of a RowKey range'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const report = check(context, query);
      if (report !== undefined) yield report;
    }
  },
};

function check(context: RuleContext, query: Query): Report | undefined {
  const { filter } = query;
  if (filter.kind !== 'known') return undefined;
  const { worst } = filter;
  const { shape, cause } = worst.classification;
  if (shape !== 'partition-scan' || cause?.kind !== 'only-properties') return undefined;
  const way = betterWay(context, query);
  if (way === undefined) return undefined;
  const { place, related = [] } = filterPlace(context, query, worst, way.condition.span);
  return {
    place,
    related: [...related, { place: way.rowKey.place, message: l10n.t('The RowKey is written here.') }],
    ...onBranch(branchOf(query, worst), explain(context, way)),
    fixes: () => [...addRange(context, query, worst, way), ...getEntityFixes(context, query, way)],
  };
}

/** The range of the keys with the prefix, beside the condition that stays as it is. */
function addRange(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  { condition, prefix }: BetterWay,
): Fix[] {
  const end = prefix === undefined ? undefined : afterPrefix(prefix);
  if (prefix === undefined || end === undefined) return [];
  const text = ` and RowKey ge ${quote(prefix)} and RowKey lt ${quote(end)}`;
  const edit = insertAfter(context, query, filter, condition.span.end, { kind: 'text', text });
  if (edit === undefined) return [];
  return [
    {
      title: l10n.t('Add the RowKey range {0} (right if all these entities have it)', prefix),
      edits: [edit],
      isConditional: true,
    },
  ];
}

function explain(context: RuleContext, { property, rowKey, kind }: BetterWay): Message {
  const code = shown(textAt(context, rowKey.place));
  switch (kind) {
    case 'whole':
      return say('whole', property, code);
    case 'beginning':
      return say('beginning', property, code);
    case 'prefix':
      return say('prefix', property, code);
  }
}
