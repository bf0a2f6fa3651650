import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';

/** What code makes one more: `count++`, `count += 1`. */
export function countedIn(part: Part): ExpressionPart | undefined {
  if (part.kind !== 'expression') return undefined;
  const { expression } = part;
  const isUp =
    (expression.kind === 'update' && expression.isUp) ||
    (expression.kind === 'assign' && expression.operator === '+' && isOne(expression.value));
  if (!isUp || !('target' in expression)) return undefined;
  const { target } = expression;
  return target.kind === 'local' || target.kind === 'member' ? { ...part, expression: target } : undefined;
}

export function isOne(code: Expression): boolean {
  return code.kind === 'number' && code.value === 1;
}

/** `count % 16` */
export function isRemainder(part: Part): boolean {
  return part.kind === 'expression' && part.expression.kind === 'binary' && part.expression.operator === '%';
}
