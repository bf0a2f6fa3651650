import type { Place } from '../../../core/text/segments.ts';
import type { CallExpr, Expr } from '../../syntax/facts/expr.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import {
  type Abstract,
  alternativesOf,
  choose,
  type Context,
  type FunctionValue,
  givenOf,
  givenTo,
  type ObjectValue,
  type Overlay,
  unknown,
} from '../values/abstract.ts';
import { asObject } from '../calls/instance.ts';
import { costOf } from '../limits.ts';
import { deeper, type Linker, spend } from '../linker.ts';
import { pairOf, propertyOf } from '../values/object.ts';
import { constantText, wholeText } from '../values/text.ts';

/** What a function of the workspace returns for these arguments. */
type Apply = (target: FunctionValue, args: readonly Abstract[]) => Abstract;

/**
 * `Object.fromEntries(Object.entries(entity).map(([name, value]) => [name, change(value)]))`: the object with the same
 * properties, each with what the functions make of it. Undefined for what is made in another way, or whose names are
 * changed.
 */
export function fromEntries(
  linker: Linker,
  call: CallExpr,
  context: Context,
  apply: Apply,
): Abstract | undefined {
  const [list] = call.args;
  const chain = isOf(call, 'fromEntries') && list !== undefined ? chainOf(list) : undefined;
  if (chain === undefined) return undefined;
  const mappers = chain.mappers.map((mapper) => linker.evaluate(mapper, context));
  const change = (name: string, value: Abstract, place: Place): Abstract | undefined =>
    mappers.reduce<Abstract | undefined>(
      (changed, mapper) =>
        changed && mapper.kind === 'function' ? mapped(apply, mapper, name, changed, place) : undefined,
      value,
    );
  const here = { file: context.file, span: chain.of.span };
  const of = asObject(linker, linker.evaluate(chain.of, context));
  if (of.kind !== 'object') {
    const isKept = change(ANY_NAME, unknown('property'), here) !== undefined;
    return isKept ? givenTo(unknown('call-result'), givenOf(of)) : undefined;
  }
  const overlays: Overlay[] = [];
  for (const [name, place] of namesIn(linker, of)) {
    const value = propertyOf(linker, of, name);
    const changed = change(name, value, place);
    if (changed === undefined) return undefined;
    if (isSame(changed, value)) continue;
    overlays.push({ path: [name], value: changed, assigned: { place, value: place, loops: [] } });
  }
  return {
    kind: 'object',
    properties: [{ kind: 'spread', value: chain.of }],
    context,
    overlays,
    ...(chain.isFiltered && { isOpen: true }),
  };
}

/**
 * `Object.assign(target, …sources)` of an object: all that they have, the last one first; what the target had as well where
 * the call is made on some ways alone. Undefined for anything else.
 */
export function assignedTogether(
  linker: Linker,
  call: CallExpr,
  context: Context,
  isConditional?: boolean,
): Abstract | undefined {
  const [target, ...sources] = call.args;
  if (!isOf(call, 'assign') || target === undefined || sources.some(({ kind }) => kind === 'spread'))
    return undefined;
  if (asObject(linker, linker.evaluate(target, context)).kind !== 'object') return undefined;
  const added = isConditional === true ? sources.map(orNothing) : sources;
  const properties = [target, ...added].map((value) => ({ kind: 'spread' as const, value }));
  return { kind: 'object', properties, context, overlays: [] };
}

function orNothing(whenTrue: Expr): Expr {
  const { span } = whenTrue;
  return { kind: 'conditional', whenTrue, whenFalse: { kind: 'nothing', span }, span };
}

interface Chain {
  /** Whose entries they are. */
  readonly of: Expr;
  readonly mappers: readonly Expr[];
  readonly isFiltered: boolean;
}

/** `Object.entries(of)`, and what `map` and `filter` make of that. */
function chainOf(list: Expr): Chain | undefined {
  if (list.kind !== 'call' || list.callee.kind !== 'member') return undefined;
  const [argument] = list.args;
  if (argument === undefined) return undefined;
  if (isOf(list, 'entries')) return { of: argument, mappers: [], isFiltered: false };
  const before = chainOf(list.callee.object);
  switch (list.callee.name) {
    case 'map':
      return before && { ...before, mappers: [...before.mappers, argument] };
    case 'filter':
      return before && { ...before, isFiltered: true };
    default:
      return undefined;
  }
}

function isOf({ callee }: CallExpr, name: string): boolean {
  return (
    callee.kind === 'member' &&
    callee.name === name &&
    callee.object.kind === 'name' &&
    callee.object.name === 'Object'
  );
}

/** The value that a function gives a property; undefined where it may have another name then. */
function mapped(
  apply: Apply,
  mapper: FunctionValue,
  name: string,
  value: Abstract,
  place: Place,
): Abstract | undefined {
  const made = alternativesOf(apply(mapper, [pairOf(wholeText(name, place), value)]));
  const values = made.flatMap((choice) => {
    if (choice.value.kind !== 'array') return [];
    const [key, changed] = choice.value.elements;
    return key !== undefined && changed !== undefined && constantText(key.value) === name
      ? [{ ...choice, value: changed.value }]
      : [];
  });
  if (values.length < made.length) return undefined;
  const all = choose(values);
  const kept = choose(alternativesOf(all).filter((choice) => !isWrittenAsText(choice.value)));
  return isText(value) && isSame(kept, value) ? kept : all;
}

/** Nobody who keeps a value on some branch writes one as JSON that is a text already. */
function isText(value: Abstract): boolean {
  return alternativesOf(value).every(({ value: one }) => TEXTS.has(one.kind));
}

const TEXTS: ReadonlySet<Abstract['kind']> = new Set(['text', 'time-text', 'number-text', 'random-text']);

/** As `JSON.stringify(value)` is, of which nothing else is known. */
function isWrittenAsText(value: Abstract): boolean {
  const isMade = value.kind === 'unknown' && value.why === 'call-result' && value.is === 'string';
  return isMade && value.name === undefined && value.through === undefined;
}

function isSame(changed: Abstract, value: Abstract): boolean {
  const before = alternativesOf(value).map((choice) => choice.value);
  return alternativesOf(changed).every((choice) => before.includes(choice.value));
}

type Names = ReadonlyMap<string, Place>;

/** The properties that are spelled out, of what is spread too, and where; what is spread again has the same. */
function namesIn(linker: Linker, object: ObjectValue, known = new Map<ObjectValue, Names>()): Names {
  const before = known.get(object);
  if (before !== undefined) return before;
  const { properties, overlays, context, without = [] } = object;
  const names = new Map<string, Place>();
  // an object may be spread into itself
  known.set(object, names);
  for (const property of properties) {
    if (property.kind === 'property') {
      names.set(property.name, { file: context.file, span: property.value.span });
      continue;
    }
    const spread = asObject(linker, linker.evaluate(property.value, context));
    if (spread.kind !== 'object') continue;
    const inner = deeper(linker, undefined, () => namesIn(linker, spread, known));
    for (const [name, place] of inner ?? []) names.set(name, place);
  }
  for (const name of without) names.delete(name);
  for (const { path, assigned } of overlays) {
    const [name] = path;
    if (name !== undefined && name !== ANY_NAME && path.length === 1) names.set(name, assigned.value);
  }
  spend(linker, costOf(names.size));
  return names;
}
