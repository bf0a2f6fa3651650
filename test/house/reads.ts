import ts from 'typescript';
import type { SourceFile } from './files.ts';

/** What reads files or folders, of Node's `fs` and of VS Code's. */
const READERS = new Set([
  ...['promises', 'read', 'readFile', 'readFileSync', 'readSync', 'createReadStream', 'open', 'openSync'],
  ...['openAsBlob', 'readdir', 'readdirSync', 'opendir', 'opendirSync', 'glob', 'globSync'],
]);

/** Of these no other object has one. */
const MEMBERS = new Set([
  'readFile',
  'readFileSync',
  'readDirectory',
  'createReadStream',
  'readdir',
  'opendir',
]);

/** Where a file reads others, as `path: name`: what it takes from Node's `fs`, and what it calls of VS Code's. */
export function readsOf({ path, text }: SourceFile): string[] {
  const found = new Set<string>();
  const add = (name: string): unknown => found.add(`${path}: ${name}`);
  const visit = (node: ts.Node): void => {
    if (
      ts.isImportDeclaration(node) &&
      isFileSystem(node.moduleSpecifier) &&
      !node.importClause?.phaseModifier
    ) {
      const { name, namedBindings } = node.importClause ?? {};
      if (name !== undefined || (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)))
        add('*');
      else if (namedBindings !== undefined) {
        for (const { propertyName, name: own } of namedBindings.elements) {
          const taken = (propertyName ?? own).text;
          if (READERS.has(taken)) add(taken);
        }
      }
    } else if (
      ts.isCallExpression(node) &&
      node.arguments[0] !== undefined &&
      isFileSystem(node.arguments[0])
    ) {
      // `import('node:fs')`, `require('fs')`
      add('*');
    } else if (ts.isPropertyAccessExpression(node) && MEMBERS.has(node.name.text)) {
      add(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return [...found];
}

function isFileSystem(node: ts.Expression): boolean {
  return ts.isStringLiteral(node) && /^(?:node:)?fs(?:\/promises)?$/.test(node.text);
}
