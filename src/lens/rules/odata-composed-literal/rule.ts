import * as l10n from '@vscode/l10n';
import type { Query, FilterAlternative } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { type BrokenHole, brokenHoles, isCalled } from '../shared/odata-holes.ts';
import { filterPlace, shown, textAt } from '../shared/place.ts';
import { tagInstead, wholeValue } from './fix.ts';
import { type Message, withHelp } from '../message.ts';
import { say } from './messages.ts';

/** What the `odata` tag makes of a hole that is not a whole value, and of being called [seen in 13.3.2]. */
export const rule: Rule = {
  id: 'odata-composed-literal',
  severity: 'error',
  title: () => l10n.t("An odata expression that isn't a whole value"),
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
  const { expression, text } = filter;
  if (text.holes.size === 0 || expression?.file !== query.file) return;
  const { severity } = filterPlace(context, query, filter, { start: 0, end: text.text.length });
  yield {
    place: expression,
    ...(severity !== undefined && { severity }),
    ...say('called'),
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
  const said = explain(problem, code);
  return {
    ...filterPlace(context, query, filter, hole.span),
    ...(isSure ? said : withHelp(said, l10n.t('If it is a number, the filter is right.'))),
    ...(!isSure && { severity: 'warning' }),
    fixes: () => wholeValue(context, filter, hole),
  };
}

function explain(problem: BrokenHole['problem'], code: string): Message {
  switch (problem) {
    case 'part':
      return say('part', code);
    case 'date':
      return say('date', code);
    case 'no-value':
      return say('no-value', code);
  }
}
