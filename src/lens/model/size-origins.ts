import { findBinding } from '../link/find-binding.ts';
import type { Linker } from '../link/linker.ts';
import type { Frame } from '../link/trace.ts';
import type { CallExpr, Expr } from '../syntax/expr.ts';
import type { BindingWrite, FileFacts } from '../syntax/facts.ts';

/** The name of the method or function that is called; empty for what has none. */
export function calledName(expr: Expr): string {
  if (expr.kind !== 'call') return '';
  return expr.callee.kind === 'member' || expr.callee.kind === 'name' ? expr.callee.name : '';
}

/** What a name stands for that is never assigned again. */
export function initOf(
  linker: Linker,
  expr: Extract<Expr, { kind: 'name' }>,
  { file }: Frame,
): Expr | undefined {
  const facts = linker.files.facts(file);
  const binding = facts && findBinding(facts, expr.name, expr.scope)?.binding;
  return binding?.writes.every((write) => write.operator === 'open') ? binding.init : undefined;
}

/** Names that lead to each other. */
const MOST_NAMES = 40;

/** The call of `listEntities` whose results, or pages, an expression has. */
export function queryBehind(
  linker: Linker,
  expr: Expr,
  frame: Frame,
  depth = MOST_NAMES,
): CallExpr | undefined {
  switch (expr.kind) {
    case 'typed':
      return queryBehind(linker, expr.operand, frame, depth);
    case 'name': {
      const init = depth === 0 ? undefined : initOf(linker, expr, frame);
      return init && queryBehind(linker, init, frame, depth - 1);
    }
    case 'call':
      if (calledName(expr) === 'listEntities') return expr;
      return calledName(expr) === 'byPage' && expr.callee.kind === 'member'
        ? queryBehind(linker, expr.callee.object, frame, depth)
        : undefined;
    default:
      return undefined;
  }
}

/** Names of what has lists that the program's own code makes. */
const OWN = /^(config|options|settings|constants|env|deps)$/i;

/** Whether an expression is a part of what a function is given, or of what a request brought. */
export function isFromOutside(linker: Linker, expr: Expr, frame: Frame, depth = MOST_NAMES): boolean {
  const from = (inner: Expr): boolean => isFromOutside(linker, inner, frame, depth);
  switch (expr.kind) {
    case 'typed':
      return from(expr.operand);
    case 'member':
      return !OWN.test(expr.name) && from(expr.object);
    case 'parameter':
      return frame.given?.fn !== expr.fn && !OWN.test(expr.name ?? '');
    case 'call':
      return expr.callee.kind === 'member' && /^(json|parse|readBody)$/.test(expr.callee.name);
    case 'binary':
      return /^(\?\?|\|\|)$/.test(expr.operator) && from(expr.left);
    case 'name': {
      const init = depth === 0 ? undefined : initOf(linker, expr, frame);
      return init !== undefined && init.kind !== 'name' && isFromOutside(linker, init, frame, depth - 1);
    }
    default:
      return false;
  }
}

/** A constant whole number, that of a known argument or of a default too. */
export function numberIn(linker: Linker, expr: Expr, frame: Frame): number | undefined {
  if (expr.kind === 'name') {
    const init = initOf(linker, expr, frame);
    if (init?.kind === 'parameter') return numberIn(linker, init, frame);
  }
  if (expr.kind === 'parameter') {
    const given = frame.given?.fn === expr.fn ? frame.given.args[expr.index] : undefined;
    if (given !== undefined && frame.given) return numberIn(linker, given, frame.given.frame);
    return expr.fallback && numberIn(linker, expr.fallback, frame);
  }
  const value = linker.evaluate(expr, { file: frame.file });
  const constant = value.kind === 'number' ? value.number.constant : undefined;
  return typeof constant === 'number' && Number.isInteger(constant) ? constant : undefined;
}

/** How a `for` around a write begins: such heads are among its conditions, outermost first. */
export function headOf({ loops }: FileFacts, span: BindingWrite['span'], write: BindingWrite): string {
  const isFor = ({ start }: BindingWrite['span']): boolean =>
    loops.some((loop) => loop.span.start === start && loop.kind !== 'while');
  const index = write.loops.filter(isFor).findIndex(({ start }) => start === span.start);
  return write.when.filter((condition) => /^for\b/.test(condition))[index] ?? '';
}

/** The scope of a function's own names. */
export function scopeAt(facts: FileFacts, fn: number | undefined): number {
  return fn === undefined ? 0 : (facts.functions[fn]?.scope ?? 0);
}
