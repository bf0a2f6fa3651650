import * as ts from './typescript.ts';

/** Throws a RangeError where a source is nested deeper than those who go down it can follow. */
export function checkDepth(source: ts.SourceFile): void {
  // a chain such as `a + b + c …` is as deep as it is long
  const open: ts.Node[] = [source];
  const depths = [0];
  let parent: ts.Node = source;
  let depth = 0;
  const enter = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) return;
    const steps = depth + stepsDown(parent, child);
    // what is short is not deep, and nearly everything is
    if (steps + (child.end - child.pos) * MOST_OF_CHARACTER <= MOST_STEPS_DOWN) return;
    open.push(child);
    depths.push(steps);
  };
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    depth = depths.pop() ?? 0;
    if (depth > MOST_STEPS_DOWN) throw new RangeError('nested too deep');
    parent = node;
    ts.forEachChild(node, enter);
  }
}

/**
 * How far down a file is followed: 300 brackets, functions, blocks or conditions within each other, or 900 members and
 * calls in one chain. What goes down trees and expressions takes a few frames for each, and the stack has room for three
 * times as many. Nobody writes a tenth of it.
 */
const MOST_STEPS_DOWN = 900;
const NESTED = 3;
const LINKED = 1;

/** What one character may take further down: of what is written, nothing has four nodes in each other for each. */
const MOST_OF_CHARACTER = 4 * NESTED;

/** Operators in a row and branches of `else if` are as deep as they are many, and gone through without going down. */
function stepsDown(parent: ts.Node, child: ts.Node): number {
  if (ts.isBinaryExpression(parent)) return child === parent.left ? 0 : NESTED;
  if (ts.isIfStatement(parent)) return child === parent.elseStatement && ts.isIfStatement(child) ? 0 : NESTED;
  const isLink =
    ts.isPropertyAccessExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCallExpression(parent) ||
    ts.isNonNullExpression(parent);
  return isLink && child === parent.expression ? LINKED : NESTED;
}
