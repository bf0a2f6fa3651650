import { posix } from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './files.ts';

interface Names {
  readonly exported: ReadonlySet<string>;
  /** Names taken from other modules, as `file:name`; `file:*` takes all. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Exports that no other file imports, as `file: name`. Files whose exports the outer world calls are exempt, and
 * so are types that their own file uses: they are part of what its other exports say.
 */
export function unusedExports(files: readonly SourceFile[], entries: readonly RegExp[]): string[] {
  const names = new Map(files.map((file) => [file.path, namesOf(file)]));
  const taken = new Set([...names.values()].flatMap((each) => [...each.taken]));
  return [...names]
    .filter(([path]) => !entries.some((entry) => entry.test(path)) && !taken.has(`${path}:*`))
    .flatMap(([path, { exported }]) =>
      [...exported].filter((name) => !taken.has(`${path}:${name}`)).map((name) => `${path}: ${name}`),
    );
}

function namesOf(file: SourceFile): Names {
  const exported = new Set<string>();
  const taken = new Set<string>();
  const take = (specifier: ts.Expression | undefined, name: string): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return;
    taken.add(`${posix.join(posix.dirname(file.path), specifier.text)}:${name}`);
  };
  const takeAll = (
    from: ts.Expression | undefined,
    elements: readonly ts.ImportOrExportSpecifier[],
  ): void => {
    for (const { propertyName, name } of elements) take(from, (propertyName ?? name).text);
  };
  const mentioned = new Map<string, number>();
  const types = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) mentioned.set(node.text, (mentioned.get(node.text) ?? 0) + 1);
    if (ts.isImportDeclaration(node)) {
      const { name, namedBindings } = node.importClause ?? {};
      if (name !== undefined) take(node.moduleSpecifier, 'default');
      if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) take(node.moduleSpecifier, '*');
      if (namedBindings !== undefined && ts.isNamedImports(namedBindings)) {
        takeAll(node.moduleSpecifier, namedBindings.elements);
      }
    } else if (ts.isExportDeclaration(node)) {
      const clause = node.exportClause;
      if (clause === undefined || ts.isNamespaceExport(clause)) take(node.moduleSpecifier, '*');
      else {
        for (const { name } of clause.elements) exported.add(name.text);
        takeAll(node.moduleSpecifier, clause.elements);
      }
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      take(node.arguments[0], '*');
    } else if (ts.isExportAssignment(node)) {
      exported.add('default');
    } else if (isExported(node)) {
      for (const name of declaredNames(node)) {
        exported.add(isDefault(node) ? 'default' : name);
        if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) types.add(name);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, false));
  for (const name of types) if ((mentioned.get(name) ?? 0) > 1) exported.delete(name);
  return { exported, taken };
}

function isExported(node: ts.Node): boolean {
  return hasModifier(node, ts.SyntaxKind.ExportKeyword);
}

function isDefault(node: ts.Node): boolean {
  return hasModifier(node, ts.SyntaxKind.DefaultKeyword);
}

function hasModifier(node: ts.Node, wanted: ts.SyntaxKind): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === wanted) ?? false;
}

function declaredNames(node: ts.Node): string[] {
  const names = ts.isVariableStatement(node)
    ? node.declarationList.declarations.map(({ name }) => name)
    : ts.isFunctionDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node)
      ? [node.name]
      : [];
  return names.flatMap((name) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : []));
}
