import type { EdmType, EdmValue } from '../edm/value.ts';
import type { Span } from '../text/span.ts';

/**
 * A `$filter`, as the service's grammar has it. All spans are in the flattened text. Parentheses are not
 * kept: the printer puts them where the tree needs them.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter; readonly span: Span }
  | { readonly kind: 'not'; readonly operand: Filter; readonly span: Span }
  | Comparison
  /** A property or a boolean literal that stands alone as a condition. */
  | { readonly kind: 'bare'; readonly operand: Operand; readonly span: Span }
  /** A hole where a clause should be, or text that could not be read: anything may be true here. */
  | { readonly kind: 'unknown'; readonly span: Span };

export interface Comparison {
  readonly kind: 'comparison';
  readonly operator: ComparisonOperator;
  readonly operatorSpan: Span;
  readonly left: Operand;
  readonly right: Operand;
  readonly span: Span;
}

export type ComparisonOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';

export type Operand =
  | { readonly kind: 'property'; readonly name: string; readonly span: Span }
  | { readonly kind: 'literal'; readonly value: EdmValue; readonly span: Span }
  /** A quoted text with holes in it: constant pieces and offsets of holes, in order. */
  | { readonly kind: 'composed'; readonly parts: readonly (string | HoleAt)[]; readonly span: Span }
  /**
   * A hole that is a whole operand; `type` where the text around it says so: `datetime'${d}'`, `${n}L`.
   * Of several holes that touch (`${a}${b}`), the first; `span` has all of them, and what touches them.
   */
  | { readonly kind: 'hole'; readonly hole: HoleAt; readonly type?: EdmType; readonly span: Span }
  /** Nothing stands here, or what stands here is no value: `null`, a malformed literal. */
  | { readonly kind: 'missing'; readonly span: Span };

/** The offset of a hole in the flattened text, its key in `FlatText.holes`. */
export interface HoleAt {
  readonly offset: number;
}

/** What is wrong with a filter; `kind` selects the message, the rest is its data. */
export interface FilterError {
  readonly kind: FilterErrorKind;
  readonly span: Span;
  /** The text that is wrong, as written. */
  readonly found: string;
  /** What to write instead of exactly `span`, where one replacement is right. */
  readonly replacement?: string;
  /** Whether the service's documentation says that it is rejected, or only its grammar leaves it out. */
  readonly certainty: 'documented' | 'not-in-grammar';
  /** Whether Azurite answers this filter, with all its errors, as if nothing were wrong. */
  readonly azuriteAccepts: boolean;
}

export type FilterErrorKind =
  | 'javascript-operator'
  | 'operator-case'
  | 'double-quotes'
  | 'unterminated-string'
  /** A quote inside a text that is not doubled: `'O'Brien'`. */
  | 'unescaped-quote'
  | 'function'
  | 'in-operator'
  | 'null'
  | 'bare-property'
  | 'not-without-brackets'
  | 'bad-literal'
  | 'two-properties'
  | 'two-constants'
  | 'too-many-comparisons'
  | 'unbalanced-parenthesis'
  | 'too-deep'
  | 'unexpected'
  | 'missing-operand'
  /** Parentheses with nothing in them. */
  | 'empty';

export interface ParsedFilter {
  /** Absent only for text without any token, which asks for everything and is no error. */
  readonly filter?: Filter;
  readonly errors: readonly FilterError[];
}
