import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';

/**
 * Where the name stands, with its quotes, of the property of an object literal, or of the assignment of one, that is at `put`;
 * undefined for others.
 */
export function nameOfPut(file: string, text: string, put: Span): Span | undefined {
  const source = parseSource(file, text);
  for (const node of nodesAround(source, put)) {
    if (!isAt(source, node, put)) continue;
    const name = nameIn(node);
    if (name !== undefined) return spanOf(source, name);
  }
  return undefined;
}

function nameIn(node: ts.Node): ts.Node | undefined {
  if (ts.isPropertyAssignment(node))
    return ts.isComputedPropertyName(node.name) ? node.name.expression : node.name;
  if (ts.isShorthandPropertyAssignment(node)) return node.name;
  if (!ts.isBinaryExpression(node)) return undefined;
  if (ts.isPropertyAccessExpression(node.left)) return node.left.name;
  return ts.isElementAccessExpression(node.left) ? node.left.argumentExpression : undefined;
}
