import type { Span } from '../../../core/text/span.ts';
import type { LiteralText, TypeRef } from '../facts/expr.ts';

/**
 * What a file does, in order: its statements and expressions with names resolved to places in scopes, as plain data.
 * The interpreter of `lens/flow` runs it.
 */
export interface Program {
  readonly scope: ScopeCode;
  readonly body: readonly Statement[];
  /** What `import { name }` from this file gives, `default` too. */
  readonly exports: ReadonlyMap<string, Expression>;
  /** Modules of `export * from`. */
  readonly exportStars: readonly string[];
  /** Functions that stand in no other function, in order: those of the module, and the methods of its classes. */
  readonly roots: readonly Root[];
  /** Functions of the module, and private methods of its classes, that nothing but calls in this file reaches. */
  readonly enclosed: ReadonlySet<FunctionCode>;
  /** Names of members of something else than `this` that code of the file assigns, or whose values it changes. */
  readonly written: ReadonlySet<string>;
  /** The text that spans are of. */
  readonly text: string;
}

/** A function that stands in no other, and the class that it is a member of. */
export interface Root {
  readonly fn: FunctionCode;
  readonly cls?: ClassCode;
  readonly isStatic?: boolean;
}

/** The names of one scope; a name's index is its place in a frame. */
export interface ScopeCode {
  readonly names: readonly string[];
  /** The indexes of what `var` declares: there from the beginning, without a value. */
  readonly hoisted: readonly number[];
  /** The indexes of those that a function inside assigns, or changes what they hold, and how. */
  readonly changed: ReadonlyMap<number, ReadonlySet<Changer>>;
}

/** How code changes what is under a name: by a method that is called on it, `delete`, which its class may have itself; or anyhow. */
export type Changer = string | undefined;

export interface FunctionCode {
  readonly name?: string | undefined;
  readonly span: Span;
  readonly scope: ScopeCode;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  /** Keeps the `this` of the code around it. */
  readonly isArrow: boolean;
  readonly isGenerator: boolean;
  /** What it throws rejects the promise that it gives. */
  readonly isAsync: boolean;
  /** A function expression with a name: it stands in a scope of its own that has this name alone. */
  readonly knowsItself: boolean;
  readonly typeParameters?: readonly string[] | undefined;
  readonly returnType?: TypeRef | undefined;
  /** A method of a TableClient, or what is called like one, is called in it or in a function inside it. */
  readonly isNear: boolean;
}

export interface Parameter {
  readonly pattern: Pattern;
  readonly name?: string | undefined;
  readonly type?: TypeRef | undefined;
  readonly isRest: boolean;
  readonly fallback?: Expression | undefined;
  /** `constructor(private readonly client: TableClient)`: the field that it fills. */
  readonly field?: string | undefined;
}

export interface ClassCode {
  readonly name?: string | undefined;
  readonly span: Span;
  readonly base?: Expression | undefined;
  readonly construct?: FunctionCode | undefined;
  readonly members: readonly Member[];
  /** Those whose name is known, by it: a class may have thousands. */
  readonly named: ReadonlyMap<string, readonly Member[]>;
  /** Fields that something else than the constructor assigns, or changes, and how. */
  readonly changed: ReadonlyMap<string, ReadonlySet<Changer>>;
}

export interface Member {
  readonly name: string | Expression;
  readonly isStatic: boolean;
  /** A static block has no name; it is run among the static fields. */
  readonly kind: 'field' | 'method' | 'getter' | 'setter' | 'block';
  readonly init?: Expression | undefined;
  readonly type?: TypeRef | undefined;
  readonly fn?: FunctionCode | undefined;
  /** A field that nothing outside of the class assigns. */
  readonly isPrivate?: boolean;
}

export type Statement =
  | { readonly kind: 'expression'; readonly expression: Expression }
  | {
      readonly kind: 'declare';
      readonly pattern: Pattern;
      readonly init?: Expression | undefined;
      readonly type?: TypeRef | undefined;
    }
  | { readonly kind: 'block'; readonly scope?: ScopeCode | undefined; readonly body: readonly Statement[] }
  /** Comes first in its block: functions are there before the code around them. */
  | { readonly kind: 'function'; readonly index: number; readonly fn: FunctionCode }
  | { readonly kind: 'class'; readonly index: number; readonly cls: ClassCode }
  | {
      readonly kind: 'if';
      readonly test: Expression;
      readonly then: Statement;
      readonly otherwise?: Statement | undefined;
    }
  | {
      readonly kind: 'for';
      readonly scope?: ScopeCode | undefined;
      readonly init: readonly Statement[];
      readonly test?: Expression | undefined;
      readonly update?: Expression | undefined;
      readonly body: Statement;
      /** `do … while`: the body comes before the first test. */
      readonly isLate: boolean;
      readonly span: Span;
    }
  | {
      readonly kind: 'for-of';
      readonly scope?: ScopeCode | undefined;
      readonly target: Pattern;
      readonly of: Expression;
      readonly body: Statement;
      /** `for … in`: goes through names. */
      readonly isIn: boolean;
      readonly span: Span;
    }
  | {
      readonly kind: 'switch';
      readonly subject: Expression;
      readonly scope?: ScopeCode | undefined;
      /** Function declarations of any clause. */
      readonly hoisted: readonly Statement[];
      readonly clauses: readonly { readonly test?: Expression; readonly body: readonly Statement[] }[];
    }
  | {
      readonly kind: 'try';
      readonly body: Statement;
      readonly handler?:
        { readonly scope?: ScopeCode; readonly target?: Pattern; readonly body: Statement } | undefined;
      readonly last?: Statement | undefined;
    }
  | { readonly kind: 'return'; readonly value?: Expression | undefined; readonly span: Span }
  | { readonly kind: 'throw'; readonly value: Expression }
  | { readonly kind: 'break' | 'continue'; readonly label?: string | undefined; readonly span: Span }
  | { readonly kind: 'labeled'; readonly label: string; readonly body: Statement };

/** What a value is taken apart into, or assigned to. */
export type Pattern =
  | Local
  | Extract<Expression, { kind: 'member' | 'index' | 'global' }>
  | {
      readonly kind: 'object-pattern';
      readonly parts: readonly (PatternPart & { readonly key: string | Expression })[];
      readonly rest?: Pattern | undefined;
    }
  | {
      readonly kind: 'array-pattern';
      readonly parts: readonly (PatternPart | undefined)[];
      readonly rest?: Pattern | undefined;
    };

export interface PatternPart {
  readonly target: Pattern;
  readonly fallback?: Expression | undefined;
}

/** A name that a scope has: so many frames out, at that index. */
export interface Local {
  readonly kind: 'local';
  readonly hops: number;
  readonly index: number;
  readonly name: string;
  /** The source says that it is there: `name!`. */
  readonly isSure?: boolean;
  /** A promise that it may hold is waited for right there. */
  readonly isAwaited?: boolean;
  readonly span: Span;
}

export type ObjectPart =
  /** `span`: from its name to the end of its value. */
  | {
      readonly kind: 'property';
      readonly name: string | Expression;
      readonly value: Expression;
      readonly span: Span;
    }
  | { readonly kind: 'getter' | 'setter'; readonly name: string | Expression; readonly fn: FunctionCode }
  | { readonly kind: 'spread'; readonly value: Expression };

export type Expression =
  | { readonly kind: 'text'; readonly text: LiteralText; readonly span: Span }
  | {
      readonly kind: 'template';
      readonly tag?: Expression | undefined;
      /** One more than `holes`. */
      readonly texts: readonly LiteralText[];
      readonly holes: readonly Expression[];
      readonly span: Span;
    }
  | {
      readonly kind: 'number';
      readonly value: number;
      /** It is written with more digits than a number holds: the value is another one. */
      readonly isInexact?: boolean;
      readonly span: Span;
    }
  | { readonly kind: 'bigint'; readonly value: string; readonly span: Span }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly span: Span }
  | { readonly kind: 'nothing'; readonly isNull: boolean; readonly span: Span }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string; readonly span: Span }
  | Local
  | { readonly kind: 'global'; readonly name: string; readonly span: Span }
  | { readonly kind: 'import'; readonly module: string; readonly name?: string; readonly span: Span }
  | { readonly kind: 'this' | 'super' | 'new.target'; readonly span: Span }
  | {
      readonly kind: 'member';
      readonly object: Expression;
      readonly name: string;
      /** Written with `?.`. */
      readonly isOptional: boolean;
      /** The source says that it is there: `of.name!`. */
      readonly isSure?: boolean;
      /** Where the name begins. */
      readonly nameStart: number;
      readonly span: Span;
    }
  | {
      readonly kind: 'index';
      readonly object: Expression;
      readonly index: Expression;
      readonly isOptional: boolean;
      readonly span: Span;
    }
  | {
      readonly kind: 'call';
      readonly callee: Expression;
      readonly args: readonly Expression[];
      readonly isOptional: boolean;
      /** What type parameters are given: `find<Store>('stock')`. */
      readonly types?: readonly TypeRef[] | undefined;
      /** Its promise is waited for right there. */
      readonly isAwaited?: boolean;
      readonly span: Span;
    }
  | {
      readonly kind: 'new';
      readonly callee: Expression;
      readonly args: readonly Expression[];
      readonly span: Span;
    }
  | { readonly kind: 'object'; readonly parts: readonly ObjectPart[]; readonly span: Span }
  | { readonly kind: 'array'; readonly elements: readonly Expression[]; readonly span: Span }
  | { readonly kind: 'spread'; readonly operand: Expression; readonly span: Span }
  | {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'logical';
      readonly operator: '&&' | '||' | '??';
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'unary';
      readonly operator: string;
      readonly operand: Expression;
      readonly span: Span;
    }
  /** `operator` is absent for `=`; `&&`, `||` and `??` assign under a condition. */
  | {
      readonly kind: 'assign';
      readonly target: Pattern;
      readonly operator?: string | undefined;
      readonly value: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: 'update';
      readonly target: Pattern;
      readonly isUp: boolean;
      readonly isPrefix: boolean;
      readonly span: Span;
    }
  | { readonly kind: 'delete'; readonly target: Pattern; readonly span: Span }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[]; readonly span: Span }
  | { readonly kind: 'function'; readonly fn: FunctionCode; readonly span: Span }
  | { readonly kind: 'class'; readonly cls: ClassCode; readonly span: Span }
  | {
      readonly kind: 'yield';
      readonly operand?: Expression | undefined;
      readonly isAll: boolean;
      readonly span: Span;
    }
  | { readonly kind: 'typed'; readonly operand: Expression; readonly type: TypeRef; readonly span: Span }
  /** Of no value that matters, but what is inside is run. */
  | { readonly kind: 'other'; readonly parts: readonly Expression[]; readonly span: Span };
