import type { TextEdit } from '../../../core/text/edit.ts';
import type { Span } from '../../../core/text/span.ts';
import { pathOfCode } from '../path-of-code.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';

/** Variables that are followed, each used once. */
const MOST_NAMES = 20;

interface Rewriting {
  readonly source: ts.SourceFile;
  readonly edits: TextEdit[];
  /** Names that are followed. */
  readonly seen: Set<string>;
}

/**
 * Edits that turn the number at `span`, or the text of one, into bigint arithmetic, in variables too that are used for it alone;
 * undefined where an operator (`/`, `Math.…`) or a name would change its meaning or fail.
 */
export function bigintEdits(file: string, text: string, span: Span): readonly TextEdit[] | undefined {
  const source = parseSource(file, text);
  const node = nodesAround(source, span).find((one) => isAt(source, one, span));
  const into: Rewriting = { source, edits: [], seen: new Set() };
  return node !== undefined && rewrite(into, node) ? into.edits : undefined;
}

/** Adds the edits of an expression; false where it cannot be done. */
function rewrite(into: Rewriting, node: ts.Node): boolean {
  if (ts.isBigIntLiteral(node)) return true;
  if (ts.isNumericLiteral(node)) return rewriteNumber(into, node);
  if (ts.isParenthesizedExpression(node)) return rewrite(into, node.expression);
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.MinusToken && rewrite(into, node.operand);
  if (ts.isBinaryExpression(node))
    return OPERATORS.has(node.operatorToken.kind) && rewrite(into, node.left) && rewrite(into, node.right);
  if (ts.isIdentifier(node)) return rewriteName(into, node);
  return ts.isCallExpression(node) && rewriteCall(into, node);
}

const OPERATORS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
]);

/** A whole number: its digits as they are written, else what it is. */
function rewriteNumber({ source, edits }: Rewriting, node: ts.NumericLiteral): boolean {
  const code = node.getText(source);
  const value = Number(node.text);
  if (!isDigits(code) && !Number.isSafeInteger(value)) return false;
  edits.push({ span: spanOf(source, node), text: isDigits(code) ? `${code}n` : `${value}n` });
  return true;
}

function isDigits(code: string): boolean {
  return Array.from(code).every((one) => one === '_' || (one >= '0' && one <= '9'));
}

function rewriteCall(into: Rewriting, node: ts.CallExpression): boolean {
  const { expression: callee, arguments: args } = node;
  if (isTime(into.source, node)) return wrap(into, node);
  const [first] = args;
  if (ts.isIdentifier(callee) && args.length === 1 && first !== undefined) {
    if (callee.text === 'BigInt') return ts.isNumericLiteral(first) || isTime(into.source, first);
    return callee.text === 'String' && rewrite(into, first);
  }
  if (!ts.isPropertyAccessExpression(callee) || !keepsMeaning(callee.name.text, args)) return false;
  return rewrite(into, callee.expression);
}

/** `.toString()`, `.toString(10)`, `.padStart(19, '0')`: the same of a bigint. */
function keepsMeaning(method: string, args: ts.NodeArray<ts.Expression>): boolean {
  const [first, second] = args;
  if (method === 'toString')
    return first === undefined || (args.length === 1 && ts.isNumericLiteral(first) && first.text === '10');
  if (method !== 'padStart' || args.length !== 2) return false;
  const isZero = second !== undefined && ts.isStringLiteral(second) && second.text === '0';
  return isZero && first !== undefined && ts.isNumericLiteral(first);
}

/** `Date.now()`, `date.getTime()`, `new Date(…).valueOf()` */
function isTime(source: ts.SourceFile, node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || node.arguments.length > 0) return false;
  const { expression: callee } = node;
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const of = callee.expression;
  if (callee.name.text === 'now') return ts.isIdentifier(of) && of.text === 'Date';
  if (callee.name.text !== 'getTime' && callee.name.text !== 'valueOf') return false;
  if (!ts.isNewExpression(of)) return pathOfCode(of.getText(source)) !== undefined;
  return ts.isIdentifier(of.expression) && of.expression.text === 'Date';
}

function wrap({ source, edits }: Rewriting, node: ts.Node): boolean {
  edits.push({ span: spanOf(source, node), text: `BigInt(${node.getText(source)})` });
  return true;
}

/** A name that is declared by one `const` without a type, and used here alone. */
function rewriteName(into: Rewriting, { text }: ts.Identifier): boolean {
  if (into.seen.has(text) || into.seen.size >= MOST_NAMES) return false;
  into.seen.add(text);
  let uses = 0;
  const given: ts.Expression[] = [];
  walk(into.source, (node) => {
    if (ts.isIdentifier(node) && node.text === text) uses += 1;
    if (!ts.isVariableDeclarationList(node) || (node.flags & ts.NodeFlags.Const) === 0) return;
    for (const { name, type, initializer } of node.declarations)
      if (ts.isIdentifier(name) && name.text === text && type === undefined && initializer !== undefined)
        given.push(initializer);
  });
  const [only, ...others] = given;
  return uses === 2 && only !== undefined && others.length === 0 && rewrite(into, only);
}
