import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';

/**
 * The numbers to change so that a call gets parts of another size than what stands at `size`: of a name the one that its constant is
 * declared with, else the same number wherever it stands in the loop, up to the call. None where other parts would be lost.
 */
export function partSizes(file: string, text: string, size: Span, call: Span): readonly Span[] {
  const source = parseSource(file, text);
  const node = nodesAround(source, size).find((one) => ts.isExpression(one) && isAt(source, one, size));
  if (node === undefined) return [];
  if (ts.isIdentifier(node)) return declared(source, node.text);
  return ts.isNumericLiteral(node) ? inLoop(source, node, call) : [];
}

/** The number that the one constant of a name is declared with. */
function declared(source: ts.SourceFile, name: string): readonly Span[] {
  const found: (Span | undefined)[] = [];
  walk(source, (node) => {
    if (!ts.isVariableDeclarationList(node)) return;
    const isConst = (node.flags & ts.NodeFlags.Const) !== 0;
    for (const { name: own, initializer } of node.declarations) {
      if (!ts.isIdentifier(own) || own.text !== name) continue;
      const isNumber = isConst && initializer !== undefined && ts.isNumericLiteral(initializer);
      found.push(isNumber ? spanOf(source, initializer) : undefined);
    }
  });
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? [] : [only];
}

/** From the beginning of the innermost loop around a call to the end of the call. */
function inLoop(source: ts.SourceFile, size: ts.NumericLiteral, call: Span): readonly Span[] {
  const loop = nodesAround(source, call).findLast((node) => ts.isIterationStatement(node, false));
  if (loop === undefined || size.pos < loop.pos || size.end > call.end) return [];
  const found: Span[] = [];
  walk(loop, (node) => {
    if (ts.isNumericLiteral(node) && node.text === size.text && node.end <= call.end)
      found.push(spanOf(source, node));
  });
  // `slice(0, 200)` alone would lose what comes after it
  return found.length > 1 || dividesAll(source, size) ? found : [];
}

/** Whether a number by itself says into how many something is divided: `splice(0, 200)`, `chunk(rows, 200)`, `length >= 200`. */
function dividesAll(source: ts.SourceFile, size: ts.NumericLiteral): boolean {
  const parent = nodesAround(source, spanOf(source, size)).findLast((node) => node !== size);
  if (parent === undefined) return false;
  if (ts.isPropertyAssignment(parent))
    return ts.isIdentifier(parent.name) && parent.name.text === 'maxPageSize';
  if (ts.isBinaryExpression(parent))
    return parent.right === size && COMPARISONS.has(parent.operatorToken.kind);
  if (!ts.isCallExpression(parent) || parent.arguments.at(-1) !== size || parent.arguments.length < 2)
    return false;
  const callee = parent.expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  if (name === 'splice') {
    const [from] = parent.arguments;
    return from !== undefined && ts.isNumericLiteral(from) && from.text === '0';
  }
  const own = ts.isIdentifier(callee) ? callee.text : name;
  return own !== undefined && /chunk|batch|split/i.test(own);
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
]);
