import * as ts from '../typescript.ts';
import { type Found, spanOf } from './found.ts';
import { boundName } from './origin.ts';
import { declarationOf, isTransparent, memberName, referencesOf } from './tree.ts';

/**
 * Notes which properties of one entity are read, and where it goes on as a whole. `node` is the name that it is
 * given, or the expression that has it.
 */
export function followEntity(found: Found, node: ts.Node): void {
  if (ts.isIdentifier(node) && isDeclared(found, node)) readNamed(found, node);
  else if (ts.isObjectBindingPattern(node)) readPattern(found, node);
  else if (ts.isArrayBindingPattern(node)) found.whole ??= spanOf(found, node);
  else readUse(found, node);
}

function isDeclared(found: Found, node: ts.Identifier): boolean {
  const parent = found.tree.parentOf(node);
  return (
    parent !== undefined &&
    (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) &&
    parent.name === node
  );
}

function readNamed(found: Found, name: ts.Identifier, after = 0): void {
  for (const use of referencesOf(found.tree, name)) {
    if (use.pos >= after) readUse(found, use);
  }
}

function readPattern(found: Found, pattern: ts.ObjectBindingPattern): void {
  for (const element of pattern.elements) {
    const name = boundName(element);
    if (element.dotDotDotToken !== undefined || name === undefined) found.whole ??= spanOf(found, element);
    else noteRead(found, name, element.propertyName ?? element.name);
  }
}

function noteRead(found: Found, name: string, node: ts.Node): void {
  if (!found.reads.has(name)) found.reads.set(name, spanOf(found, node));
}

/** What is done with an expression that has the entity. */
function readUse(found: Found, node: ts.Node): void {
  const parent = found.tree.parentOf(node);
  if (parent === undefined || found.whole !== undefined) return;
  if (isTransparent(parent)) {
    readUse(found, parent);
  } else if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    const name = parent.expression === node ? memberName(parent) : undefined;
    if (name === undefined) found.whole = spanOf(found, parent);
    else
      noteRead(found, name, ts.isPropertyAccessExpression(parent) ? parent.name : parent.argumentExpression);
  } else if (ts.isVariableDeclaration(parent)) {
    if (ts.isIdentifier(parent.name)) readNamed(found, parent.name);
    else if (ts.isObjectBindingPattern(parent.name)) readPattern(found, parent.name);
    else found.whole = spanOf(found, parent);
  } else if (ts.isBinaryExpression(parent)) {
    readOperator(found, parent, node);
  } else if (ts.isCallExpression(parent) && isPush(parent)) {
    // the array is followed
  } else if (!isOnlyAsked(parent)) {
    if (ts.isYieldExpression(parent)) found.returns = true;
    found.whole = spanOf(found, parent);
  }
}

function readOperator(found: Found, parent: ts.BinaryExpression, node: ts.Node): void {
  switch (parent.operatorToken.kind) {
    case ts.SyntaxKind.EqualsToken: {
      if (parent.right !== node) return;
      const { left } = parent;
      const declared = ts.isIdentifier(left) ? declarationOf(found.tree, left) : undefined;
      if (declared === undefined) found.whole = spanOf(found, parent);
      else readNamed(found, declared, parent.end);
      return;
    }
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
      readUse(found, parent);
      return;
    case ts.SyntaxKind.AmpersandAmpersandToken:
      if (parent.right === node) readUse(found, parent);
      return;
    default:
      return;
  }
}

function isPush(call: ts.CallExpression): boolean {
  const { expression } = call;
  return (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'push' &&
    ts.isIdentifier(expression.expression)
  );
}

/** Places where only whether there is an entity matters. */
function isOnlyAsked(parent: ts.Node): boolean {
  return (
    ts.isIfStatement(parent) ||
    ts.isPrefixUnaryExpression(parent) ||
    ts.isTypeOfExpression(parent) ||
    ts.isExpressionStatement(parent)
  );
}
