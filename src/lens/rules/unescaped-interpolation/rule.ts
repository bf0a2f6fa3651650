import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Operand } from '../../../core/odata/ast.ts';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query, Value } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';
import { asText } from '../shared/as-text.ts';
import { SDK } from '../shared/code.ts';
import { escapingAround, expressionAt, isCheckedAt } from '../shared/code-at.ts';
import { alternativesOf, comparisonsOf, isBinding, queriesOf, sides } from '../shared/filters.ts';
import { isCalled } from '../shared/odata-holes.ts';
import { odataEdits } from '../shared/odata-code.ts';
import { piecesOf } from '../shared/pieces.ts';
import { isWithinCall, nameOf, shown, textAt } from '../shared/place.ts';
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
    fixes: () =>
      fixes(
        context,
        query,
        raw.map(({ filter }) => filter),
      ),
  };
}

/** In order of the source; several filters of one query may share a hole. */
function distinct(places: readonly Place[]): Place[] {
  const found = new Map(places.map((place) => [`${place.file}:${place.span.start}`, place]));
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

/** Every filter that the query may have is written anew. */
function fixes(context: RuleContext, query: Query, filters: readonly FilterAlternative[]): Fix[] {
  const edits = filters.map((filter) => odataEdits(context, query, filter));
  if (!edits.every((each) => each !== undefined)) return [];
  const key = ({ span, text }: TextEdit): string => `${span.start}-${span.end}:${text}`;
  const once = [...new Map(edits.flat().map((edit) => [key(edit), edit])).values()];
  // filters that share an expression would each write it in their own way
  const overlap = once.some((a) =>
    once.some((b) => a !== b && a.span.start < b.span.end && b.span.start < a.span.end),
  );
  const whole = overlap ? tagOf(context, query, filters) : once;
  if (whole === undefined) return [];
  const isNew = useImport(query.file, context.sourceOf(query.file), SDK, 'odata')?.isNewModule === true;
  return [{ title: l10n.t('Use the odata tag'), edits: whole, ...(!isNew && { isHarmless: true }) }];
}

/** Filters of one template, in which a name may also stand for a constant: the tag goes before it, quotes stay. */
function tagOf(
  context: RuleContext,
  query: Query,
  filters: readonly FilterAlternative[],
): readonly TextEdit[] | undefined {
  const [first, ...same] = filters.map(({ expression }) => expression);
  if (first?.file !== query.file || !same.every((other) => other && isSame(other, first))) return undefined;
  if (!filters.some((filter) => hasEveryHole(context, filter))) return undefined;
  const tag = useImport(query.file, context.sourceOf(query.file), SDK, 'odata');
  const template = expressionAt(context, first)?.expression;
  if (tag === undefined || template?.kind !== 'template') return undefined;
  const at = (place: number, text: string): TextEdit => ({ span: { start: place, end: place }, text });
  const others = new Set(
    filters.flatMap((filter) =>
      (piecesOf(context, filter) ?? []).flatMap((piece) =>
        asText(context, filter, piece) === piece.code ? [] : [piece.code],
      ),
    ),
  );
  const texts = template.holes
    .map(({ span }) => span)
    .filter((span) => others.has(textAt(context, { file: first.file, span })))
    .flatMap(({ start, end }) => [at(start, 'String('), at(end, ')')]);
  return [...tag.edits, at(first.span.start, tag.reference), ...texts];
}

function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start && a.span.end === b.span.end;
}

/** Whether a filter is a template each of whose holes is an expression of its own there, with quotes round it. */
function hasEveryHole(context: RuleContext, { expression, text }: FilterAlternative): boolean {
  if (expression === undefined) return false;
  const template = expressionAt(context, expression)?.expression;
  if (template?.kind !== 'template' || template.tag !== undefined) return false;
  const { texts, holes } = template;
  return (
    holes.length === text.segments.filter(({ kind }) => kind === 'hole').length &&
    texts.every(
      (each, i) => (i === 0 || each.text.startsWith("'")) && (i === holes.length || each.text.endsWith("'")),
    )
  );
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
  return written !== undefined && escapingAround(context, place).isEscaped(written);
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
