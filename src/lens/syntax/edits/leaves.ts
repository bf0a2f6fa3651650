import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';

/** Whether what stands after a statement is not reached. */
export function leaves(statement: ts.Statement): boolean {
  let node = statement;
  // a chain of `else if` is as deep as it is long
  while (ts.isIfStatement(node)) {
    if (node.elseStatement === undefined || !leaves(node.thenStatement)) return false;
    node = node.elseStatement;
  }
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) return true;
  if (ts.isBlock(node)) return node.statements.some(leaves);
  if (ts.isTryStatement(node)) {
    const { tryBlock, catchClause, finallyBlock } = node;
    if (finallyBlock && leaves(finallyBlock)) return true;
    return leaves(tryBlock) && (catchClause === undefined || leaves(catchClause.block));
  }
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
    return node.expression.kind === ts.SyntaxKind.TrueKeyword && !hasBreak(node.statement);
  }
  if (ts.isSwitchStatement(node)) {
    const { clauses } = node.caseBlock;
    return (
      clauses.some(ts.isDefaultClause) &&
      !hasBreak(node.caseBlock) &&
      (clauses.at(-1)?.statements ?? []).some(leaves)
    );
  }
  return false;
}

/** Whether anything in it breaks out: loops inside it are not looked at one by one. */
function hasBreak(node: ts.Node): boolean {
  let found = false;
  walk(node, (inner) => {
    found ||= ts.isBreakStatement(inner);
  });
  return found;
}
