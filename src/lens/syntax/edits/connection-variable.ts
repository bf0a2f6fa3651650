import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';

/**
 * The environment variables that a file gives `fromConnectionString` as the connection string, as they are written there:
 * `process.env.NAME`, `process.env['NAME']`, with a default or without, or by a constant or the default of a parameter that is that.
 */
export function connectionVariables(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const source = parseSource(file, text);
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const [connection] = node.arguments;
    if (node.expression.name.text !== 'fromConnectionString' || connection === undefined) return;
    const name = variableOf(connection) ?? variableOf(initializerOf(source, connection));
    if (name !== undefined) found.push(name);
  });
  return found;
}

/** What a name of the file is given where it is declared: of a constant, or of a parameter that nobody gives another; undefined if there are two of that name. */
function initializerOf(source: ts.SourceFile, node: ts.Expression): ts.Expression | undefined {
  if (!ts.isIdentifier(node)) return undefined;
  const declared: (ts.Expression | undefined)[] = [];
  const declare = (
    { name, initializer }: ts.VariableDeclaration | ts.ParameterDeclaration,
    isFixed: boolean,
  ): void => {
    if (ts.isIdentifier(name) && name.text === node.text) declared.push(isFixed ? initializer : undefined);
  };
  walk(source, (one) => {
    if (ts.isParameter(one)) declare(one, true);
    if (!ts.isVariableDeclarationList(one)) return;
    for (const each of one.declarations) declare(each, (one.flags & ts.NodeFlags.Const) !== 0);
  });
  const [only, ...others] = declared;
  return others.length > 0 ? undefined : only;
}

function variableOf(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
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
