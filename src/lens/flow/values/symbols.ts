import { constantOf, type Place } from '../../../core/text/segments.ts';
import { type Abstract, givenTo, toValue } from '../../link/values/abstract.ts';
import { augmentedType } from '../../link/calls/augmented.ts';
import { valueOfType } from '../../link/calls/types.ts';
import { changeKey, isOfDate } from './changes.ts';
import type { GivenTo, UnknownWhy, Value as Plain } from '../../link/values/value.ts';
import { isListType } from '../../link/values/abstract.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import { elementMark, escape, mark, markOf } from '../entities/answers.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { testOfNumber } from '../conditions/value-tests.ts';
import {
  decide,
  decideOnce,
  each,
  either,
  given,
  keptPlace,
  type Machine,
  nextSymbol,
  type TestPlace,
  type Typed,
  unknownOf,
  listPlace,
} from '../machine.ts';
import { exactly, type ListSize, UNKNOWN, type Extent } from './list-size.ts';
import { isOfEntity } from '../entities/marks.ts';
import { noteGiven, sizeOfUnknown } from './sizes.ts';
import { carryOn, noteMember, sourcesOf } from '../entities/sources.ts';
import type { Element, ObjectState, Openness } from './store.ts';
import {
  type Atom,
  type ClassAtom,
  type ObjectId,
  type Symbolic,
  type TypedAtom,
  UNDEFINED,
  type UnknownAtom,
  type Value,
  type Written,
} from './values.ts';

/** What rules may see of an atom. */
export function toPlain(atom: Atom): Plain {
  switch (atom.kind) {
    case 'text':
    case 'nothing':
    case 'boolean':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return atom;
    case 'unknown': {
      if (atom.jsonOf === undefined && atom.isCast === undefined) return atom;
      const { jsonOf: _, isCast: __, ...plain } = atom;
      return plain;
    }
    case 'number':
      return atom.mayBeText === true
        ? { kind: 'unknown', why: 'not-supported' }
        : {
            kind: 'number',
            number: atom.number,
            ...(atom.symbol !== undefined && { symbol: atom.symbol }),
          };
    case 'typed': {
      const plain = toValue(atom);
      return isWithSymbol(plain) ? { ...plain, symbol: atom.symbol } : plain;
    }
    case 'object':
      return { kind: 'unknown', why: 'not-supported', is: atom.isList === true ? 'array' : 'object' };
    case 'function':
    case 'class':
    case 'client':
    case 'module':
    case 'external':
    case 'global':
    case 'method':
    case 'pattern':
      return { kind: 'unknown', why: 'not-supported' };
  }
}

/** Whether a value is not known, or of that no more than from what it was made: it has a symbol then. */
export function isWithSymbol(value: Plain): value is Extract<Plain, { readonly symbol?: number }> {
  switch (value.kind) {
    case 'unknown':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return true;
    case 'number':
      return value.number.constant === undefined;
    case 'text':
    case 'boolean':
    case 'nothing':
    case 'oneOf':
      return false;
  }
}

/** An atom as the functions of `lens/link` take it. */
export function toAbstract(atom: Atom): Abstract {
  switch (atom.kind) {
    case 'typed':
    case 'client':
    case 'external':
    case 'global':
    case 'module':
      return atom;
    default:
      return toPlain(atom);
  }
}

/** What such a function gives. */
export function fromAbstract(machine: Machine, value: Abstract): Value {
  switch (value.kind) {
    case 'choice':
    case 'oneOf': {
      // which of them it is depends on nothing that is seen here
      const [first, ...others] = value.values.map((one) => fromAbstract(machine, one.value));
      return others.reduce<Value>(
        (all, one) => either(machine, decide(machine, { kind: 'changed', name: '' }), one, all),
        first ?? unknownOf(machine, 'not-resolved'),
      );
    }
    case 'unknown':
      return { ...value, symbol: nextSymbol(machine) };
    case 'typed':
      return { ...value, symbol: nextSymbol(machine) };
    case 'boolean':
      return value.value === undefined
        ? unknownOf(machine, 'call-result')
        : { kind: 'boolean', value: value.value };
    case 'number':
      return value.number.constant === undefined ? { ...value, symbol: nextSymbol(machine) } : value;
    case 'text':
    case 'nothing':
    case 'time-text':
    case 'number-text':
    case 'random-text':
    case 'client':
    case 'module':
    case 'external':
    case 'global':
      return value;
    case 'array': {
      const elements = value.elements.map((one) => ({
        value: fromAbstract(machine, one.value),
        guard: ALWAYS,
      }));
      if (value.splitOf === undefined) return newList(machine, elements);
      const of = fromAbstract(machine, value.splitOf);
      const parts = newList(machine, elements, ALWAYS);
      if (parts.kind === 'object' && of.kind !== 'choice') machine.store.change(parts.id).split = { of };
      return parts;
    }
    case 'object':
    case 'function':
    case 'class':
    case 'instance':
    case 'method':
      return unknownOf(machine, 'not-supported');
  }
}

/** Elements of one list that is made at once; each use of it goes through all of them. */
const MOST_ELEMENTS = 1_000;

/** A list of these elements; of too many nothing more is known. */
export function newList(
  machine: Machine,
  elements: readonly Element[],
  grown = NEVER,
  size = grown === NEVER ? exactly(elements.length) : UNKNOWN,
  place?: Place,
): Atom {
  if (elements.length > MOST_ELEMENTS) for (const { value } of elements) escape(machine, value);
  const seen: Pick<ObjectState, 'elements' | 'grown' | 'open'> =
    elements.length > MOST_ELEMENTS
      ? { elements: [], grown: NEVER, open: { why: 'too-complex', file: '' } }
      : { elements, grown };
  const born = machine.loops.at(-1);
  const id = machine.store.add({ kind: 'array', properties: new Map(), ...seen, size, born, place });
  return { kind: 'object', id, isList: true };
}

/** An object with these properties and no others. */
export function newObject(
  machine: Machine,
  properties: ReadonlyMap<string, Value>,
  written?: Map<string, Written>,
): Atom {
  const state: ObjectState = {
    kind: 'object',
    properties: new Map(properties),
    written,
    elements: [],
    grown: NEVER,
  };
  return { kind: 'object', id: machine.store.add(state) };
}

/** Some value of a type, which the callers of a function give, or which is taken from something that is not known. */
export function valueOf(machine: Machine, { type, file, name, given: origin }: Typed): Value {
  const found = givenTo(valueOfType(machine.linker, type, file, name), origin);
  switch (found.kind) {
    case 'typed':
      return ofType(machine, { ...found, symbol: nextSymbol(machine) });
    case 'instance':
      return instanceOf(machine, found, { type, file, name, given: origin });
    case 'client':
      return origin === undefined ? found : { ...found, given: origin };
    default: {
      const value = machine.run.someResult(machine, type, file) ?? fromAbstract(machine, found);
      return value.kind === 'unknown' && value.name === undefined && name !== undefined
        ? { ...value, name }
        : value;
    }
  }
}

/** The same of a type that is a class of the workspace; undefined for others. */
export function givenInstance(machine: Machine, typed: Typed): Value | undefined {
  const found = valueOfType(machine.linker, typed.type, typed.file, typed.name);
  return found.kind === 'instance' ? instanceOf(machine, found, typed) : undefined;
}

/** What has properties is an object of its own, which the program may change. */
function ofType(machine: Machine, atom: TypedAtom): Value {
  const { type, file, name, given: origin } = atom;
  if (type.members === undefined && type.name !== 'Record') return atom;
  const object: Atom = {
    kind: 'object',
    id: machine.store.add({
      kind: 'object',
      properties: new Map(),
      elements: [],
      grown: NEVER,
      isGiven: true,
      open: { why: 'parameter', name, type, file, ...given(origin) },
    }),
  };
  return orNothing(machine, object, type, name);
}

function orNothing(machine: Machine, object: Atom, type: TypeRef, name: string | undefined): Value {
  if (type.isOptional !== true) return object;
  const isThere = decide(machine, { kind: 'truthy', name: name ?? '' });
  return either(machine, isThere, object, UNDEFINED);
}

/** Some instance of a class of the workspace. */
function instanceOf(
  machine: Machine,
  { file, cls }: { readonly file: string; readonly cls: number },
  { type, name, given: origin }: Typed,
): Value {
  const called = machine.files.facts(file)?.classes[cls]?.name;
  const module = machine.run.moduleOf(machine, file);
  const index = called === undefined ? -1 : (module?.program.scope.names.indexOf(called) ?? -1);
  const found = module === undefined || index < 0 ? undefined : machine.store.get(module.frame.first + index);
  if (found?.kind !== 'class')
    return unknownOf(machine, 'parameter', { ...(name !== undefined && { name }), ...given(origin) });
  const open = { why: 'parameter' as const, name, file, ...given(origin) };
  return orNothing(machine, someOfClass(machine, found, open), type, name);
}

/** Some instance of a class, of which nobody sees how it was made. */
export function someOfClass(machine: Machine, cls: ClassAtom, open: Openness): Atom {
  const id = machine.store.add({
    kind: 'object',
    cls,
    properties: new Map(),
    elements: [],
    grown: NEVER,
    isGiven: true,
    open,
  });
  return { kind: 'object', id };
}

/** A property of a value of which nothing is known, or its type alone: the same one whenever it is asked for. */
export function memberOf(machine: Machine, of: Symbolic, name: string, called: string | undefined): Value {
  const place = memberPlace(machine, of, name);
  const known = machine.store.get(place);
  if (known !== undefined) return known;
  const value =
    typedByRead(machine, of, name, called) ??
    asAsked(machine, of, name, firstMember(machine, of, name, called));
  noteMember(machine, of, name, value);
  machine.store.set(place, value);
  return value;
}

/**
 * A number or a boolean of an entity that was read, where the call says of which type its entities are. What is stored may be without it
 * all the same, and of texts that says nothing.
 */
function typedByRead(
  machine: Machine,
  of: Symbolic,
  name: string,
  called: string | undefined,
): Value | undefined {
  if (of.kind !== 'unknown' || machine.reads.size + machine.sources.size === 0) return undefined;
  const [source, ...others] = sourcesOf(machine, of);
  if (source?.read.type === undefined || source.name !== undefined || source.share !== 'same')
    return undefined;
  const { type, place } = source.read;
  const entity = others.length === 0 ? valueOfType(machine.linker, type, place.file) : undefined;
  const member = entity?.kind === 'typed' ? entity.type.members?.[name] : undefined;
  if (entity?.kind !== 'typed' || member === undefined) return undefined;
  const value = valueOfType(machine.linker, member, entity.file);
  if (value.kind !== 'typed' || !PLAIN.has(value.type.name)) return undefined;
  const full = called ?? (of.name === undefined ? name : `${of.name}.${name}`);
  return valueOf(machine, {
    type: { ...value.type, isOptional: true, ...(value.type.isOptional !== true && { isDeclared: true }) },
    file: value.file,
    name: full,
    given: of.given,
  });
}

const PLAIN: ReadonlySet<string> = new Set(['number', 'boolean', 'bigint']);

/** A key of an entity that a point read gave is the one that it asked for. */
function asAsked(machine: Machine, of: Symbolic, name: string, value: Value): Value {
  const index = KEY_NAMES.indexOf(name);
  if (value.kind !== 'unknown' || index < 0) return value;
  const [source, ...others] = machine.sources.get(of.symbol) ?? [];
  if (source?.read.kind !== 'point' || source.name !== undefined || others.length > 0) return value;
  const key = source.share === 'same' ? source.read.keys[index] : undefined;
  const text = key?.kind === 'text' ? constantOf(key.segments) : undefined;
  return text === undefined || text === '' ? value : { ...value, texts: [text] };
}

const KEY_NAMES: readonly string[] = ['partitionKey', 'rowKey'];

/** Where a property of such a value is kept. */
export function memberPlace(machine: Machine, { symbol }: Symbolic, name: string): number {
  return keptPlace(machine, `${symbol}.${name}`);
}

function firstMember(machine: Machine, of: Symbolic, name: string, called: string | undefined): Value {
  const own: UnknownWhy = of.kind === 'unknown' && of.why !== 'parameter' ? 'property' : 'parameter';
  const why = of.kind === 'unknown' && isMade(of) ? of.why : own;
  const giver = machine.extents.get(of.symbol);
  return openMember(
    machine,
    { why, name: of.name, ...(of.kind === 'typed' && of), given: of.given, giver },
    name,
    called,
  );
}

/** A property that is not seen of something of which the type may be known. */
export function openMember(machine: Machine, of: OpenOf, name: string, called: string | undefined): Value {
  const value = asCast(machine, of, name, memberOfType(machine, of, name, called));
  if (of.giver?.inside !== undefined) noteGiven(machine, value, { ...of.giver, by: of.giver.inside });
  if (name.toLowerCase() === 'partitionkey' && 'symbol' in value) machine.partitionsOf.add(value.symbol);
  return value;
}

/** A text of something that a type says more of is the text that this has. */
function asCast(machine: Machine, { castOf }: OpenOf, name: string, value: Value): Value {
  if (castOf === undefined || value.kind !== 'typed' || !isText(value.type)) return value;
  const own = memberOf(machine, castOf, name, undefined);
  return own.kind === 'unknown' || own.kind === 'typed' ? { ...value, symbol: own.symbol } : value;
}

/** Whether a type is that of texts, whatever they are. */
function isText({ name, literals }: TypeRef): boolean {
  return name === 'string' && literals === undefined;
}

function memberOfType(
  machine: Machine,
  { why, name: owner, type, file, given: origin }: OpenOf,
  name: string,
  called: string | undefined,
): Value {
  const full = called ?? (owner === undefined ? name : `${owner}.${name}`);
  const inner = type && (type.members?.[name] ?? elementType(type, name));
  if (inner !== undefined && file !== undefined)
    return valueOf(machine, { type: inner, file, name: full, given: origin });
  const added = type && file !== undefined ? augmentedType(machine.linker, type, file, name) : undefined;
  if (added !== undefined) return valueOf(machine, { ...added, name: full, given: origin });
  if (type?.properties?.includes(name) === false) return UNDEFINED;
  return unknownOf(machine, why, { name: full, ...given(origin) });
}

/** The type of what a record or a list has under a name. */
function elementType(type: TypeRef, name: string): TypeRef | undefined {
  if (type.name === 'Record') return type.args.at(-1);
  if (!/^\d+$/.test(name)) return undefined;
  if (type.name === 'Tuple') return type.args[Number(name)];
  return type.name.endsWith('Array') && isListType(type) ? type.args[0] : undefined;
}

interface OpenOf {
  readonly why: UnknownWhy;
  readonly castOf?: UnknownAtom | undefined;
  readonly name?: string | undefined;
  readonly type?: TypeRef | undefined;
  readonly file?: string | undefined;
  readonly given?: GivenTo | undefined;
  readonly giver?: Extent | undefined;
}

/** What a value without a name is called where it is gone through as a list. */
export function nameList({ listNames }: Machine, { symbol }: Symbolic, name: string): void {
  listNames.set(symbol, name);
}

/** The list that a value of which nothing else is known is when it is gone through. */
export function listOf(machine: Machine, atom: Symbolic): Atom {
  const place = listPlace(machine, atom);
  const known = machine.store.get(place);
  if (known?.kind === 'object') return known;
  const { given: origin } = atom;
  const name = atom.name ?? machine.listNames.get(atom.symbol);
  const type = atom.kind === 'typed' ? atom.type : undefined;
  const length = machine.store.get(memberPlace(machine, atom, 'length'));
  // who asked for its length before asked whether there are any
  const isAny = length?.kind === 'number' ? length.symbol : undefined;
  const some = isAny === undefined ? undefined : machine.asked.get(`t:${isAny}`);
  const size = sizeOfUnknown(machine, atom);
  const second = isAny === undefined || some === undefined ? undefined : hasSecond(machine, isAny, some);
  const file = atom.kind === 'typed' ? atom.file : '';
  const list = openList(machine, type, file, name, origin, size, some, second);
  machine.store.set(place, list);
  noteElements(machine, atom, list);
  return list;
}

/** Whether a list has two elements, where it was asked whether it has one, or more; undefined where nobody asked. */
function hasSecond({ equalities, tests, guards }: Machine, length: number, some: Guard): Guard | undefined {
  const more = tests.get(length)?.find(({ key }) => key === MORE_THAN_ONE.key);
  if (more !== undefined) return guards.and(some, more.guard);
  const isOne = equalities.get(length)?.get('1');
  return isOne && guards.and(some, guards.not(isOne));
}

const MORE_THAN_ONE = testOfNumber('>', 1);

/** Notes of the elements of a list, and of what is put into it, where they come from and go. */
function noteElements(machine: Machine, of: Symbolic, list: Atom): void {
  if (list.kind !== 'object') return;
  const own = markOf(machine, of);
  const element = elementMark(own);
  const { each, entities } = machine.extents.get(of.symbol) ?? {};
  const extent: Extent | undefined =
    each !== undefined
      ? { size: each, ...(entities && { entities }) }
      : entities === 'elements'
        ? { entities: 'one' }
        : undefined;
  for (const { value } of machine.store.object(list.id).elements) {
    if (extent !== undefined) noteGiven(machine, value, extent);
    mark(machine, value, element);
    if (element === undefined) noteMember(machine, of, ANY_NAME, value);
  }
  // nobody sees who else has it, or what somebody who goes through a single entity is given
  if (own === undefined) machine.answers.watched.add(list.id);
  else if (element === undefined) escape(machine, of);
}

/** Elements that are seen of a list of which nothing is known. */
const SEEN = 2;

/** A list of as many elements as anybody gives, but no more than it is cut to: two of them are seen, and stand for more. */
export function openList(
  machine: Machine,
  type: TypeRef | undefined,
  file: string,
  name: string | undefined,
  origin: GivenTo | undefined,
  size: ListSize = UNKNOWN,
  some = decide(machine, { kind: 'elements', name, least: 1 }),
  second?: Guard,
): Atom {
  const [element, other] = type !== undefined && isListType(type) ? type.args : [];
  const of = (part: TypeRef): Value => valueOf(machine, { type: part, file, given: origin });
  const one = (): Value => {
    if (element === undefined) return unknownOf(machine, 'property', given(origin));
    // a map is gone through by its pairs
    return other !== undefined && type?.name.endsWith('Map')
      ? newList(
          machine,
          [element, other].map((part) => ({ value: of(part), guard: ALWAYS })),
        )
      : of(element);
  };
  const { and } = machine.guards;
  const most = size.kind === 'most' ? size.count : Infinity;
  const first = { value: one(), guard: some };
  if (most < SEEN) return newList(machine, [first].slice(0, most), NEVER, size);
  const more = second ?? and(some, decide(machine, { kind: 'elements', name, least: 2 }));
  return newList(machine, [first, { value: one(), guard: more }], most === SEEN ? NEVER : more, size);
}

/** The same of what the program makes in a way that is not followed: nobody can tell whether it ever has any. */
export function madeList(machine: Machine, origin?: GivenTo): Atom {
  const some = decide(machine, { kind: 'changed', name: '' });
  return openList(machine, undefined, '', undefined, origin, UNKNOWN, some);
}

/**
 * The decision whether an atom of which nothing is known is truthy. Of what the program made itself, in a way that is not
 * followed, it cannot be told whether it is ever one or the other.
 */
export function symbolTruth(
  machine: Machine,
  symbol: number,
  name: string | undefined,
  of?: Extract<Atom, { kind: 'unknown' | 'typed' }>,
  test?: TestPlace,
): number {
  return decideOnce(machine, `t:${symbol}`, () => {
    if (of !== undefined && isMade(of)) return { kind: 'changed', name: name ?? '' };
    // what has no name of its own is called as the source asks for it
    const isResult = of?.kind === 'unknown' && of.why === 'call-result';
    if ((name === undefined || isResult) && test !== undefined) return { kind: 'condition', ...test };
    return { kind: 'truthy', name: name ?? '', of: of && sortOf(of) };
  });
}

/** What being empty means for a value, where its type says so. */
function sortOf(
  atom: Extract<Atom, { kind: 'unknown' | 'typed' }>,
): 'text' | 'boolean' | 'number' | undefined {
  if (atom.kind === 'unknown') return atom.is === 'string' ? 'text' : undefined;
  if (atom.type.literals !== undefined || atom.type.name === 'string') return 'text';
  if (atom.type.name === 'number' && atom.type.isOptional !== true) return 'number';
  return atom.type.name === 'boolean' ? 'boolean' : undefined;
}

/** Whether a value is made by the program in a way that is not followed. */
export function isMade(atom: Symbolic): boolean {
  return atom.kind === 'unknown' && (atom.why === 'too-complex' || atom.why === 'not-supported');
}

function withBytes(atom: UnknownAtom, { is, bytes }: UnknownAtom): UnknownAtom {
  return is === 'bytes' ? { ...atom, is, ...(bytes && { bytes }) } : atom;
}

/** Whether of a value that is not known something is that no type can say, such as the case that its letters were put into. */
function saysMoreThanType({
  through,
  putIn,
  isKeySafe,
  isMadeText,
  isUnbounded,
  bytes,
  length,
  without,
}: Extract<Atom, { kind: 'unknown' }>): boolean {
  return [through, putIn, isKeySafe, isMadeText, isUnbounded, bytes, length, without].some(
    (fact) => fact !== undefined,
  );
}

/** Whether nothing more is known of a value than that it is content of any size: neither a text nor bytes. */
function isReceivedJson({ is, isUnbounded, ...others }: UnknownAtom): boolean {
  return isUnbounded === true && is === undefined && !saysMoreThanType(others);
}

/** Whether a type names properties, or spells them out: none that stands for anything, or for content itself. */
function isShape({ name, literals, members }: TypeRef): boolean {
  if (members !== undefined) return true;
  return literals === undefined && /^[A-Z]/.test(name) && !OF_CONTENT.has(name);
}

const OF_CONTENT: ReadonlySet<string> = new Set([
  ...[
    'Record',
    'Map',
    'Object',
    'Array',
    'ReadonlyArray',
    'Buffer',
    'ArrayBuffer',
    'Uint8Array',
    'Blob',
    'File',
  ],
]);

/** Types of what has all that an entity has which was read. */
const OF_ANY: ReadonlySet<string> = new Set(['any', 'TableEntityResult']);

/** What a type that the source gives says of a value of which nothing is known. */
export function castTo(machine: Machine, value: Value, type: TypeRef, file: string): Value {
  return each(machine, value, (atom) => {
    if (atom.kind !== 'unknown' || type.name === 'const') return atom;
    const own = markOf(machine, atom);
    // what a query gives is known better than by its type
    if (own !== undefined && own.kind !== 'entity' && !isOfEntity(own)) return atom;
    // what the program made may be one thing alone, whatever its type allows
    if (isMade(atom)) return atom;
    // JSON that was received, of which a type says what is in it, is that
    if (saysMoreThanType(atom) && !(isReceivedJson(atom) && isShape(type))) return atom;
    if (isText(type) && type.isOptional !== true && atom.why === 'call-result')
      return { ...atom, is: 'string' };
    const after = isOfDate(type) ? changeKey(machine, atom.symbol) : '';
    const place = keptPlace(machine, `${atom.symbol} as ${JSON.stringify(type)}${after}`);
    const known = machine.store.get(place);
    if (known !== undefined) return known;
    const made = valueOf(machine, { type, file, name: atom.name, given: atom.given });
    // a text is the same one whatever a parameter's type says of it
    if (made.kind === 'typed' && isText(type)) {
      const text: Atom = { ...made, symbol: atom.symbol };
      machine.store.set(place, text);
      return text;
    }
    if (
      made.kind === 'object' &&
      made.isList !== true &&
      own === undefined &&
      sourcesOf(machine, atom).length === 0
    )
      noteCast(machine, made.id, atom);
    const isCast = made.kind === 'unknown' && !OF_ANY.has(type.name) && sourcesOf(machine, atom).length > 0;
    const cast = made.kind === 'unknown' ? { ...withBytes(atom, made), ...(isCast && { isCast }) } : made;
    mark(machine, cast, own);
    carryOn(machine, atom, cast);
    // whatever its type, whoever gave it decides how many elements it has
    const extent = machine.extents.get(atom.symbol);
    if (extent !== undefined) noteGiven(machine, cast, extent);
    machine.store.set(place, cast);
    return cast;
  });
}

/** Notes what an object that was just made of a type stands for. */
function noteCast({ store }: Machine, id: ObjectId, castOf: UnknownAtom): void {
  const { open } = store.object(id);
  if (open !== undefined) store.change(id).open = { ...open, castOf };
}
