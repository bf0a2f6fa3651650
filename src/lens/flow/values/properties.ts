import { presence } from './map-entries.ts';
import { isFalsyOn } from '../conditions/settled.ts';
import { partOfText } from '../../link/library/libraries.ts';
import { constantOf } from '../../../core/text/segments.ts';
import { instanceMember } from '../../link/calls/instance.ts';
import { globalValue } from '../../link/values/number.ts';
import { markOf, noteRead } from '../entities/answers.ts';
import type { Member } from '../../syntax/program/program.ts';
import { someOf } from './elements.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import {
  choose,
  each,
  either,
  given,
  type Machine,
  nextSymbol,
  onWays,
  throwHere,
  unknownOf,
  listPlace,
  NOWHERE,
} from '../machine.ts';
import { noteMember } from '../entities/sources.ts';
import { elementsWithin } from './places.ts';
import type { ObjectState, Openness } from './store.ts';
import {
  fromAbstract,
  givenInstance,
  listOf,
  memberOf,
  toAbstract,
  memberPlace,
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
} from './values.ts';

/** `of.name`, of every case of a value. What is read of nothing throws, and so is left out. */
export function readProperty(machine: Machine, of: Value, name: string, called?: string): Value {
  return each(machine, of, (atom) => {
    if (atom.kind === 'nothing') {
      throwHere(machine);
      return UNDEFINED;
    }
    throwIfMissing(machine, atom);
    return propertyOf(machine, atom, name, called);
  });
}

/** Values that callers may leave out, and that code in one `try` reads something of: of more it is not seen that they throw. */
const MOST_MISSING = 6;

/** What is read of a value that a caller may leave out throws where it does: that matters where somebody catches it. */
export function throwIfMissing(machine: Machine, atom: Atom): void {
  const { and, or, not } = machine.guards;
  const handler = machine.handlers.at(-1);
  if (!mayBeMissing(atom)) return;
  const wasRead = machine.readOf.get(atom.symbol) ?? NEVER;
  if (handler === undefined) machine.readOf.set(atom.symbol, or(wasRead, machine.reached));
  if (handler === undefined || handler.count >= MOST_MISSING) return;
  // the program would not have come this far
  const isMissing = and(equality(machine, atom, UNDEFINED, true, NOWHERE), not(wasRead));
  if (and(machine.reached, isMissing) === NEVER) return;
  handler.count += 1;
  onWays(machine, isMissing, () => {
    throwHere(machine);
  });
}

const KEYS: ReadonlySet<string> = new Set(['partitionKey', 'rowKey']);

function mayBeMissing(atom: Atom): atom is Symbolic {
  if (atom.kind === 'typed') return atom.type.isOptional === true;
  if (atom.kind !== 'unknown' || atom.why !== 'parameter') return false;
  // whatever an entity is, it has its keys
  const isKey = KEYS.has(atom.name?.split('.').at(-1) ?? '');
  return atom.isOptional ?? (atom.is === undefined && !isKey);
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

export function someLength(machine: Machine): NumberAtom {
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

export function objectProperty(machine: Machine, of: Atom, name: string, called?: string): Value {
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
  noteReadOfCopy(machine, id, state, name, value);
  machine.store.change(id).properties.set(name, value);
  return value;
}

/** What a copy of one entity has under a name is a property of that entity. */
function noteReadOfCopy(
  machine: Machine,
  id: ObjectId,
  { kind, open, isChanged, unnamed }: ObjectState,
  name: string,
  value: Value,
): void {
  const { some, isMixed, without } = open ?? {};
  if (
    isChanged === true ||
    unnamed !== undefined ||
    kind !== 'object' ||
    some?.kind !== 'entity' ||
    isMixed === true ||
    without?.includes(name) === true
  )
    return;
  noteRead(machine, { kind: 'object', id }, some, name, value);
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
    if (type !== undefined) {
      const typed = { type, file: at.file, name, given: origin };
      return givenInstance(machine, typed) ?? clientOfField(machine, at, name);
    }
  }
  return undefined;
}

/** The client that a class has in a field, where its table is known whoever makes an instance: a container hands it out. */
function clientOfField(machine: Machine, { file, cls }: ClassAtom, name: string): Value | undefined {
  const classes = machine.files.facts(file)?.classes ?? [];
  const [made, ...others] = cls.name === undefined ? [] : classes.filter((one) => one.name === cls.name);
  if (made === undefined || others.length > 0) return undefined;
  const client = instanceMember(machine.linker, { kind: 'instance', file, cls: made.id }, name);
  if (client.kind !== 'client' || client.table?.kind !== 'text') return undefined;
  return constantOf(client.table.segments) === undefined ? undefined : client;
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

export function membersOf({ cls }: ClassAtom, name: string): readonly Member[] {
  return cls.named.get(name) ?? [];
}

export function baseClass({ base }: ClassAtom): ClassAtom | undefined {
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

export function methodOf(home: ClassAtom, fn: FunctionAtom['fn'], self: Value | undefined): FunctionAtom {
  return { kind: 'function', file: home.file, fn, frame: home.frame, self, home };
}

/** `super.name`: what the base of a class has; of a static method, what is static there. */
export function baseProperty(machine: Machine, home: ClassAtom, self: Value, name: string): Value {
  const isStatic = self.kind === 'class';
  for (let at = baseClass(home); at !== undefined; at = baseClass(at)) {
    const own = isStatic ? ownProperty(machine, at.statics, name) : ABSENT;
    if (own.kind !== 'nothing' || own.isAbsent !== true) return own;
    const member = membersOf(at, name).find(
      (one) => one.isStatic === isStatic && (one.kind === 'method' || one.kind === 'getter'),
    );
    if (member?.fn === undefined) continue;
    const method = methodOf(at, member.fn, self);
    return member.kind === 'getter' ? machine.run.enter(machine, method, [], self, NOWHERE) : method;
  }
  return unknownOf(machine, 'not-supported', { name });
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

/** Numbers of elements of one list that are told apart: some may not be there. */
const MOST_COUNTS = 24;

/** How many elements a list has, on each way. */
function countOf(machine: Machine, { elements, grown, open }: ObjectState, lengthOf: Atom): Value {
  // none of them is seen
  if (open !== undefined && elements.length === 0) return { ...someLength(machine), least: 0, lengthOf };
  const { and, or, not } = machine.guards;
  let ways: ReadonlyMap<number, Guard> = new Map([[0, ALWAYS]]);
  for (const { guard } of elements) {
    const next = new Map<number, Guard>();
    const add = (count: number, when: Guard): void => {
      if (and(when, machine.reached) !== NEVER) next.set(count, or(next.get(count) ?? NEVER, when));
    };
    for (const [count, when] of ways) {
      add(count + 1, and(when, guard));
      if (guard !== ALWAYS) add(count, and(when, not(guard)));
    }
    ways = next;
    if (ways.size > MOST_COUNTS) return { ...someLength(machine), lengthOf };
  }
  let value: Value = { ...numberOf(0), lengthOf };
  for (const [count, guard] of ways) {
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
  // each is there only where the one before it is
  const isPlain = elements.every(
    ({ guard }, at) => at === 0 || and(guard, not(elements[at - 1]?.guard ?? ALWAYS)) === NEVER,
  );
  const list: Atom = { kind: 'object', id };
  const here =
    isPlain || open !== undefined || state.grown !== NEVER
      ? undefined
      : elementsWithin(machine, elements, index, index + 1);
  if (here !== undefined)
    return here.reduce<Value>((all, one) => either(machine, one.guard, one.value, all), ABSENT);
  if (!isPlain || open !== undefined) {
    // what the program did with it is not followed
    const why = open?.why === 'too-complex' || open?.why === 'not-supported' ? open.why : 'property';
    return someOf(machine, list, unknownOf(machine, why, given(open?.given)));
  }
  const found = elements[index];
  if (found !== undefined) value = either(machine, found.guard, found.value, ABSENT);
  if (found === undefined && state.grown !== NEVER)
    return either(machine, state.grown, someOf(machine, list), ABSENT);
  return value;
}
