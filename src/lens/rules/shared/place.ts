import * as l10n from '@vscode/l10n';
import type { Condition } from '../../../core/shape/condition.ts';
import { describeCondition } from '../../../core/shape/describe-condition.ts';
import type { Place } from '../../../core/text/segments.ts';
import { toPlaces } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { FilterAlternative, KeyExpression, Operation, Query } from '../../model/operations/operation.ts';
import { type Message, withHelp } from '../message.ts';
import type { Report, RuleContext } from '../rule.ts';

export { shown } from '../../../core/text/shown.ts';

/** The source text of a place; empty when the file is not known. */
export function textAt(context: RuleContext, place: Place): string {
  return context.sourceOf(place.file).slice(place.span.start, place.span.end);
}

/** The method's name of a query: what is underlined when there is no filter text to underline. */
export function nameOf(query: Query): Place {
  return { file: query.file, span: query.nameSpan };
}

/**
 * Where to report what is wrong with a span of a filter. Pieces that only quotes, `+` and white space part
 * are underlined as one. A filter that is written in another file is reported at the query, and pointed to.
 */
export function filterPlace(
  context: RuleContext,
  query: Query,
  { text }: FilterAlternative,
  span: Span,
): Pick<Report, 'place' | 'related' | 'severity'> {
  const places = toPlaces(text, span);
  // an error is what happens whenever the query is sent
  const certainty = isOnEveryWay(query, text, places) ? {} : { severity: 'warning' as const };
  return { ...placeOf(context, query, text, span, places), ...certainty };
}

/** Whether what is written at these places is in all that a filter may be. */
function isOnEveryWay({ filter }: Query, text: FilterAlternative['text'], places: readonly Place[]): boolean {
  if (filter.kind !== 'known') return filter.kind === 'none';
  if (filter.isPartial === true) return false;
  if (filter.alternatives.length === 1) return true;
  return places.every((place) => {
    const own = innermost(text, place);
    // what joins a list stands where all of the list does: it has the place within it, and not what is written there
    const isWritten = (each: Place): boolean => isWithin(place, each) && (!own || isWithin(each, own));
    return filter.alternatives.every((other) => other.text.segments.some((each) => isWritten(each.place)));
  });
}

function isWithin(inner: Place, outer: Place): boolean {
  return inner.file === outer.file && contains(outer.span, inner.span);
}

/** The least that is written at a place as one piece of the text. */
function innermost({ segments }: FilterAlternative['text'], place: Place): Place | undefined {
  const around = segments.flatMap((each) => (isWithin(place, each.place) ? [each.place] : []));
  return around.find((one) => around.every((other) => isWithin(one, other)));
}

function placeOf(
  context: RuleContext,
  query: Query,
  text: FilterAlternative['text'],
  span: Span,
  places: readonly Place[],
): Pick<Report, 'place' | 'related'> {
  const here = places.filter((place) => place.file === query.file);
  const [first] = here;
  if (first === undefined) {
    const [away] = places;
    return away === undefined
      ? { place: nameOf(query) }
      : { place: nameOf(query), related: [{ place: away, message: l10n.t('The filter is here.') }] };
  }
  const source = context.sourceOf(query.file);
  let { start, end } = first.span;
  for (const { span: next } of here.slice(1)) {
    if (next.start < end || !/^["'`+${}()\s]*$/.test(source.slice(end, next.start))) break;
    end = next.end;
  }
  if (span.end - span.start > 1) {
    // a hole at an end is underlined with its braces
    if (text.holes.has(span.start)) start = withBrace(source, start);
    if (text.holes.has(span.end - 1)) end += /^\s*\}/.exec(source.slice(end))?.[0].length ?? 0;
  }
  return { place: { file: query.file, span: { start, end } } };
}

/** Where the brace of a hole begins whose expression begins at `start`. */
function withBrace(source: string, start: number): number {
  const before = source.slice(0, start).trimEnd();
  return before.endsWith('${') ? before.length - 2 : start;
}

/**
 * Whether a place stands in the query's own call. What is wrong with a query as a whole is reported at its call,
 * where people look for it, and not wherever its filter is written.
 */
export function isWithinCall(query: Query, { file, span }: Place): boolean {
  return file === query.file && contains(query.callSpan, span);
}

/** A key's expression, or the method's name where the key is written in another file. */
export function nameAt({ file, nameSpan }: Operation, { place }: KeyExpression): Place {
  return place.file === file ? place : { file, span: nameSpan };
}

/** Says when a message holds, where a query may have one of several filters. */
export function onBranch(when: Condition | undefined, said: Message): Message {
  if (when === undefined) return said;
  const words = describeCondition(when);
  return { ...withHelp(said, l10n.t('This happens when {0}.', words), words), branch: { when, said } };
}
