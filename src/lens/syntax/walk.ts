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

/**
 * Visits a node and everything below it in source order, but for what is below a node that `enter` gives false for;
 * however deep, the stack stays flat.
 */
export function walkInOrder(node: ts.Node, enter: (node: ts.Node) => boolean): void {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!enter(next)) continue;
    const children: ts.Node[] = [];
    ts.forEachChild(next, (child) => {
      children.push(child);
    });
    for (let child = children.pop(); child !== undefined; child = children.pop()) open.push(child);
  }
}
