import * as l10n from '@vscode/l10n';
import type { Operand } from '../../../core/odata/ast.ts';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query, Value } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { isWrittenOut } from '../shared/called-with.ts';
import { escapingAround, expressionAt, isCheckedAt } from '../shared/code-at.ts';
import { alternativesOf, comparisonsOf, isBinding, queriesOf, sides } from '../shared/filters.ts';
import { isCalled } from '../shared/odata-holes.ts';
import { isWithinCall, nameOf, shown, textAt } from '../shared/place.ts';
import { escapingFixes } from './fix.ts';
import { say } from './messages.ts';

/**
 * One finding for a query, at the first value that enters its filter unescaped, or at the query where that stands in
 * another file; the others are related places.
 */
export const rule: Rule = {
  id: 'unescaped-interpolation',
  severity: 'warning',
  title: () => l10n.t('A value in a filter without escaping'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      // the host of Azure Functions escapes what it puts into a filter
      if (isBinding(query)) continue;
      const report = check(context, query);
      if (report !== undefined) yield report;
    }
  },
};

function check(context: RuleContext, query: Query): Report | undefined {
  const raw = alternativesOf(query)
    .map((filter) => ({ filter, holes: rawHoles(context, filter) }))
    .filter(({ holes }) => holes.length > 0);
  const [first, ...others] = distinct(raw.flatMap(({ holes }) => holes));
  if (first === undefined) return undefined;
  const isHere = first.file === query.file;
  const user = { place: nameOf(query), message: l10n.t('This query is sent with the filter.') };
  const values = (isHere ? others : [first, ...others]).map((place) => ({
    place,
    message: l10n.t("{0} isn't escaped either.", shown(textAt(context, place))),
  }));
  return {
    place: isHere ? first : nameOf(query),
    about: query,
    related: isHere && !isWithinCall(query, first) ? [...values, user] : values,
    ...say('unescaped', shown(textAt(context, first))),
    fixes: () => escapingFixes(context, query, raw),
  };
}

/** In order of the source; several filters of one query may share a hole. */
function distinct(places: readonly Place[]): Place[] {
  const found = new Map(places.map((place) => [`${place.file}:${place.span.start}`, place]));
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

/** Holes that stand for values, that nothing escapes, and whose text may hold a quote. */
function rawHoles(context: RuleContext, filter: FilterAlternative): Place[] {
  // a call of the tag, which escapes nothing, is a finding of its own
  if (filter.form === 'odata' || isCalled(context, filter)) return [];
  const values = comparisonsOf(filter.parsed.filter).flatMap((comparison) => {
    const found = sides(comparison);
    // `${name} eq '${value}'`: of two holes the quoted one is the value
    const operands = found ? [found.value] : [comparison.left, comparison.right].filter(isQuoted);
    return operands.map(({ span }) => span);
  });
  const holes: Place[] = [];
  let offset = 0;
  for (const segment of filter.text.segments) {
    const span = { start: offset, end: offset + (segment.kind === 'hole' ? 1 : segment.text.length) };
    offset = span.end;
    if (segment.kind === 'literal' || segment.tagged === true || isHarmless(segment.hole)) continue;
    if (!values.some((value) => contains(value, span))) continue;
    if (isEscaped(context, segment.place) || isCheckedAt(context, segment.place)) continue;
    holes.push(segment.place);
  }
  return holes;
}

function isQuoted(operand: Operand): boolean {
  return operand.kind === 'composed' || (operand.kind === 'hole' && operand.type === 'String');
}

function isEscaped(context: RuleContext, place: Place): boolean {
  const written = expressionAt(context, place);
  if (written === undefined) return false;
  return (
    escapingAround(context, place).isEscaped(written) ||
    isWrittenOut(context, place.file, written, (one) => one.kind !== 'text' || !one.text.text.includes("'"))
  );
}

/** Whether no quote can be in a value: numbers, booleans, dates, ids that are generated or checked, constants without one. */
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
      return (
        value.isOfNothing === true ||
        value.isId === true ||
        value.texts?.every((text) => !text.includes("'")) === true
      );
  }
}
