import * as l10n from '@vscode/l10n';
import type { Query, FilterAlternative } from '../../model/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { type BrokenHole, brokenHoles, isCalled } from '../shared/odata-holes.ts';
import { filterPlace, shown, textAt } from '../shared/place.ts';
import { tagInstead, wholeValue } from './fix.ts';

/** What the `odata` tag makes of a hole that is not a whole value, and of being called [seen in 13.3.2]. */
export const rule: Rule = {
  id: 'odata-composed-literal',
  severity: 'error',
  title: () => l10n.t('A hole of odata that is not a whole value'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      for (const filter of alternativesOf(query)) {
        if (isCalled(context, filter)) yield* calledTag(context, query, filter);
        for (const broken of brokenHoles(context, filter)) yield brokenHole(context, query, filter, broken);
      }
    }
  },
};

/** Of a constant text it is no harm that nothing is escaped. */
function* calledTag(context: RuleContext, query: Query, filter: FilterAlternative): Generator<Report> {
  const { expression } = filter;
  if (filter.text.holes.size === 0 || expression?.file !== query.file) return;
  yield {
    place: expression,
    message: l10n.t(
      'odata is called like a function here, and so gives the text back as it is: no value in it is escaped. Write odata`…` without parentheses.',
    ),
    fixes: () => tagInstead(context, query, filter, expression),
  };
}

function brokenHole(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  { hole, problem, isSure }: BrokenHole,
): Report {
  const code = shown(textAt(context, hole.place));
  const message = explain(problem, code);
  return {
    ...filterPlace(context, query, filter, hole.span),
    message: isSure ? message : l10n.t('Unless it is a number: {0}', message),
    ...(!isSure && { severity: 'warning' }),
    fixes: () => wholeValue(context, filter, hole),
  };
}

function explain(problem: BrokenHole['problem'], code: string): string {
  switch (problem) {
    case 'part':
      return l10n.t(
        '{0} is only a part of a text here. odata puts quotes of its own inside or leaves them out, and the service rejects the filter. Compose the whole text in one hole, without quotes round it.',
        code,
      );
    case 'date':
      return l10n.t(
        "odata writes a Date as datetime'…' by itself: in quotes {0} is broken, and the service rejects the filter. Leave the quotes and what stands before them out.",
        code,
      );
    case 'no-value':
      return l10n.t(
        '{0} stands where a condition, a name or an operator should be, but odata treats it as a text: quotes are put round it or doubled in it, and the service rejects the filter. Only values belong into its holes.',
        code,
      );
  }
}
