import * as l10n from '@vscode/l10n';
import { exclusion } from '../../../core/shape/exclusion.ts';
import type { Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Query, Value } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { filterPlace, onBranch } from '../shared/place.ts';
import { either } from './fix.ts';
import { say } from './messages.ts';

/** Conditions that no entity satisfies; the second of two is underlined. */
export const rule: Rule = {
  id: 'contradictory-filter',
  severity: 'warning',
  title: () => l10n.t('A filter that matches nothing'),
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
  if (filter.parsed.errors.length > 0) return undefined;
  const spans = excluded(filter);
  const last = spans?.at(-1);
  if (spans === undefined || last === undefined) return undefined;
  const [first] = spans;
  const other = first && first !== last ? filterPlace(context, query, filter, first) : undefined;
  return {
    ...filterPlace(context, query, filter, last),
    ...(other && { related: [{ place: other.place, message: l10n.t('This condition excludes it.') }] }),
    ...onBranch(filter.when, spans.length > 1 ? say('two-conditions') : say('no-key')),
    fixes: () => (first === undefined || first === last ? [] : either(context, query, filter, [first, last])),
  };
}

function excluded({
  classification: { cause },
  parsed,
  text,
}: FilterAlternative): readonly Span[] | undefined {
  if (cause?.kind === 'contradiction') return cause.spans;
  return (
    parsed.filter && exclusion(parsed.filter, (a, b) => isSameValue(text.holes.get(a), text.holes.get(b)))
  );
}

/** Whether two holes have one value, whatever that is. */
function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined || !('symbol' in a) || !('symbol' in b)) return false;
  return a.symbol === b.symbol;
}
