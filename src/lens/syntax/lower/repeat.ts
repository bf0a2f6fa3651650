import type { Span } from '../../../core/text/span.ts';
import type { CallExpr } from '../facts/expr.ts';
import type { Caught } from '../facts/facts.ts';
import { type At, type Lowering, spanOf } from './lowering.ts';
import { startOf } from '../start-of.ts';
import * as ts from '../typescript.ts';

/** Notes a loop. */
export function recordLoop(lowering: Lowering, node: ts.IterationStatement): void {
  const { pos } = node.statement;
  lowering.loops.push({
    span: spanOf(lowering, node),
    head: { start: startOf(node, lowering.source), end: pos },
    kind: kindOf(node),
    ends: endsOf(lowering, node.statement, node.statement, true),
    caught: caughtIn(lowering, node.statement),
  });
}

function kindOf(node: ts.IterationStatement): 'of' | 'await-of' | 'in' | 'for' | 'while' {
  if (ts.isForOfStatement(node)) return node.awaitModifier === undefined ? 'of' : 'await-of';
  if (ts.isForInStatement(node)) return 'in';
  return ts.isForStatement(node) ? 'for' : 'while';
}

/** What stands in one block before a `break` or `return` that leaves the loop, and with it. */
function endsOf(lowering: Lowering, node: ts.Node, block: ts.Node, breaks: boolean): readonly Span[] {
  // an expression has none but those of functions
  if (ts.isFunctionLike(node) || ts.isExpression(node)) return [];
  if (ts.isReturnStatement(node) || (ts.isBreakStatement(node) && (breaks || node.label !== undefined))) {
    return [{ start: startOf(block, lowering.source), end: node.end }];
  }
  const own = breaks && !ts.isIterationStatement(node, false) && !ts.isSwitchStatement(node);
  const ends: Span[] = [];
  ts.forEachChild(node, (child) => {
    ends.push(...endsOf(lowering, child, ts.isBlock(node) ? node : child, own));
  });
  return ends;
}

/** Each `try` of a loop's body that a failure leaves for the next turn, or for what stands behind it. */
function caughtIn(lowering: Lowering, node: ts.Node): readonly Caught[] {
  if (ts.isFunctionLike(node) || ts.isExpression(node)) return [];
  const caught: Caught[] = [];
  const handler = ts.isTryStatement(node) ? node.catchClause?.block : undefined;
  const continues = handler !== undefined && hasContinue(handler);
  if (ts.isTryStatement(node) && handler !== undefined && (continues || !leaves(handler)))
    caught.push({ span: spanOf(lowering, node.tryBlock), continues });
  ts.forEachChild(node, (child) => {
    caught.push(...caughtIn(lowering, child));
  });
  return caught;
}

/** Notes for each function that is written as an argument which call it is given to. */
export function recordCallbacks(lowering: Lowering, node: ts.Node, call: CallExpr, at: At): void {
  const { callee, args } = call;
  const method = callee.kind === 'member' || callee.kind === 'name' ? callee.name : '';
  for (const arg of args) {
    if (arg.kind !== 'function') continue;
    lowering.callbacks.push({
      fn: arg.fn,
      method,
      call,
      outer: at.fn,
      loops: at.loops,
      branches: at.branches,
      isAwaited: lowering.awaited.has(node) || undefined,
      isDropped: lowering.dropped.has(node) || undefined,
    });
  }
}

/** Notes that a call's promise is waited for where it is made: `await call`, `await call.catch(…)`. */
export function noteAwait(lowering: Lowering, operand: ts.Expression): void {
  let node = operand;
  for (;;) {
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
      node = node.expression;
      continue;
    }
    lowering.awaited.add(node);
    const inner = ts.isCallExpression(node) ? node.expression : undefined;
    if (inner === undefined || !ts.isPropertyAccessExpression(inner)) return;
    if (!/^(then|catch|finally)$/.test(inner.name.text)) return;
    node = inner.expression;
  }
}

/** Notes the calls of which a statement throws away what they give: `call;`, `test && call;`, `test ? call : other;`. */
export function noteDropped(lowering: Lowering, node: ts.Expression): void {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) {
    noteDropped(lowering, node.expression);
  } else if (ts.isConditionalExpression(node)) {
    noteDropped(lowering, node.whenTrue);
    noteDropped(lowering, node.whenFalse);
  } else if (ts.isBinaryExpression(node) && isEither(node.operatorToken.kind)) {
    noteDropped(lowering, node.right);
  } else if (ts.isCallExpression(node)) {
    lowering.dropped.add(node);
    noteUnhandled(lowering, node);
  }
}

/** Notes the call at the beginning of a chain of which nothing handles an error: `call.then(done);`. */
function noteUnhandled(lowering: Lowering, chain: ts.CallExpression): void {
  let node: ts.Expression = chain;
  while (ts.isCallExpression(node)) {
    const { expression, arguments: given } = node;
    const isStep = ts.isPropertyAccessExpression(expression) && given.length === 1;
    if (!isStep || !/^(then|finally)$/.test(expression.name.text)) break;
    node = expression.expression;
  }
  if (node !== chain && ts.isCallExpression(node)) lowering.unhandled.add(node);
}

function isEither(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}

/** Whether a statement ends the loop: it breaks out or returns, on every way through it. */
function leaves(statement: ts.Statement): boolean {
  let node = statement;
  // a chain of `else if` is as deep as it is long
  while (ts.isIfStatement(node)) {
    if (node.elseStatement === undefined || !leaves(node.thenStatement)) return false;
    node = node.elseStatement;
  }
  if (ts.isBreakStatement(node) || ts.isReturnStatement(node) || ts.isThrowStatement(node)) return true;
  return ts.isBlock(node) && node.statements.some(leaves);
}

function hasContinue(node: ts.Node): boolean {
  if (ts.isContinueStatement(node)) return true;
  // an expression has none but those of functions
  if (ts.isFunctionLike(node) || ts.isIterationStatement(node, false) || ts.isExpression(node)) return false;
  return ts.forEachChild(node, (child) => hasContinue(child) || undefined) ?? false;
}
