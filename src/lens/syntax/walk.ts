import * as ts from './typescript.ts';

/** Visits a node and everything below it, in no promised order; however deep, the stack stays flat. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    visit(next);
    ts.forEachChild(next, (child) => {
      open.push(child);
    });
  }
}
