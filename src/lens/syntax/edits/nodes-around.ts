import type { Span } from '../../../core/text/span.ts';
import * as ts from '../typescript.ts';

/** The nodes that hold a span, the outermost first; comments before a node are no part of it. */
export function nodesAround(source: ts.SourceFile, span: Span): readonly ts.Node[] {
  const holds = (node: ts.Node): boolean => node.getStart(source) <= span.start && span.end <= node.end;
  const found: ts.Node[] = [];
  for (
    let node: ts.Node | undefined = source;
    node !== undefined;
    node = ts.forEachChild(node, (child) => (holds(child) ? child : undefined))
  )
    found.push(node);
  return found;
}

/** Where a node stands, without what comes before it. */
export function spanOf(source: ts.SourceFile, node: ts.Node): Span {
  return { start: node.getStart(source), end: node.end };
}

/** Whether a node stands at just this span. */
export function isAt(source: ts.SourceFile, node: ts.Node, { start, end }: Span): boolean {
  return node.getStart(source) === start && node.end === end;
}
