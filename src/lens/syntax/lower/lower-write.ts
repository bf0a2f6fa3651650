import type { Span } from '../../../core/text/span.ts';
import type { Expr } from '../facts/expr.ts';
import { ANY_NAME, type BindingWrite } from '../facts/facts.ts';
import { noteKept } from './lower-kept.ts';
import { keptThis } from './lower-this.ts';
import { type At, type Lowering, spanOf } from './lowering.ts';
import * as ts from '../typescript.ts';

/** Records that `target` is changed: a name, a property below one, `this.x`, or an export. */
export function recordWrite(
  lowering: Lowering,
  target: ts.Expression,
  operator: BindingWrite['operator'],
  value: Expr,
  span: Span,
  at: At,
): void {
  let path: readonly string[] = [];
  let root = target;
  let added = value;
  for (;;) {
    if (ts.isParenthesizedExpression(root) || ts.isNonNullExpression(root) || ts.isAsExpression(root)) {
      root = root.expression;
    } else if (ts.isPropertyAccessExpression(root)) {
      path = [root.name.text, ...path];
      root = root.expression;
    } else if (ts.isElementAccessExpression(root) && ts.isStringLiteralLike(root.argumentExpression)) {
      path = [root.argumentExpression.text, ...path];
      root = root.expression;
    } else if (ts.isElementAccessExpression(root)) {
      if (path.length > 0) added = { kind: 'other', span };
      else if (operator === '=' || operator === '??=')
        noteKept(lowering, root.expression, root.argumentExpression, value, at);
      path = [ANY_NAME];
      root = root.expression;
    } else {
      break;
    }
  }
  if (root.kind === ts.SyntaxKind.ThisKeyword) {
    recordThis(lowering, path, operator, added, at, at.cls);
  } else if (ts.isIdentifier(root)) {
    const kept = path.length > 0 ? keptThis(lowering, root.text, at.scope) : undefined;
    if (kept !== undefined) recordThis(lowering, path, operator, added, at, kept.cls);
    if (operator === '=' && recordExport(lowering, root.text, path, added)) return;
    lowering.pendingWrites.push({
      name: root.text,
      scope: at.scope,
      write: {
        operator,
        value: added,
        path,
        span,
        loops: at.loops,
        fn: at.fn,
        isConditional: at.branches.length > 0 || undefined,
      },
    });
  } else {
    recordPattern(lowering, root, value, span, at);
  }
}

/** `({ filter, top: limit } = options)`, `[first] = list`. */
function recordPattern(lowering: Lowering, pattern: ts.Expression, value: Expr, span: Span, at: At): void {
  const part = (target: ts.Expression, of: Expr): void => {
    const withDefault = ts.isBinaryExpression(target);
    recordWrite(lowering, withDefault ? target.left : target, '=', of, span, at);
  };
  const other: Expr = { kind: 'other', span };
  if (ts.isArrayLiteralExpression(pattern)) {
    for (const element of pattern.elements)
      part(ts.isSpreadElement(element) ? element.expression : element, other);
  } else if (ts.isObjectLiteralExpression(pattern)) {
    for (const property of pattern.properties) {
      if (ts.isSpreadAssignment(property)) part(property.expression, other);
      else if (ts.isShorthandPropertyAssignment(property)) {
        const of: Expr = {
          kind: 'member',
          object: value,
          name: property.name.text,
          span: spanOf(lowering, property),
        };
        part(property.name, property.objectAssignmentInitializer ? other : of);
      } else if (ts.isPropertyAssignment(property)) part(property.initializer, other);
    }
  }
}

function recordThis(
  lowering: Lowering,
  path: readonly string[],
  operator: BindingWrite['operator'],
  value: Expr,
  at: At,
  cls: number | undefined,
): void {
  const [name] = path;
  if (name === undefined || cls === undefined) return;
  const isWhole = path.length === 1;
  const isSet = isWhole && (operator === '=' || operator === '??=');
  lowering.classes[cls]?.members.push({
    name,
    isStatic: false,
    kind: 'field',
    ...(isSet ? { init: value } : { isChanged: true }),
    ...(isSet && (operator === '??=' || at.branches.length > 0) && { isMaybe: true }),
  });
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
