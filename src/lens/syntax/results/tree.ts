import * as ts from '../typescript.ts';

/** What following a value needs of a tree that has no parent pointers. */
export interface Tree {
  readonly source: ts.SourceFile;
  readonly parentOf: (node: ts.Node) => ts.Node | undefined;
  /** Every identifier with this text, in source order: names of properties too. */
  readonly identifiers: (name: string) => readonly ts.Identifier[];
  /** Those of them that declare a variable or parameter, with where it is valid. */
  readonly declarations: (name: string) => readonly Declaration[];
}

interface Declaration {
  readonly name: ts.Identifier;
  readonly scope: ts.Node;
}

/** Goes through the whole tree: to be made once for a file. */
export function readTree(source: ts.SourceFile): Tree {
  const named = new Map<string, ts.Identifier[]>();
  // a chain such as `a + b + c …` is as deep as it is long
  const open: ts.Node[] = [source];
  let parent: ts.Node = source;
  const enter = (child: ts.Node): void => {
    // the parser has room for it, but leaves it empty
    (child as { parent: ts.Node }).parent = parent;
    if (!ts.isIdentifier(child)) {
      open.push(child);
      return;
    }
    const others = named.get(child.text);
    if (others === undefined) named.set(child.text, [child]);
    else others.push(child);
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
    declarations: once((text) =>
      identifiers(text).flatMap((name) => {
        const scope = scopeOfDeclaration(tree, name);
        return scope === undefined ? [] : [{ name, scope }];
      }),
    ),
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
  const scope = tree.declarations(declared.text).find(({ name }) => name === declared)?.scope;
  if (scope === undefined) return [];
  return tree
    .identifiers(declared.text)
    .filter(
      (other) =>
        other !== declared &&
        isWithin(scope, other) &&
        isUse(tree, other) &&
        declarationOf(tree, other) === declared,
    );
}

/** The name in the declaration that a use of a name goes back to, if it is a variable or parameter of the file. */
export function declarationOf(tree: Tree, use: ts.Identifier): ts.Identifier | undefined {
  let found: Declaration | undefined;
  for (const declaration of tree.declarations(use.text)) {
    const { scope } = declaration;
    if (!isWithin(scope, use)) continue;
    const isInner = found === undefined || scope.end - scope.pos <= found.scope.end - found.scope.pos;
    // `var` twice in one scope is one variable
    if (isInner && scope !== found?.scope) found = declaration;
  }
  return found?.name;
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

/** A function that is written as such. */
export type PlainFunction = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

/** The only function of the file that is declared by this name. */
export function functionNamed(tree: Tree, name: string): PlainFunction | undefined {
  const found = tree.identifiers(name).flatMap((identifier): PlainFunction[] => {
    const parent = tree.parentOf(identifier);
    if (parent === undefined) return [];
    if (ts.isFunctionDeclaration(parent) && parent.name === identifier) return [parent];
    const value =
      ts.isVariableDeclaration(parent) && parent.name === identifier ? parent.initializer : undefined;
    return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? [value] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

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
