import type { Expr } from '../syntax/expr.ts';
import { findBinding } from './find-binding.ts';
import type { Linker } from './linker.ts';
import type { Frame } from './trace.ts';

/** Names and nested expressions that are followed. */
const DEPTH = 12;

/** Pairs of expressions that one question looks at. */
const MOST_PAIRS = 400;

/** One question, and how many pairs it may still look at. */
interface Question {
  readonly linker: Linker;
  left: number;
}

/** Whether two expressions are written alike, once names are followed to what they stand for. In doubt they are not. */
export function isSameExpression(linker: Linker, a: Expr, frameA: Frame, b: Expr, frameB: Frame): boolean {
  return isSame({ linker, left: MOST_PAIRS }, a, frameA, b, frameB, DEPTH);
}

function isSame(question: Question, a: Expr, frameA: Frame, b: Expr, frameB: Frame, depth: number): boolean {
  const { linker } = question;
  question.left -= 1;
  if (depth === 0 || question.left < 0) return false;
  const left = resolved(linker, a, frameA, DEPTH);
  const right = resolved(linker, b, frameB, DEPTH);
  const [x, y] = [left.expr, right.expr];
  const alike = (p: Expr, q: Expr): boolean => isSame(question, p, left.frame, q, right.frame, depth - 1);
  if (x === y) return true;
  if (x.kind === 'string' && y.kind === 'string') return x.text.text === y.text.text;
  if (x.kind === 'number' && y.kind === 'number') return x.value === y.value;
  if (x.kind === 'parameter' && y.kind === 'parameter') return x.fn === y.fn && x.index === y.index;
  if (x.kind === 'name' && y.kind === 'name') {
    return isSameName(question, x, left.frame, y, right.frame, depth);
  }
  if (x.kind === 'member' && y.kind === 'member') return x.name === y.name && alike(x.object, y.object);
  if (x.kind === 'this') return y.kind === 'this' && x.cls === y.cls;
  if (x.kind === 'template' && y.kind === 'template') {
    const isText = x.texts.every((text, i) => text.text === y.texts[i]?.text);
    return isText && areAlike(x.holes, y.holes, alike);
  }
  if (x.kind === 'call' && y.kind === 'call') {
    return alike(x.callee, y.callee) && areAlike(x.args, y.args, alike);
  }
  if (x.kind === 'binary' && y.kind === 'binary') {
    return x.operator === y.operator && alike(x.left, y.left) && alike(x.right, y.right);
  }
  return false;
}

function areAlike(a: readonly Expr[], b: readonly Expr[], alike: (p: Expr, q: Expr) => boolean): boolean {
  return a.length === b.length && a.every((one, i) => b[i] !== undefined && alike(one, b[i]));
}

/** The same variable, or the loop variables of two loops through the same. */
function isSameName(
  question: Question,
  a: Extract<Expr, { kind: 'name' }>,
  frameA: Frame,
  b: Extract<Expr, { kind: 'name' }>,
  frameB: Frame,
  depth: number,
): boolean {
  const facts = question.linker.files.facts(frameA.file);
  if (facts === undefined || a.name !== b.name || frameA.file !== frameB.file) return false;
  const [left, right] = [findBinding(facts, a.name, a.scope), findBinding(facts, b.name, b.scope)];
  if (left === undefined || right === undefined || left.scope === right.scope)
    return left?.scope === right?.scope;
  const [x, y] = [left.binding.init, right.binding.init];
  const areElements = x?.kind === 'element' && y?.kind === 'element';
  return areElements && isSame(question, x.of, frameA, y.of, frameB, depth - 1);
}

/** What a name that is never assigned again stands for, and a parameter whose argument is known. */
function resolved(linker: Linker, expr: Expr, frame: Frame, depth: number): { expr: Expr; frame: Frame } {
  if (depth === 0) return { expr, frame };
  if (expr.kind === 'typed') return resolved(linker, expr.operand, frame, depth - 1);
  if (expr.kind === 'parameter' && frame.given?.fn === expr.fn) {
    const given = frame.given.args[expr.index];
    return given === undefined ? { expr, frame } : resolved(linker, given, frame.given.frame, depth - 1);
  }
  const facts = linker.files.facts(frame.file);
  if (expr.kind !== 'name' || facts === undefined) return { expr, frame };
  const { init, writes } = findBinding(facts, expr.name, expr.scope)?.binding ?? { writes: [] };
  const isPlain = init !== undefined && init.kind !== 'other' && init.kind !== 'element';
  return isPlain && writes.every((write) => write.operator === 'open')
    ? resolved(linker, init, frame, depth - 1)
    : { expr, frame };
}
