import type { ResultSort } from './facts.ts';
import * as ts from '../typescript.ts';
import { type Origin, originOf, type Shape } from './origin.ts';
import { bare, isTransparent } from './tree.ts';
import { walk } from '../walk.ts';

type Direction = NonNullable<ResultSort['direction']>;

/** By which property, and which way, a function given to `sort` orders; empty where that is not seen. */
export function readOrder(
  compare: ts.Expression | undefined,
  shape: Shape,
): { readonly property?: string; readonly direction?: Direction } {
  const fn = compare && bare(compare);
  if (fn === undefined || !(ts.isArrowFunction(fn) || ts.isFunctionExpression(fn))) return {};
  const [a, b] = fn.parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : undefined));
  if (a === undefined || b === undefined) return {};
  const sides = { a: originsOf(fn.body, a, shape), b: originsOf(fn.body, b, shape) };
  return firstComparison(fn.body, sides) ?? {};
}

interface Sides {
  readonly a: ReadonlyMap<string, Origin>;
  readonly b: ReadonlyMap<string, Origin>;
}

/** What depends on one of the two parameters. */
function originsOf(body: ts.Node, parameter: string, shape: Shape): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>([[parameter, { kind: 'entity', shape }]]);
  if (!ts.isBlock(body)) return origins;
  for (const statement of body.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const origin = initializer && originOf(initializer, origins);
      if (ts.isIdentifier(name) && origin !== undefined) origins.set(name.text, origin);
    }
  }
  return origins;
}

function firstComparison(
  body: ts.Node,
  sides: Sides,
): { readonly property: string; readonly direction?: Direction } | undefined {
  const found: { readonly at: number; readonly property: string; readonly direction?: Direction }[] = [];
  walk(body, (node) => {
    const pair = pairOf(node);
    if (pair === undefined) return;
    const left = sideOf(pair.left, sides);
    const right = sideOf(pair.right, sides);
    if (left === undefined || right === undefined || left.isA === right.isA) return;
    const isUp = pair.isUp ?? undefined;
    const direction =
      isUp === undefined ? {} : { direction: isUp === left.isA ? ('up' as const) : ('down' as const) };
    found.push({ at: node.pos, property: left.property, ...direction });
  });
  return found.sort((x, y) => x.at - y.at)[0];
}

function sideOf(
  node: ts.Expression,
  sides: Sides,
): { readonly isA: boolean; readonly property: string } | undefined {
  const a = originOf(node, sides.a);
  const origin = a ?? originOf(node, sides.b);
  return origin !== undefined && 'name' in origin
    ? { isA: a !== undefined, property: origin.name }
    : undefined;
}

/** Two values that are compared; `isUp`: the smaller left one comes first. */
function pairOf(
  node: ts.Node,
): { readonly left: ts.Expression; readonly right: ts.Expression; readonly isUp?: boolean } | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [right] = node.arguments;
    const isCompare = node.expression.name.text === 'localeCompare';
    return isCompare && right ? { left: node.expression.expression, right, isUp: true } : undefined;
  }
  if (ts.isConditionalExpression(node)) return decided(node.condition, node.whenTrue);
  if (ts.isIfStatement(node)) {
    const { thenStatement } = node;
    const only = ts.isBlock(thenStatement) ? thenStatement.statements[0] : thenStatement;
    return only && ts.isReturnStatement(only) && only.expression
      ? decided(node.expression, only.expression)
      : undefined;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.MinusToken) {
    return { left: node.left, right: node.right, isUp: true };
  }
  return undefined;
}

/** `a < b ? -1 : …` */
function decided(test: ts.Expression, result: ts.Expression): ReturnType<typeof pairOf> {
  const node = bare(test);
  if (!ts.isBinaryExpression(node)) return undefined;
  const operator = node.operatorToken.kind;
  const isLess = operator === ts.SyntaxKind.LessThanToken || operator === ts.SyntaxKind.LessThanEqualsToken;
  const isMore =
    operator === ts.SyntaxKind.GreaterThanToken || operator === ts.SyntaxKind.GreaterThanEqualsToken;
  const sign = signOf(result);
  if (!isLess && !isMore) return undefined;
  const pair = { left: node.left, right: node.right };
  return sign === undefined ? pair : { ...pair, isUp: isLess === sign < 0 };
}

function signOf(node: ts.Expression): -1 | 1 | undefined {
  const inner = isTransparent(node) ? bare(node) : node;
  if (ts.isNumericLiteral(inner)) return 1;
  const isNegative =
    ts.isPrefixUnaryExpression(inner) &&
    inner.operator === ts.SyntaxKind.MinusToken &&
    ts.isNumericLiteral(inner.operand);
  return isNegative ? -1 : undefined;
}
