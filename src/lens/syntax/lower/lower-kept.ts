import type { Expr } from '../facts/expr.ts';
import { holderName, type KeptEntry } from '../facts/facts.ts';
import { type At, type Lowering, spanOf } from './lowering.ts';
import * as ts from '../typescript.ts';

/** Notes what is put into an object or a map, if it goes there by the name that a variable has. */
export function noteKept(lowering: Lowering, holder: ts.Expression, key: ts.Node, value: Expr, at: At): void {
  const held = ts.isIdentifier(key) ? holderOf(lowering, holder, at) : undefined;
  const called = held && holderName(held);
  if (held === undefined || called === undefined || !ts.isIdentifier(key)) return;
  (lowering.kept[called] ??= []).push({ holder: held, key: nameOf(lowering, key, at), value });
}

function holderOf(lowering: Lowering, node: ts.Expression, at: At): Expr | undefined {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node))
    return holderOf(lowering, node.expression, at);
  if (ts.isIdentifier(node)) return nameOf(lowering, node, at);
  if (!ts.isPropertyAccessExpression(node) || node.expression.kind !== ts.SyntaxKind.ThisKeyword)
    return undefined;
  const object: Expr = { kind: 'this', cls: at.cls, span: spanOf(lowering, node.expression) };
  return { kind: 'member', object, name: node.name.text, span: spanOf(lowering, node) };
}

function nameOf(lowering: Lowering, node: ts.Identifier, at: At): KeptEntry['key'] {
  return { kind: 'name', name: node.text, scope: at.scope, span: spanOf(lowering, node) };
}
