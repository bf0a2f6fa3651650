import type { Linker } from '../link/linker.ts';
import type { Frame } from '../link/trace.ts';
import type { Expr } from '../syntax/expr.ts';
import type { ListSize } from './operation.ts';
import { exactly, UNKNOWN } from './size-algebra.ts';
import { calledName, initOf, numberIn } from './size-origins.ts';

/** A count that is a constant. */
export function countOf(linker: Linker, expr: Expr, frame: Frame): ListSize {
  const count = numberIn(linker, expr, frame);
  return count === undefined ? UNKNOWN : exactly(count, { file: frame.file, span: expr.span });
}

/** `slice(0, 100)`, `slice(i, i + 100)`, `slice(i * 100, (i + 1) * 100)`, any of them with `Math.min`. */
export function cutSize(linker: Linker, from: Expr, to: Expr, frame: Frame): ListSize {
  const start = numberIn(linker, from, frame);
  const end = numberIn(linker, to, frame);
  const place = { file: frame.file, span: to.span };
  if (start !== undefined && end !== undefined) return end < 0 ? UNKNOWN : exactly(end - start, place);
  if (to.kind === 'binary' && to.operator === '+' && isAlike(to.left, from))
    return countOf(linker, to.right, frame);
  if (to.kind === 'binary' && to.operator === '*' && isNext(to.left, from))
    return countOf(linker, to.right, frame);
  if (calledName(to) === 'min' && to.kind === 'call') {
    const cuts = to.args
      .map((arg) => cutSize(linker, from, arg, frame))
      .filter(({ kind }) => kind === 'most');
    return cuts[0] ?? UNKNOWN;
  }
  if (to.kind === 'name') {
    const init = initOf(linker, to, frame);
    if (init !== undefined && init.kind !== 'name') return cutSize(linker, from, init, frame);
  }
  return UNKNOWN;
}

/** `i + 1` of a `from` that is `i * 100`. */
function isNext(expr: Expr, from: Expr): boolean {
  if (expr.kind !== 'binary' || expr.operator !== '+' || from.kind !== 'binary') return false;
  return from.operator === '*' && expr.right.kind === 'number' && isAlike(expr.left, from.left);
}

/** Whether two expressions are the same name. */
function isAlike(a: Expr, b: Expr): boolean {
  return a.kind === 'name' && b.kind === 'name' && a.name === b.name;
}
