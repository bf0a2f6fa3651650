import type { Span } from '../../../core/text/span.ts';
import type { ResultFilter, ResultUse } from './facts.ts';
import type * as ts from '../typescript.ts';
import type { Shape } from './origin.ts';
import type { Tree } from './tree.ts';

/** What following a result finds. Only the functions of this folder write to it. */
export interface Found {
  readonly tree: Tree;
  /** The call whose result it is. */
  readonly call: ts.Node;
  /** Whether the call is of the SDK, whose result is no promise. */
  readonly isList: boolean;
  pageOptions?: ts.Expression;
  /** Whether a token leads on from one page to the next. */
  continues: boolean;
  loop?: { readonly span: Span; readonly variable: string; readonly body: Span };
  stop?: {
    readonly kind: 'one' | 'match' | 'count' | 'page' | 'probe';
    readonly node: ts.Node;
    readonly count?: ts.Expression;
  };
  nexts: number;
  readonly filters: ResultFilter[];
  /** `fromAll`: of an array that nothing has been left out of before. */
  readonly rowFilters: { readonly filters: readonly ResultFilter[]; readonly fromAll: boolean }[];
  skip?: Span;
  isSorted?: boolean;
  readonly rowUses: RowUse[];
  collects?: 'array' | 'count';
  /** What a loop over its pages does with each. */
  pages?: ts.Node;
  /** The entities are what the function gives back. */
  returns?: NonNullable<ResultUse['returns']>;
  steps: number;
}

/** How following goes on, from one value to what it is used for. */
export interface Following {
  readonly follow: (found: Found, node: ts.Node, value: Followed) => void;
  /** Into the code that gets one entity after the other. */
  readonly followTurn: (
    found: Found,
    name: ts.BindingName,
    body: ts.Statement,
    shape: Shape,
    rows: Rows | undefined,
    isCallback?: boolean,
  ) => void;
  /** The value goes where it is not followed. */
  readonly lose: (found: Found, node: ts.Node, value: Followed) => void;
}

/** An array of entities, or of something made from each of them. */
export interface Rows {
  readonly shape: Shape;
  readonly isPage: boolean;
  /** What has been done to the array itself, or to what it is a part of. */
  readonly state: { isFiltered: boolean; isSorted: boolean; isPart: boolean };
}

/** What happens to an array in the end. */
export interface RowUse {
  readonly kind: 'first' | 'some' | 'size' | 'other';
  readonly rows: Rows;
  readonly node: ts.Node;
  readonly count?: ts.Expression;
  /** Nothing had been left out of it by then. */
  readonly isOfAll: boolean;
}

export type Followed =
  | { readonly kind: 'list' | 'pages' }
  | { readonly kind: 'step'; readonly of: 'list' | 'pages' }
  | { readonly kind: 'rows'; readonly rows: Rows };

export function allRows(shape: Shape): Rows {
  return { shape, isPage: false, state: { isFiltered: false, isSorted: false, isPart: false } };
}

export function noteUse(found: Found, use: Omit<RowUse, 'isOfAll'>): void {
  found.rowUses.push({ ...use, isOfAll: !use.rows.state.isFiltered });
}

export function spanOf(found: Found, node: ts.Node): Span {
  return { start: node.getStart(found.tree.source), end: node.end };
}
