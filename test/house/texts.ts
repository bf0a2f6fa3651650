import ts from 'typescript';
import type { SourceFile } from './files.ts';

/**
 * Where a rule reads the text of a source instead of asking the model: what `sourceOf` or `textAt` gives may be shown, and handed to
 * what `lens/syntax` has for edits, and nothing else is done with it. Files that make the edits of fixes are no concern of this.
 */
export function textsRead({ path, text }: SourceFile): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const takers = new Set(['shown', ...importedFrom(source, '/syntax/')]);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isIdentifier(node) && TEXTS.has(node.text) ? node.text : undefined;
    if (name !== undefined && !isNamed(node) && !isHandedOn(node, takers)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1}: ${name}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const TEXTS: ReadonlySet<string> = new Set(['sourceOf', 'textAt']);

/** In an import. */
function isNamed(node: ts.Node): boolean {
  return ts.isImportSpecifier(node.parent);
}

/** `shown(textAt(…))` */
function isHandedOn(node: ts.Node, takers: ReadonlySet<string>): boolean {
  const callee = ts.isPropertyAccessExpression(node.parent) ? node.parent : node;
  const call = callee.parent;
  if (!ts.isCallExpression(call) || call.expression !== callee) return false;
  const taker = call.parent;
  return (
    ts.isCallExpression(taker) &&
    taker.expression !== call &&
    ts.isIdentifier(taker.expression) &&
    takers.has(taker.expression.text)
  );
}

function importedFrom(source: ts.SourceFile, folder: string): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const bindings = statement.importClause?.namedBindings;
    if (!statement.moduleSpecifier.text.includes(folder) || !bindings || !ts.isNamedImports(bindings))
      return [];
    return bindings.elements.map(({ name }) => name.text);
  });
}
