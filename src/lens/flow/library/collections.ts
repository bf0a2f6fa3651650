import { type EachCall, eachCallOf } from '../../link/library/each.ts';
import { isListType } from '../../link/values/abstract.ts';
import { constant } from '../../link/values/number.ts';
import { propertyGiven } from '../../syntax/program/names.ts';
import { noteCompared } from '../entities/asked.ts';
import { deriveRows, rowsOf } from '../entities/rows.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { booleanOf, equality } from '../conditions/truth.ts';
import { type CallPlace, decide, type Machine, settled } from '../machine.ts';
import { elementsOf } from '../values/elements.ts';
import { countOf, sizeOf } from '../values/sizes.ts';
import { smaller, UNKNOWN } from '../values/list-size.ts';
import { fromAbstract, listOf, newList, newObject } from '../values/symbols.ts';
import { readIfThere } from '../values/properties.ts';
import { constantText } from '../values/texts.ts';
import { type Atom, UNDEFINED, type Value } from '../values/values.ts';
import { listMethod, testedMethod } from './lists.ts';
import { noteSorted } from './sorted.ts';

type External = Extract<Atom, { kind: 'external' }>;
type List = Extract<Atom, { kind: 'object' }>;

/** Packages whose functions take a list, and at which end of their arguments. */
const MODULES: ReadonlyMap<string, 'first' | 'last'> = new Map([
  ...['lodash', 'lodash-es', 'underscore', 'es-toolkit', 'es-toolkit/compat', 'remeda', 'radash'].map(
    (module) => [module, 'first'] as const,
  ),
  ['ramda', 'last'],
]);

/** Functions that do what a method of lists does. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ...['map', 'flatMap', 'filter', 'forEach', 'find', 'findLast', 'some', 'every', 'reduce', 'join'].map(
    (name) => [name, name] as const,
  ),
  ['each', 'forEach'],
  ['flatten', 'flat'],
  ['any', 'some'],
  ['all', 'every'],
  ['reverse', 'toReversed'],
]);

/** Functions that leave some elements out, or put them into an order that says nothing. */
const SOME_OF: ReadonlySet<string> = new Set([
  ...['uniq', 'uniqBy', 'unique', 'uniqueBy', 'uniqWith', 'compact', 'shuffle', 'sift'],
]);

/** What a function of a package that works on lists gives for one; undefined for others, and where it is given none. */
export function collectionCall(
  machine: Machine,
  { module, path }: External,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const each = eachCallOf(module, path);
  if (each !== undefined) return ofEach(machine, each, args, at);
  // `lodash/chunk` and `lodash.chunk` export the function alone
  const [, main = module, alone] = /^(lodash(?:-es)?)[/.](\w+)$/.exec(module) ?? [];
  const end = MODULES.get(main);
  const name = alone ?? path.at(-1);
  if (end === undefined || name === undefined || args.length === 0) return undefined;
  const given = end === 'first' ? args[0] : args.at(-1);
  const rest = end === 'first' ? args.slice(1) : args.slice(0, -1);
  if (end === 'last' && rest.length === 0) return undefined;
  if (name === 'pick') return given && picked(machine, given, rest);
  const list = given && listFor(machine, given);
  if (list === undefined) return undefined;
  const code =
    at.code?.kind === 'call' && end === 'first' ? { ...at.code, args: at.code.args.slice(1) } : at.code;
  return ofList(machine, list, name, rest, code === undefined ? at : { ...at, code });
}

/** What a function gives that calls another one for each element of a list, and waits for what that gives. */
function ofEach(
  machine: Machine,
  { method, callback, mayCallBack }: EachCall,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const [given = UNDEFINED, by = given] = [args[0], args[callback]];
  const fn = settled(machine, by);
  if (fn.kind !== 'function' || (mayCallBack === true && fn.fn.parameters.length > 1)) return undefined;
  const list = listFor(machine, given);
  if (list === undefined) return undefined;
  const { code } = at;
  const where = code?.kind === 'call' ? { ...at, code: { ...code, args: code.args.slice(callback) } } : at;
  const made = listMethod(machine, list, method, [fn], where);
  return method === 'forEach' ? list : made;
}

/** An object with some properties of another one and no others, where all names are constants, one by one or in a list. */
function picked(machine: Machine, of: Value, names: readonly Value[]): Value | undefined {
  const all = names.flatMap((name): readonly (string | undefined)[] => {
    const one = settled(machine, name);
    if (one.kind !== 'object' || machine.store.object(one.id).kind !== 'array') return [constantText(one)];
    const { elements, grown } = elementsOf(machine, one);
    const isSeen = grown === NEVER && elements.every(({ guard }) => guard === ALWAYS);
    return isSeen ? elements.map(({ value }) => constantText(settled(machine, value))) : [undefined];
  });
  if (!all.every((name) => name !== undefined)) return undefined;
  return newObject(machine, new Map(all.map((name) => [name, readIfThere(machine, of, name)])));
}

function ofList(
  machine: Machine,
  list: List,
  name: string,
  rest: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const [by] = rest;
  const method = ALIKE.get(name);
  const isFunction = by !== undefined && settled(machine, by).kind === 'function';
  if (method !== undefined) {
    if (rest.length === 0 || isFunction || method === 'join')
      return listMethod(machine, list, method, rest, at);
    const test = by === undefined ? undefined : standingFor(machine, method, by, at);
    return test && testedMethod(machine, list, method, test, at);
  }
  switch (name) {
    case 'chunk':
    case 'cluster':
    case 'splitEvery':
      return by === undefined ? undefined : chunked(machine, list, by, at);
    case 'sortBy':
    case 'orderBy':
      return ordered(machine, list, rest, at);
    case 'take':
      return by === undefined
        ? undefined
        : listMethod(machine, list, 'slice', [fromAbstract(machine, constant(0)), by], at);
    case 'drop':
      return by === undefined ? undefined : listMethod(machine, list, 'slice', [by], at);
    default:
      return SOME_OF.has(name) ? someOfAll(machine, list, at) : undefined;
  }
}

/** Methods that take an object in place of a function, with what each property must be: `_.filter(rows, { floor, free: true })`. */
const MATCHING: ReadonlySet<string> = new Set(['filter', 'find', 'findLast', 'some', 'every']);

/** Code of values that are compared part by part. */
const HAS_PARTS: ReadonlySet<string> = new Set(['object', 'array']);

/** What an object or the name of a property gives for an element, which stands where a function could. */
function standingFor(
  machine: Machine,
  method: string,
  by: Value,
  at: CallPlace,
): ((element: Value) => Value) | undefined {
  const code = at.code?.args[0];
  if (code === undefined || (method !== 'map' && !MATCHING.has(method))) return undefined;
  const name = constantText(settled(machine, by));
  // `address.city` is a path, and entities have no objects in them
  if (name !== undefined)
    return /[.[]/.test(name) ? undefined : (element) => readIfThere(machine, element, name);
  if (method === 'map' || code.kind !== 'object' || code.parts.length === 0) return undefined;
  const asked = code.parts.flatMap((part) =>
    part.kind === 'property' && typeof part.name === 'string' && !HAS_PARTS.has(part.value.kind)
      ? [{ name: part.name, span: part.value.span }]
      : [],
  );
  const isPlain = asked.every(({ name: property }) =>
    isOneValue(settled(machine, readIfThere(machine, by, property))),
  );
  if (asked.length < code.parts.length || !isPlain) return undefined;
  const { file } = at;
  return (element) => {
    const { and } = machine.guards;
    const all = asked.reduce((before: Guard, { name: property, span }) => {
      const [own, wanted] = [readIfThere(machine, element, property), readIfThere(machine, by, property)];
      const place = { file, span };
      const isEqual = equality(machine, own, wanted, false, place);
      noteCompared(machine, '===', [own, wanted], isEqual, [place, place], place);
      return and(before, isEqual);
    }, ALWAYS);
    return booleanOf(machine, all);
  };
}

/** Whether a value is compared as a whole: lists and objects are by their parts. */
function isOneValue(value: Value): boolean {
  if (value.kind === 'object') return false;
  if (value.kind === 'typed') return !isListType(value.type);
  return value.kind !== 'unknown' || value.is !== 'array';
}

/** A list that is followed, or one of which the elements are not seen. */
function listFor(machine: Machine, value: Value): List | undefined {
  const one = settled(machine, value);
  if (one.kind === 'object') return machine.store.object(one.id).kind === 'array' ? one : undefined;
  if (one.kind !== 'unknown' && one.kind !== 'typed') return undefined;
  rowsOf(machine, one);
  const list = listOf(machine, one);
  return list.kind === 'object' ? list : undefined;
}

/** Parts of a list: of one that is seen there are more, which have the others. */
function chunked(machine: Machine, list: List, by: Value, at: CallPlace): Value {
  const { elements, grown } = elementsOf(machine, list);
  const place = { file: at.file, span: at.code?.args[0]?.span ?? at.span };
  const size = smaller(countOf(machine, by, place), sizeOf(machine, list));
  const part = newList(machine, elements, grown, size);
  const any = elements.reduce((all, { guard }) => machine.guards.or(all, guard), NEVER);
  const rows = machine.rows.get(list.id);
  if (rows !== undefined) deriveRows(machine, rows, part, { isPart: true });
  return newList(machine, [{ value: part, guard: any }], any, UNKNOWN);
}

/** A list in the order of a property of its elements. */
function ordered(machine: Machine, list: List, [by, way]: readonly Value[], at: CallPlace): Value {
  const { elements, grown } = elementsOf(machine, list);
  const property = by === undefined ? undefined : propertyOf(machine, by);
  const direction = way === undefined ? 'up' : constantOfFirst(machine, way) === 'desc' ? 'down' : undefined;
  noteSorted(
    machine,
    elements,
    { order: property === undefined ? undefined : { property, ...(direction && { direction }) } },
    at,
    rowsOf(machine, list),
  );
  const made = newList(machine, elements, grown, sizeOf(machine, list));
  const rows = machine.rows.get(list.id);
  if (rows !== undefined) deriveRows(machine, rows, made, { isSorted: true });
  return made;
}

/** The property that a list is sorted by first: by its name, or by a function that gives it. */
function propertyOf(machine: Machine, by: Value): string | undefined {
  const one = settled(machine, by);
  if (one.kind === 'function') return propertyGiven(one.fn);
  return constantOfFirst(machine, by);
}

/** A constant text, or the first one of a list. */
function constantOfFirst(machine: Machine, value: Value): string | undefined {
  const one = settled(machine, value);
  if (one.kind === 'choice') return undefined;
  const text = constantText(one);
  if (text !== undefined || one.kind !== 'object') return text;
  const [first] = machine.store.object(one.id).elements;
  if (first?.guard !== ALWAYS) return undefined;
  const inner = settled(machine, first.value);
  return inner.kind === 'function' ? propertyGiven(inner.fn) : constantText(inner);
}

function someOfAll(machine: Machine, list: List, { file, span }: CallPlace): Value {
  const { elements, grown } = elementsOf(machine, list);
  const { and } = machine.guards;
  const left = elements.map((one) => ({
    ...one,
    guard: and(one.guard, decide(machine, { kind: 'condition', file, span })),
  }));
  const made = newList(machine, left, grown, sizeOf(machine, list));
  const rows = machine.rows.get(list.id);
  if (rows !== undefined) deriveRows(machine, rows, made, { isFiltered: true });
  return made;
}
