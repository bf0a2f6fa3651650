import { parseSource } from './parse.ts';
import * as ts from './typescript.ts';
import { walk } from './walk.ts';

/** How the code around a place uses a name, or a path of names, that no type tells anything of. */
export type NumberUse =
  /** Converted to a number, or calculated with. */
  | 'number'
  /** Only values of one digit are let through. */
  | 'digit'
  /** A loop counts it from one digit to another. */
  | 'counted';

/** What the outermost function around a place does with a path; undefined where it says nothing. */
export type NumberUses = (offset: number, path: string) => NumberUse | undefined;

/** How a file uses paths (`round`, `stop.no`) as numbers. It is parsed once, and only if something may be said. */
export function numberUses(file: string, text: string): NumberUses {
  let source: ts.SourceFile | undefined;
  const known = new Map<ts.Node, ReadonlyMap<string, NumberUse>>();
  const seen = new Map<string, boolean>();
  return (offset, path) => {
    // of many paths some will be used: then parsing is cheaper
    const maySay = seen.get(path) ?? (seen.size >= MANY_PATHS || mayUse(text, path) || mayCount(text, path));
    seen.set(path, maySay);
    if (!maySay) return undefined;
    source ??= parseSource(file, text);
    const around = functionAround(source, offset);
    let uses = known.get(around);
    if (uses === undefined) known.set(around, (uses = usesIn(source, around)));
    return uses.get(path);
  };
}

/** Paths that are looked for in the text before it is parsed. */
const MANY_PATHS = 20;

function usesIn(source: ts.SourceFile, around: ts.Node): ReadonlyMap<string, NumberUse> {
  const uses = new Map<string, NumberUse>();
  walk(around, (node) => {
    for (const [of, use] of usedIn(source, node)) {
      if (!ts.isIdentifier(of) && !ts.isPropertyAccessExpression(of)) continue;
      const path = of.getText(source);
      if (use !== 'number' || !uses.has(path)) uses.set(path, use);
    }
  });
  return uses;
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

/** `for (let i = 0; i < 3;` */
function mayCount(text: string, path: string): boolean {
  return text.includes(`let ${path} = `) || text.includes(`let ${path}=`);
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

type Used = readonly [of: ts.Expression, use: NumberUse];

function usedIn(source: ts.SourceFile, node: ts.Node): readonly Used[] {
  if (ts.isCallExpression(node)) return usedByCall(source, node);
  if (ts.isForStatement(node)) return usedByLoop(node);
  if (!ts.isBinaryExpression(node)) return [];
  const { left, right, operatorToken } = node;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.MinusToken:
    case ts.SyntaxKind.AsteriskToken:
    case ts.SyntaxKind.SlashToken:
    case ts.SyntaxKind.PercentToken:
      return [
        [left, 'number'],
        [right, 'number'],
      ];
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
      if (isConverted(source, left)) return [[right, 'number']];
      return isConverted(source, right) ? [[left, 'number']] : [];
    default:
      return [];
  }
}

function usedByCall(source: ts.SourceFile, { expression, arguments: [first] }: ts.CallExpression): Used[] {
  if (first === undefined) return [];
  if (CONVERSION.test(expression.getText(source))) return [[first, 'number']];
  return ts.isPropertyAccessExpression(expression) && isListOfDigits(expression) ? [[first, 'digit']] : [];
}

/** `for (let i = 0; i < 3; i++)`: what is counted there has one digit. */
function usedByLoop({ initializer, condition, incrementor }: ts.ForStatement): readonly Used[] {
  if (initializer === undefined || !ts.isVariableDeclarationList(initializer)) return [];
  const [counter] = initializer.declarations;
  const isCounter = (node: ts.Node): boolean =>
    ts.isIdentifier(node) &&
    counter !== undefined &&
    ts.isIdentifier(counter.name) &&
    node.text === counter.name.text;
  const isCounted =
    incrementor !== undefined &&
    (ts.isPostfixUnaryExpression(incrementor) || ts.isPrefixUnaryExpression(incrementor)) &&
    incrementor.operator === ts.SyntaxKind.PlusPlusToken &&
    isCounter(incrementor.operand);
  if (!isCounted || condition === undefined || !ts.isBinaryExpression(condition)) return [];
  const most = ONE_DIGIT.get(condition.operatorToken.kind);
  const isBounded =
    most !== undefined &&
    ts.isNumericLiteral(condition.right) &&
    Number(condition.right.text) <= most &&
    counter?.initializer !== undefined &&
    ts.isNumericLiteral(counter.initializer);
  return isBounded && isCounter(condition.left) ? [[condition.left, 'counted']] : [];
}

/** The largest bound of a comparison that lets through one digit alone. */
const ONE_DIGIT: ReadonlyMap<ts.SyntaxKind, number> = new Map([
  [ts.SyntaxKind.LessThanToken, 10],
  [ts.SyntaxKind.LessThanEqualsToken, 9],
]);

function isConverted(source: ts.SourceFile, expr: ts.Expression): boolean {
  return ts.isCallExpression(expr) && expr.expression.getText(source) === 'Number';
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
