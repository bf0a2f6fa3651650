import { parseSource } from './parse.ts';
import * as ts from './typescript.ts';
import { walk } from './walk.ts';

/** How the code around a place uses a name, or a path of names, that no type tells anything of. */
export type NumberUse =
  /** Converted to a number, or calculated with. */
  | 'number'
  /** Only values of one digit are let through. */
  | 'digit';

/** What the outermost function around `offset` does with `path` (`round`, `stop.no`); undefined where it says nothing. */
export function numberUseOf(file: string, text: string, offset: number, path: string): NumberUse | undefined {
  if (!mayUse(text, path)) return undefined;
  const source = parseSource(file, text);
  const uses = new Set<NumberUse>();
  walk(functionAround(source, offset), (node) => {
    const use = useIn(source, node, path);
    if (use !== undefined) uses.add(use);
  });
  return uses.has('digit') ? 'digit' : uses.has('number') ? 'number' : undefined;
}

/** Cheaper than parsing, and mostly enough to know that nothing is said. */
function mayUse(text: string, path: string): boolean {
  const name = path.replace(/[.$]/g, '\\$&');
  // the name comes first, so that what is not it costs nothing
  return new RegExp(
    `${name}(?:\\b(?<=(?:(?:Number|parse(?:Int|Float)|is(?:Integer|SafeInteger|NaN|Finite)|floor|ceil|round|trunc|includes)\\s*\\(` +
      `|(?<![-*/])[-*/%]|Number\\([^()]*\\)\\s*===?)\\s*${name})|(?<=\\b${name})\\s*(?:[-*/%](?![=/*-])|===?\\s*Number\\())`,
  ).test(text);
}

/** The outermost function around a place, or the file. */
export function functionAround(source: ts.SourceFile, offset: number): ts.Node {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined || node.pos > offset || node.end <= offset) return;
    if (ts.isFunctionLike(node)) found = node;
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found ?? source;
}

function useIn(source: ts.SourceFile, node: ts.Node, path: string): NumberUse | undefined {
  const isPath = (expr: ts.Expression | undefined): boolean => expr?.getText(source) === path;
  if (ts.isCallExpression(node) && isPath(node.arguments[0])) {
    const callee = node.expression.getText(source);
    if (CONVERSION.test(callee)) return 'number';
    return ts.isPropertyAccessExpression(node.expression) && isListOfDigits(node.expression)
      ? 'digit'
      : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const { left, right, operatorToken } = node;
  if (!isPath(left) && !isPath(right)) return undefined;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.MinusToken:
    case ts.SyntaxKind.AsteriskToken:
    case ts.SyntaxKind.SlashToken:
    case ts.SyntaxKind.PercentToken:
      return 'number';
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsEqualsToken: {
      const other = isPath(left) ? right : left;
      return ts.isCallExpression(other) && other.expression.getText(source) === 'Number'
        ? 'number'
        : undefined;
    }
    default:
      return undefined;
  }
}

const CONVERSION =
  /^(?:(?:Number\.)?parse(?:Int|Float)|Number|(?:Number\.)?is(?:Integer|SafeInteger|NaN|Finite)|Math\.\w+)$/;

/** `[1, 2, 3].includes` */
function isListOfDigits({ name, expression }: ts.PropertyAccessExpression): boolean {
  return (
    name.text === 'includes' &&
    ts.isArrayLiteralExpression(expression) &&
    expression.elements.every((element) => ts.isNumericLiteral(element) && element.text.length === 1)
  );
}
