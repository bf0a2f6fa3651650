import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';

/**
 * The environment variables that a file gives `fromConnectionString` as the connection string, as they are written there:
 * `process.env.NAME`, `process.env['NAME']`, with a default or without.
 */
export function connectionVariables(file: string, text: string): readonly string[] {
  const found: string[] = [];
  walk(parseSource(file, text), (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const [connection] = node.arguments;
    if (node.expression.name.text !== 'fromConnectionString' || connection === undefined) return;
    const name = variableOf(connection);
    if (name !== undefined) found.push(name);
  });
  return found;
}

function variableOf(node: ts.Expression): string | undefined {
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return variableOf(node.expression);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isDefault = kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
    return isDefault ? variableOf(node.left) : undefined;
  }
  if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression)) return node.name.text;
  if (!ts.isElementAccessExpression(node) || !isEnvironment(node.expression)) return undefined;
  return ts.isStringLiteral(node.argumentExpression) ? node.argumentExpression.text : undefined;
}

function isEnvironment(node: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'env' &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'process'
  );
}
