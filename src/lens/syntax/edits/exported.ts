import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';

/** Whether a module declares a function of that name and says `export`, or `exports`. */
export function exportsFunction(file: string, text: string, name: string): boolean {
  const { statements } = parseSource(file, text);
  const declares = statements.some((one) => ts.isFunctionDeclaration(one) && one.name?.text === name);
  const exports = statements.some(
    (one) =>
      ts.isExportDeclaration(one) ||
      (ts.canHaveModifiers(one) &&
        ts.getModifiers(one)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true) ||
      (ts.isExpressionStatement(one) &&
        ts.isBinaryExpression(one.expression) &&
        ts.isPropertyAccessExpression(one.expression.left)),
  );
  return declares && exports;
}
