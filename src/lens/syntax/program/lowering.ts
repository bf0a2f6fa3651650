import type { Span } from '../../../core/text/span.ts';
import { addTo } from '../facts/grouped.ts';
import { spanIn } from '../start-of.ts';
import type * as ts from '../typescript.ts';
import type { PrototypeMember } from './lower-prototype.ts';
import type { Changer, ClassCode, Expression, FunctionCode, Root, ScopeCode } from './program.ts';
import { type Lexical, resolve } from './scopes.ts';

/** What lowering one file's program collects. Only the functions of this folder write to it. */
export interface ProgramLowering {
  readonly source: ts.SourceFile;
  readonly text: string;
  readonly isTypeScript: boolean;
  /** What a variable gets, or a member of a class is, to whose parameters nothing around it gives a type. */
  readonly untyped: WeakSet<ts.Node>;
  /** What each imported name stands for. */
  readonly imports: Map<string, { readonly module: string; readonly name?: string }>;
  readonly exports: Map<string, Expression>;
  readonly exportStars: string[];
  readonly roots: Root[];
  /** Names of the module that are used otherwise than to call what they stand for. */
  readonly handedOn: Set<number>;
  /** What a declaration of the module calls a function. */
  readonly named: Map<FunctionCode, number>;
  /** Private methods of the module's classes, which nothing of a framework calls, by what they are called. */
  readonly privates: Map<FunctionCode, string>;
  /** Names of members that are read otherwise than to call them. */
  readonly membersRead: Set<string>;
  /** Names of members of something else than `this` that are assigned, or whose values are changed. */
  readonly written: Set<string>;
  /** What the scopes of functions call the functions that stand there, by scope and by index. */
  readonly inner: Map<ScopeCode, Map<number, FunctionCode>>;
  /** Calls of names that such a scope may call a function, each by who makes it. */
  readonly innerCalls: { readonly by: DraftFunction; readonly scope: ScopeCode; readonly index: number }[];
  /** A member of `this` is read whose name is only known when the program runs. */
  isAnyRead: boolean;
  /** `var` occurs somewhere: functions must be searched for what it declares. */
  readonly hasVar: boolean;
  /** Functions and classes stand in expressions and statements, of which they are made themselves. */
  readonly lowerFunction: (
    node: ts.FunctionLikeDeclaration,
    at: Place,
    name: string | undefined,
  ) => FunctionCode;
  readonly lowerClass: (node: ts.ClassLikeDeclaration, at: Place, name?: string) => ClassCode;
  readonly lowerConstructor: (
    node: ts.FunctionDeclaration,
    prototype: readonly PrototypeMember[],
    at: Place,
  ) => ClassCode;
}

/** Where the walk is. */
export interface Place {
  readonly scope: Lexical;
  /** The function around; absent in the module's own code. */
  readonly fn?: DraftFunction | undefined;
  readonly cls?: DraftClass | undefined;
}

export type DraftFunction = { -readonly [Key in keyof FunctionCode]: FunctionCode[Key] } & {
  readonly outer?: DraftFunction | undefined;
};

export interface DraftClass {
  readonly changed: Map<string, Set<Changer>>;
  /** Its constructor, or a field's initialiser: what they assign is how an instance begins. */
  readonly isMaking: boolean;
}

export function spanOf({ source }: ProgramLowering, node: ts.Node): Span {
  return spanIn(source, node);
}

/** What a name stands for where its value is used: anybody may call a function then. */
export function usedName(
  lowering: ProgramLowering,
  node: ts.Identifier,
  at: Place,
): ReturnType<typeof nameAt> {
  const found = nameAt(lowering, node, at);
  if (found.kind === 'local') noteUse(lowering, at, node.text);
  return found;
}

function noteUse({ handedOn }: ProgramLowering, { scope }: Place, name: string): void {
  for (let at: Lexical | undefined = scope; at !== undefined; at = at.parent) {
    const index = at.names.get(name);
    if (index === undefined) continue;
    if (at.parent === undefined) handedOn.add(index);
    return;
  }
}

/** What a name stands for: a place in a scope, an import, or something from outside. */
export function nameAt(
  lowering: ProgramLowering,
  node: ts.Identifier,
  { scope }: Place,
): Extract<Expression, { kind: 'local' | 'global' | 'import' }> {
  const span = spanOf(lowering, node);
  const found = resolve(scope, node.text, span);
  const imported = found.kind === 'global' ? lowering.imports.get(node.text) : undefined;
  return imported === undefined ? found : { kind: 'import', ...imported, span };
}

/** Notes that what is around a call may lead to a table. */
export function markNear(fn: DraftFunction | undefined): void {
  for (let at = fn; at !== undefined && !at.isNear; at = at.outer) at.isNear = true;
}

/** Notes that a function calls what a scope of a function around it may call one. */
export function noteInnerCall({ innerCalls }: ProgramLowering, name: string, { scope, fn: by }: Place): void {
  if (by?.outer === undefined) return;
  for (let at: Lexical = scope; at.parent !== undefined; at = at.parent) {
    const index = at.names.get(name);
    if (index === undefined) continue;
    innerCalls.push({ by, scope: at.code, index });
    return;
  }
}

/** Notes what a scope of a function calls a function. */
export function nameInner({ inner }: ProgramLowering, scope: Lexical, index: number, fn: FunctionCode): void {
  const named = inner.get(scope.code) ?? new Map<number, FunctionCode>();
  inner.set(scope.code, named.set(index, fn));
}

/** What calls a closure that may lead to a table may do so itself. */
export function spreadNear({ inner, innerCalls }: ProgramLowering): void {
  const callers = new Map<FunctionCode, DraftFunction[]>();
  for (const { by, scope, index } of innerCalls) {
    const called = inner.get(scope)?.get(index);
    if (called !== undefined && called !== by) addTo(callers, called, by);
  }
  const left = [...callers.keys()].filter(({ isNear }) => isNear);
  for (let called = left.pop(); called !== undefined; called = left.pop()) {
    for (const by of callers.get(called) ?? []) {
      for (let at: DraftFunction | undefined = by; at !== undefined && !at.isNear; at = at.outer) {
        at.isNear = true;
        left.push(at);
      }
    }
  }
}
