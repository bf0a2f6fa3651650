import type { Span } from '../../../core/text/span.ts';
import type { Expr } from '../facts/expr.ts';

/** How the result of a call is used, as far as syntax shows it within the function around the call. */
export interface ResultUse {
  /** The size that `byPage` is given; of another kind than a number where it is not known. */
  readonly pageSize?: Expr;
  /** Only the first entity or page is asked for: the service is not asked for more. */
  readonly firstOnly: boolean;
  /** The `for await` loop through the result or its pages. */
  readonly loop?: { readonly span: Span; readonly variable: string; readonly body: Span };
  readonly limit?: ResultLimit;
  /** Tests by which the code leaves entities out that the service has sent. */
  readonly filters?: readonly ResultFilter[];
  /** Where a part of an array of them is taken, once, and those before it are left out. */
  readonly skip?: Span;
  /** An array of them is put into another order. */
  readonly isSorted?: boolean;
  /** Of those in another order only the first is used, or the first so many. */
  readonly firstSorted?: { readonly count?: Expr };
  /** Every entity is put into an array, or counted. */
  readonly collects?: 'array' | 'count';
  /** What the function around the call gives back, in an array or one by one: the entities, or what it makes of each. */
  readonly returns?: 'entities' | 'made';
}

/** That not all results are used. */
export interface ResultLimit {
  /** `match`: up to the first that meets a condition; `page`: the first page; `probe`: nothing of the first. */
  readonly kind: 'one' | 'match' | 'count' | 'page' | 'probe';
  /** What shows it: a `break`, `rows[0]`. */
  readonly span: Span;
  readonly count?: Expr;
  /** All results are read before. */
  readonly readsAll: boolean;
  /** Only whether there is any is asked. */
  readonly isQuestion?: boolean;
}

export interface ResultFilter {
  /** The test, as written. */
  readonly span: Span;
  /** What is seen to be demanded of the entities that are kept. */
  readonly conditions: readonly ResultCondition[];
  /** The test is these conditions joined by "and", and nothing else. */
  readonly isWhole: boolean;
}

export interface ResultCondition {
  readonly property: string;
  /**
   * `compared`: as the service can compare it; `converted`: the code works out something from it first;
   * `searched`: a text is looked for in it; `among`: it is one of values that are made elsewhere.
   */
  readonly how: 'compared' | 'converted' | 'searched' | 'among';
  /** As the service calls it, the property on its left. */
  readonly operator?: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';
  /** The code asks for the opposite, `<` for `ge`, and so keeps entities without the property. */
  readonly isInverted?: boolean;
  /** The expression it is compared with. */
  readonly value?: Span;
  /** What a property that is a test of its own must be. */
  readonly flag?: boolean;
  readonly span: Span;
}
