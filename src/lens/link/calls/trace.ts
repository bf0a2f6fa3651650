import type { CallExpr, Expr } from '../../syntax/facts/expr.ts';
import { ANY_NAME, type BindingWrite, type FileFacts } from '../../syntax/facts/facts.ts';
import { isCut } from '../../syntax/facts/conditions.ts';
import { callbackOf } from '../../syntax/facts/facts-at.ts';
import { findBinding } from '../names/find-binding.ts';
import { calledFunctions } from './call.ts';
import type { Linker } from '../linker.ts';

/** Where an expression stands: its file and, inside a function that is looked into, what that was given. */
export interface Frame {
  readonly file: string;
  readonly given?: { readonly fn: number; readonly args: readonly Expr[]; readonly frame: Frame };
  /** The conditions under which the value is wanted: what they imply has happened before. */
  readonly when?: readonly string[];
}

/** How much of a source a value has: it is the very same, a copy of it or of a part, or computed from it. */
export type Share = 'same' | 'copy' | 'made';

/** Where a value comes from. */
export interface Source {
  /** `point` and `list`: what getEntity and listEntities give. */
  readonly kind: 'point' | 'list' | 'parameter' | 'other';
  /** The call, or where else the trail ends. */
  readonly expr: Expr;
  readonly frame: Frame;
  /** The properties that lead from there to the value; of a list, from one of its entities. */
  readonly path: readonly string[];
  readonly share: Share;
  /** It is one of several values that it may be, by `?:`, `??` or `||`. */
  readonly isFallback?: boolean;
}

/** In a path: one of what an array has. The same mark as for a property whose name is not known. */
const ONE = ANY_NAME;

/** Steps and depth that one question may take. */
const MOST_STEPS = 400;
const DEPTH = 40;

interface Trail {
  readonly linker: Linker;
  readonly seen: Set<string>;
  steps: number;
}

/** Keys are not content: an entity is not made from what only names it. */
const NO_CONTENT: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', 'etag', 'timestamp']);

/**
 * What `expr`, or the property of it that `path` leads to, is made from: followed through names, assignments,
 * spreads, arrays that are filled, callbacks of arrays, and what functions of the workspace hand through. What
 * a function computes is not followed, nor are keys followed as a part of a whole entity.
 */
export function trace(
  linker: Linker,
  expr: Expr,
  frame: Frame,
  path: readonly string[] = [],
): readonly Source[] {
  return follow({ linker, seen: new Set(), steps: MOST_STEPS }, expr, frame, path);
}

function follow(trail: Trail, expr: Expr, frame: Frame, path: readonly string[]): readonly Source[] {
  const ends: readonly Source[] = [{ kind: 'other', expr, frame, path, share: 'same' }];
  if (trail.steps <= 0 || trail.seen.size > DEPTH) return ends;
  trail.steps -= 1;
  const into = (inner: Expr, below: readonly string[] = path): readonly Source[] =>
    follow(trail, inner, frame, below);
  switch (expr.kind) {
    case 'name':
      return followName(trail, expr, frame, path) ?? ends;
    case 'parameter':
      return followParameter(trail, expr, frame, path);
    case 'member':
      return into(expr.object, [expr.name, ...path]);
    case 'index':
      return into(expr.object, [expr.index.kind === 'number' ? String(expr.index.value) : ONE, ...path]);
    case 'element':
      return into(expr.of, [ONE, ...path]);
    case 'call':
      return followCall(trail, expr, frame, path) ?? ends;
    case 'object':
      return followObject(trail, expr, frame, path);
    case 'array': {
      const [first, ...below] = path;
      if (first === undefined) return expr.elements.flatMap((element) => computed(into(element, []), 'copy'));
      const found = /^\d+$/.test(first) ? expr.elements[Number(first)] : undefined;
      return (found === undefined ? expr.elements : [found]).flatMap((element) =>
        into(element, element.kind === 'spread' ? path : below),
      );
    }
    case 'typed':
    case 'spread':
      return into(expr.operand);
    case 'conditional':
      return oneOf([into(expr.whenTrue), into(expr.whenFalse)]);
    case 'binary':
      return expr.operator === '??' || expr.operator === '||'
        ? oneOf([into(expr.left), into(expr.right)])
        : computed([...into(expr.left, []), ...into(expr.right, [])], 'made');
    case 'unary':
      return computed(into(expr.operand, []), 'made');
    case 'template':
      return computed(
        expr.holes.flatMap((hole) => into(hole, [])),
        'made',
      );
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'nothing':
    case 'rest':
    case 'this':
    case 'function':
    case 'class':
    case 'require':
    case 'other':
      return ends;
  }
}

function oneOf(values: readonly (readonly Source[])[]): readonly Source[] {
  return values.flat().map((source) => ({ ...source, isFallback: true }));
}

const RANK: Readonly<Record<Share, number>> = { same: 0, copy: 1, made: 2 };

function computed(sources: readonly Source[], share: Share): readonly Source[] {
  return sources.map((source) => (RANK[source.share] < RANK[share] ? { ...source, share } : source));
}

function followName(
  trail: Trail,
  expr: Extract<Expr, { kind: 'name' }>,
  frame: Frame,
  path: readonly string[],
): readonly Source[] | undefined {
  const facts = trail.linker.files.facts(frame.file);
  const found = facts && findBinding(facts, expr.name, expr.scope);
  if (found === undefined) return undefined;
  const key = `${frame.file}#${expr.name}@${found.scope}/${path.join('.')}`;
  if (trail.seen.has(key)) return [];
  trail.seen.add(key);
  const { init, writes } = found.binding;
  const fn = facts?.scopes[expr.scope]?.fn;
  const last = writes.findLastIndex((write) => write.fn === fn && settles(write, expr, frame));
  const sources = [
    ...(init === undefined || last >= 0 ? [] : follow(trail, init, frame, path)),
    ...writes.slice(Math.max(last, 0)).flatMap((write) => followWrite(trail, write, frame, path)),
  ];
  trail.seen.delete(key);
  return sources;
}

/** Whether an assignment has certainly been made where a name is used, so that nothing before it counts. */
function settles(write: BindingWrite, use: Expr, { when = [] }: Frame): boolean {
  const isWhole = write.operator === '=' && write.path.length === 0 && !isCut(write.when);
  return (
    isWhole && write.span.end <= use.span.start && write.when.every((condition) => when.includes(condition))
  );
}

function followWrite(
  trail: Trail,
  write: BindingWrite,
  frame: Frame,
  path: readonly string[],
): readonly Source[] {
  switch (write.operator) {
    case '=':
    case '??=': {
      const common = Math.min(path.length, write.path.length);
      const meets = write.path.slice(0, common).every((name, i) => name === path[i] || name === ONE);
      if (!meets) return [];
      if (write.path.length <= path.length) return follow(trail, write.value, frame, path.slice(common));
      // a part of what is asked for
      const part = write.path[common] ?? '';
      if (NO_CONTENT.has(part)) return [];
      const sources = computed(follow(trail, write.value, frame, []), 'copy');
      return part === ONE ? sources.map(withoutOne) : sources;
    }
    case 'push':
      return path.length === 0
        ? computed(follow(trail, write.value, frame, []), 'copy')
        : follow(trail, write.value, frame, path.slice(1));
    case '+=':
    case '++':
    case 'other':
      return computed(follow(trail, write.value, frame, []), 'made');
    case 'open':
      return [];
  }
}

/** Any property of one thing put into another: `copy[key] = entity[key]` makes a copy of the whole. */
function withoutOne(source: Source): Source {
  return source.path.at(-1) === ONE ? { ...source, path: source.path.slice(0, -1) } : source;
}

function followParameter(
  trail: Trail,
  expr: Extract<Expr, { kind: 'parameter' }>,
  frame: Frame,
  path: readonly string[],
): readonly Source[] {
  const { given } = frame;
  if (given?.fn === expr.fn) {
    const arg = given.args[expr.index] ?? expr.fallback;
    if (arg !== undefined) return follow(trail, arg, arg === expr.fallback ? frame : given.frame, path);
  }
  const facts = trail.linker.files.facts(frame.file);
  const callback = facts && callbackOf(facts, expr.fn);
  const callee = callback?.call.callee;
  if (callee?.kind === 'member' && expr.index === (callee.name === 'reduce' ? 1 : 0)) {
    if (EACH.has(callee.name)) return follow(trail, callee.object, frame, [ONE, ...path]);
    if (callee.name === 'then') return follow(trail, callee.object, frame, path);
  }
  return [{ kind: 'parameter', expr, frame, path, share: 'same' }];
}

/** Methods of an array that call a function once for each element. */
export const EACH: ReadonlySet<string> = new Set([
  'map',
  'forEach',
  'flatMap',
  'filter',
  'find',
  'some',
  'every',
  'reduce',
]);

/** Methods that give the same things again: of an array, of a list query, of a promise. */
const SAME: ReadonlySet<string> = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'concat',
  'flat',
  'byPage',
  'values',
  'catch',
  'finally',
]);

/** Methods that give one element. */
const ONE_OF: ReadonlySet<string> = new Set(['find', 'findLast', 'at', 'pop', 'shift']);

function followObject(
  trail: Trail,
  expr: Extract<Expr, { kind: 'object' }>,
  frame: Frame,
  path: readonly string[],
): readonly Source[] {
  const [first, ...below] = path;
  const sources: Source[] = [];
  for (const property of [...expr.properties].reverse()) {
    if (property.kind === 'spread') {
      sources.push(
        ...computed(follow(trail, property.value, frame, path), first === undefined ? 'copy' : 'same'),
      );
    } else if (first === undefined || first === ONE) {
      if (!NO_CONTENT.has(property.name)) {
        sources.push(...computed(follow(trail, property.value, frame, below), 'copy'));
      }
    } else if (property.name === first) {
      return [...sources, ...follow(trail, property.value, frame, below)];
    }
  }
  return sources;
}

function followCall(
  trail: Trail,
  expr: CallExpr,
  frame: Frame,
  path: readonly string[],
): readonly Source[] | undefined {
  const { callee, args } = expr;
  const called = calledFunctions(trail.linker, expr, { file: frame.file });
  if (called.length > 0) {
    const given = { args, frame };
    return called.flatMap(({ fn, context: { file } }) => followReturns(trail, file, fn, given, path));
  }
  if (callee.kind !== 'member') {
    return callee.kind === 'name' && /^(String|Number|Boolean|BigInt|parseInt|parseFloat)$/.test(callee.name)
      ? computed(
          args.flatMap((arg) => follow(trail, arg, frame, [])),
          'made',
        )
      : callee.kind === 'name' && callee.name === 'structuredClone' && args[0]
        ? follow(trail, args[0], frame, path)
        : undefined;
  }
  const { object, name } = callee;
  if (name === 'getEntity') return [{ kind: 'point', expr, frame, path, share: 'same' }];
  if (name === 'listEntities') {
    const own = path.findIndex((part) => part !== ONE && !/^\d+$/.test(part));
    return [{ kind: 'list', expr, frame, path: own < 0 ? [] : path.slice(own), share: 'same' }];
  }
  if (object.kind === 'name' && /^(Object|JSON|Promise|Array|Math)$/.test(object.name)) {
    return followLanguage(trail, `${object.name}.${name}`, args, frame, path);
  }
  const [fn] = args;
  if ((name === 'map' || name === 'flatMap' || name === 'then') && fn?.kind === 'function') {
    const below = name === 'then' ? path : path.slice(1);
    const sources = followReturns(trail, frame.file, fn.fn, undefined, below, frame);
    return path.length === 0 && name !== 'then' ? computed(sources, 'copy') : sources;
  }
  if (SAME.has(name)) return follow(trail, object, frame, path);
  if (ONE_OF.has(name)) return follow(trail, object, frame, [ONE, ...path]);
  if (name === 'next') {
    return follow(trail, object, frame, path[0] === 'value' ? [ONE, ...path.slice(1)] : path);
  }
  return computed(follow(trail, object, frame, []), 'made');
}

function followLanguage(
  trail: Trail,
  name: string,
  args: readonly Expr[],
  frame: Frame,
  path: readonly string[],
): readonly Source[] {
  const all = (below: readonly string[]): readonly Source[] =>
    args.flatMap((arg) => follow(trail, arg, frame, below));
  switch (name) {
    case 'Object.assign':
      return path.length === 0 ? computed(all(path), 'copy') : all(path);
    case 'Object.freeze':
    case 'Object.values':
    case 'Promise.all':
    case 'Array.from':
    case 'Array.fromAsync':
      return all(path);
    case 'Object.entries':
      return path[1] === '1' ? all([ONE, ...path.slice(2)]) : computed(all([]), 'made');
    default:
      return computed(all([]), 'made');
  }
}

/** What a function hands through; what it computes is its own. */
function followReturns(
  trail: Trail,
  file: string,
  fn: number,
  given: { readonly args: readonly Expr[]; readonly frame: Frame } | undefined,
  path: readonly string[],
  lexical: Frame = { file },
): readonly Source[] {
  const facts: FileFacts | undefined = trail.linker.files.facts(file);
  const key = `${file}()${fn}/${path.join('.')}`;
  if (trail.seen.has(key)) return [];
  trail.seen.add(key);
  const frame = given === undefined ? lexical : { file, given: { fn, ...given } };
  const sources = (facts?.functions[fn]?.returns ?? []).flatMap(({ value }) =>
    follow(trail, value, frame, path),
  );
  trail.seen.delete(key);
  return given === undefined ? sources : sources.filter(({ share }) => share !== 'made');
}
