import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';

/** Whether `await` may be written before the expression at `span`: in an async function, or in a module's own code. */
export function mayAwait(file: string, text: string, span: Span): boolean {
  const source = parseSource(file, text);
  let isAllowed = source.statements.some(isOfModule);
  const visit = (node: ts.Node): void => {
    if (node.pos > span.start || node.end < span.end) return;
    if (ts.isFunctionLike(node)) isAllowed = isAsync(node);
    // fields and static blocks run when the class is made
    if (ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node)) isAllowed = false;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return isAllowed;
}

function isAsync(node: ts.SignatureDeclaration): boolean {
  return ts.canHaveModifiers(node)
    ? (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false)
    : false;
}

function isOfModule(node: ts.Statement): boolean {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isExportAssignment(node);
}
