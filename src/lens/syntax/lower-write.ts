import ts from 'typescript';
import type { Span } from '../../core/text/span.ts';
import type { BindingWrite, Expr } from './facts.ts';
import type { At, Lowering } from './lowering.ts';

/** Records that `target` is changed: a name, a property below one, `this.x`, or an export. */
export function recordWrite(
  lowering: Lowering,
  target: ts.Expression,
  operator: BindingWrite['operator'],
  value: Expr,
  span: Span,
  at: At,
): void {
  const path: string[] = [];
  let root = target;
  for (;;) {
    if (ts.isParenthesizedExpression(root) || ts.isNonNullExpression(root) || ts.isAsExpression(root)) {
      root = root.expression;
    } else if (ts.isPropertyAccessExpression(root)) {
      path.unshift(root.name.text);
      root = root.expression;
    } else if (ts.isElementAccessExpression(root) && ts.isStringLiteralLike(root.argumentExpression)) {
      path.unshift(root.argumentExpression.text);
      root = root.expression;
    } else {
      break;
    }
  }
  if (root.kind === ts.SyntaxKind.ThisKeyword) {
    recordThis(lowering, path, operator, value, at);
  } else if (ts.isIdentifier(root)) {
    if (operator === '=' && recordExport(lowering, root.text, path, value)) return;
    lowering.pendingWrites.push({
      name: root.text,
      scope: at.scope,
      write: {
        operator,
        value,
        path,
        span,
        inLoop: at.inLoop,
        ...(at.fn !== undefined && { fn: at.fn }),
        when: at.conditions,
      },
    });
  }
}

function recordThis(
  lowering: Lowering,
  path: readonly string[],
  operator: BindingWrite['operator'],
  value: Expr,
  at: At,
): void {
  const [name] = path;
  if (operator !== '=' || path.length !== 1 || name === undefined || at.cls === undefined) return;
  lowering.classes[at.cls]?.members.push({ name, isStatic: false, kind: 'field', init: value });
}

/** CommonJS: `module.exports = …`, `module.exports.name = …`, `exports.name = …`. */
function recordExport(lowering: Lowering, root: string, path: readonly string[], value: Expr): boolean {
  const below =
    root === 'exports' ? path : root === 'module' && path[0] === 'exports' ? path.slice(1) : undefined;
  if (below === undefined) return false;
  const [name] = below;
  if (name === undefined) {
    if (root === 'exports') return false;
    lowering.exportsWhole = value;
  } else if (below.length === 1) {
    lowering.exports[name] = value;
  }
  return true;
}
