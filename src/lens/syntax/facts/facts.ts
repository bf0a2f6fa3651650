import type { Span } from '../../../core/text/span.ts';
import type { Branch } from './branches.ts';
import type { CallExpr, Expr, LiteralText, TypeRef } from './expr.ts';
import type { Program } from '../program/program.ts';

/**
 * What one file says, as plain data: the syntax tree is lowered to this and dropped. Names are resolved
 * later, against the scopes here and the exports of other files.
 */
export interface FileFacts {
  readonly file: string;
  readonly scopes: readonly Scope[];
  readonly functions: readonly FunctionFacts[];
  readonly classes: readonly ClassFacts[];
  /** Interfaces and type aliases, by name. */
  readonly types: Readonly<Record<string, TypeRef>>;
  /** Every module that is imported, required or exported from, as written. */
  readonly modules: readonly string[];
  /** What `import { name }` from this file gives; `default` too. CommonJS exports appear here by name. */
  readonly exports: Readonly<Record<string, Expr>>;
  /** `module.exports = expr`, or `export =`. */
  readonly exportsWhole?: Expr;
  /** Modules of `export * from`. */
  readonly exportStars: readonly string[];
  /** Calls of methods that a TableClient has, in order. */
  readonly calls: readonly CandidateCall[];
  /** Calls of what may be a function of the workspace that wraps one of those, in order. */
  readonly otherCalls: readonly CallSite[];
  /** Calls of methods of the language that are given something by its name first, which may be a function: `rows.map(load)`. */
  readonly handed: readonly CallSite[];
  /** Where instances of what may be a class of the workspace are made. */
  readonly instances: readonly InstanceSite[];
  /** Where clients and their credentials are made: `new TableClient(…)`, `TableClient.fromConnectionString(…)`. */
  readonly constructions: readonly Construction[];
  /** Literals that look like a connection string with a key, or an address with a signature. */
  readonly maybeSecrets: readonly LiteralText[];
  /** What a container hands to whoever asks for it: `{ provide: TOKEN, useFactory: () => … }`, `bind(TOKEN).toConstantValue(…)`. */
  readonly providers: readonly Provider[];
  /** Interfaces of other modules that it adds members to. */
  readonly augments: readonly Augment[];
  /** What it adds to an application of a framework: `app.decorate('tables', tables)`. */
  readonly decorations: readonly Decoration[];
  /** What is put into objects and maps by names that a variable has, by what the holder is called: `clients`, `this.clients`. */
  readonly kept: Readonly<Record<string, readonly KeptEntry[]>>;
  /** Every loop, outer ones first: asked for through {@link loopAt}. */
  readonly loops: readonly LoopFacts[];
  /** Functions that are written as an argument of a call, by their numbers: asked for through {@link callbackOf}. */
  readonly callbacks: readonly Callback[];
  /** Where the expressions begin that are put into lists that have a name, in order: asked for through {@link isPut}. */
  readonly puts: readonly number[];
  /** What it does, in order; absent where it is nested deeper than the stack allows. */
  readonly program?: Program;
  /** The first syntax error, where there is one: the facts are what could be read in spite of it. */
  readonly syntaxError?: SyntaxFault;
  /** Nothing was read of the file, and why. */
  readonly tooLarge?: TooLarge;
}

/**
 * Why a file is given up as a whole: its text is too long, it is nested deeper than is followed, it has too many operations,
 * or what it says takes more steps to work out than one file gets. None of it depends on how fast the machine is.
 */
export type TooLarge = 'size' | 'depth' | 'operations' | 'steps';

export interface SyntaxFault {
  /** A sentence of the parser's, in English. */
  readonly message: string;
  readonly offset: number;
  /** How many there are, this one included. */
  readonly count: number;
}

export interface Provider {
  readonly token: Expr;
  /** The value, or the call of what makes it. */
  readonly value: Expr;
}

/** `declare module 'fastify' { interface FastifyInstance { … } }`; in `declare global`, `Express.Request` of no module. */
export interface Augment {
  readonly module?: string;
  readonly name: string;
  readonly type: TypeRef;
}

export interface Decoration {
  readonly name: string;
  readonly value: Expr;
}

/** Index 0 is the module's. */
export interface Scope {
  readonly parent?: number | undefined;
  /** The function whose body or parameters these bindings belong to; absent in the module's own code. */
  readonly fn?: number | undefined;
  readonly bindings: Readonly<Record<string, Binding>>;
}

export interface Binding {
  readonly span: Span;
  readonly init?: Expr | undefined;
  readonly type?: TypeRef | undefined;
  /** Everything that changes it after its declaration, in source order. */
  readonly writes: readonly BindingWrite[];
}

export interface BindingWrite {
  /**
   * `push` is an array's method; `++` also stands for `--` and `+= 1`, `??=` for `||=`. `open`: an object or array
   * is handed to code that may change it.
   */
  readonly operator: '=' | '+=' | '??=' | 'push' | '++' | 'open' | 'other';
  readonly value: Expr;
  /** Property names below the binding: `options.queryOptions.filter = …` has two; `clients[name] = …` has {@link ANY_NAME}. */
  readonly path: readonly string[];
  readonly span: Span;
  readonly fn?: number | undefined;
  /** It is not done on every way through its function. */
  readonly isConditional?: boolean | undefined;
  /** The loops around it within its function, outermost first. */
  readonly loops: readonly Span[];
}

/** `clients[name] = value`, `this.clients[name] ??= value`, `clients.set(name, value)`. */
export interface KeptEntry {
  readonly holder: Expr;
  readonly key: Extract<Expr, { kind: 'name' }>;
  readonly value: Expr;
}

/** How a holder is called among {@link KeptEntry}s; undefined for what is neither a variable nor a field. */
export function holderName(holder: Expr): string | undefined {
  if (holder.kind === 'name') return holder.name;
  return holder.kind === 'member' && holder.object.kind === 'this' ? `this.${holder.name}` : undefined;
}

/** Stands in a path for a property whose name is only known when the program runs. */
export const ANY_NAME = '[]';

export interface FunctionFacts {
  readonly id: number;
  readonly name?: string | undefined;
  readonly span: Span;
  readonly scope: number;
  /** The class that `this` is an instance of. */
  readonly cls?: number | undefined;
  /** The class that `new` makes an instance of: `function Store() { this.client = … }`. */
  readonly makes?: number | undefined;
  readonly typeParameters?: readonly string[] | undefined;
  readonly parameters: readonly {
    readonly name?: string | undefined;
    readonly type?: TypeRef | undefined;
  }[];
  /** It gives a promise, whatever it returns. */
  readonly isAsync?: boolean | undefined;
  /** The end of a body that can be reached returns nothing. */
  readonly returns: readonly Expr[];
  readonly returnType?: TypeRef | undefined;
}

export interface ClassFacts {
  readonly id: number;
  readonly name?: string;
  readonly extends?: Expr;
  readonly typeParameters?: readonly string[];
  /** What it gives for the type parameters of what it extends. */
  readonly baseTypes?: readonly TypeRef[];
  /** The interfaces that it says it has. */
  readonly implements?: readonly TypeRef[];
  readonly members: readonly ClassMember[];
  readonly constructorFn?: number;
  /** What its constructor gives to that of the base. */
  readonly superArgs?: readonly Expr[];
  /** What is copied into its instances as a whole, in order. */
  readonly copies?: readonly ClassCopy[];
}

/** `Object.assign(this, from)`. */
export interface ClassCopy {
  /** The function that does so; a constructor, or any other. */
  readonly fn?: number | undefined;
  /** Of what is only copied under a condition, `nothing` where that does not hold. */
  readonly from: Expr;
}

export interface ClassMember {
  readonly name: string;
  readonly isStatic: boolean;
  readonly kind: 'field' | 'method' | 'getter';
  /** A field's initialiser, or what `this.name = …` puts into it. */
  readonly init?: Expr;
  readonly type?: TypeRef;
  readonly fn?: number;
  /** The decorator by which a container is asked for a field: `@inject(TOKEN)`. */
  readonly token?: Expr;
  /** It is counted, or something below it is changed: `this.next++`, `this.options.filter = …`. */
  readonly isChanged?: boolean;
  /** What was there may stay: under a condition, or by `??=`. */
  readonly isMaybe?: boolean;
}

/** A call where it stands. */
export interface CallSite {
  /** The name that is called: `list` of `this.repository.list()`. */
  readonly method: string;
  readonly nameSpan: Span;
  readonly call: CallExpr;
  readonly fn?: number | undefined;
  /** The branches it stands on within its function, outermost first. */
  readonly branches: readonly Branch[];
  /** The loops around it within its function, outermost first. */
  readonly loops: readonly Span[];
  /** What stands before the name; of a plain call the name itself. */
  readonly receiverSpan: Span;
  readonly receiverText: string;
  /** Its promise is waited for right there. */
  readonly isAwaited?: boolean | undefined;
  /** It is a statement, or one branch of a statement, and so nobody has what it gives. */
  readonly isDropped?: boolean | undefined;
  /** It is a statement with what is done after it, and nothing handles its error: `call.then(done);`. */
  readonly isUnhandled?: boolean | undefined;
  /** What it throws is caught in its function. */
  readonly isCaught?: boolean | undefined;
}

/** A `new`, with the last name of the class. */
export interface InstanceSite {
  readonly name: string;
  readonly call: CallExpr;
  readonly fn?: number | undefined;
}

/** A call that makes a client, or a credential for one. */
export interface Construction {
  readonly call: CallExpr;
  readonly className: string;
  /** Of the class, as far as it is a name. */
  readonly classExpr: Expr;
  readonly fn?: number;
}

/** A loop statement. `await-of` is `for await (… of …)`, `while` also stands for `do … while`. */
export interface LoopFacts {
  readonly span: Span;
  /** From its keyword to its body. */
  readonly head: Span;
  readonly kind: 'of' | 'await-of' | 'in' | 'for' | 'while';
  /** What a `break` or `return` leaves it after: from the beginning of its block to its end. */
  readonly ends: readonly Span[];
  /** What stands in a `try` whose `catch` goes on with the loop. */
  readonly caught: readonly Caught[];
}

/** What stands in a `try` of a loop, whose `catch` does not leave that. */
export interface Caught {
  readonly span: Span;
  /** The `catch` says `continue`, so that nothing behind it ends the loop. */
  readonly continues: boolean;
}

/** A function written in place as an argument: `items.map((item) => …)`, `limit(() => …)`. */
export interface Callback {
  readonly fn: number;
  /** The name that is called. */
  readonly method: string;
  readonly call: CallExpr;
  /** The function in which the call stands, and the loops around it there. */
  readonly outer?: number | undefined;
  readonly loops: readonly Span[];
  /** The branches that the call stands on within that function. */
  readonly branches: readonly Branch[];
  readonly isAwaited?: boolean | undefined;
  /** A statement throws away what it gives. */
  readonly isDropped?: boolean | undefined;
}

/** A call of a method of a TableClient's, whoever the receiver is. */
export interface CandidateCall extends CallSite {
  readonly receiver: Expr;
  /** The first of its type arguments: `listEntities<Employee>()`. */
  readonly typeArgument?: TypeRef | undefined;
}
