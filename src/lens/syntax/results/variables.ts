import * as ts from '../typescript.ts';
import { bare, memberName, type Tree } from './tree.ts';

/** Every place that names a variable but its declaration; one that nobody knows is among them. */
export function mentionsOf(tree: Tree, declared: ts.Identifier): readonly ts.Identifier[] {
  return alike(tree, declared).filter((name) => name !== declared && !isOnlyName(tree, name));
}

function alike(tree: Tree, declared: ts.Identifier): readonly ts.Identifier[] {
  return tree.variables(declared.text).alike.get(declared) ?? [];
}

/** Whether an identifier is the name of a member, or stands in a declaration or a type. */
function isOnlyName(tree: Tree, name: ts.Identifier): boolean {
  const parent = tree.parentOf(name);
  if (parent === undefined) return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === name;
  if (ts.isBindingElement(parent)) return parent.initializer !== name;
  if (
    ts.isPropertyAssignment(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isPropertyDeclaration(parent)
  ) {
    return parent.initializer !== name;
  }
  return NAMING.has(parent.kind);
}

/** What has an identifier for its own name, or for that of a type. */
const NAMING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.TypeReference,
  ts.SyntaxKind.TypeQuery,
  ts.SyntaxKind.JsxAttribute,
]);

/** Whether a variable or parameter is seen by nobody outside its file. */
export function isLocalVariable(tree: Tree, declared: ts.Identifier): boolean {
  // exported by its name
  if (tree.variables(declared.text).isExported) return false;
  for (let at = tree.parentOf(declared); at !== undefined; at = tree.parentOf(at)) {
    if (ts.isFunctionLike(at) || ts.isSourceFile(at)) return true;
    if (ts.isModuleBlock(at)) return false;
    if (ts.isVariableStatement(at)) return at.modifiers === undefined;
  }
  return false;
}

/** Whether all that a variable ever holds are arrays made for it, which nobody else has but through it. */
export function isFreshVariable(tree: Tree, declared: ts.Identifier): boolean {
  const declaration = tree.parentOf(declared);
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  const list = tree.parentOf(declaration);
  const loop = list && tree.parentOf(list);
  if (loop !== undefined && (ts.isForOfStatement(loop) || ts.isForInStatement(loop))) return false;
  if (declaration.initializer !== undefined && !isFresh(declaration.initializer)) return false;
  const isOnce = alike(tree, declared).every((name) => name === declared || !isDeclared(tree, name));
  return isOnce && mentionsOf(tree, declared).every((name) => !isTarget(tree, name) || getsFresh(tree, name));
}

function isDeclared(tree: Tree, name: ts.Identifier): boolean {
  const parent = tree.parentOf(name);
  return (
    parent !== undefined &&
    (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)) &&
    parent.name === name
  );
}

/** Whether a name stands where it may get a value. */
function isTarget(tree: Tree, name: ts.Identifier): boolean {
  const parent = tree.parentOf(name);
  return (
    parent === undefined ||
    (ts.isBinaryExpression(parent) && parent.left === name && isAssignment(parent.operatorToken.kind)) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isPropertyAssignment(parent) ||
    ((ts.isForOfStatement(parent) || ts.isForInStatement(parent)) && parent.initializer === name)
  );
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** `rows = []`, as a statement: an assignment whose value goes on has another holder. */
function getsFresh(tree: Tree, name: ts.Identifier): boolean {
  const parent = tree.parentOf(name);
  const outer = parent && tree.parentOf(parent);
  return (
    parent !== undefined &&
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    outer !== undefined &&
    ts.isExpressionStatement(outer) &&
    isFresh(parent.right)
  );
}

/** Methods of arrays that give a new one, whatever it is that they are called on. */
const COPYING: ReadonlySet<string> = new Set(['filter', 'map', 'slice', 'toSorted', 'toReversed', 'splice']);

function isFresh(value: ts.Expression): boolean {
  const node = bare(value);
  if (ts.isArrayLiteralExpression(node)) return true;
  if (ts.isNewExpression(node)) return ts.isIdentifier(node.expression) && node.expression.text === 'Array';
  const method = ts.isCallExpression(node) ? memberName(node.expression) : undefined;
  return method !== undefined && COPYING.has(method);
}
