import { contains } from '../../core/text/span.ts';
import { findBinding } from '../link/find-binding.ts';
import { calledFunctions } from '../link/call.ts';
import type { Linker } from '../link/linker.ts';
import type { Frame } from '../link/trace.ts';
import type { CallExpr, Expr } from '../syntax/expr.ts';
import type { BindingWrite, CallSite } from '../syntax/facts.ts';
import { callbackOf, loopAt } from '../syntax/facts-at.ts';
import type { ListSize } from './operation.ts';
import { callersOf } from './callers.ts';
import { exactly, largest, smaller, sum, times, UNKNOWN } from './size-algebra.ts';
import { countOf, cutSize } from './size-cuts.ts';
import { empties, flushesOf, isGuarded, isHarmless } from './size-guards.ts';
import { headOf, initOf, isFromOutside, numberIn, queryBehind, scopeAt } from './size-origins.ts';
import type { WrappedCall } from './wrapped-call.ts';

/**
 * How many elements a list has at most, as the code around it shows: by constants that it is cut to, by how often a
 * loop adds to it. Code that cannot be followed makes it `unknown`, and so does any test of a length that may bound it.
 */
export function listSize(linker: Linker, site: CallSite, list: Expr, file: string): ListSize {
  if (isGuarded(site)) return UNKNOWN;
  return sizeOf({ linker, seen: new Set(), steps: MOST_STEPS }, list, { file });
}

/** What a wrapper's call gives for the list that the wrapper submits as it is; undefined where wrappers stand between. */
export function givenList(linker: Linker, { facts, site, innerFacts, inner }: WrappedCall): Expr | undefined {
  const [list] = inner.call.args;
  const init =
    list?.kind === 'name' ? findBinding(innerFacts, list.name, list.scope)?.binding.init : undefined;
  const isDirect = calledFunctions(linker, site.call, { file: facts.file }).some(({ fn }) => fn === inner.fn);
  return isDirect && init?.kind === 'parameter' ? site.call.args[init.index] : undefined;
}

/** Expressions that one question may look at. */
const MOST_STEPS = 300;

/** The service's own bound of a page that names no size: the REST documentation, "Query timeout and pagination". */
const PAGE = 1_000;

interface Trail {
  readonly linker: Linker;
  readonly seen: Set<string>;
  steps: number;
}

function sizeOf(trail: Trail, expr: Expr, frame: Frame): ListSize {
  if (trail.steps <= 0) return UNKNOWN;
  trail.steps -= 1;
  const of = (inner: Expr): ListSize => sizeOf(trail, inner, frame);
  switch (expr.kind) {
    case 'array':
      return sum(expr.elements.map((one) => (one.kind === 'spread' ? of(one.operand) : exactly(1))));
    case 'typed':
      return of(expr.operand);
    case 'conditional':
      return /\.(length|size)\b/.test(expr.test) ? UNKNOWN : largest([of(expr.whenTrue), of(expr.whenFalse)]);
    case 'binary':
      return /^(\?\?|\|\|)$/.test(expr.operator) ? largest([of(expr.left), of(expr.right)]) : UNKNOWN;
    case 'nothing':
      return exactly(0);
    case 'name':
      return ofName(trail, expr, frame);
    case 'parameter':
      return ofParameter(trail, expr, frame);
    case 'call':
      return ofCall(trail, expr, frame);
    case 'element':
      return ofEach(trail, expr.of, frame);
    case 'index':
      return ofEach(trail, expr.object, frame);
    case 'member':
      if (expr.name === 'actions') return of(expr.object);
      if (expr.name === 'value') return ofEach(trail, expr.object, frame);
      return ofMember(trail, expr, frame);
    default:
      return UNKNOWN;
  }
}

/** What a function puts into the object that it returns, or what comes from outside. */
function ofMember(trail: Trail, expr: Extract<Expr, { kind: 'member' }>, frame: Frame): ListSize {
  const { object, name } = expr;
  const call = object.kind === 'name' ? initOf(trail.linker, object, frame) : object;
  const called = call?.kind === 'call' ? calledFunctions(trail.linker, call, { file: frame.file }) : [];
  const sizes = called.flatMap(({ fn, context: { file } }) => {
    const args = call?.kind === 'call' ? call.args : [];
    const returns = trail.linker.files.facts(file)?.functions[fn]?.returns ?? [];
    return returns.flatMap(({ value }) =>
      (value.kind === 'object' ? value.properties : []).flatMap((property) =>
        property.kind === 'property' && property.name === name
          ? [sizeOf(trail, property.value, { file, given: { fn, args, frame } })]
          : [],
      ),
    );
  });
  if (sizes.length > 0) return largest(sizes);
  return !PART.test(name) && isFromOutside(trail.linker, expr, frame) ? open('caller', expr, frame) : UNKNOWN;
}

function open(by: 'caller' | 'query', { span }: Expr, { file }: Frame): ListSize {
  return { kind: 'open', by, place: { file, span } };
}

/** Names of lists that are parts already, whoever makes them so. */
const PART = /batch|chunk|page|slice|group|part|window|segment/i;

function ofName(trail: Trail, expr: Extract<Expr, { kind: 'name' }>, frame: Frame): ListSize {
  const facts = trail.linker.files.facts(frame.file);
  const found = facts && findBinding(facts, expr.name, expr.scope);
  const key = `${frame.file}#${expr.name}@${found?.scope ?? ''}`;
  if (facts === undefined || found === undefined || trail.seen.has(key)) return UNKNOWN;
  trail.seen.add(key);
  const { binding } = found;
  const { init } = binding;
  const isOf = (write: BindingWrite, operator: BindingWrite['operator']): boolean =>
    write.operator === operator && write.path.length === 0;
  const whole = binding.writes.filter((write) => isOf(write, '='));
  const pushed = binding.writes.filter((write) => isOf(write, 'push'));
  const others = binding.writes.filter((write) => !isOf(write, '=') && !isOf(write, 'push'));
  const isFlushed = pushed.length > 0 && (whole.length > 0 || others.some(empties));
  const limit = limitOf(trail, expr.name, frame, pushed) ?? (isFlushed ? UNKNOWN : undefined);
  const size =
    limit ??
    (others.some((write) => !isHarmless(write))
      ? UNKNOWN
      : sum([
          largest([
            ...(init === undefined ? [exactly(0)] : [sizeOf(trail, init, frame)]),
            ...whole.map((write) => sizeOf(trail, write.value, frame)),
          ]),
          ...pushed.map((write) => ofPushed(trail, write, found, frame)),
        ]));
  trail.seen.delete(key);
  return size;
}

/**
 * Of a list whose length is tested where it grows, to send and empty it or to stop; `unknown` where no constant says
 * how many it may have then.
 */
function limitOf(
  trail: Trail,
  name: string,
  frame: Frame,
  pushed: readonly BindingWrite[],
): ListSize | undefined {
  const facts = trail.linker.files.facts(frame.file);
  const fns = new Set(pushed.map((write) => write.fn));
  const tests = facts === undefined ? [] : [...fns].flatMap((fn) => flushesOf(facts, fn, name));
  const limits = tests.flatMap(({ limit, isOver }): readonly ListSize[] => {
    const count = numberIn(trail.linker, limit, frame);
    if (count === undefined) return [UNKNOWN];
    // whether there is any
    if (count <= 1) return [];
    return [exactly(isOver ? count + 1 : count, { file: frame.file, span: limit.span })];
  });
  return limits[0];
}

/** What one `push` adds, in all turns of the loops around it. */
function ofPushed(
  trail: Trail,
  write: BindingWrite,
  { binding, fn }: NonNullable<ReturnType<typeof findBinding>>,
  frame: Frame,
): ListSize {
  const facts = trail.linker.files.facts(frame.file);
  const added = write.value.kind === 'spread' ? sizeOf(trail, write.value.operand, frame) : exactly(1);
  let size = added;
  let at: { readonly fn?: number | undefined; readonly loops: BindingWrite['loops'] } = write;
  for (;;) {
    const around = at.loops.filter((loop) => !contains(loop, binding.span));
    for (const span of around) size = times(size, turnsOf(trail, span, write, frame));
    if (at.fn === fn) return size;
    const callback = facts && callbackOf(facts, at.fn);
    const { callee } = callback?.call ?? {};
    if (callback === undefined || callee?.kind !== 'member' || !/^(forEach|map)$/.test(callee.name))
      return UNKNOWN;
    size = times(size, sizeOf(trail, callee.object, frame));
    at = { loops: callback.loops, ...(callback.outer !== undefined && { fn: callback.outer }) };
  }
}

/** How often a loop turns. */
function turnsOf(trail: Trail, span: BindingWrite['span'], write: BindingWrite, frame: Frame): ListSize {
  const facts = trail.linker.files.facts(frame.file);
  const loop = facts && loopAt(facts, span);
  switch (loop?.kind) {
    case 'of':
      return loop.through ? sizeOf(trail, loop.through, frame) : UNKNOWN;
    case 'await-of':
      return loop.through ? ofResults(trail, loop.through, frame) : UNKNOWN;
    case 'for': {
      const head = facts === undefined ? '' : headOf(facts, span, write);
      if (loop.through !== undefined)
        return /[-+]=/.test(head) ? UNKNOWN : sizeOf(trail, loop.through, frame);
      const [, to = ''] =
        /^for\s*\(\s*(?:let|var)\s+\w+\s*=\s*0\s*;\s*\w+\s*<\s*([\w$]+)\s*;\s*(?:\w+\+\+|\+\+\w+)\s*\)/.exec(
          head,
        ) ?? [];
      const place = { file: frame.file, span: loop.head };
      if (/^\d[\d_]*$/.test(to)) return exactly(Number(to.replaceAll('_', '')), place);
      const binding = facts && findBinding(facts, to, scopeAt(facts, write.fn))?.binding;
      const init = binding?.writes.length === 0 ? binding.init : undefined;
      if (init?.kind === 'member' && init.name === 'length') return sizeOf(trail, init.object, frame);
      const count = init && numberIn(trail.linker, init, frame);
      return count === undefined ? UNKNOWN : exactly(count, place);
    }
    case 'in':
    case 'while':
    case undefined:
      return UNKNOWN;
  }
}

/** What a query gives, or its pages. */
function ofResults(trail: Trail, expr: Expr, frame: Frame): ListSize {
  const query = queryBehind(trail.linker, expr, frame);
  return query === undefined ? UNKNOWN : open('query', query, frame);
}

function ofParameter(trail: Trail, expr: Extract<Expr, { kind: 'parameter' }>, frame: Frame): ListSize {
  const { linker } = trail;
  if (frame.given?.fn === expr.fn) {
    const arg = frame.given.args[expr.index];
    return arg === undefined ? UNKNOWN : sizeOf(trail, arg, frame.given.frame);
  }
  const facts = linker.files.facts(frame.file);
  if (facts === undefined) return UNKNOWN;
  const callback = callbackOf(facts, expr.fn);
  if (callback !== undefined) {
    const { callee } = callback.call;
    if (callee.kind !== 'member' || expr.index !== 0) return UNKNOWN;
    if (/^(map|forEach|flatMap)$/.test(callee.name)) return ofEach(trail, callee.object, frame);
    return callee.name === 'then' ? sizeOf(trail, callee.object, frame) : UNKNOWN;
  }
  if (expr.name === undefined || PART.test(expr.name)) return UNKNOWN;
  const calls = callersOf(linker, facts, expr.fn);
  if (calls.length === 0) return open('caller', expr, frame);
  return largest(calls.map(({ call }) => argumentSize(trail, call.args[expr.index], frame)));
}

function argumentSize(trail: Trail, arg: Expr | undefined, { file }: Frame): ListSize {
  return arg === undefined ? UNKNOWN : sizeOf(trail, arg, { file });
}

function ofCall(trail: Trail, expr: CallExpr, frame: Frame): ListSize {
  const { callee, args } = expr;
  const [first, second] = args;
  const name = callee.kind === 'member' || callee.kind === 'name' ? callee.name : '';
  const of = (inner: Expr): ListSize => sizeOf(trail, inner, frame);
  if (expr.isNew) {
    if (name === 'Array') return first ? countOf(trail.linker, first, frame) : exactly(0);
    if (name === 'Set' || name === 'TableTransaction') return first ? of(first) : exactly(0);
    return UNKNOWN;
  }
  if (name === 'Array' && first) return countOf(trail.linker, first, frame);
  if (callee.kind === 'member') {
    const { object } = callee;
    switch (name) {
      case 'map':
      case 'filter':
      case 'sort':
      case 'toSorted':
      case 'reverse':
      case 'toReversed':
      case 'fill':
        return object.kind === 'name' && object.name === '_' ? UNKNOWN : of(object);
      case 'keys':
      case 'values':
      case 'entries':
        // the properties of an object are mostly few
        return object.kind === 'call' ? of(object) : UNKNOWN;
      case 'concat':
        return sum([of(object), ...args.map((arg) => of(arg))]);
      case 'reduce':
        return first?.kind === 'function' && second
          ? reduced(trail, object, first.fn, second, frame)
          : UNKNOWN;
      case 'flatMap':
        return times(of(object), first?.kind === 'function' ? returned(trail, frame, first.fn) : UNKNOWN);
      case 'slice':
        return first && second
          ? smaller(cutSize(trail.linker, first, second, frame), of(object))
          : of(object);
      case 'splice':
        return second ? smaller(countOf(trail.linker, second, frame), of(object)) : of(object);
      case 'from':
        if (object.kind === 'name' && object.name === 'Array' && first) return arrayFrom(trail, first, frame);
        break;
      case 'all':
        if (object.kind === 'name' && object.name === 'Promise' && first) return of(first);
        break;
    }
  }
  return largest(
    calledFunctions(trail.linker, expr, { file: frame.file }).map(({ fn, context }) =>
      returned(trail, { file: context.file, given: { fn, args, frame } }, fn),
    ),
  );
}

/** A list that a function adds to for every element: `rows.reduce((all, row) => { all.push(row); return all; }, [])`. */
function reduced(trail: Trail, over: Expr, fn: number, initial: Expr, frame: Frame): ListSize {
  const facts = trail.linker.files.facts(frame.file);
  const { scope, parameters = [] } = facts?.functions[fn] ?? {};
  const [name] = parameters.map((parameter) => parameter.name);
  const found = facts && scope !== undefined && name ? findBinding(facts, name, scope) : undefined;
  const { writes = [] } = found?.binding ?? {};
  if (found === undefined || writes.length === 0 || writes.some(({ operator }) => operator !== 'push'))
    return UNKNOWN;
  const added = sum(writes.map((write) => ofPushed(trail, write, found, frame)));
  return sum([sizeOf(trail, initial, frame), times(sizeOf(trail, over, frame), added)]);
}

/** `{ length: n }`, or whatever else Array.from takes. */
function arrayFrom(trail: Trail, expr: Expr, frame: Frame): ListSize {
  if (expr.kind !== 'object') return sizeOf(trail, expr, frame);
  const length = expr.properties.find(
    (property) => property.kind === 'property' && property.name === 'length',
  );
  return length ? countOf(trail.linker, length.value, frame) : UNKNOWN;
}

/** What a function returns. */
function returned(trail: Trail, frame: Frame, fn: number): ListSize {
  const key = `${frame.file}()${fn}`;
  const returns = trail.linker.files.facts(frame.file)?.functions[fn]?.returns ?? [];
  if (returns.length === 0 || trail.seen.has(key)) return UNKNOWN;
  trail.seen.add(key);
  const size = largest(returns.map(({ value }) => sizeOf(trail, value, frame)));
  trail.seen.delete(key);
  return size;
}

/** What people call functions that divide an array. */
const DIVIDES = /chunk|batch|split|slice|partition/i;

/** The size of each list in a list, or of each page. */
function ofEach(trail: Trail, expr: Expr, frame: Frame): ListSize {
  if (trail.steps <= 0) return UNKNOWN;
  trail.steps -= 1;
  switch (expr.kind) {
    case 'typed':
      return ofEach(trail, expr.operand, frame);
    case 'array':
      return largest(
        expr.elements.map((one) => (one.kind === 'spread' ? UNKNOWN : sizeOf(trail, one, frame))),
      );
    case 'name': {
      const facts = trail.linker.files.facts(frame.file);
      const found = facts && findBinding(facts, expr.name, expr.scope);
      const { init, writes = [] } = found?.binding ?? {};
      const pushed = writes.filter((write) => write.operator === 'push' && write.path.length === 0);
      if (pushed.length > 0 && pushed.length === writes.length) {
        return largest(pushed.map((write) => sizeOf(trail, write.value, frame)));
      }
      return init === undefined || writes.length > 0 ? UNKNOWN : ofEach(trail, init, frame);
    }
    case 'call':
      return ofEachCalled(trail, expr, frame);
    default:
      return UNKNOWN;
  }
}

function ofEachCalled(trail: Trail, expr: CallExpr, frame: Frame): ListSize {
  const { callee, args } = expr;
  const [first] = args;
  const name = callee.kind === 'member' || callee.kind === 'name' ? callee.name : '';
  if (name === 'byPage' && callee.kind === 'member' && queryBehind(trail.linker, callee.object, frame)) {
    return pageSize(trail, first, expr, frame);
  }
  if (name === 'next' && callee.kind === 'member') return ofEach(trail, callee.object, frame);
  if (name === 'map' && first?.kind === 'function') return returned(trail, frame, first.fn);
  if (DIVIDES.test(name) && args.length > 1) {
    const counts = args.slice(1).map((arg) => countOf(trail.linker, arg, frame));
    const count = counts.find(({ kind }) => kind === 'most');
    if (count !== undefined) return count;
  }
  return largest(
    calledFunctions(trail.linker, expr, { file: frame.file }).flatMap(({ fn, context }) => {
      const inner: Frame = { file: context.file, given: { fn, args, frame } };
      const returns = trail.linker.files.facts(context.file)?.functions[fn]?.returns ?? [];
      return returns.map(({ value }) => ofEach(trail, value, inner));
    }),
  );
}

function pageSize(trail: Trail, options: Expr | undefined, call: CallExpr, frame: Frame): ListSize {
  const byDefault = exactly(PAGE, { file: frame.file, span: call.span }, true);
  if (options === undefined) return byDefault;
  if (options.kind !== 'object') return UNKNOWN;
  const size = options.properties.find((one) => one.kind === 'property' && one.name === 'maxPageSize');
  if (size !== undefined) return countOf(trail.linker, size.value, frame);
  return options.properties.some(({ kind }) => kind === 'spread') ? UNKNOWN : byDefault;
}
