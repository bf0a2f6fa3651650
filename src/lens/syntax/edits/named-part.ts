import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { nodesAround, spanOf } from './nodes-around.ts';

/** A name that a source gives a text, or a function that makes one, with what is declared. */
export interface NamedPart {
  readonly name: string;
  readonly span: Span;
}

/** The innermost declaration of a constant, function or method around a place; undefined at the top of a file. */
export function namedPartAt(file: string, text: string, place: Span): NamedPart | undefined {
  const source = parseSource(file, text);
  for (const node of nodesAround(source, place).toReversed()) {
    const name = isDeclaration(node) && !ts.isParameter(node) ? node.name : undefined;
    if (name !== undefined && ts.isIdentifier(name)) return { name: name.text, span: spanOf(source, node) };
  }
  return undefined;
}

/** Uses of a name: each with the function, or else the statement, that it is in. Imports, exports and declarations aren't. */
export function usesOfName(
  file: string,
  text: string,
  name: string,
): readonly { readonly span: Span; readonly within: Span }[] {
  const source = parseSource(file, text);
  const found: Span[] = [];
  const declared = new Set<ts.Node>();
  walk(source, (node) => {
    if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) {
      declared.add(node.name);
      if (node.propertyName !== undefined) declared.add(node.propertyName);
    } else if (isDeclaration(node) && node.name !== undefined) declared.add(node.name);
  });
  walk(source, (node) => {
    if (ts.isIdentifier(node) && node.text === name && !declared.has(node)) found.push(spanOf(source, node));
  });
  return found.map((span) => {
    const around = nodesAround(source, span);
    const within = around.findLast(ts.isFunctionLike) ?? around[1] ?? source;
    return { span, within: spanOf(source, within) };
  });
}

type Declaration =
  | ts.VariableDeclaration
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.MethodDeclaration
  | ts.PropertyAssignment
  | ts.PropertyDeclaration
  | ts.ParameterDeclaration;

function isDeclaration(node: ts.Node): node is Declaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isParameter(node)
  );
}
