import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { bare, declarationOf, memberName, referencesOf, type Tree } from './tree.ts';

/**
 * Whether nothing at all is done for the entities that a test of an `if` leaves out, from the call that lists them on: they could as well
 * never have been sent. True only where the code shows it: the `if` stands in the body of a loop, or of a callback, through all entities
 * of the call, with nothing before that does anything, and nobody else has them.
 */
export function isIfAll(tree: Tree, test: ts.IfStatement, call: ts.Node): boolean {
  const parent = tree.parentOf(test);
  if (parent === undefined || test.elseStatement !== undefined) return false;
  const statements = ts.isBlock(parent) ? parent.statements : [test];
  const index = statements.indexOf(test);
  if (!statements.slice(0, index).every(onlyNames)) return false;
  const owner = ts.isBlock(parent) ? tree.parentOf(parent) : parent;
  if (owner === undefined || !isTurnOfAll(tree, owner, call)) return false;
  const inside = statementsOf(test.thenStatement);
  const [only] = inside;
  const isSkip = inside.length === 1 && only !== undefined && goesOn(only, owner);
  return isSkip || index === statements.length - 1;
}

/** The same of a callback of `filter`: the array has all entities of the call, and nobody else has the array. */
export function isFilterOfAll(tree: Tree, callback: ts.ArrowFunction, call: ts.Node): boolean {
  const filter = tree.parentOf(callback);
  if (filter === undefined || !ts.isCallExpression(filter) || callback.parameters.length !== 1) return false;
  const { expression } = filter;
  const isAll = ts.isPropertyAccessExpression(expression) && isAllOf(tree, expression.expression, call);
  return isAll && callback.parameters.every(({ name }) => isPure(name));
}

/** Whether a statement only names values. */
function onlyNames(statement: ts.Statement): boolean {
  return ts.isVariableStatement(statement) && isPure(statement.declarationList);
}

/** `continue;`, or `return;` in a callback. */
function goesOn(statement: ts.Statement, owner: ts.Node): boolean {
  if (ts.isContinueStatement(statement)) return statement.label === undefined;
  return ts.isReturnStatement(statement) && statement.expression === undefined && ts.isFunctionLike(owner);
}

/** Whether a loop or callback is run once for each entity of the call, and does nothing before its body. */
function isTurnOfAll(tree: Tree, owner: ts.Node, call: ts.Node): boolean {
  if (ts.isForOfStatement(owner)) {
    return (
      ts.isVariableDeclarationList(owner.initializer) &&
      isPure(owner.initializer) &&
      isAllOf(tree, owner.expression, call)
    );
  }
  if (!ts.isArrowFunction(owner) && !ts.isFunctionExpression(owner)) return false;
  const each = tree.parentOf(owner);
  if (each === undefined || !ts.isCallExpression(each) || memberName(each.expression) !== 'forEach')
    return false;
  const { expression } = each;
  return (
    owner.parameters.length === 1 &&
    owner.parameters.every(({ name }) => isPure(name)) &&
    ts.isPropertyAccessExpression(expression) &&
    isAllOf(tree, expression.expression, call)
  );
}

/** Whether an expression gives exactly the entities of the call, or a page of them, and nobody else has what it gives. */
function isAllOf(tree: Tree, expression: ts.Expression, call: ts.Node): boolean {
  const node = bare(expression);
  if (node === call) return true;
  if (ts.isCallExpression(node)) return isFromAsync(node) && isAllOf(tree, first(node), call);
  return ts.isIdentifier(node) && isNameOfAll(tree, node, call);
}

/** `Array.fromAsync(list)` */
function isFromAsync(node: ts.CallExpression): boolean {
  const { expression } = node;
  return (
    node.arguments.length === 1 &&
    memberName(expression) === 'fromAsync' &&
    ts.isPropertyAccessExpression(expression) &&
    ts.isIdentifier(expression.expression) &&
    expression.expression.text === 'Array'
  );
}

function first(node: ts.CallExpression): ts.Expression {
  return node.arguments[0] ?? node;
}

function isNameOfAll(tree: Tree, use: ts.Identifier, call: ts.Node): boolean {
  const name = declarationOf(tree, use);
  const declaration = name && tree.parentOf(name);
  if (name === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  const others = referencesOf(tree, name).filter((each) => each !== use);
  const loop = loopOf(tree, declaration);
  if (loop !== undefined) return others.length === 0 && isPageOfAll(tree, loop, use, call);
  const { initializer } = declaration;
  if (initializer === undefined || !isNear(tree, declaration, use)) return false;
  const value = bare(initializer);
  if (!ts.isArrayLiteralExpression(value)) return others.length === 0 && isAllOf(tree, value, call);
  const [push] = others;
  return (
    value.elements.length === 0 &&
    others.length === 1 &&
    push !== undefined &&
    push.pos < use.pos &&
    isCollected(tree, push, declaration, call)
  );
}

/** The loop whose variable is declared here. */
function loopOf(tree: Tree, declaration: ts.VariableDeclaration): ts.ForOfStatement | undefined {
  const list = tree.parentOf(declaration);
  const loop = list && tree.parentOf(list);
  return loop !== undefined && ts.isForOfStatement(loop) && loop.initializer === list ? loop : undefined;
}

/** `for await (const page of list.byPage()) for (const entity of page) …`, with nothing else done for a page. */
function isPageOfAll(tree: Tree, loop: ts.ForOfStatement, use: ts.Identifier, call: ts.Node): boolean {
  const [only, ...others] = statementsOf(loop.statement);
  const pages = bare(loop.expression);
  return (
    others.length === 0 &&
    only !== undefined &&
    ts.isForOfStatement(only) &&
    bare(only.expression) === use &&
    ts.isCallExpression(pages) &&
    memberName(pages.expression) === 'byPage' &&
    ts.isPropertyAccessExpression(pages.expression) &&
    isAllOf(tree, pages.expression.expression, call)
  );
}

/** `for await (const entity of list) rows.push(entity);`, and nothing else in the loop. */
function isCollected(
  tree: Tree,
  rows: ts.Identifier,
  declaration: ts.VariableDeclaration,
  call: ts.Node,
): boolean {
  const statement = statementAround(tree, rows);
  const around = statement && tree.parentOf(statement);
  const loop = around !== undefined && ts.isBlock(around) ? tree.parentOf(around) : around;
  if (statement === undefined || loop === undefined || !ts.isForOfStatement(loop)) return false;
  const push = ts.isExpressionStatement(statement) ? bare(statement.expression) : undefined;
  return (
    statementsOf(loop.statement).length === 1 &&
    push !== undefined &&
    ts.isCallExpression(push) &&
    memberName(push.expression) === 'push' &&
    ts.isPropertyAccessExpression(push.expression) &&
    push.expression.expression === rows &&
    push.arguments.length === 1 &&
    isVariableOf(tree, loop, first(push)) &&
    isNear(tree, declaration, loop) &&
    isAllOf(tree, loop.expression, call)
  );
}

function isVariableOf(tree: Tree, loop: ts.ForOfStatement, value: ts.Expression): boolean {
  const node = bare(value);
  const name = ts.isIdentifier(node) ? declarationOf(tree, node) : undefined;
  const declaration = name && tree.parentOf(name);
  return (
    declaration !== undefined && ts.isVariableDeclaration(declaration) && loopOf(tree, declaration) === loop
  );
}

/** Whether what stands at `use` runs once at most for each time that the variable is declared, in the same function. */
function isNear(tree: Tree, declaration: ts.VariableDeclaration, use: ts.Node): boolean {
  const scope = functionAround(tree, declaration);
  if (scope === undefined || scope !== functionAround(tree, use)) return false;
  const block = statementAround(tree, declaration);
  const home = block && tree.parentOf(block);
  for (
    let [below, at] = [use, tree.parentOf(use)];
    at !== undefined && at !== home;
    [below, at] = [at, tree.parentOf(at)]
  ) {
    // what a loop goes through is asked for once
    if (ts.isIterationStatement(at, false) && !(ts.isForOfStatement(at) && at.expression === below))
      return false;
    if (ts.isSourceFile(at)) return false;
  }
  return home !== undefined;
}

function functionAround(tree: Tree, node: ts.Node): ts.Node | undefined {
  let at = tree.parentOf(node);
  while (at !== undefined && !ts.isFunctionLike(at)) at = tree.parentOf(at);
  return at;
}

function statementAround(tree: Tree, node: ts.Node): ts.Statement | undefined {
  let at = tree.parentOf(node);
  while (at !== undefined && !ts.isStatement(at)) at = tree.parentOf(at);
  return at;
}

/** Whether a declaration or a pattern does nothing but name values: it calls nothing, changes nothing, and waits for nothing. */
function isPure(node: ts.Node): boolean {
  let isSo = true;
  walk(node, (each) => {
    isSo &&= !DOES.has(each.kind) && !(ts.isBinaryExpression(each) && isChange(each.operatorToken.kind));
    if (ts.isPrefixUnaryExpression(each)) isSo &&= !isStep(each);
  });
  return isSo;
}

function isChange(operator: ts.SyntaxKind): boolean {
  return operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment;
}

const DOES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.YieldExpression,
  ts.SyntaxKind.DeleteExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.PostfixUnaryExpression,
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassExpression,
]);

/** The statements of a body. */
function statementsOf(node: ts.Statement): readonly ts.Statement[] {
  return ts.isBlock(node) ? node.statements : [node];
}

function isStep(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  return (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
  );
}
