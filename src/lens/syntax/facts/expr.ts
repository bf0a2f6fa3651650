import type { Span } from '../../../core/text/span.ts';

/** An expression, reduced to what can matter for keys, filters and clients. */
export type Expr =
  | StringExpr
  | TemplateExpr
  | { readonly kind: 'number'; readonly value: number; readonly span: Span }
  | { readonly kind: 'bigint'; readonly value: string; readonly span: Span }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly span: Span }
  /** `undefined`, `null`, `void 0`. */
  | { readonly kind: 'nothing'; readonly span: Span }
  | { readonly kind: 'name'; readonly name: string; readonly scope: number; readonly span: Span }
  /** A parameter of a function: what a binding made by a parameter is initialised with. */
  | {
      readonly kind: 'parameter';
      readonly fn: number;
      readonly index: number;
      readonly name?: string | undefined;
      readonly type?: TypeRef | undefined;
      readonly fallback?: Expr | undefined;
      /** The decorator by which a container is asked for it: `@Inject(TOKEN)`. */
      readonly token?: Expr | undefined;
      readonly span: Span;
    }
  /** `...parts` of a function: all arguments from the index on. */
  | {
      readonly kind: 'rest';
      readonly fn: number;
      readonly index: number;
      readonly name?: string | undefined;
      readonly span: Span;
    }
  | { readonly kind: 'this'; readonly cls?: number | undefined; readonly span: Span }
  | {
      readonly kind: 'member';
      readonly object: Expr;
      readonly name: string;
      readonly span: Span;
      /** Written with `?.`. */
      readonly isOptional?: boolean;
    }
  | { readonly kind: 'index'; readonly object: Expr; readonly index: Expr; readonly span: Span }
  | CallExpr
  | { readonly kind: 'object'; readonly properties: readonly PropertyExpr[]; readonly span: Span }
  | { readonly kind: 'array'; readonly elements: readonly Expr[]; readonly span: Span }
  /** `...list`; with names, what a pattern leaves for `...others`. */
  | {
      readonly kind: 'spread';
      readonly operand: Expr;
      readonly without?: readonly string[];
      readonly span: Span;
    }
  | {
      readonly kind: 'conditional';
      readonly whenTrue: Expr;
      readonly whenFalse: Expr;
      readonly span: Span;
    }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expr;
      readonly right: Expr;
      readonly span: Span;
    }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expr; readonly span: Span }
  | { readonly kind: 'function'; readonly fn: number; readonly span: Span }
  | { readonly kind: 'class'; readonly cls: number; readonly span: Span }
  | { readonly kind: 'typed'; readonly operand: Expr; readonly type: TypeRef; readonly span: Span }
  /** One of what a `for … of` goes through. */
  | { readonly kind: 'element'; readonly of: Expr; readonly span: Span }
  | { readonly kind: 'require'; readonly module: string; readonly span: Span }
  | { readonly kind: 'other'; readonly span: Span };

export interface StringExpr {
  readonly kind: 'string';
  readonly text: LiteralText;
  readonly span: Span;
}

export interface TemplateExpr {
  readonly kind: 'template';
  readonly tag?: Expr;
  /** One more than `holes`. */
  readonly texts: readonly LiteralText[];
  readonly holes: readonly Expr[];
  readonly span: Span;
}

/** Characters as the program sees them, and where each stands (absent `offsets`: one to one from `span.start`). */
export interface LiteralText {
  readonly text: string;
  /** Between the quotes. */
  readonly span: Span;
  readonly offsets?: readonly number[];
}

export interface CallExpr {
  readonly kind: 'call';
  readonly callee: Expr;
  readonly args: readonly Expr[];
  readonly isNew: boolean;
  /** What type parameters are given: `new Store<Order>(…)`. */
  readonly types?: readonly TypeRef[] | undefined;
  readonly span: Span;
}

export type PropertyExpr =
  | { readonly kind: 'property'; readonly name: string; readonly value: Expr; readonly nameSpan: Span }
  | { readonly kind: 'spread'; readonly value: Expr };

export interface TypeRef {
  /**
   * The last name: `TableClient` of `tables.TableClient`; `=>` for a function type, whose result is `args[0]`;
   * `typeof` for the type of the value called `qualifier`.
   */
  readonly name: string;
  readonly qualifier?: string;
  /** The module that exports it, where the type says so: `import('@azure/data-tables').TableClient`. */
  readonly module?: string;
  /** The file that it is written in, where that is another one: what stands for a type parameter comes from the caller's file. */
  readonly file?: string;
  readonly args: readonly TypeRef[];
  /** Members of an object type written in place, those whose types can matter. */
  readonly members?: Readonly<Record<string, TypeRef>>;
  /** The names of all properties of such a type, where it has no others. */
  readonly properties?: readonly string[];
  /** The names of those properties of such a type that every value has, whether or not it has others. */
  readonly required?: readonly string[];
  /** The texts that a union of literals, or an enum, allows. */
  readonly literals?: readonly string[];
  /** Of a text: who checked it lets no other characters through than ids, dates and addresses of machines have: no quote is among them. */
  readonly isId?: boolean;
  /** It may be undefined or null as well. */
  readonly isOptional?: boolean;
  /** The program's type says that it is there; only what is stored may be without it. */
  readonly isDeclared?: boolean;
  /** Of a list: it has no more elements, as a tuple, or who checked it, lets no more through. */
  readonly most?: number;
}
