import type { TextEdit } from '../../../core/text/edit.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { PACKAGE } from '../gate.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { spanOf } from './nodes-around.ts';

/**
 * Takes names out of imports (and of what `require` gives) that are used in the `removed` code alone, but for parts of it that are `kept`.
 * An import of the SDK without any other name goes as a whole, unless it is the only one: new ones are put beside it. Others stay.
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
    if (left.length === list.length) return [];
    if (left.length === 0) return wholeImport(source, list);
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

/** Takes the statement out that has these names and nothing else of the SDK. */
function wholeImport(source: ts.SourceFile, names: Names): readonly TextEdit[] {
  const { statements } = source;
  const at = statements.findIndex((one) => one.pos <= names.pos && names.end <= one.end);
  const [before, statement, next] = [statements[at - 1], statements[at], statements[at + 1]];
  if (statement === undefined || moduleOf(statement) !== PACKAGE) return [];
  const { start, end } = spanOf(source, statement);
  const isBefore = before !== undefined && moduleOf(before) !== undefined;
  if (isBefore) return [{ span: { start: before.end, end }, text: '' }];
  return next === undefined || moduleOf(next) === undefined
    ? []
    : [{ span: { start, end: next.getStart(source) }, text: '' }];
}

/** The module that a statement takes names in braces from, and does nothing else. */
function moduleOf(statement: ts.Statement): string | undefined {
  if (ts.isImportDeclaration(statement)) {
    const { moduleSpecifier, importClause } = statement;
    return ts.isStringLiteral(moduleSpecifier) && importClause?.name === undefined
      ? moduleSpecifier.text
      : undefined;
  }
  const [only, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  const call = only?.initializer;
  if (call === undefined || others.length > 0 || !ts.isCallExpression(call)) return undefined;
  const [module] = call.arguments;
  const isRequire = ts.isIdentifier(call.expression) && call.expression.text === 'require';
  return isRequire && module !== undefined && ts.isStringLiteral(module) ? module.text : undefined;
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
