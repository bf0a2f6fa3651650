import type { Place } from '../../../core/text/segments.ts';
import type { Flow } from '../../flow/flow.ts';
import { type Guard, NEVER } from '../../flow/conditions/guards.ts';
import type { ObjectState, Snapshot, Unnamed } from '../../flow/values/store.ts';
import { ABSENT, type Atom, type Value, type Written } from '../../flow/values/values.ts';
import { unknown } from '../../link/values/abstract.ts';
import { isContentPut, isUnbounded } from '../../link/values/content.ts';
import type { Files } from '../../link/linker.ts';
import { constantText } from '../../link/values/text.ts';
import type { GivenTo } from '../../link/values/value.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import { keys } from '../operations/entity.ts';
import type { KeyExpression, PutProperty, Structured, Write } from '../operations/operation.ts';
import { plainOf, type Seen } from './seen-cases.ts';
import { seenKey, valuesSeen } from './seen-keys.ts';
import { inAnyTurn } from './seen-turns.ts';
import { structureSeen } from './seen-structure.ts';

/** What a write puts, as far as it is seen. */
export type SeenEntity = Pick<
  Write,
  'properties' | 'isWhole' | 'isTyped' | 'perhaps' | 'partitionKey' | 'rowKey' | 'given' | 'values'
>;

/** Of an entity of which nothing is seen. */
export const UNSEEN: SeenEntity = { properties: [], values: [] };

/** What is written, as it was when a call was reached. */
export interface SeenArgument extends Snapshot {
  readonly reached: Guard;
}

/** An object that may be written. */
interface Entity {
  readonly reached: Guard;
  readonly state: ObjectState;
  readonly objects: Snapshot['objects'];
}

const KEYS: ReadonlySet<string> = new Set(['partitionKey', 'rowKey']);

/** What an entity is that was seen at these times; `here` is where it stands, for what is spelled out nowhere. */
export function seenEntity(flow: Flow, files: Files, all: readonly SeenArgument[], here: Place): SeenEntity {
  const { entities, given } = entitiesIn(flow, all);
  if (entities === undefined) return { ...UNSEEN, ...(given && { given }) };
  const asked = { flow, files, entities, here };
  if (entities.every(isGiven)) {
    const isKnown = entities.every(isTyped);
    return {
      properties: (isKnown ? unlisted(entities, []) : requiredIn(entities)).filter((name) => !KEYS.has(name)),
      ...(isKnown && { isTyped: true }),
      ...perhapsIn(entities),
      values: valuesOf(asked, typedNames(entities)),
      ...(given && { given }),
    };
  }
  const names = namesIn(entities);
  const own = [...names, ...typedNames(entities).filter((name) => !names.includes(name))];
  const isWhole = entities.every(({ state }) => state.open === undefined);
  const isSpelledOut = entities.some(({ state }) => [...(state.written?.values() ?? [])].some(isLiteral));
  return {
    properties: [...own, ...unlisted(entities, own)].filter((name) => !KEYS.has(name)),
    isWhole,
    ...(!isWhole && entities.every(isTyped) && { isTyped: true }),
    ...perhapsIn(entities),
    ...keys(keyOf(asked, 'partitionKey'), keyOf(asked, 'rowKey')),
    ...(given && !isSpelledOut && { given }),
    values: [...valuesOf(asked, own), ...unnamedIn(asked)],
  };
}

/** The keys alone of one that was seen once. */
export function seenKeys(
  flow: Flow,
  files: Files,
  one: SeenArgument,
  here: Place,
): Pick<Write, 'partitionKey' | 'rowKey'> {
  const { entities } = entitiesIn(flow, [one]);
  if (entities === undefined || entities.every(isGiven)) return {};
  const asked = { flow, files, entities, here };
  return keys(keyOf(asked, 'partitionKey'), keyOf(asked, 'rowKey'));
}

/** The objects that may be written, where it is nothing else; and who gives something whole. */
function entitiesIn(
  flow: Flow,
  all: readonly SeenArgument[],
): { readonly entities: readonly Entity[] | undefined; readonly given: GivenTo | undefined } {
  const atoms = all.flatMap((one) => atomsOf(flow, one));
  const [given] = atoms.flatMap(({ value, state }) => givenIn(value, state) ?? []);
  const entities = atoms.flatMap(({ state, ...one }) =>
    state?.kind === 'object' ? [{ ...one, state }] : [],
  );
  const isSeen = entities.length > 0 && entities.length === atoms.length;
  return { entities: isSeen ? entities : undefined, given };
}

interface Asked {
  readonly flow: Flow;
  readonly files: Files;
  readonly entities: readonly Entity[];
  readonly here: Place;
}

function atomsOf(
  { guards: { and } }: Flow,
  { value, objects, reached: all }: SeenArgument,
): readonly (Omit<Entity, 'state'> & { readonly value: Atom; readonly state: ObjectState | undefined })[] {
  const cases = value.kind === 'choice' ? value.cases : [{ guard: all, value }];
  return cases.flatMap(({ guard, value: atom }) => {
    const reached = and(guard, all);
    const state = atom.kind === 'object' ? objects.get(atom.id) : undefined;
    return reached === NEVER ? [] : [{ reached, value: atom, state, objects }];
  });
}

function givenIn(value: Atom, state: ObjectState | undefined): GivenTo | undefined {
  return value.kind === 'unknown' || value.kind === 'typed' ? value.given : state?.open?.given;
}

/** What somebody else gives as it is. */
function isGiven({ state: { isGiven, written } }: Entity): boolean {
  return isGiven === true && written === undefined;
}

function isLiteral({ how }: Written): boolean {
  return how === 'literal';
}

/** All its properties are seen, or are those of types. */
function isTyped({ state: { open, isChanged, unnamed } }: Entity): boolean {
  if (open === undefined) return true;
  return open.type?.properties !== undefined && isChanged !== true && unnamed === undefined;
}

/** The names that are given, in order: what is not seen to be there was only asked for. */
function namesIn(entities: readonly Entity[]): readonly string[] {
  const names = new Set<string>();
  for (const { state } of entities) {
    const { properties, open, written } = state;
    const counted = countedIn(state);
    for (const [name, value] of properties) {
      const by = written?.get(name);
      // a private name of a class
      if (name.startsWith('#')) continue;
      if (by === undefined ? open === undefined : !counted.has(by.at.start)) {
        if (!isAbsent(value)) names.add(name);
      }
    }
  }
  return [...names];
}

/** Where names are put that stand for more than are seen. */
function countedIn({ unnamed }: ObjectState): ReadonlySet<number> {
  return new Set([...(unnamed?.values() ?? [])].map(({ written }) => written.at.start));
}

function isAbsent(value: Value): boolean {
  const atoms = value.kind === 'choice' ? value.cases.map((one) => one.value) : [value];
  return atoms.every((atom) => atom.kind === 'nothing' && atom.isAbsent === true);
}

/** Properties that the type of what is written has. */
function typedNames(entities: readonly Entity[]): readonly string[] {
  return [...new Set(entities.flatMap(({ state: { open } }) => Object.keys(open?.type?.members ?? {})))];
}

/** Properties that a type has of which nothing else is told. */
function unlisted(entities: readonly Entity[], known: readonly string[]): readonly string[] {
  const names = new Set(entities.flatMap(({ state: { open } }) => open?.type?.properties ?? []));
  return [...names].filter((name) => !known.includes(name));
}

/** Properties that each has by its type, whatever else it has. */
function requiredIn([first, ...others]: readonly Entity[]): readonly string[] {
  const names = first?.state.open?.type?.required ?? [];
  return names.filter((name) =>
    others.every(({ state: { open } }) => open?.type?.required?.includes(name) === true),
  );
}

/** Properties that only a type names, of which it says that they may not be there. */
function perhapsIn(entities: readonly Entity[]): Pick<Write, 'perhaps'> {
  const names = entities.flatMap(({ state: { open, written } }) => {
    const required = new Set(open?.type?.required);
    const own = open?.type?.properties ?? [];
    return own.filter((name) => !required.has(name) && written?.has(name) !== true);
  });
  return names.length > 0 ? { perhaps: [...new Set(names)] } : {};
}

function seenOf({ entities }: Asked, name: string): readonly Seen[] {
  const seen = entities.map(({ reached, state }) => ({ reached, value: asPut(state, name) }));
  return inAnyTurn(seen);
}

/**
 * A property as the source puts it: code that is not seen, or an assignment to any name, hardly ever gives it another value. Of
 * instances, which have defaults for that, it is not known.
 */
function asPut({ properties, cls }: ObjectState, name: string): Value {
  const value = properties.get(name) ?? ABSENT;
  if (value.kind !== 'choice' || cls !== undefined) return value;
  const isOther = (atom: Atom): boolean =>
    atom.kind === 'unknown' && atom.why === 'too-complex' && atom.name === name;
  const cases = value.cases.filter((one) => !isOther(one.value));
  return cases.length === 0 ? value : { kind: 'choice', cases };
}

function keyOf(asked: Asked, name: string): KeyExpression | undefined {
  const { flow, files, entities, here } = asked;
  const isPut = entities.some(({ state }) => state.isGiven !== true || state.written?.has(name) === true);
  if (!isPut) return undefined;
  const value = seenKey(flow, files, seenOf(asked, name));
  // what others may change is not left empty
  const isUnset = constantText(value) === '' && entities.some(({ state }) => state.isChanged === true);
  if (value.kind === 'nothing' || isUnset) return undefined;
  const all = entities.map(({ state }) => state.written?.get(name));
  const places = all.flatMap((written) => placesOf(written)?.place ?? []);
  const [place = here] = places;
  const isOne = places.every((one) => isSamePlace(one, place));
  const isOwn = isOne && all.some((written) => written !== undefined && !isTaken(written));
  return { place: isOne ? place : here, value, ...(!isOwn && { isWithin: true }) };
}

/** Comes with all else that another object has. */
function isTaken({ how }: Written): boolean {
  return how === 'copied' || how === 'typed';
}

function placesOf(written: Written | undefined): Pick<PutProperty, 'at' | 'place'> | undefined {
  if (written === undefined) return undefined;
  const { file, at, value } = written;
  return { at: { file, span: at }, place: { file, span: value } };
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start;
}

function valuesOf(asked: Asked, names: readonly string[]): readonly PutProperty[] {
  const { flow, files, entities, here } = asked;
  return names.map((name): PutProperty => {
    const found = entities.find(({ state }) => state.written?.has(name) === true);
    const written = found?.state.written?.get(name);
    const all = seenOf(asked, name);
    const seen = valuesSeen(flow, all);
    const value = seen === undefined ? unknown('too-complex') : plainOf(flow, files, seen);
    const isPerhaps = all.some((one) => mayBeAbsent(flow, one));
    const isVague = entities.some(({ state }) => state.isChanged === true);
    const structure =
      seen === undefined || isVague ? undefined : structureSeen(flow, files, seen, all, objectsOf(entities));
    return {
      name,
      value,
      ...(placesOf(written) ?? { at: here, place: here }),
      isLate: written?.how === 'late',
      isSpread:
        written === undefined ? isOpen(entities) : written.how === 'copied' || written.how === 'typed',
      ...(isPerhaps && { isPerhaps }),
      isOfType: written === undefined ? isOpen(entities) : written.how === 'typed',
      isUnbounded: isUnbounded(value) || isContentPut(name, value) || isUnboundedIn(structure),
      loops: [],
      ...(structure && { structure }),
    };
  });
}

/** Whether what was seen has no such property on some way. */
function mayBeAbsent({ guards: { and } }: Flow, { reached, value }: Seen): boolean {
  const isNone = (atom: Atom): boolean => atom.kind === 'nothing' && atom.isAbsent === true;
  if (value.kind !== 'choice') return isNone(value);
  return value.cases.some((one) => isNone(one.value) && and(one.guard, reached) !== NEVER);
}

/** Of bytes whose type is spelled out it is their text that counts. */
function isUnboundedIn(structure: Structured | undefined): boolean {
  return structure?.kind === 'typed' && isUnbounded(structure.value);
}

function isOpen(entities: readonly Entity[]): boolean {
  return entities.some(({ state }) => state.open !== undefined);
}

function objectsOf(
  entities: readonly Entity[],
): (atom: Extract<Atom, { kind: 'object' }>) => ObjectState | undefined {
  return ({ id }) => entities.map(({ objects }) => objects.get(id)).find((state) => state !== undefined);
}

/** What is put under names that are not known. */
function unnamedIn({ flow, files, entities }: Asked): readonly PutProperty[] {
  const all = new Map<string, { readonly unnamed: Unnamed; readonly seen: Seen[] }>();
  for (const { reached, state } of entities) {
    for (const [key, unnamed] of state.unnamed ?? []) {
      const one = all.get(key) ?? { unnamed, seen: [] };
      one.seen.push({ reached, value: unnamed.value });
      all.set(key, one);
    }
  }
  return [...all.values()].map(({ unnamed: { written, loops }, seen: times }): PutProperty => {
    const seen = valuesSeen(flow, times);
    const value = seen === undefined ? unknown('too-complex') : plainOf(flow, files, seen);
    const structure = seen && structureSeen(flow, files, seen, times, objectsOf(entities));
    const { file, at, value: span } = written;
    return {
      name: ANY_NAME,
      value,
      at: { file, span: at },
      place: { file, span },
      isLate: written.how === 'late',
      isSpread: written.how === 'copied',
      isOfType: false,
      isUnbounded: isUnbounded(value),
      loops,
      ...(structure && { structure }),
    };
  });
}
