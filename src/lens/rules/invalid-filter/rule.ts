import * as l10n from '@vscode/l10n';
import type { FilterError } from '../../../core/odata/ast.ts';
import { explainFilterError } from '../../../core/odata/messages.ts';
import type { Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { replaceIn } from '../shared/filter-edit.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { brokenHoles } from '../shared/odata-holes.ts';
import { filterPlace, onBranch } from '../shared/place.ts';

/** The service's documentation of `$filter`: "Querying tables and entities". */
export const rule: Rule = {
  id: 'invalid-filter',
  severity: 'error',
  title: () => l10n.t('A filter that the service rejects'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const all = alternativesOf(query);
      const said = new Set<string>();
      // an error is what happens whenever the query is sent
      const { filter: sent } = query;
      const isAlways =
        sent.kind === 'known' && sent.alternatives.every(({ parsed }) => parsed.errors.length > 0);
      for (const filter of all) {
        const broken = brokenHoles(context, filter).map(({ hole }) => hole.span);
        for (const error of filter.parsed.errors) {
          // what the odata tag has broken is said of the hole
          if (broken.some((hole) => overlap(hole, error.span))) continue;
          const found = filterPlace(context, query, filter, error.span);
          // one of several texts that a name there stands for is enough
          const key = `${error.kind} ${found.place.span.start} ${found.place.file}`;
          if (said.has(key)) continue;
          said.add(key);
          yield {
            ...found,
            severity: isAlways && error.certainty === 'documented' ? 'error' : 'warning',
            ...onBranch(filter.when, {
              messageId: error.kind,
              data: [error.found],
              ...explainFilterError(error),
            }),
            fixes: () => replace(context, query, filter, error),
          };
        }
      }
    }
  },
};

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function replace(context: RuleContext, query: Query, filter: FilterAlternative, error: FilterError): Fix[] {
  const { replacement, span, found } = error;
  const edit = replacement === undefined ? undefined : replaceIn(context, query, filter, span, replacement);
  if (replacement === undefined || edit === undefined) return [];
  const title = l10n.t('Write "{0}" instead of "{1}"', replacement, found);
  return [{ title, edits: [edit], isHarmless: true }];
}
