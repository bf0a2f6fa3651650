import ts from 'typescript';
import type { Span } from '../../core/text/span.ts';
import { parseSource } from './parse.ts';

/**
 * The scope that has the statement from `start` to `end` among its own: a block, a function or `catch` with
 * its parameters, the file. Undefined where the statement stands alone, as the branch of an `if` does.
 */
export function blockAround(file: string, text: string, start: number, end: number): Span | undefined {
  const source = parseSource(file, text);
  const visit = (node: ts.Node, parent: ts.Node): Span | undefined => {
    if (node.pos > start || node.end < end) return undefined;
    const isList = ts.isBlock(node) || ts.isSourceFile(node) || ts.isModuleBlock(node);
    if (isList && node.statements.some((child) => child.getStart(source) === start && child.end === end)) {
      const scope = ts.isFunctionLike(parent) || ts.isCatchClause(parent) ? parent : node;
      return { start: scope.pos, end: scope.end };
    }
    return ts.forEachChild(node, (child) => visit(child, node));
  };
  return visit(source, source);
}
