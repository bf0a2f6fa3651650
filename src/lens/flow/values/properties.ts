import type { Place } from '../../../core/text/segments.ts';
import { isKeyed, loseKeyed, presence } from './map-entries.ts';
import { isFalsyOn } from '../conditions/settled.ts';
import { partOfText } from '../../link/library/libraries.ts';
import { globalValue } from '../../link/values/number.ts';
import { escape, mark, markOf, notePut, noteRead } from '../entities/answers.ts';
import type { Member } from '../../syntax/program/program.ts';
import { someOf } from './elements.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import {
  choose,
  decide,
  decideOnce,
  each,
  either,
  given,
  keptPlace,
  type Machine,
  nextSymbol,
  type Subject,
  throwHere,
  unknownOf,
  write,
  listPlace,
} from '../machine.ts';
import { UNKNOWN } from './list-size.ts';
import { carryOn, noteCopied, noteMember, sourcesWithin } from '../entities/sources.ts';
import { noteAct } from '../entities/turn.ts';
import type { ObjectState, Openness } from './store.ts';
import {
  fromAbstract,
  givenInstance,
  listOf,
  memberOf,
  toAbstract,
  memberPlace,
  newObject,
  openMember,
} from './symbols.ts';
import { constantText } from './texts.ts';
import { equality } from '../conditions/truth.ts';
import {
  ABSENT,
  type Atom,
  type ClassAtom,
  type FunctionAtom,
  type NumberAtom,
  type ObjectId,
  type Symbolic,
  UNDEFINED,
  type Value,
  type Written,
} from './values.ts';

/** `of.name`, of every case of a value. What is read of nothing throws, and so is left out. */
export function readProperty(machine: Machine, of: Value, name: string, called?: string): Value {
  return each(machine, of, (atom) => {
    if (atom.kind === 'nothing') {
      throwHere(machine);
      return UNDEFINED;
    }
    return propertyOf(machine, atom, name, called);
  });
}

/** The same of what may be nothing, written with `?.`: then there is nothing. */
export function readOptional(machine: Machine, of: Value, name: string, called?: string): Value {
  return each(machine, of, (atom) => {
    if (atom.kind === 'nothing') return UNDEFINED;
    const value = propertyOf(machine, atom, name, called);
    if (atom.kind !== 'unknown' && atom.kind !== 'typed') return value;
    return either(machine, equality(machine, atom, UNDEFINED, true, NOWHERE), UNDEFINED, value);
  });
}

/** The same, where of a value that is not known no more is asked than its property. */
export function readIfThere(machine: Machine, of: Value, name: string): Value {
  return each(machine, of, (atom) => (atom.kind === 'nothing' ? UNDEFINED : propertyOf(machine, atom, name)));
}

function propertyOf(machine: Machine, atom: Atom, name: string, called?: string): Value {
  const mark = markOf(machine, atom);
  if (mark === undefined) return plainProperty(machine, atom, name, called);
  const isElement = (mark.kind === 'list' || mark.kind === 'pages') && /^\d+$/.test(name);
  if (isElement && (atom.kind === 'unknown' || atom.kind === 'typed'))
    return objectProperty(machine, listOf(machine, atom), name);
  const value = plainProperty(machine, atom, name, called);
  noteRead(machine, atom, mark, name, value);
  return value;
}

function plainProperty(machine: Machine, atom: Atom, name: string, called?: string): Value {
  switch (atom.kind) {
    case 'object':
      return objectProperty(machine, atom, name, called);
    case 'class':
      return classProperty(machine, atom, name);
    case 'module':
      return machine.run.exported(machine, atom.file, name);
    case 'external':
      return { ...atom, path: [...atom.path, name] };
    case 'global':
      return fromAbstract(machine, globalValue([...atom.path, name]));
    case 'unknown':
    case 'typed':
      if (name === 'length' || name === 'size') return lengthOf(machine, atom);
      return memberOf(machine, atom, name, called);
    case 'text': {
      const text = constantText(atom);
      if (name === 'length' && text !== undefined) return numberOf(text.length);
      if (name !== 'length') return { kind: 'method', receiver: atom, name };
      return { ...someLength(machine), least: charactersIn(atom), end: { of: atom, before: 0 } };
    }
    case 'number':
    case 'time-text':
    case 'number-text':
    case 'random-text': {
      const part = partOfText(toAbstract(atom), name);
      if (part !== undefined) return fromAbstract(machine, part);
      return name === 'length' ? someLength(machine) : { kind: 'method', receiver: atom, name };
    }
    case 'client':
    case 'function':
    case 'method':
    case 'pattern':
    case 'boolean':
      return name === 'name' ? unknownOf(machine, 'property') : { kind: 'method', receiver: atom, name };
    case 'nothing':
      return UNDEFINED;
  }
}

function numberOf(value: number): NumberAtom {
  return {
    kind: 'number',
    number: { constant: value, representation: 'double', origin: { kind: 'constant' }, inverted: false },
  };
}

/** How many characters a text has at least. */
function charactersIn({ segments }: Extract<Atom, { kind: 'text' }>): number {
  return segments.reduce((sum, one) => sum + (one.kind === 'literal' ? one.text.length : 0), 0);
}

function someLength(machine: Machine): NumberAtom {
  const number = { representation: 'double', origin: { kind: 'length' }, inverted: false } as const;
  return { kind: 'number', number, symbol: nextSymbol(machine) };
}

/** How many elements something has that may be a text or a list. */
function lengthOf(machine: Machine, atom: Extract<Atom, { kind: 'unknown' | 'typed' }>): Value {
  const isList =
    atom.kind === 'typed'
      ? atom.type.name.endsWith('Array') || atom.type.name === 'Tuple'
      : atom.is === 'array';
  if (isList) return objectProperty(machine, listOf(machine, atom), 'length');
  const isText = atom.kind === 'typed' ? atom.type.name === 'string' : atom.is === 'string';
  if (isText && isFalsyOn(machine, atom.symbol, machine.reached)) return numberOf(0);
  const place = memberPlace(machine, atom, 'length');
  const known = machine.store.get(place);
  if (known !== undefined) return known;
  // what was gone through as a list has as many as were seen there
  if (!isText && machine.store.get(listPlace(machine, atom)) !== undefined)
    return objectProperty(machine, listOf(machine, atom), 'length');
  const symbol = nextSymbol(machine);
  const of = isText
    ? { emptyWith: atom.symbol }
    : { counts: { symbol, less: 0, name: atom.name }, lengthOf: atom };
  const value = { ...someLength(machine), symbol, least: 0, ...of } as Atom;
  machine.store.set(place, value);
  return value;
}

function objectProperty(machine: Machine, of: Atom, name: string, called?: string): Value {
  if (of.kind !== 'object') return UNDEFINED;
  const state = machine.store.object(of.id);
  // of a TableTransaction, which is followed as that list
  if (state.kind === 'array' && name === 'actions') return of;
  const getter = state.getters?.get(name);
  if (getter !== undefined) return machine.run.enter(machine, getter, [], of, NOWHERE);
  const own = ownProperty(machine, of.id, name, called);
  return each(machine, own, (atom) => {
    if (atom.kind !== 'nothing' || atom.isAbsent !== true) return atom;
    return inherited(machine, of, state, name);
  });
}

/** Where getters are called. */
const NOWHERE = { file: '', span: { start: 0, end: 0 }, nameStart: -1, isNew: false };

/** What an object has under a name of its own; absent where it has nothing, or its class has it. */
export function ownProperty(machine: Machine, id: ObjectId, name: string, called?: string): Value {
  const state = machine.store.object(id);
  if ((state.kind === 'array' || state.kind === 'set') && (name === 'length' || name === 'size'))
    return countOf(machine, state, { kind: 'object', id });
  if (state.kind === 'map') return name === 'size' ? mapSize(machine, state) : ABSENT;
  if (state.kind === 'array' && /^\d+$/.test(name)) return elementAt(machine, id, Number(name));
  const known = state.properties.get(name);
  if (known !== undefined) return known;
  const { open } = state;
  if (open === undefined || isMethod(state, name)) return ABSENT;
  const value = declaredInstance(machine, state, open, name) ?? openMember(machine, open, name, called);
  noteMember(machine, { kind: 'object', id }, name, value);
  machine.store.change(id).properties.set(name, value);
  return value;
}

/** What a field of an instance that somebody gives is, where its class declares it to be one of another class of the workspace. */
function declaredInstance(
  machine: Machine,
  { cls, isGiven }: ObjectState,
  { given: origin }: Openness,
  name: string,
): Value | undefined {
  if (isGiven !== true) return undefined;
  for (let at: ClassAtom | undefined = cls; at !== undefined; at = baseClass(at)) {
    const field = membersOf(at, name).find(({ kind, isStatic }) => kind === 'field' && !isStatic);
    const type = field?.type ?? at.cls.construct?.parameters.find((one) => one.field === name)?.type;
    if (type !== undefined) return givenInstance(machine, { type, file: at.file, name, given: origin });
  }
  return undefined;
}

/** Entries that a map may have or not, of which it is told how many it has. */
const MOST_PERHAPS = 3;

/** How many entries a map has. */
function mapSize(machine: Machine, { properties, open }: ObjectState): Value {
  const { and, not } = machine.guards;
  const guards = [...properties.values()].map((value) => presence(machine, value));
  const perhaps = guards.filter((guard) => guard !== ALWAYS && guard !== NEVER);
  if (open !== undefined || perhaps.length > MOST_PERHAPS) return someLength(machine);
  const sure = guards.filter((guard) => guard === ALWAYS).length;
  const counts = perhaps.reduce(
    (all, isThere) =>
      all.flatMap(({ guard, count }) => [
        { guard: and(guard, isThere), count: count + 1 },
        { guard: and(guard, not(isThere)), count },
      ]),
    [{ guard: ALWAYS, count: sure }],
  );
  return choose(
    machine,
    counts.map(({ guard, count }) => ({ guard, value: numberOf(count) })),
  );
}

function isMethod({ kind, cls }: ObjectState, name: string): boolean {
  if (kind !== 'object') return true;
  for (let at: ClassAtom | undefined = cls; at !== undefined; at = baseClass(at))
    if (membersOf(at, name).some(({ kind: of }) => of !== 'field')) return true;
  return false;
}

function membersOf({ cls }: ClassAtom, name: string): readonly Member[] {
  return cls.named.get(name) ?? [];
}

function baseClass({ base }: ClassAtom): ClassAtom | undefined {
  return base?.kind === 'class' ? base : undefined;
}

/** What an object has of its class, or of what every list, map and set has. */
function inherited(machine: Machine, of: Atom, { kind, cls }: ObjectState, name: string): Value {
  for (let at: ClassAtom | undefined = cls; at !== undefined; at = baseClass(at)) {
    const member = membersOf(at, name).find(
      (one) => !one.isStatic && (one.kind === 'method' || one.kind === 'getter'),
    );
    if (member?.fn === undefined) {
      if (at.base !== undefined && at.base.kind !== 'class') return { kind: 'method', receiver: of, name };
      continue;
    }
    const method = methodOf(at, member.fn, of);
    return member.kind === 'getter' ? machine.run.enter(machine, method, [], of, NOWHERE) : method;
  }
  if (kind === 'array' && /^\d+$/.test(name)) return unknownOf(machine, 'not-supported');
  if (kind !== 'object') return { kind: 'method', receiver: of, name };
  return OF_OBJECTS.has(name) ? { kind: 'method', receiver: of, name } : UNDEFINED;
}

const OF_OBJECTS: ReadonlySet<string> = new Set(['hasOwnProperty', 'toString', 'then', 'catch', 'finally']);

function methodOf(home: ClassAtom, fn: FunctionAtom['fn'], self: Value | undefined): FunctionAtom {
  return { kind: 'function', file: home.file, fn, frame: home.frame, self, home };
}

/** `super.name`: what the base of a class has. */
export function baseProperty(machine: Machine, home: ClassAtom, self: Value, name: string): Value {
  for (let at = baseClass(home); at !== undefined; at = baseClass(at)) {
    const member = membersOf(at, name).find(
      (one) => !one.isStatic && (one.kind === 'method' || one.kind === 'getter'),
    );
    if (member?.fn === undefined) continue;
    const method = methodOf(at, member.fn, self);
    return member.kind === 'getter' ? machine.run.enter(machine, method, [], self, NOWHERE) : method;
  }
  return unknownOf(machine, 'property', { name });
}

function classProperty(machine: Machine, cls: ClassAtom, name: string): Value {
  for (let at: ClassAtom | undefined = cls; at !== undefined; at = baseClass(at)) {
    const own = ownProperty(machine, at.statics, name);
    if (own.kind !== 'nothing' || own.isAbsent !== true) return own;
    const member = membersOf(at, name).find(
      (one) => one.isStatic && (one.kind === 'method' || one.kind === 'getter'),
    );
    if (member?.fn !== undefined) {
      const method = methodOf(at, member.fn, cls);
      return member.kind === 'getter' ? machine.run.enter(machine, method, [], cls, NOWHERE) : method;
    }
    if (at.base !== undefined && at.base.kind !== 'class') return unknownOf(machine, 'property', { name });
  }
  return UNDEFINED;
}

/** How many elements a list has, on each way. */
function countOf(machine: Machine, { elements, grown, open }: ObjectState, lengthOf: Atom): Value {
  // none of them is seen
  if (open !== undefined && elements.length === 0) return { ...someLength(machine), least: 0, lengthOf };
  const { and, not } = machine.guards;
  let ways: { readonly guard: number; readonly count: number }[] = [{ guard: ALWAYS, count: 0 }];
  for (const { guard } of elements) {
    ways =
      guard === ALWAYS
        ? ways.map((one) => ({ ...one, count: one.count + 1 }))
        : ways.flatMap((one) => [
            { guard: and(one.guard, guard), count: one.count + 1 },
            { guard: and(one.guard, not(guard)), count: one.count },
          ]);
    ways = ways.filter((one) => and(one.guard, machine.reached) !== NEVER);
    if (ways.length > 24) return { ...someLength(machine), lengthOf };
  }
  let value: Value = { ...numberOf(0), lengthOf };
  for (const { guard, count } of ways) {
    const least: Atom = { ...someLength(machine), least: count, lengthOf };
    value = either(machine, guard, either(machine, grown, least, { ...numberOf(count), lengthOf }), value);
  }
  return value;
}

/** `list[index]`, where it is seen which element that is. */
export function elementAt(machine: Machine, id: ObjectId, index: number): Value {
  const state = machine.store.object(id);
  const { elements, open } = state;
  const { not, and } = machine.guards;
  let value: Value = ABSENT;
  const isPlain = elements.every(
    ({ guard }, at) =>
      guard === ALWAYS || at === 0 || and(guard, not(elements[at - 1]?.guard ?? ALWAYS)) === NEVER,
  );
  const list: Atom = { kind: 'object', id };
  if (!isPlain || open !== undefined)
    return someOf(machine, list, unknownOf(machine, 'property', given(open?.given)));
  const found = elements[index];
  if (found !== undefined) value = either(machine, found.guard, found.value, ABSENT);
  if (found === undefined && state.grown !== NEVER)
    return either(machine, state.grown, someOf(machine, list), ABSENT);
  return value;
}

/** `of.name = value`. */
export function writeProperty(
  machine: Machine,
  of: Value,
  name: string,
  value: Value,
  written?: Written,
): void {
  each(machine, of, (atom) => {
    switch (atom.kind) {
      case 'object':
        setOwn(machine, atom.id, name, value, written);
        break;
      case 'class':
        setOwn(machine, atom.statics, name, value, written);
        break;
      case 'unknown':
      case 'typed': {
        escape(machine, atom, value);
        if (markOf(machine, atom) === undefined) noteAct(machine);
        const place = memberPlace(machine, atom, name);
        if (machine.store.get(place) === undefined) memberOf(machine, atom, name, undefined);
        write(machine, place, value);
        if (written !== undefined) fill(machine, atom, name, machine.store.get(place) ?? value, written);
        break;
      }
      default:
        escape(machine, value);
    }
    return UNDEFINED;
  });
}

type ObjectAtom = Extract<Atom, { kind: 'object' }>;

/** The object that has what the program puts into a value of which nothing is known; undefined where that is nothing. */
export function filledObject(machine: Machine, { symbol }: Symbolic): ObjectAtom | undefined {
  const found = machine.store.get(keptPlace(machine, `put ${symbol}`));
  return found?.kind === 'object' ? found : undefined;
}

function fill(machine: Machine, atom: Symbolic, name: string, value: Value, written: Written): void {
  if (machine.reached === NEVER) return;
  let object = filledObject(machine, atom);
  if (object === undefined) {
    object = { kind: 'object', id: machine.store.add(givenObject(atom)) };
    machine.store.set(keptPlace(machine, `put ${atom.symbol}`), object);
  }
  define(machine, object.id, name, value, written);
}

/** A value of which nothing is known, as the object that it is for who puts something into it. */
function givenObject(atom: Symbolic): ObjectState {
  return {
    kind: 'object',
    properties: new Map(),
    elements: [],
    grown: NEVER,
    isGiven: true,
    open: opennessOf(atom),
  };
}

function opennessOf(atom: Symbolic): Openness {
  return {
    why: atom.kind === 'unknown' ? atom.why : 'parameter',
    name: atom.name,
    ...(atom.kind === 'typed' && { type: atom.type }),
    file: atom.kind === 'typed' ? atom.file : '',
    ...given(atom.given),
  };
}

function setOwn(machine: Machine, id: ObjectId, name: string, value: Value, written?: Written): void {
  const self: Atom = { kind: 'object', id };
  if (markOf(machine, self) !== undefined) escape(machine, self);
  notePut(machine, id, value);
  const own = machine.store.object(id).setters?.get(name);
  if (own !== undefined) {
    machine.run.enter(machine, own, [value], self, NOWHERE);
    return;
  }
  const setter = setterOf(machine.store.object(id), name);
  if (setter !== undefined) {
    machine.run.enter(machine, methodOf(setter.home, setter.fn, self), [value], self, NOWHERE);
    return;
  }
  if (machine.reached === NEVER) return;
  const { kind } = machine.store.object(id);
  if (kind === 'array' && /^\d+$/.test(name)) {
    setElement(machine, id, Number(name), value);
    return;
  }
  if (kind === 'array' && name === 'length') {
    const state = machine.store.change(id);
    const length = value.kind === 'number' && value.least === undefined ? value.number.constant : undefined;
    const { and, not } = machine.guards;
    const cut = (guard: Guard): Guard => and(guard, not(machine.reached));
    state.isRenewed = true;
    // the first ones are told apart where all of them are there
    const isPlain = state.elements.every(({ guard }) => guard === ALWAYS) && state.open === undefined;
    if (length === 0 || (typeof length === 'number' && isPlain && length <= state.elements.length)) {
      state.elements = state.elements.map((one, index) =>
        index < length ? one : { ...one, guard: cut(one.guard) },
      );
      state.grown = cut(state.grown);
      return;
    }
    escape(machine, ...state.elements.map((one) => one.value));
    state.elements = [];
    state.open = { why: 'too-complex', file: '' };
    return;
  }
  const before = machine.reached === ALWAYS ? ABSENT : ownProperty(machine, id, name);
  define(machine, id, name, either(machine, machine.reached, value, before), written);
}

/** Gives an object a property of its own, whatever it had under that name. */
export function define(
  machine: Machine,
  id: ObjectId,
  name: string,
  value: Value,
  written: Written | undefined,
): void {
  const state = machine.store.change(id);
  state.properties.set(name, value);
  if (written !== undefined) (state.written ??= new Map()).set(name, written);
}

/** The same under a name that is not known. */
export function defineUnnamed(machine: Machine, id: ObjectId, value: Value, written: Written): void {
  const state = machine.store.change(id);
  state.open ??= { why: 'too-complex', file: written.file };
  noteUnnamed(machine, state, value, written);
  noteCopied(machine, { kind: 'object', id }, value);
}

function noteUnnamed(machine: Machine, state: ObjectState, value: Value, written: Written): void {
  const { loops, activation } = machine;
  const born = state.born === undefined ? 0 : loops.indexOf(state.born) + 1;
  const around = loops.slice(Math.max(activation.loops, born)).map(({ place }) => place.span);
  state.unnamed ??= new Map();
  state.unnamed.set(`${written.at.start} ${written.file}`, { written, value, loops: around });
}

/** `of[name] = value` under a name that is not known, or that stands for more: it may be any of them, or another one. */
export function writeUnnamed(
  machine: Machine,
  of: Value,
  value: Value,
  written: Written,
  isAny: boolean,
): void {
  each(machine, of, (atom) => {
    noteAct(machine, atom.kind === 'object' ? atom.id : -1);
    if (atom.kind !== 'object' || machine.reached === NEVER) return UNDEFINED;
    if (isAny) openUp(machine, atom, 1);
    noteUnnamed(machine, machine.store.change(atom.id), value, written);
    if (isAny) noteCopied(machine, atom, value);
    return UNDEFINED;
  });
}

function setElement(machine: Machine, id: ObjectId, index: number, value: Value): void {
  const state = machine.store.change(id);
  const { elements } = state;
  const { or } = machine.guards;
  const found = elements[index];
  if (state.split !== undefined) state.split = {};
  if (found !== undefined) {
    const changed = {
      value: either(machine, machine.reached, value, found.value),
      guard: or(found.guard, machine.reached),
    };
    state.elements = elements.map((one, at) => (at === index ? changed : one));
  } else if (index === elements.length) state.elements = [...elements, { value, guard: machine.reached }];
  else {
    escape(machine, value);
    state.open = { why: 'too-complex', file: '' };
  }
}

function setterOf(
  { cls }: ObjectState,
  name: string,
): { readonly home: ClassAtom; readonly fn: FunctionAtom['fn'] } | undefined {
  for (let at: ClassAtom | undefined = cls; at !== undefined; at = baseClass(at)) {
    const found = membersOf(at, name).find((one) => !one.isStatic && one.kind === 'setter');
    if (found?.fn !== undefined) return { home: at, fn: found.fn };
  }
  return undefined;
}

/** What may have changed a value: code that is not seen, or functions of the program at any time. */
type Forgotten = 'too-complex' | 'not-supported';

/** After code that is not seen may have changed it: an object has anything, and so has what it holds. */
export function openUp(machine: Machine, value: Value, depth = 3, why: Forgotten = 'too-complex'): void {
  if (depth === 0) return;
  each(machine, value, (atom) => {
    if (atom.kind !== 'object' || machine.reached === NEVER) return UNDEFINED;
    escape(machine, atom);
    const state = machine.store.change(atom.id);
    const { and } = machine.guards;
    const isOther = and(machine.reached, decide(machine, { kind: 'changed', name: '' }));
    for (const [name, inner] of state.properties) {
      openUp(machine, inner, depth - 1, why);
      if (isHeld(inner) || isForgotten(inner, name)) continue;
      const changed = unknownOf(machine, why, { name });
      state.properties.set(name, either(machine, isOther, changed, inner));
    }
    if (isKeyed(state)) loseKeyed(state, '');
    state.open ??= { why: 'too-complex', file: '' };
    state.isChanged = true;
    if (state.split !== undefined) state.split = {};
    if (state.kind !== 'object') state.limit ??= UNKNOWN;
    if (state.kind !== 'object') state.grown = machine.guards.or(state.grown, machine.reached);
    return UNDEFINED;
  });
}

const FORGOTTEN: ReadonlySet<string> = new Set<Forgotten>(['too-complex', 'not-supported']);

/** Whether something else may be there already: once is enough until somebody writes it again. */
export function isForgotten(value: Value, name: string): boolean {
  const atoms = value.kind === 'choice' ? value.cases.map((one) => one.value) : [value];
  return atoms.some((atom) => atom.kind === 'unknown' && FORGOTTEN.has(atom.why) && atom.name === name);
}

/** Objects and functions stay what they are far more often than what they hold does. */
function isHeld(value: Value): boolean {
  return (
    value.kind === 'object' || value.kind === 'function' || value.kind === 'client' || value.kind === 'class'
  );
}

/** What a spread copies: every property of each object, over those that were there. `place` is where that is named. */
export function copyProperties(machine: Machine, into: ObjectId, from: Value, place?: Place): void {
  each(machine, from, (atom) => {
    if (machine.reached === NEVER) return UNDEFINED;
    notePut(machine, into, atom);
    carryOn(machine, atom, { kind: 'object', id: into });
    if (markOf(machine, atom) !== undefined) escape(machine, atom);
    if (atom.kind === 'object') {
      const { properties, open, getters, written, unnamed, isChanged } = machine.store.object(atom.id);
      const there = machine.store.object(into).properties.keys();
      const others = open === undefined ? [] : broughtBy(open, there, properties);
      const typed = place && { file: place.file, at: place.span, value: place.span, how: 'typed' as const };
      for (const name of new Set([...properties.keys(), ...(getters?.keys() ?? []), ...others])) {
        const isOwn = getters?.has(name) !== true;
        const value = isOwn ? ownProperty(machine, atom.id, name) : objectProperty(machine, atom, name);
        if (isAbsent(value)) continue;
        const before = ownProperty(machine, into, name);
        const isSure = open === undefined || written?.has(name) === true || isRequired(open, name);
        const over = isSure ? value : keptFrom(machine, before, value, `${atom.id}:${name}`);
        const kept = each(machine, over, (one) => (isAbsent(one) ? before : one));
        const own = written?.get(name);
        const brought = own === undefined ? typed : { ...own, how: copied(own) };
        define(machine, into, name, either(machine, machine.reached, kept, before), brought);
      }
      if (open === undefined && unnamed === undefined) return UNDEFINED;
      const state = machine.store.change(into);
      if (open !== undefined) state.open = lessKnown(state.open, open);
      if (isChanged === true) state.isChanged = true;
      if (unnamed !== undefined) state.unnamed = new Map([...(state.unnamed ?? []), ...unnamed]);
      return UNDEFINED;
    }
    if (atom.kind === 'unknown' || atom.kind === 'typed') spreadUnknown(machine, into, atom);
    else if (atom.kind === 'module' || atom.kind === 'external' || atom.kind === 'global')
      spreadUnknown(machine, into, unknownOf(machine, 'not-resolved'));
    return UNDEFINED;
  });
}

function copied({ how }: Written): Written['how'] {
  return how === 'typed' ? how : 'copied';
}

function isAbsent(value: Value): boolean {
  return value.kind === 'nothing' && value.isAbsent === true;
}

/** What an object of which not all is seen may bring of what is there already. */
function broughtBy(
  { type }: Openness,
  there: Iterable<string>,
  seen: ReadonlyMap<string, Value>,
): readonly string[] {
  const brought = [...there].filter((name) => type?.properties?.includes(name) !== false);
  return [...brought, ...Object.keys(type?.members ?? {})].filter((name) => !seen.has(name));
}

/** Of two that each leave open what else there is, the one of which less is known. */
function lessKnown(a: Openness | undefined, b: Openness): Openness {
  return a === undefined || a.type?.properties !== undefined ? b : a;
}

const CHANGED: Subject = { kind: 'changed', name: '' };

/** What may be brought over what was there: what comes from an entity is there still where nothing is brought for it. */
function keptFrom(machine: Machine, before: Value, brought: Value, key: string): Value {
  if (sourcesWithin(machine, [before]).length === 0) return brought;
  return either(
    machine,
    decideOnce(machine, `in:${key}`, () => CHANGED),
    brought,
    before,
  );
}

function isRequired({ type }: Openness, name: string): boolean {
  return type?.required?.includes(name) === true;
}

/** What is not known may bring anything, and change what was there. */
function spreadUnknown(machine: Machine, into: ObjectId, atom: Symbolic): void {
  const { and } = machine.guards;
  const truth = machine.asked.get(`t:${atom.symbol}`);
  // `given && { … }` brings nothing where there is nothing
  if (truth !== undefined && and(machine.reached, truth) === NEVER) return;
  if (isWithoutNames(atom)) return;
  const state = machine.store.change(into);
  for (const [name, before] of state.properties) {
    if (atom.without?.includes(name) === true) continue;
    const brought = memberOf(machine, atom, name, undefined);
    const kept = keptFrom(machine, before, brought, `#${atom.symbol}:${name}`);
    state.properties.set(name, either(machine, machine.reached, kept, before));
  }
  const own = markOf(machine, atom);
  const some = state.open?.some ?? (own?.kind === 'entity' ? own : undefined);
  state.open = { ...lessKnown(state.open, opennessOf(atom)), some, without: withoutOf(atom) };
}

function withoutOf(atom: Symbolic): readonly string[] | undefined {
  return atom.kind === 'unknown' ? atom.without : undefined;
}

/** Whether a value is of a type whose values have no properties of their own, but the characters of texts by number. */
function isWithoutNames(atom: Symbolic): boolean {
  return atom.kind === 'typed' ? WITHOUT_NAMES.has(atom.type.name) : atom.is === 'string';
}

const WITHOUT_NAMES: ReadonlySet<string> = new Set(['boolean', 'number', 'string', 'bigint']);

/** What a pattern leaves for `...others`. */
export function withoutProperties(machine: Machine, of: Value, names: readonly string[]): Value {
  return each(machine, of, (atom) => {
    if (atom.kind !== 'object') {
      escape(machine, atom);
      if (atom.kind !== 'unknown' && atom.kind !== 'typed') return unknownOf(machine, 'not-supported');
      const rest = { ...atom, symbol: nextSymbol(machine), without: [...(atom.without ?? []), ...names] };
      mark(machine, rest, markOf(machine, atom));
      carryOn(machine, atom, rest);
      return rest;
    }
    const rest = newObject(machine, new Map());
    if (rest.kind !== 'object') return rest;
    copyProperties(machine, rest.id, atom);
    const state = machine.store.change(rest.id);
    for (const name of names) state.properties.set(name, ABSENT);
    return rest;
  });
}
