import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';

/**
 * The environment variables that a file gives `fromConnectionString` as the connection string, as they are written there:
 * `process.env.NAME`, `process.env['NAME']`, with a default or without, or by the only name of a constant that is that, or of a parameter
 * that is that where its function is given nothing else.
 */
export function connectionVariables(file: string, text: string): readonly string[] {
  if (!text.includes(MAKER)) return [];
  const given: ts.Expression[] = [];
  const declared: Declared = new Map();
  walk(parseSource(file, text), (node) => {
    declare(node, declared);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const [connection] = node.arguments;
    if (node.expression.name.text === MAKER && connection !== undefined) given.push(connection);
  });
  // in the order of the file, which a walk doesn't promise
  return given
    .sort((a, b) => a.pos - b.pos)
    .flatMap((node) => {
      const init = ts.isIdentifier(node) ? declared.get(node.text) : undefined;
      return variableOf(node) ?? variableOf(init) ?? [];
    });
}

const MAKER = 'fromConnectionString';

/** What the names of a file are given where they are declared; undefined of those whose value is another one, or that are declared more than once. */
type Declared = Map<string, ts.Expression | undefined>;

/** Notes what a node declares, or assigns. */
function declare(node: ts.Node, declared: Declared): void {
  const note = (name: ts.Node | undefined, init?: ts.Expression): void => {
    if (name !== undefined && ts.isIdentifier(name))
      declared.set(name.text, declared.has(name.text) ? undefined : init);
  };
  if (ts.isParameter(node)) note(node.name, node.initializer);
  else if (ts.isVariableDeclarationList(node)) {
    const isFixed = (node.flags & ts.NodeFlags.Const) !== 0;
    for (const { name, initializer } of node.declarations) note(name, isFixed ? initializer : undefined);
  } else if (ts.isCatchClause(node)) note(node.variableDeclaration?.name);
  else if (isOtherDeclaration(node)) note(node.name);
  else if (ts.isBinaryExpression(node))
    for (const name of assignedBy(node)) declared.set(name.text, undefined);
}

function isOtherDeclaration(node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return (
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isClassExpression(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node) ||
    ts.isImportSpecifier(node) ||
    ts.isImportEqualsDeclaration(node)
  );
}

/** The names that get a value: of a pattern all that it has. */
function assignedBy({ left, operatorToken: { kind } }: ts.BinaryExpression): readonly ts.Identifier[] {
  if (kind < ts.SyntaxKind.FirstAssignment || kind > ts.SyntaxKind.LastAssignment) return [];
  if (ts.isIdentifier(left)) return [left];
  const names: ts.Identifier[] = [];
  if (ts.isObjectLiteralExpression(left) || ts.isArrayLiteralExpression(left))
    walk(left, (one) => {
      if (ts.isIdentifier(one)) names.push(one);
    });
  return names;
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
