import { namesGrowing } from '../../../core/text/content-name.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import { type Abstract, isListType } from '../../link/values/abstract.ts';
import { writtenOptions } from './date-arguments.ts';
import { callGlobal, newGlobal } from '../../link/library/builtin.ts';
import { constant } from '../../link/values/number.ts';
import { escape } from '../entities/answers.ts';
import { collectRows } from '../entities/rows.ts';
import { countWith } from '../entities/counted-with.ts';
import { elementsOf } from '../values/elements.ts';
import { presence, putKeyed } from '../values/map-entries.ts';
import { ALWAYS, NEVER } from '../conditions/guards.ts';
import { noteJson } from './json.ts';
import { constantKey, literal } from '../values/indexes.ts';
import {
  argumentPlace,
  type CallPlace,
  casesOf,
  each,
  either,
  keptPlace,
  type Machine,
  nextSymbol,
  settled,
  unknownOf,
} from '../machine.ts';
import { copyProperties } from '../values/copied-properties.ts';
import { hasProperty } from '../values/membership.ts';
import { openUp } from '../values/forgotten.ts';
import { freeze, NEW, unlessFrozen } from '../values/frozen.ts';
import { inherit } from '../values/prototypes.ts';
import { isPrimitive } from '../values/identities.ts';
import { ownProperty, readProperty } from '../values/properties.ts';
import { writeProperty } from '../values/property-writes.ts';
import { restList } from '../values/spread.ts';
import { copyOf, type Element } from '../values/store.ts';
import {
  fromAbstract,
  memberPlace,
  newList,
  newObject,
  openList,
  toAbstract,
  valueOf,
} from '../values/symbols.ts';
import { ownText } from '../values/own-text.ts';
import { concatenate, constantText, pieces, textOf, wholeText } from '../values/texts.ts';
import { constantOf, countOf, sizeOf } from '../values/sizes.ts';
import { carryOn, noteSome } from '../entities/sources.ts';
import { noteErrorClass } from '../conditions/instance-of.ts';
import { booleanOf, equality, truthOf, truthOfNaN } from '../conditions/truth.ts';
import {
  ABSENT,
  type Atom,
  isSymbolic,
  NULL,
  type Symbolic,
  UNDEFINED,
  type Value,
  type Written,
} from '../values/values.ts';

/** `Object.assign`, or what a library that pages load has for it. */
export function isAssign(path: readonly string[]): boolean {
  return /^(?:Object\.assign|_\.(?:assign|extend))$/.test(path.join('.'));
}

/** Functions that make a number of what they are given. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['Number', 'Math', 'BigInt', 'isNaN', 'isFinite']);

/** What a function of the language gives. */
export function callOfLanguage(
  machine: Machine,
  path: readonly string[],
  args: readonly Value[],
  at: CallPlace,
): Value {
  const [first = UNDEFINED] = args;
  if (OF_NUMBERS.has(path[0] ?? '')) countWith(machine, args, at);
  if (isAssign(path)) {
    each(machine, first, (target) => {
      if (target.kind !== 'object') {
        escape(machine, target, ...args.slice(1));
        if (isSymbolic(target)) for (const source of args.slice(1)) writeEach(machine, target, source);
        return UNDEFINED;
      }
      unlessFrozen(machine, target.id, at, () => {
        args.slice(1).forEach((source, index) => {
          copyProperties(machine, target.id, source, argumentPlace(at, index + 1));
        });
        return UNDEFINED;
      });
      return UNDEFINED;
    });
    return first;
  }
  switch (path.join('.')) {
    case 'String':
      return textOf(machine, ownText(machine, first, at), at);
    case 'Math.min': {
      const least = everyWay(machine, args, (atoms) => callGlobal(path, atoms, at));
      const bounds = args.flatMap((arg) => constantOf(arg) ?? []);
      if (bounds.length === 0) return least;
      return each(machine, least, (atom) =>
        atom.kind === 'number' ? { ...atom, most: Math.min(...bounds) } : atom,
      );
    }
    case 'Array':
      return newOfLanguage(machine, path, args, at);
    case 'String.raw':
      return rawText(machine, first, args.slice(1), at);
    // each is another one, but those that are registered under a name
    case 'Symbol':
      return { kind: 'global', path: ['Symbol', `#${nextSymbol(machine)}`] };
    case 'Symbol.for': {
      const name = constantText(settled(machine, first));
      return name === undefined
        ? unknownOf(machine, 'call-result')
        : { kind: 'global', path: ['Symbol', `for ${name}`] };
    }
    case 'Boolean':
      return booleanOf(machine, truthOf(machine, first, at));
    case 'Object.freeze':
      freeze(machine, first);
      return first;
    case 'Object.seal':
    case 'Object.preventExtensions':
      freeze(machine, first, NEW);
      return first;
    case 'Promise.resolve':
    case 'Promise.all':
    case 'Promise.allSettled':
    case 'structuredClone':
      return path[0] === 'structuredClone' ? cloned(machine, first) : first;
    case 'JSON.stringify':
      if (casesOf(machine, args[1] ?? UNDEFINED).every(({ value }) => value.kind === 'nothing'))
        noteJson(machine, first, at);
      return each(machine, first, (atom) => {
        if (atom.kind !== 'object') {
          const text = everyWay(machine, [atom], (atoms) => callGlobal(path, atoms, at));
          return text.kind === 'unknown' ? { ...text, jsonOf: atom } : text;
        }
        const copy = cloned(machine, atom);
        const size = sizeOf(machine, atom);
        const { kind, open } = machine.store.object(atom.id);
        const isGrowing = kind === 'array' && open?.name !== undefined && namesGrowing(open.name);
        const isListing = isGrowing || (size.kind === 'open' && size.by === 'query');
        const text = unknownOf(machine, 'call-result', {
          is: 'string',
          ...(isListing && { isUnbounded: true }),
        });
        machine.store.set(keptPlace(machine, `json ${text.symbol}`), copy);
        return text;
      });
    case 'Buffer.concat':
      return each(machine, first, (atom) => {
        const isCollected = atom.kind === 'object' && machine.store.object(atom.id).grown !== NEVER;
        if (!isCollected) return everyWay(machine, [atom], (atoms) => callGlobal(path, atoms, at));
        return unknownOf(machine, 'call-result', { is: 'bytes', isUnbounded: true });
      });
    case 'JSON.parse':
      return each(machine, first, (atom) => {
        const made = parsed(machine, atom, at);
        if ((args[1] ?? UNDEFINED).kind === 'nothing') return made;
        // a function makes what it likes of every part
        if (made.kind !== 'object') return unknownOf(machine, 'not-supported');
        openUp(machine, made);
        return made;
      });
    case 'Array.from':
    case 'Array.fromAsync':
      return listFrom(machine, args, at);
    case 'Array.of':
      return restList(machine, args);
    case 'Promise.race':
    case 'Promise.any':
      return each(machine, first, (atom) => firstOf(machine, atom));
    case 'Object.hasOwn': {
      const name = settled(machine, args[1] ?? UNDEFINED);
      return each(machine, first, (atom) => {
        const told = atom.kind === 'object' ? hasProperty(machine, atom.id, name, at) : undefined;
        return told ?? everyWay(machine, [atom, ...args.slice(1)], (atoms) => callGlobal(path, atoms, at));
      });
    }
    case 'Object.create':
      return each(machine, first, (atom) => inheriting(machine, atom));
    case 'Object.defineProperty':
      defineProperty(machine, first, args[1] ?? UNDEFINED, settled(machine, args[2] ?? UNDEFINED));
      return first;
    case 'Object.defineProperties':
    case 'Object.setPrototypeOf':
      openUp(machine, first);
      return first;
    case 'Array.isArray':
      return each(machine, first, (atom) =>
        atom.kind === 'unknown' || atom.kind === 'typed'
          ? unknownOf(machine, 'call-result')
          : {
              kind: 'boolean',
              value: atom.kind === 'object' && machine.store.object(atom.id).kind === 'array',
            },
      );
    case 'Buffer.isBuffer':
      return each(machine, first, (atom) =>
        isPrimitive(atom) || atom.kind === 'nothing' || atom.kind === 'boolean'
          ? { kind: 'boolean', value: false }
          : everyWay(machine, [atom], (atoms) => callGlobal(path, atoms, at)),
      );
    case 'isNaN':
    case 'Number.isInteger':
    case 'Number.isSafeInteger':
    case 'Number.isFinite':
    case 'Number.isNaN':
      return each(machine, first, (atom) => {
        const name = path.at(-1) ?? '';
        if (name === 'isNaN' && isUnknownNumber(atom))
          return booleanOf(machine, truthOfNaN(machine, atom.symbol, at));
        const holds = path.length === 1 && atom.kind !== 'number' ? undefined : ofNumber(name, atom);
        return holds === undefined
          ? everyWay(machine, [atom], (atoms) => callGlobal(path, atoms, at))
          : { kind: 'boolean', value: holds };
      });
    case 'Object.keys':
    case 'Object.values':
    case 'Object.entries':
      return listed(machine, path[1] ?? '', first, at);
    case 'Object.fromEntries':
      return fromEntries(machine, first);
    case 'Object.groupBy':
      return grouped(machine, first, args[1] ?? UNDEFINED, at);
    case 'Map.groupBy': {
      const other = everyWay(machine, args, (atoms) => callGlobal(path, atoms, at));
      return groupsOf(machine, settled(machine, first)) ?? other;
    }
    default:
      return everyWay(machine, args, (atoms) => callGlobal(path, atoms, at));
  }
}

function isUnknownNumber(
  atom: Atom,
): atom is Extract<Atom, { kind: 'number' }> & { readonly symbol: number } {
  return (
    atom.kind === 'number' &&
    atom.symbol !== undefined &&
    atom.least === undefined &&
    atom.number.constant === undefined
  );
}

/** What a function of `Number` says of a constant, and of what is no number. */
function ofNumber(name: string, atom: Atom): boolean | undefined {
  if (atom.kind === 'text' || atom.kind === 'nothing' || atom.kind === 'boolean') return false;
  const constant = atom.kind === 'number' && atom.least === undefined ? atom.number.constant : undefined;
  switch (constant === undefined ? undefined : name) {
    case 'isInteger':
      return Number.isInteger(constant);
    case 'isSafeInteger':
      return Number.isSafeInteger(constant);
    case 'isFinite':
      return Number.isFinite(constant);
    case 'isNaN':
      return Number.isNaN(constant);
    default:
      return undefined;
  }
}

/** What is known of a value of which nothing else is, such as the message of an error, is what an object brings under that name. */
function writeEach(machine: Machine, into: Symbolic, from: Value): void {
  each(machine, from, (atom) => {
    if (atom.kind !== 'object') return UNDEFINED;
    for (const name of machine.store.object(atom.id).properties.keys())
      if (machine.store.get(memberPlace(machine, into, name)) !== undefined)
        writeProperty(machine, into, name, readProperty(machine, atom, name));
    return UNDEFINED;
  });
}

/** The promise that is done first: of one alone that one. */
function firstOf(machine: Machine, list: Atom): Value {
  const { elements, grown } = elementsOf(machine, list);
  const [only] = elements;
  const isOne = elements.length === 1 && grown === NEVER && only?.guard === ALWAYS;
  return isOne ? only.value : unknownOf(machine, 'not-supported');
}

/** What has another object as its prototype, and nothing of its own. */
function inheriting(machine: Machine, prototype: Atom): Value {
  const made = newObject(machine, new Map());
  if (prototype.kind === 'nothing') return made;
  if (prototype.kind !== 'object' || made.kind !== 'object')
    return unknownOf(machine, 'not-supported', { is: 'object' });
  inherit(machine, made.id, prototype);
  return made;
}

/** `Object.defineProperty(of, key, { value })`, or `{ get }`. */
function defineProperty(machine: Machine, of: Value, key: Value, how: Value): void {
  const name = constantKey(settled(machine, key));
  const isSeen = how.kind === 'object' && machine.store.object(how.id).open === undefined;
  if (name === undefined || !isSeen) {
    openUp(machine, of);
    return;
  }
  const get = settled(machine, readProperty(machine, how, 'get'));
  each(machine, of, (atom) => {
    if (atom.kind !== 'object' || get.kind !== 'function') {
      const isNew = atom.kind === 'object' && isAbsent(ownProperty(machine, atom.id, name));
      writeProperty(machine, atom, name, readProperty(machine, how, 'value'));
      const writable = settled(machine, readProperty(machine, how, 'writable'));
      const isFixed = writable.kind === 'boolean' ? !writable.value : isNew && writable.kind === 'nothing';
      if (isFixed) freeze(machine, atom, name);
      return UNDEFINED;
    }
    const state = machine.store.change(atom.id);
    state.getters = new Map([...(state.getters ?? []), [name, get]]);
    return UNDEFINED;
  });
}

function isAbsent(value: Value): boolean {
  return value.kind === 'nothing' && value.isAbsent === true;
}

/** Elements of a list by what a function gives of each, where it is seen which there are, and under what name each goes. */
function grouped(machine: Machine, list: Value, by: Value, at: CallPlace): Value {
  const { and, not } = machine.guards;
  const { reached } = machine;
  const from = settled(machine, list);
  const seen = from.kind === 'object' ? elementsOf(machine, from) : undefined;
  const isSure =
    seen !== undefined &&
    and(seen.grown, reached) === NEVER &&
    seen.elements.every(({ guard }) => and(reached, not(guard)) === NEVER);
  const isOpen = from.kind === 'object' && machine.store.object(from.id).open !== undefined;
  const groups = new Map<string, Element[]>();
  for (const [index, element] of (isSure && !isOpen ? seen.elements : []).entries()) {
    const key = machine.run.call(machine, by, [element.value, fromAbstract(machine, constant(index))], at);
    const name = constantKey(settled(machine, key));
    // names that are numbers come in another order
    if (name === undefined || /^\d+$/.test(name)) return unknownOf(machine, 'call-result', { is: 'object' });
    groups.set(name, [...(groups.get(name) ?? []), element]);
  }
  if (!isSure || isOpen) return unknownOf(machine, 'call-result', { is: 'object' });
  return newObject(
    machine,
    new Map([...groups].map(([name, elements]) => [name, newList(machine, elements)])),
  );
}

/** A map of lists like one of which only the type is known: which of its elements are in which of them is not seen. */
function groupsOf(machine: Machine, list: Value): Value | undefined {
  if (list.kind !== 'typed' || !isListType(list.type) || !list.type.name.endsWith('Array')) return undefined;
  // there is no group without a list
  const group: TypeRef = { ...list.type, isOptional: false };
  const type = { name: 'Map', args: [{ name: 'unknown', args: [] }, group] };
  return valueOf(machine, { type, file: list.file });
}

/** Characters of a text that is read as JSON. */
const MOST_JSON = 20_000;

function parsed(machine: Machine, atom: Atom, at: CallPlace): Value {
  if (atom.kind === 'unknown') {
    const written = machine.store.get(keptPlace(machine, `json ${atom.symbol}`));
    if (written !== undefined) return cloned(machine, written);
  }
  const read = readJson(atom);
  return read === undefined ? unknownOf(machine, 'call-result') : fromJson(machine, read.value, at);
}

/** What a constant text is as JSON; undefined where it is none, or not known. */
export function readJson(atom: Atom): { readonly value: unknown } | undefined {
  const text = constantText(atom);
  if (text === undefined || text.length > MOST_JSON) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function fromJson(machine: Machine, value: unknown, at: CallPlace): Value {
  if (typeof value === 'string') return { kind: 'text', segments: literal(value, at), form: 'literal' };
  if (typeof value === 'number') return fromAbstract(machine, constant(value));
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (Array.isArray(value))
    return newList(
      machine,
      value.map((one: unknown) => ({ value: fromJson(machine, one, at), guard: ALWAYS })),
    );
  if (typeof value !== 'object' || value === null) return NULL;
  return newObject(
    machine,
    new Map(
      Object.entries(value).map(([name, one]: [string, unknown]) => [name, fromJson(machine, one, at)]),
    ),
  );
}

/** Places of a new array that are told apart. */
const MOST_PLACES = 10;

function fewOf(value: Value): number | undefined {
  if (value.kind !== 'number' || value.least !== undefined) return undefined;
  const { constant: count } = value.number;
  const isFew = typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MOST_PLACES;
  return isFew ? count : undefined;
}

/** What such a class is given: a format of dates its options as they are written. */
function givenTo(
  machine: Machine,
  path: readonly string[],
  args: readonly Value[],
  at: CallPlace,
): readonly Value[] {
  const [locale, options] = args;
  const isFormat = path.join('.') === 'Intl.DateTimeFormat' && locale !== undefined && options !== undefined;
  return isFormat ? [locale, writtenOptions(machine, options, at)] : args;
}

/** What is made by `new` of a class of the language. */
export function newOfLanguage(
  machine: Machine,
  path: readonly string[],
  args: readonly Value[],
  at: CallPlace,
): Value {
  const [first = UNDEFINED] = args;
  switch (path.join('.')) {
    case 'Map':
    case 'WeakMap':
      return mapFrom(machine, settled(machine, first), at);
    case 'Set':
    case 'WeakSet': {
      const list = settled(machine, first);
      const { elements, grown } =
        list.kind === 'nothing' || list.kind === 'choice'
          ? { elements: [], grown: NEVER }
          : elementsOf(machine, list);
      const [size, born] = [sizeOf(machine, list), machine.loops.at(-1)];
      const distinct = elements.map((one) => ({ ...one, isDistinct: true }));
      const set = { kind: 'set' as const, properties: new Map(), elements: distinct, grown, size, born };
      const id = machine.store.add(set);
      if (list.kind === 'choice') escape(machine, list);
      if (list.kind === 'choice') machine.store.change(id).open = { why: 'too-complex', file: '' };
      return { kind: 'object', id };
    }
    case 'Array': {
      const count = args.length === 0 ? 0 : fewOf(first);
      if (count !== undefined)
        return newList(
          machine,
          Array.from({ length: count }, () => ({ value: UNDEFINED, guard: ALWAYS })),
        );
      return openList(
        machine,
        undefined,
        '',
        undefined,
        undefined,
        countOf(machine, first, { file: at.file, span: at.span }),
      );
    }
    case 'Error':
    case 'RangeError':
    case 'TypeError': {
      const error = unknownOf(machine, 'call-result', { is: 'object' });
      const message = first.kind === 'nothing' ? wholeText('', at) : textOf(machine, first, at);
      machine.store.set(memberPlace(machine, error, 'message'), message);
      const [, how] = args;
      if (how?.kind === 'object')
        machine.store.set(memberPlace(machine, error, 'cause'), readProperty(machine, how, 'cause'));
      noteErrorClass(machine, error, path);
      return error;
    }
    case 'Proxy':
      return proxyOf(machine, first, settled(machine, args[1] ?? UNDEFINED));
    default:
      return everyWay(machine, givenTo(machine, path, args, at), (atoms) => newGlobal(path, atoms));
  }
}

/** With a handler that has nothing it is what it stands for; any other may do what it likes with it. */
function proxyOf(machine: Machine, target: Value, handler: Value): Value {
  const state = handler.kind === 'object' ? machine.store.object(handler.id) : undefined;
  const isPlain =
    state?.kind === 'object' &&
    state.open === undefined &&
    state.properties.size === 0 &&
    state.cls === undefined &&
    (state.getters?.size ?? 0) === 0;
  if (isPlain) return target;
  openUp(machine, target);
  return unknownOf(machine, 'not-supported', { is: 'object' });
}

function mapFrom(machine: Machine, entries: Value, at: CallPlace): Value {
  const born = machine.loops.at(-1);
  const id = machine.store.add({ kind: 'map', properties: new Map(), elements: [], grown: NEVER, born });
  const map: Atom = { kind: 'object', id };
  if (entries.kind === 'nothing') return map;
  const state = machine.store.change(id);
  if (entries.kind === 'object' && machine.store.object(entries.id).kind === 'map') {
    for (const [name, value] of machine.store.object(entries.id).properties)
      state.properties.set(name, value);
    const { open, elements, grown } = machine.store.object(entries.id);
    state.open = open;
    state.elements = elements;
    state.grown = grown;
    return map;
  }
  if (entries.kind === 'object' && fill(machine, entries, state.properties)) return map;
  const { elements, grown } =
    entries.kind === 'object' ? elementsOf(machine, entries) : { elements: [], grown: NEVER };
  state.properties.clear();
  if (
    elements.length > 0 &&
    elements.every(({ value }) => casesOf(machine, value).every(({ value: pair }) => pair.kind === 'object'))
  ) {
    state.grown = grown;
    putKeyed(machine, state, elements, at);
  } else state.open = { why: 'property', file: '' };
  return map;
}

/** Puts pairs of a list into properties; false where not all of their keys are seen. */
function fill(
  machine: Machine,
  list: Atom,
  into: Map<string, Value>,
  written?: Map<string, Written>,
): boolean {
  const { elements, grown } = elementsOf(machine, list);
  const isSeen = elements.every(({ value, guard }) =>
    casesOf(machine, value).every(({ value: pair, guard: when }) => {
      const key = keyIn(machine, pair);
      const name = key && constantKey(key);
      if (key === undefined || name === undefined) return false;
      const isIt = machine.guards.and(guard, when);
      if (key.kind === 'text' && key.names !== undefined) written?.set(name, { ...key.names, how: 'copied' });
      into.set(name, either(machine, isIt, readProperty(machine, pair, '1'), into.get(name) ?? ABSENT));
      return true;
    }),
  );
  return isSeen && grown === NEVER;
}

/** The key of a pair. */
function keyIn(machine: Machine, pair: Atom): Value | undefined {
  return pair.kind === 'object' ? settled(machine, readProperty(machine, pair, '0')) : undefined;
}

function fromEntries(machine: Machine, entries: Value): Value {
  return each(machine, entries, (atom) => {
    if (atom.kind === 'object' && machine.store.object(atom.id).kind === 'map') {
      const { properties, open } = machine.store.object(atom.id);
      return open === undefined ? newObject(machine, properties) : unknownOf(machine, 'property');
    }
    const properties = new Map<string, Value>();
    if (atom.kind !== 'object') return unknownOf(machine, 'call-result', { is: 'object' });
    const written = new Map<string, Written>();
    if (fill(machine, atom, properties, written)) return newObject(machine, properties, written);
    const of = keptAll(machine, atom);
    if (of === undefined) return unknownOf(machine, 'call-result', { is: 'object' });
    const made = newObject(machine, new Map());
    if (made.kind === 'object') copyProperties(machine, made.id, of);
    if (made.kind === 'object') fill(machine, atom, machine.store.change(made.id).properties);
    return made;
  });
}

/** What a list of pairs has all names of, whatever it has as their values. */
function keptAll(machine: Machine, list: Atom): Atom | undefined {
  for (const { value } of elementsOf(machine, list).elements) {
    for (const { value: pair } of casesOf(machine, value)) {
      const key = keyIn(machine, pair);
      const of = key?.kind === 'unknown' ? machine.store.get(ownerPlace(machine, key)) : undefined;
      if (of !== undefined && of.kind !== 'choice') return of;
    }
  }
  return undefined;
}

/** Where it is kept what a name is one of, that may be any of its properties. */
function ownerPlace(machine: Machine, { symbol }: Symbolic): number {
  return keptPlace(machine, `owner ${symbol}`);
}

function listed(machine: Machine, what: string, of: Value, at: CallPlace): Value {
  return each(machine, of, (atom) => {
    const state = atom.kind === 'object' ? machine.store.object(atom.id) : undefined;
    const isOpen = state === undefined || state.open !== undefined;
    if (atom.kind !== 'object' && atom.kind !== 'unknown' && atom.kind !== 'typed')
      return unknownOf(machine, 'call-result', { is: 'array' });
    if (state !== undefined && state.kind !== 'object')
      return unknownOf(machine, 'call-result', { is: 'array' });
    const entry = (key: Value, value: Value): Value =>
      what === 'keys'
        ? key
        : what === 'values'
          ? value
          : newList(machine, [
              { value: key, guard: ALWAYS },
              { value, guard: ALWAYS },
            ]);
    // of what may be something else by now no more is known
    const known = state?.isChanged === true ? [] : [...(state?.properties ?? [])];
    const elements = known
      .filter(([name]) => !name.startsWith('@@'))
      .map(([name, value]): Element => {
        const names = state?.written?.get(name);
        const key: Atom = {
          kind: 'text',
          segments: literal(name, at),
          form: 'literal',
          ...(names && { names }),
        };
        const isThere = presence(machine, value);
        const { and, not } = machine.guards;
        // its type says that it may be missing
        const isTyped = isOpen && state?.written?.has(name) !== true;
        const guard = isTyped ? and(isThere, not(equality(machine, value, UNDEFINED, false, at))) : isThere;
        return { value: entry(key, value), guard };
      });
    if (!isOpen) return newList(machine, elements);
    const name = 'name' in atom ? atom.name : state?.open?.name;
    const origin = 'given' in atom ? atom.given : state?.open?.given;
    const more = openList(machine, undefined, '', name, origin);
    if (more.kind !== 'object') return more;
    const others = machine.store.object(more.id);
    const any = others.elements.map(({ value, guard }): Element => {
      const key = unknownOf(machine, 'property', { is: 'string' });
      machine.store.set(ownerPlace(machine, key), atom);
      noteSome(machine, atom, value);
      return { value: entry(key, value), guard };
    });
    return newList(machine, [...elements, ...any], others.grown);
  });
}

/** `String.raw({ raw: texts }, …values)`, where all of them are seen. */
function rawText(machine: Machine, template: Value, args: readonly Value[], at: CallPlace): Value {
  const texts = settled(machine, readProperty(machine, template, 'raw'));
  const values = restList(machine, args);
  const [outer, inner] = [texts, values].map((list) => {
    const state = list.kind === 'object' ? machine.store.object(list.id) : undefined;
    const isSeen = state?.open === undefined && state?.grown === NEVER;
    return isSeen && state.elements.every(({ guard }) => guard === ALWAYS) ? state.elements : undefined;
  });
  if (outer === undefined || inner === undefined)
    return unknownOf(machine, 'not-supported', { is: 'string' });
  const parts = outer.flatMap(({ value }, index) => {
    const next = index < outer.length - 1 ? inner[index]?.value : undefined;
    return next === undefined ? [value] : [value, next];
  });
  return concatenate(
    machine,
    parts.map((part) => pieces(machine, ownText(machine, part, at), at)),
    'mixed',
    at,
  );
}

function listFrom(machine: Machine, [from = UNDEFINED, map]: readonly Value[], at: CallPlace): Value {
  const list = each(machine, from, (atom) => {
    if (atom.kind === 'object' && machine.store.object(atom.id).kind === 'object')
      return countedList(machine, atom, { file: at.file, span: at.code?.args[0]?.span ?? at.span });
    const { elements, grown } = elementsOf(machine, atom);
    const made = newList(machine, elements, grown, sizeOf(machine, atom));
    collectRows(machine, atom, made);
    return made;
  });
  if (map === undefined) return list;
  const method = readProperty(machine, list, 'map');
  return machine.run.call(machine, method, [map], at);
}

/** `Array.from({ length: 3 })` */
function countedList(machine: Machine, of: Atom, at: Place): Value {
  const length = settled(machine, readProperty(machine, of, 'length'));
  const count =
    length.kind === 'number' && length.least === undefined ? Number(length.number.constant) : Number.NaN;
  if (!(count >= 0 && count <= 40))
    return openList(machine, undefined, '', undefined, undefined, countOf(machine, length, at));
  return newList(
    machine,
    Array.from({ length: count }, () => ({ value: UNDEFINED, guard: ALWAYS })),
  );
}

/** A deep copy: what is changed of one isn't changed of the other. */
function cloned(machine: Machine, value: Value, depth = 4): Value {
  return each(machine, value, (atom) => {
    if (atom.kind !== 'object' || depth === 0) return atom;
    const state = copyOf(machine.store.object(atom.id));
    for (const [name, one] of state.properties) state.properties.set(name, cloned(machine, one, depth - 1));
    const elements = state.elements.map((one) => ({ ...one, value: cloned(machine, one.value, depth - 1) }));
    const id = machine.store.add({ ...state, elements, frozen: undefined, heirs: undefined });
    const copy = { kind: 'object' as const, id };
    carryOn(machine, atom, copy);
    return { ...copy, ...(atom.isList === true && { isList: true }) };
  });
}

/** Asks of every combination of the cases of the first two arguments. */
export function everyWay(
  machine: Machine,
  args: readonly Value[],
  make: (atoms: readonly Abstract[]) => Abstract,
): Value {
  const [first, second, ...rest] = args;
  const others = rest.map((value) => abstractOf(machine, value));
  if (first === undefined) return fromAbstract(machine, make([]));
  return each(machine, first, (a) =>
    second === undefined
      ? fromAbstract(machine, make([toAbstract(a)]))
      : each(machine, second, (b) => fromAbstract(machine, make([toAbstract(a), toAbstract(b), ...others]))),
  );
}

function abstractOf(machine: Machine, value: Value): Abstract {
  const one = settled(machine, value);
  return one.kind === 'choice' ? { kind: 'unknown', why: 'too-complex' } : toAbstract(one);
}
