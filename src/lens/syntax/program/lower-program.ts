import * as ts from '../typescript.ts';
import { lowerClass, lowerConstructor, lowerFunction } from './lower-functions.ts';
import { DEFAULT, lowerStatements } from './lower-statements.ts';
import { type ProgramLowering, spreadNear } from './lowering.ts';
import type { Program } from './program.ts';
import { blockNames, lexical, varNames } from './scopes.ts';

/** Lowers a whole file, of whose syntax tree nothing is kept. */
export function lowerProgram(source: ts.SourceFile, text: string): Program {
  const lowering: ProgramLowering = {
    source,
    text,
    isTypeScript: /\.[cm]?tsx?$/.test(source.fileName),
    untyped: new WeakSet(),
    imports: importsOf(source),
    exports: new Map(),
    exportStars: [],
    roots: [],
    handedOn: new Set(),
    named: new Map(),
    privates: new Map(),
    membersRead: new Set(),
    written: new Set(),
    inner: new Map(),
    innerCalls: [],
    isAnyRead: false,
    hasVar: text.includes('var '),
    lowerFunction: (node, at, name) => lowerFunction(lowering, node, at, name),
    lowerClass: (node, at, name) => lowerClass(lowering, node, at, name),
    lowerConstructor: (node, prototype, at) => lowerConstructor(lowering, node, prototype, at),
  };
  const names = [DEFAULT, ...blockNames(source.statements)];
  const hoisted = lowering.hasVar ? varNames(source) : [];
  const scope = lexical([...names, ...hoisted], undefined, false, hoisted);
  const body = lowerStatements(lowering, source.statements, { scope });
  spreadNear(lowering);
  const { exports, exportStars, named, handedOn } = lowering;
  const roots = lowering.roots.sort((a, b) => a.fn.span.start - b.fn.span.start);
  const { privates, membersRead, isAnyRead, written } = lowering;
  const enclosed = new Set([
    ...[...named].flatMap(([fn, index]) => (handedOn.has(index) ? [] : [fn])),
    ...[...privates].flatMap(([fn, name]) => (isAnyRead || membersRead.has(name) ? [] : [fn])),
  ]);
  return { scope: scope.code, body, exports, exportStars, roots, enclosed, written, text };
}

function importsOf({ statements }: ts.SourceFile): ProgramLowering['imports'] {
  const imports: ProgramLowering['imports'] = new Map();
  for (const node of statements) {
    if (ts.isImportEqualsDeclaration(node)) {
      const { moduleReference: from } = node;
      if (ts.isExternalModuleReference(from) && ts.isStringLiteralLike(from.expression))
        imports.set(node.name.text, { module: from.expression.text });
      continue;
    }
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteralLike(node.moduleSpecifier)) continue;
    const module = node.moduleSpecifier.text;
    const { name, namedBindings } = node.importClause ?? {};
    if (name !== undefined) imports.set(name.text, { module, name: 'default' });
    if (namedBindings === undefined) continue;
    if (ts.isNamespaceImport(namedBindings)) imports.set(namedBindings.name.text, { module });
    else
      for (const element of namedBindings.elements)
        imports.set(element.name.text, { module, name: (element.propertyName ?? element.name).text });
  }
  return imports;
}
