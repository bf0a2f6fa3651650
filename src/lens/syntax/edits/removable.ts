import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';

/**
 * Gives the parts of a source that it would parse without: statements, members, elements of lists and objects, types, initializers,
 * and what is around statements. In source order; parts may be in each other.
 */
export function removableParts(file: string, text: string): readonly Span[] {
  const parts: Span[] = [];
  walk(parseSource(file, text), (node) => {
    parts.push(...partsOf(node));
  });
  return parts.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start || b.end - a.end);
}

function partsOf(node: ts.Node): readonly Span[] {
  const own: Span[] = [];
  const leave = (start: number | undefined, end: number | undefined): void => {
    if (start !== undefined && end !== undefined) own.push({ start, end });
  };
  if (ts.isStatement(node) && !ts.isBlock(node)) leave(node.pos, node.end);
  if (ts.isIfStatement(node)) {
    leave(node.thenStatement.end, node.elseStatement?.end);
    leave(node.pos, node.thenStatement.pos);
  }
  if (ts.isIterationStatement(node, false) && !ts.isDoStatement(node)) leave(node.pos, node.statement.pos);
  if (ts.isParameter(node) || ts.isVariableDeclaration(node)) {
    leave(node.name.end, node.type?.end);
    leave(node.type?.end ?? node.name.end, node.initializer?.end);
  }
  if (ts.isFunctionLike(node) && node.type !== undefined) leave(node.parameters.end + 1, node.type.end);
  if (ts.isClassElement(node) || ts.isTypeElement(node)) leave(node.pos, node.end);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) leave(node.expression.end, node.end);
  for (const list of listsOf(node)) own.push(...elementsOf(list));
  return own;
}

/** Lists in which an element stands with its comma. */
function listsOf(node: ts.Node): readonly ts.NodeArray<ts.Node>[] {
  if (ts.isObjectLiteralExpression(node)) return [node.properties];
  if (ts.isArrayLiteralExpression(node) || ts.isObjectBindingPattern(node)) return [node.elements];
  if (ts.isImportDeclaration(node)) {
    const named = node.importClause?.namedBindings;
    return named !== undefined && 'elements' in named ? [named.elements] : [];
  }
  return ts.isFunctionLike(node) ? [node.parameters] : [];
}

function elementsOf(list: ts.NodeArray<ts.Node>): readonly Span[] {
  return list.map((element, index) => {
    const next = list[index + 1];
    if (next !== undefined) return { start: element.pos, end: next.pos };
    const before = list[index - 1];
    return { start: before?.end ?? element.pos, end: list.end };
  });
}
