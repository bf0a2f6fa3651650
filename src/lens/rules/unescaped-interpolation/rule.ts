import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query, Value } from '../../model/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { isEscapedByHand } from './escaped-by-hand.ts';
import { alternativesOf, comparisonsOf, queriesOf, sides } from '../shared/filters.ts';
import { odataEdits } from '../shared/odata-code.ts';
import { filterPlace, shown, textAt } from '../shared/place.ts';

/** One finding for a filter, at the first value that enters it unescaped; the others are related places. */
export const rule: Rule = {
  id: 'unescaped-interpolation',
  severity: 'warning',
  title: () => l10n.t('A value enters a filter unescaped'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      for (const filter of alternativesOf(query)) {
        const report = check(context, query, filter);
        if (report !== undefined) yield report;
      }
    }
  },
};

interface RawHole {
  readonly offset: number;
  readonly place: Place;
}

function check(context: RuleContext, query: Query, filter: FilterAlternative): Report | undefined {
  const [first, ...others] = rawHoles(context, filter);
  if (first === undefined) return undefined;
  const span = { start: first.offset, end: first.offset + 1 };
  return {
    related: others
      .filter(({ place }) => place.file === query.file)
      .map(({ place }) => ({ place, message: l10n.t('This value enters the filter unescaped, too.') })),
    ...filterPlace(context, query, filter, span),
    message: l10n.t(
      '{0} enters the filter unescaped: a quote in it breaks the query, and whoever chooses it can change what is asked. Write the filter with the "odata" tag, which quotes and escapes.',
      shown(textAt(context, first.place)),
    ),
    fixes: () => {
      const edits = odataEdits(context, query, filter);
      return edits === undefined ? [] : [{ title: l10n.t('Use the odata tag'), edits }];
    },
  };
}

/** Holes that stand for values, that nothing escapes, and whose text may hold a quote. */
function rawHoles(context: RuleContext, filter: FilterAlternative): RawHole[] {
  if (filter.form === 'odata') return [];
  const values = comparisonsOf(filter.parsed.filter).flatMap((comparison) => {
    const found = sides(comparison);
    return found === undefined ? [] : [found.value.span];
  });
  const holes: RawHole[] = [];
  let offset = 0;
  for (const segment of filter.text.segments) {
    const span = { start: offset, end: offset + (segment.kind === 'hole' ? 1 : segment.text.length) };
    offset = span.end;
    if (segment.kind === 'literal' || segment.tagged === true || isHarmless(segment.hole)) continue;
    if (!values.some((value) => contains(value, span))) continue;
    if (isEscapedByHand(context.sourceOf(segment.place.file), textAt(context, segment.place))) continue;
    holes.push({ offset: span.start, place: segment.place });
  }
  return holes;
}

/** Whether no quote can be in a value: numbers, booleans, dates, generated ids, constants without one. */
function isHarmless(value: Value): boolean {
  switch (value.kind) {
    case 'number':
    case 'number-text':
    case 'boolean':
    case 'time-text':
    case 'random-text':
    case 'nothing':
      return true;
    case 'text':
      return value.segments.every((segment) =>
        segment.kind === 'hole' ? isHarmless(segment.hole) : !segment.text.includes("'"),
      );
    case 'oneOf':
      return value.values.every((alternative) => isHarmless(alternative.value));
    case 'unknown':
      return false;
  }
}
