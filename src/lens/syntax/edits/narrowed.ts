import type { Span } from '../../../core/text/span.ts';
import { walk } from '../walk.ts';
import * as ts from '../typescript.ts';

/**
 * Finds what would have a wider type where statements are put into a callback: TypeScript forgets there what conditions before them say of
 * a property, and of a variable that is assigned to. Undefined where nothing of that is used. `own` are names that the statements declare.
 */
export function lostNarrowing(
  source: ts.SourceFile,
  region: Span,
  own: ReadonlySet<string>,
): string | undefined {
  const before = new Set<string>();
  const assigned = new Set<string>();
  const used = new Set<string>();
  const add = (node: ts.Node, to: Set<string>): void => {
    walk(node, (one) => {
      const path = pathOf(one);
      if (path !== undefined) to.add(path);
    });
  };
  walk(outermost(source, region), (node) => {
    const isInside =
      node.pos >= region.start - 1 && node.getStart(source) >= region.start && node.end <= region.end;
    if (isInside) {
      const path = pathOf(node);
      if (path !== undefined && !own.has(path.split('.')[0] ?? '')) used.add(path);
      return;
    }
    if (node.pos > region.start) return;
    for (const condition of conditionsOf(node)) add(condition, before);
  });
  walk(source, (node) => {
    const target = assignedIn(node);
    if (target !== undefined && ts.isIdentifier(target)) assigned.add(target.text);
  });
  return [...used].find((path) => before.has(path) && (path.includes('.') || assigned.has(path)));
}

/** The outermost function around a place. */
function outermost(source: ts.SourceFile, { start, end }: Span): ts.Node {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined || node.pos > start || node.end < end) return;
    if (ts.isFunctionLike(node)) found = node;
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found ?? source;
}

/** What code says of values before it goes on. */
function conditionsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isSwitchStatement(node))
    return [node.expression];
  if (ts.isConditionalExpression(node)) return [node.condition];
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isLogical = kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
    return isLogical ? [node.left] : assignedIn(node) === undefined ? [] : [node.left];
  }
  // what is called as a statement may be an assertion
  return ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)
    ? [...node.expression.arguments]
    : [];
}

function assignedIn(node: ts.Node): ts.Expression | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
    ? node.left
    : undefined;
}

/** `a.b` of names and their properties. */
function pathOf(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this';
  if (ts.isNonNullExpression(node)) return pathOf(node.expression);
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const path = pathOf(node.expression);
  return path === undefined ? undefined : `${path}.${node.name.text}`;
}
