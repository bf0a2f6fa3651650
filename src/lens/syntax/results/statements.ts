import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { bare } from './tree.ts';

/** The statements of a body. */
export function statementsOf(node: ts.Statement): readonly ts.Statement[] {
  return ts.isBlock(node) ? node.statements : [node];
}

/** Whether a statement ends the loop: it breaks out or returns, on every way through it. */
export function leaves(statement: ts.Statement): boolean {
  let node = statement;
  // a chain of `else if` is as deep as it is long
  while (ts.isIfStatement(node)) {
    if (node.elseStatement === undefined || !leaves(node.thenStatement)) return false;
    node = node.elseStatement;
  }
  if (ts.isBreakStatement(node) || ts.isReturnStatement(node) || ts.isThrowStatement(node)) return true;
  return ts.isBlock(node) && node.statements.some(leaves);
}

export function isExit(node: ts.Statement): boolean {
  return ts.isBreakStatement(node) || ts.isReturnStatement(node);
}

export function hasContinue(node: ts.Node): boolean {
  if (ts.isContinueStatement(node)) return true;
  // an expression has none but those of functions
  if (ts.isFunctionLike(node) || ts.isIterationStatement(node, false) || ts.isExpression(node)) return false;
  return ts.forEachChild(node, (child) => hasContinue(child) || undefined) ?? false;
}

/** `page.length === 0`, `!row`, `row === undefined`. */
export function isEmptiness(test: ts.Expression): boolean {
  const node = bare(test);
  if (ts.isPrefixUnaryExpression(node))
    return ts.isIdentifier(bare(node.operand)) || isSize(bare(node.operand));
  if (!ts.isBinaryExpression(node)) return false;
  const right = bare(node.right);
  const isZero = ts.isNumericLiteral(right) && Number(right.text) <= 1;
  const isNone = ts.isIdentifier(right) && right.text === 'undefined';
  return (isZero && isSize(bare(node.left))) || (isNone && ts.isIdentifier(bare(node.left)));
}

export function isSize(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && (node.name.text === 'length' || node.name.text === 'size');
}

export function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

export function isCount(node: ts.Statement): boolean {
  if (!ts.isExpressionStatement(node)) return false;
  const expression = bare(node.expression);
  if (ts.isBinaryExpression(expression)) {
    return expression.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;
  }
  return isStep(expression);
}

export function countersOf(node: ts.Statement): ts.Identifier[] {
  const expression = ts.isExpressionStatement(node) ? bare(node.expression) : undefined;
  const counter =
    expression && ts.isBinaryExpression(expression)
      ? expression.left
      : expression && isStep(expression)
        ? expression.operand
        : undefined;
  return counter !== undefined && ts.isIdentifier(counter) ? [counter] : [];
}

export function isStep(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  return (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
  );
}

/** `console.log(…)`: it does nothing with what it is given. */
export function isLog(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const of = node.expression.expression;
  return ts.isIdentifier(of) && of.text === 'console';
}

/** The names that are counted up or down in a body. */
export function countedIn(body: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(body, (node) => {
    const isAdded = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;
    const counter = isStep(node) ? node.operand : isAdded ? node.left : undefined;
    if (counter !== undefined && ts.isIdentifier(counter)) names.add(counter.text);
  });
  return names;
}
