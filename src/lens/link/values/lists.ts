import type { TypeRef } from '../../syntax/facts/expr.ts';
import {
  type Abstract,
  alternativesOf,
  type ArrayElement,
  choose,
  givenOf,
  givenTo,
  isListType,
  mapChoices,
  type TypedValue,
  typedAs,
  unknown,
} from './abstract.ts';
import { listOf } from './join.ts';
import { costOf } from '../limits.ts';
import { type Linker, spend } from '../linker.ts';
import { valueOfType } from '../calls/types.ts';

/** One of what a list, a set or a map of that type holds, which is gone through; undefined where the type does not say. */
export function elementOfType(linker: Linker, list: Abstract): Abstract | undefined {
  if (list.kind !== 'typed' || !isListType(list.type)) return undefined;
  const { name, args } = list.type;
  if (name === 'Tuple') return choose(args.map((arg) => ({ value: valueIn(linker, list, arg) })));
  if (!MAPS.has(name)) return valueIn(linker, list, args[0]);
  return listOf(linker, args, (arg) => [{ value: valueIn(linker, list, arg), many: false }]);
}

/** `list[index]`, `record[name]`; of an index that is not known any element. */
export function indexOfType(
  linker: Linker,
  list: Abstract,
  index: number | bigint | undefined,
): Abstract | undefined {
  if (list.kind !== 'typed') return undefined;
  const { name, args } = list.type;
  if (name === 'Record') return valueIn(linker, list, args.at(-1));
  const at = name === 'Tuple' && index !== undefined ? args[Number(index)] : undefined;
  return at === undefined ? elementOfType(linker, list) : valueIn(linker, list, at);
}

/** What a method gives of a list, a set or a map of which the type is known; undefined for others. */
export function listMethod(linker: Linker, list: Abstract, method: string): Abstract | undefined {
  if (list.kind !== 'typed' || !isListType(list.type)) return undefined;
  const { name, args } = list.type;
  if (MAPS.has(name)) {
    const [key, value] = args;
    if (method === 'get') return orNothing(valueIn(linker, list, value));
    if (method === 'entries') return list;
    const of = method === 'values' ? value : method === 'keys' ? key : undefined;
    return of && { ...list, type: { name: 'Array', args: [of] } };
  }
  // which of its types the result has is another question
  if (name === 'Tuple') return undefined;
  if (PICKS.has(method)) return orNothing(valueIn(linker, list, args[0]));
  return SELECTS.has(method) ? list : undefined;
}

/** `Object.values(record)`, likewise of `entries`, by what the type of a record says of its values. */
export function listedOfType(path: readonly string[], record: Abstract | undefined): Abstract | undefined {
  if (record?.kind !== 'typed' || record.type.name !== 'Record' || path[0] !== 'Object') return undefined;
  const { args } = record.type;
  const [key, value] = args;
  if (value === undefined) return undefined;
  if (path[1] === 'values') return { ...record, type: { name: 'Array', args: [value] } };
  return path[1] === 'entries' && key !== undefined
    ? { ...record, type: { name: 'Map', args: [key, value] } }
    : undefined;
}

/** A list in which what is not known of an element is told by the type that is declared. */
export function withElementType(
  linker: Linker,
  value: Abstract,
  type: TypeRef | undefined,
  file: string,
): Abstract {
  if (type === undefined || !isListType(type) || type.name === 'Tuple' || MAPS.has(type.name)) return value;
  return mapChoices(value, (list) => {
    if (list.kind !== 'array' || !list.elements.some((element) => element.value.kind === 'unknown'))
      return list;
    const elements = list.elements.map((element): ArrayElement => {
      const of = element.value;
      if (of.kind !== 'unknown') return element;
      const typed = valueOfType(linker, type.args[0] ?? type, file, of.name);
      return typed.kind === 'unknown'
        ? element
        : { ...element, value: typedAs(of, givenTo(kept(typed), of.given)) };
    });
    return { ...list, elements };
  });
}

type List = Extract<Abstract, { kind: 'array' }>;

/** One of the elements of a list, nobody knows which. */
export function anyElement(linker: Linker, { elements }: List): Abstract {
  spend(linker, costOf(elements.length));
  return choose(elements.map(({ value }) => ({ value })));
}

/** An element of a list by its index, any one where that is not known; undefined where not all elements are seen. */
export function elementAt(
  linker: Linker,
  list: List,
  index: number | bigint | undefined,
): Abstract | undefined {
  const { elements } = list;
  spend(linker, costOf(elements.length));
  if (elements.some((element) => element.many)) return undefined;
  if (index !== undefined) return elements[Number(index)]?.value;
  return elements.length === 0 ? undefined : anyElement(linker, list);
}

/** Whichever element it is, of a list of clients it is one. */
export function anyClient(linker: Linker, list: List): Abstract | undefined {
  const all = anyElement(linker, list);
  return alternativesOf(all).every(({ value }) => value.kind === 'client') ? all : undefined;
}

function valueIn(linker: Linker, list: TypedValue, type: TypeRef | undefined): Abstract {
  const value = type ? valueOfType(linker, type, list.file) : unknown('property');
  return givenTo(kept(value), givenOf(list));
}

/** Where there is none, whatever is asked of the value has another answer; of what only has a type nothing is answered. */
function orNothing(value: Abstract): Abstract {
  const isVague = value.kind === 'typed' || value.kind === 'unknown';
  return isVague ? value : choose([{ value }, { value: { kind: 'nothing' } }]);
}

/** Which of the clients in a list it is, nobody knows. */
function kept(value: Abstract): Abstract {
  return value.kind === 'client' ? { ...value, isKept: true } : value;
}

const MAPS: ReadonlySet<string> = new Set(['Map', 'ReadonlyMap', 'WeakMap']);

/** Methods that give one of the elements. */
const PICKS: ReadonlySet<string> = new Set(['at', 'find', 'findLast', 'pop', 'shift']);

/** Methods that give some or all of the elements. */
const SELECTS: ReadonlySet<string> = new Set([
  'filter',
  'slice',
  'splice',
  'sort',
  'reverse',
  'toSorted',
  'toReversed',
  'values',
]);
