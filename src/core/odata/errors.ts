import { HOLE } from '../text/segments.ts';
import type { Span } from '../text/span.ts';
import type { FilterError, FilterErrorKind } from './ast.ts';

/** An error while the filter is still being read. */
export type Mistake = Omit<FilterError, 'azuriteAccepts'>;

/**
 * What is known of each kind of error at the service: "Querying Tables and Entities" (case, operators, one
 * constant side, 15 comparisons, form of constants), else the grammar alone.
 */
const CERTAINTY: Record<FilterErrorKind, FilterError['certainty']> = {
  'javascript-operator': 'documented',
  'operator-case': 'documented',
  'double-quotes': 'documented',
  'unterminated-string': 'documented',
  'unescaped-quote': 'documented',
  function: 'documented',
  'in-operator': 'documented',
  null: 'not-in-grammar',
  'bare-property': 'not-in-grammar',
  'not-without-brackets': 'not-in-grammar',
  'bad-literal': 'not-in-grammar',
  'two-properties': 'documented',
  'two-constants': 'documented',
  'too-many-comparisons': 'documented',
  'unbalanced-parenthesis': 'documented',
  'too-deep': 'not-in-grammar',
  unexpected: 'documented',
  'missing-operand': 'documented',
  empty: 'documented',
};

/** Errors of one filter that are told: nobody reads more, and each is told by itself. */
export const MOST_ERRORS = 100;

export interface ErrorDetails {
  readonly replacement?: string | undefined;
}

/**
 * One error over `span` of `text`. A replacement is dropped where the span has a hole in it: the text
 * cannot say what the source puts there.
 */
export function filterError(
  kind: FilterErrorKind,
  text: string,
  span: Span,
  { replacement }: ErrorDetails = {},
): Mistake {
  const found = text.slice(span.start, span.end);
  return {
    kind,
    span,
    found,
    ...(replacement !== undefined && !found.includes(HOLE) && { replacement }),
    certainty: CERTAINTY[kind],
  };
}
