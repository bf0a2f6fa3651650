import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround } from './nodes-around.ts';

/** Where a list that is spelled out ends: after its last element. Undefined for any other expression. */
export function literalListAt(
  file: string,
  text: string,
  list: Span,
): { readonly end: number; readonly isEmpty: boolean } | undefined {
  const source = parseSource(file, text);
  const node = nodesAround(source, list).find((one) => isAt(source, one, list));
  if (node === undefined || !ts.isArrayLiteralExpression(node)) return undefined;
  const last = node.elements.at(-1);
  return { end: last?.end ?? node.getStart(source) + 1, isEmpty: last === undefined };
}
