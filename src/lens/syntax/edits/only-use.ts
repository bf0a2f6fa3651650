import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { nodesAround, spanOf } from './nodes-around.ts';
import { readTree, referencesOf } from './tree.ts';

/**
 * Where the constant is used that a place gives its value, or a part of it: undefined where that isn't one place, or others may have it, as
 * they have what is exported.
 */
export function onlyUseOf(file: string, text: string, place: Span): Span | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, place);
  const at = around.findLastIndex((node) => ts.isVariableDeclaration(node));
  const [declaration, list, statement] = [around[at], around[at - 1], around[at - 2]];
  if (
    declaration === undefined ||
    !ts.isVariableDeclaration(declaration) ||
    !ts.isIdentifier(declaration.name)
  )
    return undefined;
  if (list === undefined || !ts.isVariableDeclarationList(list) || (list.flags & ts.NodeFlags.Const) === 0)
    return undefined;
  if (around.slice(at).some(ts.isFunctionLike)) return undefined;
  const isExported =
    statement !== undefined &&
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).length > 0;
  const uses = referencesOf(readTree(source), declaration.name);
  const [only] = uses;
  // `export { NAME }` is no use of a value
  return isExported || uses.length !== 1 || only === undefined || isNamedIn(source, declaration.name.text)
    ? undefined
    : spanOf(source, only);
}

function isNamedIn(source: ts.SourceFile, name: string): boolean {
  return source.statements.some(
    (one) =>
      ts.isExportDeclaration(one) &&
      one.exportClause !== undefined &&
      !ts.isNamespaceExport(one.exportClause) &&
      one.exportClause.elements.some((each) => (each.propertyName ?? each.name).text === name),
  );
}
