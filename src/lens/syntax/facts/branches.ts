import type { Expr } from './expr.ts';

/** One of the things that decide whether a place of a function is reached. */
export type Branch =
  /** Of an `if`, a `?:`, an `&&`, an `||` or the head of a `while`. */
  | { readonly kind: 'test'; readonly test: Expr; readonly holds: boolean }
  /** Where a clause of a `switch` begins. */
  | { readonly kind: 'clause'; readonly start: number }
  /** Where a `for` begins, whose body runs at all. */
  | { readonly kind: 'loop'; readonly start: number }
  /** Where a `catch` begins. */
  | { readonly kind: 'catch'; readonly start: number };

/** Branches of one place that are kept: each place has a list of its own, and long chains of `else if` have many places. */
const MOST_BRANCHES = 100;

/** The branches of a place, outermost first, and one more. */
export function andAlso(branches: readonly Branch[], branch: Branch): readonly Branch[] {
  return branches.length < MOST_BRANCHES ? [...branches, branch] : branches;
}

/** That a test holds, or does not; `!test` is that `test` does not. */
export function testBranch(test: Expr, holds: boolean): Branch {
  let [operand, isHeld] = [test, holds];
  while (operand.kind === 'unary' && operand.operator === '!') {
    operand = operand.operand;
    isHeld = !isHeld;
  }
  return { kind: 'test', test: operand, holds: isHeld };
}

/** Whether a place is reached wherever the loops around it run at all. */
export function areLoops(branches: readonly Branch[]): boolean {
  return branches.every(({ kind }) => kind === 'loop');
}

/** Whether every one of these branches is among the others. */
export function areAmong(branches: readonly Branch[], others: readonly Branch[]): boolean {
  return branches.every((branch) => others.some((other) => isSame(branch, other)));
}

function isSame(a: Branch, b: Branch): boolean {
  if (a.kind === 'test') return b.kind === 'test' && a.holds === b.holds && asksTheSame(a.test, b.test);
  return b.kind === a.kind && a.start === b.start;
}

/** The same test, or one of the same variable or property: nobody asks whether it was written in between. */
function asksTheSame(a: Expr, b: Expr): boolean {
  if (a.span.start === b.span.start && a.span.end === b.span.end) return true;
  if (a.kind === 'name') return b.kind === 'name' && a.name === b.name && a.scope === b.scope;
  return a.kind === 'member' && b.kind === 'member' && a.name === b.name && asksTheSame(a.object, b.object);
}
