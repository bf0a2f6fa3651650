import type { Span } from '../../../core/text/span.ts';
import * as ts from '../typescript.ts';
import type { Changer, Expression, Local, ScopeCode } from './program.ts';

/** A scope while its code is lowered. Its names are all known before the first of its statements is. */
export interface Lexical {
  readonly names: ReadonlyMap<string, number>;
  readonly code: ScopeCode;
  /** Those that a function inside changes. */
  readonly changed: Map<number, Set<Changer>>;
  /** It is the outermost scope of a function. */
  readonly isFunction: boolean;
  readonly parent?: Lexical | undefined;
}

export function lexical(
  names: Iterable<string>,
  parent: Lexical | undefined,
  isFunction = false,
  hoisted: readonly string[] = [],
): Lexical {
  const indexes = new Map<string, number>();
  for (const name of names) if (!indexes.has(name)) indexes.set(name, indexes.size);
  const changed = new Map<number, Set<Changer>>();
  const code: ScopeCode = {
    names: [...indexes.keys()],
    hoisted: [...new Set(hoisted)].flatMap((name) => indexes.get(name) ?? []),
    changed,
  };
  return { names: indexes, code, changed, isFunction, parent };
}

/** Notes that code changes what a name holds, or the object which that is. */
export function noteChange(from: Lexical, name: string, by: Changer): void {
  let isInside = false;
  for (let scope: Lexical | undefined = from; scope !== undefined; scope = scope.parent) {
    const index = scope.names.get(name);
    if (index !== undefined) {
      if (isInside) scope.changed.set(index, (scope.changed.get(index) ?? new Set()).add(by));
      return;
    }
    isInside ||= scope.isFunction;
  }
}

/** What a name means where it is used: a place in a scope, or something that no scope declares. */
export function resolve(
  from: Lexical,
  name: string,
  span: Span,
): Local | Extract<Expression, { kind: 'global' }> {
  let hops = 0;
  for (let scope: Lexical | undefined = from; scope !== undefined; scope = scope.parent) {
    const index = scope.names.get(name);
    if (index !== undefined) return { kind: 'local', hops, index, name, span };
    hops += 1;
  }
  return { kind: 'global', name, span };
}

/** The names that statements declare for the block which they are in. */
export function blockNames(statements: readonly ts.Statement[]): string[] {
  const names: string[] = [];
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) {
      if (!isVar(statement.declarationList)) addDeclared(statement.declarationList, names);
    } else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isEnumDeclaration(statement) ||
      (ts.isModuleDeclaration(statement) && makesName(statement))
    ) {
      if (statement.name !== undefined) names.push(statement.name.text);
    }
  }
  return names;
}

/** `declare global` adds to what is there already. */
export function makesName(node: ts.ModuleDeclaration): boolean {
  return ts.isIdentifier(node.name) && (node.flags & ts.NodeFlags.GlobalAugmentation) === 0;
}

/** The names that `var` declares anywhere in a function's body, those of functions inside it left out. */
export function varNames(node: ts.Node, names: string[] = []): string[] {
  ts.forEachChild(node, (child) => {
    if (ts.isFunctionLike(child) || ts.isClassDeclaration(child) || ts.isClassExpression(child)) return;
    if (ts.isVariableDeclarationList(child) && isVar(child)) addDeclared(child, names);
    varNames(child, names);
  });
  return names;
}

export function isVar(list: ts.VariableDeclarationList): boolean {
  return (list.flags & ts.NodeFlags.BlockScoped) === 0;
}

export function addDeclared(list: ts.VariableDeclarationList, names: string[]): void {
  for (const { name } of list.declarations) addBound(name, names);
}

/** The names that a pattern binds. */
export function addBound(name: ts.BindingName, names: string[]): void {
  if (ts.isIdentifier(name)) {
    names.push(name.text);
    return;
  }
  for (const element of name.elements) if (ts.isBindingElement(element)) addBound(element.name, names);
}
