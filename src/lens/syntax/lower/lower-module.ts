import type { Expr } from '../facts/expr.ts';
import { lowerExpression } from './lower-expression.ts';
import { type At, declare, type Lowering, spanOf } from './lowering.ts';
import * as ts from '../typescript.ts';

/** Lowers imports and exports; every other statement has nothing to say. */
export function lowerModuleStatement(lowering: Lowering, node: ts.Statement, at: At): void {
  if (ts.isImportDeclaration(node)) lowerImport(lowering, node);
  else if (ts.isExportDeclaration(node)) lowerExport(lowering, node, at);
  else if (ts.isExportAssignment(node)) {
    const value = lowerExpression(lowering, node.expression, at);
    if (node.isExportEquals) lowering.exportsWhole = value;
    else lowering.exports.default = value;
  } else if (
    ts.isImportEqualsDeclaration(node) &&
    ts.isExternalModuleReference(node.moduleReference) &&
    ts.isStringLiteralLike(node.moduleReference.expression)
  ) {
    const init = moduleOf(lowering, node.moduleReference.expression);
    declare(lowering, 0, node.name.text, { span: spanOf(lowering, node.name), init });
  }
}

function moduleOf(lowering: Lowering, specifier: ts.StringLiteralLike): Expr {
  lowering.modules.add(specifier.text);
  return { kind: 'require', module: specifier.text, span: spanOf(lowering, specifier) };
}

function lowerImport(lowering: Lowering, node: ts.ImportDeclaration): void {
  if (!ts.isStringLiteralLike(node.moduleSpecifier)) return;
  const module = moduleOf(lowering, node.moduleSpecifier);
  const bind = (name: ts.Identifier, imported: string | undefined): void => {
    const span = spanOf(lowering, name);
    const init: Expr =
      imported === undefined ? module : { kind: 'member', object: module, name: imported, span };
    declare(lowering, 0, name.text, { span, init });
  };
  const clause = node.importClause;
  if (clause?.name) bind(clause.name, 'default');
  if (clause?.namedBindings === undefined) return;
  if (ts.isNamespaceImport(clause.namedBindings)) {
    bind(clause.namedBindings.name, undefined);
  } else {
    for (const element of clause.namedBindings.elements) {
      bind(element.name, (element.propertyName ?? element.name).text);
    }
  }
}

function lowerExport(lowering: Lowering, node: ts.ExportDeclaration, at: At): void {
  const module =
    node.moduleSpecifier && ts.isStringLiteralLike(node.moduleSpecifier)
      ? moduleOf(lowering, node.moduleSpecifier)
      : undefined;
  if (node.exportClause === undefined) {
    if (module?.kind === 'require') lowering.exportStars.push(module.module);
  } else if (ts.isNamespaceExport(node.exportClause)) {
    if (module) lowering.exports[node.exportClause.name.text] = module;
  } else {
    for (const element of node.exportClause.elements) {
      const name = (element.propertyName ?? element.name).text;
      const span = spanOf(lowering, element);
      lowering.exports[element.name.text] = module
        ? { kind: 'member', object: module, name, span }
        : { kind: 'name', name, scope: at.scope, span };
    }
  }
}
