import type { Place } from '../../core/text/segments.ts';
import { type Abstract, type Context, givenOf, type ObjectValue, toValue } from '../link/abstract.ts';
import { calledFunctions } from '../link/call.ts';
import { isUnbounded } from '../link/content.ts';
import { asObject, isFilledUnseen } from '../link/instance.ts';
import { costOf } from '../link/limits.ts';
import { deeper, type Linker, spend } from '../link/linker.ts';
import { propertyOf } from '../link/object.ts';
import { constantText } from '../link/text.ts';
import type { GivenTo } from '../link/value.ts';
import type { Expr } from '../syntax/expr.ts';
import { ANY_NAME } from '../syntax/facts.ts';
import type { KeyExpression, PutProperty, Write } from './operation.ts';
import { isListing, isReadEntity } from './listing.ts';
import { structureOf } from './structure.ts';

export type Keys = Pick<Write, 'partitionKey' | 'rowKey'>;

/** The keys of an entity; `here` is where it stands, for those that are spelled out elsewhere. */
export function keysOf(linker: Linker, entity: ObjectValue, here: Place): Keys {
  const key = (name: string): KeyExpression | undefined => {
    const value = propertyOf(linker, entity, name);
    // what others may change is not left empty
    const isUnset = entity.isOpen === true && constantText(value) === '';
    if (value.kind === 'nothing' || isUnset) return undefined;
    const written = spelledOut(linker, entity, name);
    return { place: written ?? here, value: toValue(value) };
  };
  return keys(key('partitionKey'), key('rowKey'));
}

/** Where the code spells a property out, also in an object that is spread, or in an assignment. */
function spelledOut(
  linker: Linker,
  object: ObjectValue,
  name: string,
  seen = new Set<ObjectValue>(),
): Place | undefined {
  const { properties, overlays, context, without } = object;
  if (seen.has(object)) return undefined;
  seen.add(object);
  const late = overlays.findLast(({ path }) => path.length === 1 && path[0] === name);
  if (late !== undefined) return late.assigned.value;
  if (without?.includes(name)) return undefined;
  for (const property of [...properties].reverse()) {
    if (property.kind === 'spread') {
      const spread = asObject(linker, linker.evaluate(property.value, context));
      const found =
        spread.kind === 'object'
          ? deeper(linker, undefined, () => spelledOut(linker, spread, name, seen))
          : undefined;
      if (found !== undefined) return found;
    } else if (property.name === name) {
      return { file: context.file, span: property.value.span };
    }
  }
  return undefined;
}

export function keys(partitionKey: KeyExpression | undefined, rowKey: KeyExpression | undefined): Keys {
  return { ...(partitionKey && { partitionKey }), ...(rowKey && { rowKey }) };
}

/**
 * Every property of an entity that is seen, the keys too, in order; of what is spread into it as well. `here` is where
 * it stands, for those of which only its type tells.
 */
export function valuesOf(linker: Linker, whole: Abstract | undefined, here: Place): readonly PutProperty[] {
  const entity = whole && asObject(linker, whole);
  if (entity?.kind === 'typed') return typedIn(linker, entity, here).map((given) => putOf(linker, given));
  if (entity?.kind !== 'object') return [];
  // code that is not followed may have made something else of it
  const isOpen = whole?.kind === 'instance' ? isFilledUnseen(linker, whole) : entity.isOpen === true;
  const isVague = isOpen || entity.overlays.some(({ path }) => path[0] === ANY_NAME);
  return [...givenIn(linker, entity).values()].map((given) => {
    if (given.name === ANY_NAME) return putOf(linker, given);
    const value = (): Abstract => propertyOf(linker, entity, given.name);
    const { structure, ...put } = putOf(linker, { ...given, value });
    return structure === undefined || isVague ? put : { ...put, structure };
  });
}

function putOf(linker: Linker, { value: make, expr, ...given }: Given): PutProperty {
  const value = make();
  const structure =
    structureOf(linker, value) ??
    (expr !== undefined && isReadEntity(linker, expr, given.place.file)
      ? { kind: 'object' as const, isPlain: true }
      : undefined);
  return {
    ...given,
    value: toValue(value),
    isUnbounded: isUnbounded(value) || (expr !== undefined && isListing(linker, expr, given.place.file)),
    ...(structure && { structure }),
  };
}

/** A place that gives an entity a property. */
interface Given extends Omit<PutProperty, 'value' | 'structure' | 'isUnbounded'> {
  readonly value: () => Abstract;
  /** What gives it, where that is written in the literal. */
  readonly expr?: Expr;
}

/** In the literal itself. */
const WRITTEN = { isLate: false, isSpread: false, isOfType: false, loops: [] };

/** What gives an object each of its properties last, by their names. */
type AllGiven = ReadonlyMap<string, Given>;

function givenIn(linker: Linker, entity: ObjectValue, known = new Map<ObjectValue, AllGiven>()): AllGiven {
  const before = known.get(entity);
  if (before !== undefined) return before;
  const all = new Map<string, Given>();
  // an object may be spread into itself
  known.set(entity, all);
  const put = (given: Given): void => {
    all.set(given.name === ANY_NAME ? `${ANY_NAME}${given.at.span.start}` : given.name, given);
  };
  const { file } = entity.context;
  for (const property of entity.properties) {
    const value = (): Abstract => linker.evaluate(property.value, entity.context);
    const { span } = property.value;
    const place = { file, span };
    if (property.kind === 'spread') {
      for (const given of givenBySpread(linker, asObject(linker, value()), place, known)) put(given);
      continue;
    }
    const { name, nameSpan } = property;
    const at = { file, span: { start: nameSpan.start, end: Math.max(nameSpan.end, span.end) } };
    put({ ...WRITTEN, name, at, place, value, expr: property.value });
  }
  for (const name of entity.without ?? []) all.delete(name);
  for (const { path, value, assigned } of entity.overlays) {
    const [name, ...rest] = path;
    if (name === undefined || rest.length > 0) continue;
    const { loops, place: at, value: place } = assigned;
    put({ ...WRITTEN, name, at, place, isLate: true, loops, value: () => value });
  }
  spend(linker, costOf(all.size));
  return all;
}

function givenBySpread(
  linker: Linker,
  spread: Abstract,
  place: Place,
  known: Map<ObjectValue, AllGiven>,
): readonly Given[] {
  if (spread.kind === 'typed') return typedIn(linker, spread, place);
  if (spread.kind !== 'object') return [];
  const all = deeper(linker, undefined, () => givenIn(linker, spread, known));
  return [...(all?.values() ?? [])].map((given) => ({ ...given, isSpread: true }));
}

/** What the type of an object says that it has. */
function typedIn(linker: Linker, of: Extract<Abstract, { kind: 'typed' }>, here: Place): readonly Given[] {
  return Object.keys(of.type.members ?? {}).map((name) => ({
    ...WRITTEN,
    name,
    at: here,
    place: here,
    isSpread: true,
    isOfType: true,
    value: () => linker.member(of, name),
  }));
}

/** Whose callers give an argument as it is, or the object whose own method makes it. */
export function wholeGiven(
  linker: Linker,
  argument: Expr | undefined,
  context: Context,
): { readonly given?: GivenTo } {
  if (argument === undefined) return {};
  const given = givenOf(linker.evaluate(argument, context));
  return given === undefined ? madeBySubclass(linker, argument, context) : { given };
}

/** `this.toEntity(item)` of a class that leaves it to those that extend it: whoever calls has one of them. */
export function madeBySubclass(
  linker: Linker,
  argument: Expr | undefined,
  context: Context,
): { readonly given?: GivenTo } {
  const fn = context.use?.fn;
  const isOwn =
    argument?.kind === 'call' && argument.callee.kind === 'member' && argument.callee.object.kind === 'this';
  if (!isOwn || fn === undefined) return {};
  const isMade = calledFunctions(linker, argument, context).some(
    (called) => (linker.files.facts(called.context.file)?.functions[called.fn]?.returns.length ?? 0) > 0,
  );
  return isMade ? {} : { given: { file: context.file, fn } };
}
