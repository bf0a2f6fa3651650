import { addTo } from '../facts/grouped.ts';
import { checkDepth } from '../depth.ts';
import * as ts from '../typescript.ts';

/** What following a value needs of a tree that has no parent pointers. */
export interface Tree {
  readonly source: ts.SourceFile;
  readonly parentOf: (node: ts.Node) => ts.Node | undefined;
  /** Every identifier with this text, in source order: names of properties too. */
  readonly identifiers: (name: string) => readonly ts.Identifier[];
  /** Those of them that mean a variable or parameter, by which. */
  readonly variables: (name: string) => Variables;
}

interface Variables {
  /** The name in the declaration that each identifier goes back to. */
  readonly declared: ReadonlyMap<ts.Identifier, ts.Identifier>;
  /** The uses of each declared name, in source order. */
  readonly uses: ReadonlyMap<ts.Identifier, readonly ts.Identifier[]>;
}

interface Declaration {
  readonly name: ts.Identifier;
  readonly scope: ts.Node;
}

/** Goes through the whole tree: to be made once for a file. Throws a RangeError where it is nested too deep. */
export function readTree(source: ts.SourceFile): Tree {
  checkDepth(source);
  const named = new Map<string, ts.Identifier[]>();
  // a chain such as `a + b + c …` is as deep as it is long
  const open: ts.Node[] = [source];
  let parent: ts.Node = source;
  const enter = (child: ts.Node): void => {
    // the parser has room for it, but leaves it empty
    (child as { parent: ts.Node }).parent = parent;
    if (ts.isIdentifier(child)) addTo(named, child.text, child);
    else open.push(child);
  };
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    parent = node;
    ts.forEachChild(node, enter);
  }
  const identifiers = once((name) => (named.get(name) ?? []).sort((a, b) => a.pos - b.pos));
  const tree: Tree = {
    source,
    parentOf: ({ parent: above }) => above,
    identifiers,
    variables: once((name) => variablesOf(tree, identifiers(name))),
  };
  return tree;
}

function once<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const value = make(name);
    made.set(name, value);
    return value;
  };
}

/** The places where a declared name is used, in source order, its declaration left out. */
export function referencesOf(tree: Tree, declared: ts.Identifier): readonly ts.Identifier[] {
  return tree.variables(declared.text).uses.get(declared) ?? [];
}

/** The name in the declaration that a use of a name goes back to, if it is a variable or parameter of the file. */
export function declarationOf(tree: Tree, use: ts.Identifier): ts.Identifier | undefined {
  return tree.variables(use.text).declared.get(use);
}

/** What the identifiers of one name mean, all in one go: a name may stand in a file thousands of times. */
function variablesOf(tree: Tree, identifiers: readonly ts.Identifier[]): Variables {
  const scopes = declarationsIn(tree, identifiers);
  const declared = new Map<ts.Identifier, ts.Identifier>();
  const uses = new Map<ts.Identifier, ts.Identifier[]>();
  const around: Declaration[] = [];
  let next = 0;
  for (const identifier of identifiers) {
    for (
      let scope = scopes[next];
      scope !== undefined && scope.scope.pos <= identifier.pos;
      scope = scopes[next]
    ) {
      around.push(scope);
      next += 1;
    }
    while ((around.at(-1)?.scope.end ?? Infinity) < identifier.end) around.pop();
    const name = around.at(-1)?.name;
    if (name === undefined) continue;
    declared.set(identifier, name);
    if (identifier !== name && isUse(tree, identifier)) addTo(uses, name, identifier);
  }
  return { declared, uses };
}

/** The declarations of one name, those of outer scopes first; `var` twice in one scope is one variable. */
function declarationsIn(tree: Tree, identifiers: readonly ts.Identifier[]): readonly Declaration[] {
  const byScope = new Map<ts.Node, Declaration>();
  for (const name of identifiers) {
    const scope = scopeOfDeclaration(tree, name);
    if (scope !== undefined && !byScope.has(scope)) byScope.set(scope, { name, scope });
  }
  return [...byScope.values()].sort((a, b) => a.scope.pos - b.scope.pos || b.scope.end - a.scope.end);
}

/** Where a declared name is valid; undefined for an identifier that declares no variable. */
function scopeOfDeclaration(tree: Tree, name: ts.Identifier): ts.Node | undefined {
  let node = tree.parentOf(name);
  if (node !== undefined && ts.isBindingElement(node) && node.name !== name) return undefined;
  while (node !== undefined && (ts.isBindingElement(node) || ts.isBindingName(node)))
    node = tree.parentOf(node);
  if (node === undefined) return undefined;
  if (ts.isParameter(node)) return isWithin(node.name, name) ? tree.parentOf(node) : undefined;
  if (!ts.isVariableDeclaration(node) || !isWithin(node.name, name)) return undefined;
  const list = tree.parentOf(node);
  // the variable of a `catch`
  if (list === undefined || !ts.isVariableDeclarationList(list)) return list;
  const isBlockScoped = (list.flags & ts.NodeFlags.BlockScoped) !== 0;
  for (let at = tree.parentOf(list); at !== undefined; at = tree.parentOf(at)) {
    if (ts.isSourceFile(at) || ts.isModuleBlock(at) || ts.isFunctionLike(at)) return at;
    if (!isBlockScoped) continue;
    if (ts.isBlock(at) || ts.isCaseBlock(at) || ts.isIterationStatement(at, false)) return at;
  }
  return undefined;
}

function isWithin(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

/** Whether an identifier stands for a value: neither the name of a property nor one in a declaration. */
function isUse(tree: Tree, node: ts.Identifier): boolean {
  const parent = tree.parentOf(node);
  if (parent === undefined) return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isBindingElement(parent) || ts.isVariableDeclaration(parent) || ts.isParameter(parent)) {
    return parent.initializer === node;
  }
  return ts.isExpression(parent) || ts.isStatement(parent) || PARTS.has(parent.kind);
}

/** Parts of expressions and statements that are neither. */
const PARTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.TemplateSpan,
  ts.SyntaxKind.SpreadElement,
  ts.SyntaxKind.SpreadAssignment,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.ComputedPropertyName,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.JsxExpression,
  ts.SyntaxKind.JsxSpreadAttribute,
  ts.SyntaxKind.ArrowFunction,
]);

/** An expression without what changes neither its value nor, here, its meaning: brackets, `await`, `as`, `!`. */
export function bare(node: ts.Expression): ts.Expression {
  return isTransparent(node) ? bare(node.expression) : node;
}

export function isTransparent(
  node: ts.Node,
): node is
  | ts.ParenthesizedExpression
  | ts.AwaitExpression
  | ts.NonNullExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.TypeAssertion {
  switch (node.kind) {
    case ts.SyntaxKind.ParenthesizedExpression:
    case ts.SyntaxKind.AwaitExpression:
    case ts.SyntaxKind.NonNullExpression:
    case ts.SyntaxKind.AsExpression:
    case ts.SyntaxKind.SatisfiesExpression:
    case ts.SyntaxKind.TypeAssertionExpression:
      return true;
    default:
      return false;
  }
}

/** The name of `object.name` or `object['name']`. */
export function memberName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
    ? node.argumentExpression.text
    : undefined;
}
