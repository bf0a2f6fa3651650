import type { TextEdit } from '../../../core/text/edit.ts';
import { toPlaces } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import { afterHole, spelledAt } from '../../../core/text/spelled.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { escapeFor } from './code.ts';

/**
 * Puts other characters in the place of a span of a filter's text. Undefined where the source does not spell the span
 * out in one piece, in this file.
 */
export function replaceIn(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  span: Span,
  text: string,
): TextEdit | undefined {
  const [place, ...others] = toPlaces(filter.text, span);
  if (place?.file !== query.file || others.length > 0) return undefined;
  const delimiter = delimiterAt(context, filter, place.span.start);
  return delimiter === undefined ? undefined : { span: place.span, text: escapeFor(delimiter, text) };
}

/** Where the source spells a span of a template's text out, with the braces of holes at its ends. */
export function sourceSpan(context: RuleContext, { text }: FilterAlternative, span: Span): Span | undefined {
  return spelledAt(text, span, { file: context.file, source: context.sourceOf(context.file) });
}

/** Characters of a filter, or `code` as a template has it, with holes. */
export interface Inserted {
  readonly kind: 'text' | 'code';
  readonly text: string;
}

/** Puts something behind the character before `offset` of a filter's text; a hole there keeps its closing brace. */
export function insertAfter(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  offset: number,
  { kind, text }: Inserted,
): TextEdit | undefined {
  const [place] = toPlaces(filter.text, { start: offset - 1, end: offset });
  if (place?.file !== query.file) return undefined;
  const isHole = filter.text.holes.has(offset - 1);
  const at = isHole ? afterHole(context.sourceOf(place.file), place.span.end) : place.span.end;
  const delimiter = isHole ? '`' : delimiterAt(context, filter, place.span.end);
  if (at === undefined || delimiter === undefined || (kind === 'code' && delimiter !== '`')) return undefined;
  return { span: { start: at, end: at }, text: kind === 'code' ? text : escapeFor(delimiter, text) };
}

/** The quote or backtick that ends the literal in which `offset` stands. */
function delimiterAt(context: RuleContext, filter: FilterAlternative, offset: number): string | undefined {
  for (const segment of filter.text.segments) {
    const { file, span } = segment.place;
    if (segment.kind === 'hole' || segment.whole === true || file !== context.file) continue;
    if (offset < span.start || offset > span.end) continue;
    const before = context.sourceOf(file).charAt(span.start - 1);
    return before === '}' ? '`' : before;
  }
  return undefined;
}
