import type { FilterError } from '../../core/odata/ast.ts';
import { quote } from '../../core/odata/quote.ts';

/** A constant's words, up to what joins its condition with the next, or closes it. */
const WORDS = /^[^'()\s]*(?:\s+(?!(?:and|or)\b)[^'()\s]+)*(?=\s+(?:and|or)\b|\s*\)|\s*$)/;

/**
 * The errors of a filter, those told as a second property mended where a text without quotes is meant: no property that is known has
 * its name. Words behind it are part of the text, and what is wrong with them is not told.
 */
export function withQuotesOffered(
  filter: string,
  errors: readonly FilterError[],
  properties: readonly string[],
): FilterError[] {
  const told: FilterError[] = [];
  let end = 0;
  for (const error of errors) {
    if (error.span.start < end) continue;
    const mended = withQuotes(filter, error, properties);
    if (mended !== error) ({ end } = mended.span);
    told.push(mended);
  }
  return told;
}

function withQuotes(filter: string, error: FilterError, properties: readonly string[]): FilterError {
  const { kind, span, found, replacement } = error;
  if (kind !== 'two-properties' || replacement !== undefined || properties.includes(found)) return error;
  const [text] = WORDS.exec(filter.slice(span.start)) ?? [found];
  return { ...error, span: { ...span, end: span.start + text.length }, replacement: quote(text) };
}
