import type { TextEdit } from '../../../core/text/edit.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { spanOf } from './nodes-around.ts';

/**
 * Takes names out of imports (and of what `require` gives) that are used in the `removed` code alone, but for parts of it that are `kept`.
 * An import without any other name stays.
 */
export function unusedImports(
  file: string,
  text: string,
  removed: readonly Span[],
  kept: readonly Span[],
): readonly TextEdit[] {
  const source = parseSource(file, text);
  const isIn = (spans: readonly Span[], node: ts.Node): boolean =>
    spans.some((one) => contains(one, spanOf(source, node)));
  const used = new Set<string>();
  const gone = new Set<string>();
  const lists = importedNames(source);
  const imports = lists.map((list) => ({ start: list.pos, end: list.end }));
  walk(source, (node) => {
    if (!ts.isIdentifier(node) || isIn(imports, node)) return;
    const isGone = isIn(removed, node) && !isIn(kept, node);
    (isGone ? gone : used).add(node.text);
  });
  return lists.flatMap((list) => {
    const isUnused = ({ name }: ImportedName): boolean =>
      ts.isIdentifier(name) && gone.has(name.text) && !used.has(name.text);
    const left = list.filter((one) => !isUnused(one));
    if (left.length === 0 || left.length === list.length) return [];
    return list.flatMap((one, index) => {
      if (!isUnused(one)) return [];
      const next = list[index + 1];
      const before = list[index - 1];
      // the comma after it, or of the last one that before it
      const span =
        next !== undefined
          ? { start: one.getStart(source), end: next.getStart(source) }
          : { start: before?.end ?? one.getStart(source), end: one.end };
      return [{ span, text: '' }];
    });
  });
}

type Bindings = NonNullable<NonNullable<ts.ImportDeclaration['importClause']>['namedBindings']>;
type ImportedName = Extract<Bindings, { readonly elements: unknown }>['elements'][number] | ts.BindingElement;
type Names = readonly ImportedName[] & { readonly pos: number; readonly end: number };

/** The names in braces that a file takes from modules. */
function importedNames(source: ts.SourceFile): readonly Names[] {
  return source.statements.flatMap((statement): Names[] => {
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings;
      return bindings === undefined || ts.isNamespaceImport(bindings) ? [] : [bindings.elements];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isObjectBindingPattern(name) &&
      initializer !== undefined &&
      ts.isCallExpression(initializer) &&
      ts.isIdentifier(initializer.expression) &&
      initializer.expression.text === 'require'
        ? [name.elements]
        : [],
    );
  });
}
