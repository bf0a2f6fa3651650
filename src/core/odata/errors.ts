import { HOLE } from '../text/segments.ts';
import type { Span } from '../text/span.ts';
import type { FilterError, FilterErrorKind } from './ast.ts';

type Facts = Pick<FilterError, 'certainty' | 'azuriteAccepts'>;

const documented = { certainty: 'documented', azuriteAccepts: false } as const;
const documentedButLocal = { certainty: 'documented', azuriteAccepts: true } as const;
const assumedButLocal = { certainty: 'not-in-grammar', azuriteAccepts: true } as const;

/**
 * What is known of each kind of error. The service: "Querying Tables and Entities" (case, operators, one
 * constant side, 15 comparisons, form of constants), else the grammar alone. Azurite: seen on 3.37.0.
 */
const FACTS: Record<FilterErrorKind, Facts> = {
  'javascript-operator': documented,
  'operator-case': documentedButLocal,
  'double-quotes': documentedButLocal,
  'unterminated-string': documentedButLocal,
  'unescaped-quote': documented,
  function: documented,
  'in-operator': documented,
  null: assumedButLocal,
  'bare-property': assumedButLocal,
  'not-without-brackets': assumedButLocal,
  'bad-literal': assumedButLocal,
  'two-properties': documentedButLocal,
  'two-constants': documented,
  'too-many-comparisons': documentedButLocal,
  'unbalanced-parenthesis': documented,
  'too-deep': assumedButLocal,
  unexpected: documented,
  'missing-operand': documented,
  empty: documented,
};

export interface ErrorDetails {
  readonly replacement?: string | undefined;
  /** Where one occurrence differs from its kind. */
  readonly azuriteAccepts?: boolean;
}

/**
 * One error over `span` of `text`. A replacement is dropped where the span has a hole in it: the text
 * cannot say what the source puts there.
 */
export function filterError(
  kind: FilterErrorKind,
  text: string,
  span: Span,
  details: ErrorDetails = {},
): FilterError {
  const found = text.slice(span.start, span.end);
  const { replacement, azuriteAccepts = FACTS[kind].azuriteAccepts } = details;
  return {
    kind,
    span,
    found,
    ...(replacement !== undefined && !found.includes(HOLE) && { replacement }),
    certainty: FACTS[kind].certainty,
    azuriteAccepts,
  };
}
