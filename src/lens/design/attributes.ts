import { datePart } from '../model/keys/key-text.ts';
import { identityOf, type ValuePart } from '../model/keys/key-pattern.ts';
import { lastName } from '../model/keys/key-schema.ts';
import type { Value } from '../model/operations/operation.ts';
import type { EntityWrite } from './entity-writes.ts';
import { type KeyName, nameOfValue, placeKey, propertiesOf, type RawKind, valuesIn } from './kinds.ts';
import { skeletonOf } from './layout.ts';
import { isGeneric, isKeyName, isWay } from './words.ts';

export type AttributeType = 'text' | 'number' | 'time' | 'boolean' | 'id' | 'unknown';

/** A value that entities of a kind have, as a property, in a key, or both. */
export interface Attribute {
  /** Told apart from all others of its kind; in other kinds the same name is taken for the same thing unless it is generic. */
  readonly name: string;
  /** The property that holds it; absent of what only stands in a key. */
  readonly property?: string;
  readonly type: AttributeType;
  /** Who decides on its values. */
  readonly from: 'input' | 'clock' | 'counter' | 'random' | 'constant';
  /** The property is taken for the time in the key because it is the only time that the entity has. */
  readonly isAssumed?: true;
}

/** The attributes of one kind, and which of them its keys hold. */
export interface KindAttributes {
  readonly all: readonly Attribute[];
  /** By {@link placeKey}. */
  readonly ofPlace: ReadonlyMap<string, string>;
  readonly ofProperty: ReadonlyMap<string, string>;
}

/** Another name by which somebody asks for what stands at a place of a kind's keys. */
export interface AskedName {
  readonly kind: number;
  readonly place: string;
  readonly name: string;
}

/**
 * Unifies what the source calls by several names: what one write puts both into a key and into a property, what is called alike,
 * and what stands at the same place of the same PartitionKey.
 */
export function attributesOf(
  kinds: readonly RawKind[],
  asked: readonly AskedName[],
): readonly KindAttributes[] {
  const sets = new DisjointSets();
  const assumed = new Set<string>();
  kinds.forEach((kind, k) => {
    const namesOnce = placeNames(kind);
    for (const [place, name] of namesOnce) {
      if (!isGeneric(name)) sets.join(placeNode(k, place), nameNode(name));
    }
    for (const property of propertiesOfKind(kind)) {
      if (!isGeneric(property)) sets.join(propertyNode(k, property), nameNode(property));
    }
    for (const [place, property, isAssumed] of sameValues(kind)) {
      sets.join(placeNode(k, place), propertyNode(k, property));
      if (isAssumed) assumed.add(propertyNode(k, property));
    }
  });
  for (const { kind: k, place, name } of asked) {
    const kind = kinds[k];
    if (kind !== undefined && isSameHash(kind, place, name))
      sets.join(placeNode(k, place), propertyNode(k, name));
  }
  const aliases = (k: number, place: string): readonly string[] =>
    [
      ...(kinds[k]?.names.get(place) ?? []).map((name) => lastName(name) ?? name),
      ...asked.filter((one) => one.kind === k && one.place === place).map(({ name }) => name),
    ].filter((name) => !isGeneric(name));
  // a PartitionKey is one value for all kinds that share it
  kinds.forEach((kind, k) => {
    kinds.slice(0, k).forEach((other, o) => {
      if (skeletonOf(kind.partitionKey) !== skeletonOf(other.partitionKey)) return;
      valuesIn(kind.partitionKey).forEach((_, index) => {
        const place = placeKey('partitionKey', index);
        const [mine, theirs] = [aliases(k, place), aliases(o, place)];
        const isCalledAlike = mine.some((name) => theirs.includes(name)) || isOneName(kind, other, place);
        if (isCalledAlike) sets.join(placeNode(k, place), placeNode(o, place));
      });
    });
  });
  const preferred = preferredNames(kinds, asked, sets);
  return kinds.map((kind, k) => named(kind, k, sets, preferred, assumed));
}

/** Whether a kind has a property of a name that its key is asked for by, and both are hashes of one sort. */
function isSameHash(kind: RawKind, place: string, name: string): boolean {
  const part = places(kind).find((one) => one.place === place)?.part;
  if (part?.form.kind !== 'hash') return false;
  const { by } = part.form;
  const values = kind.makers.flatMap(({ puts }) => puts.filter((one) => one.name === name));
  const isSuch = (value: Value): boolean =>
    value.kind === 'oneOf'
      ? value.values.every((one) => one.value.kind === 'nothing' || isSuch(one.value))
      : value.kind === 'random-text' && value.by === by;
  return values.length > 0 && values.every(({ value }) => isSuch(value));
}

/** Whether writes of two kinds that stand in one file call what is at a place by the same name, be it one that says nothing elsewhere. */
function isOneName(a: RawKind, b: RawKind, place: string): boolean {
  const [names, others] = [a, b].map((kind) => kind.names.get(place) ?? []);
  if (names?.some((name) => others?.includes(name)) !== true) return false;
  return a.makers.some(({ operation: { file } }) => b.makers.some((other) => other.operation.file === file));
}

function placeNode(kind: number, place: string): string {
  return `place ${kind} ${place}`;
}

function propertyNode(kind: number, property: string): string {
  return `property ${kind} ${property}`;
}

function nameNode(name: string): string {
  return `name ${name}`;
}

/** What the places of a kind's keys are called, in short where that tells them apart. */
function placeNames(kind: RawKind): readonly (readonly [place: string, name: string])[] {
  const full = places(kind).flatMap(({ place }) =>
    (kind.names.get(place) ?? []).map((name) => [place, name] as const),
  );
  return full.map(([place, name]) => {
    const short = lastName(name) ?? name;
    const isTaken = full.some(
      ([other, also]) => other !== place && also !== name && lastName(also) === short,
    );
    return [place, isTaken ? name : short] as const;
  });
}

interface PlaceOf {
  readonly key: KeyName;
  readonly place: string;
  readonly part: ValuePart;
}

function places(kind: Pick<RawKind, 'partitionKey' | 'rowKey'>): readonly PlaceOf[] {
  return (['partitionKey', 'rowKey'] as const).flatMap((key) =>
    valuesIn(kind[key]).map((part, index) => ({ key, place: placeKey(key, index), part })),
  );
}

/** The properties that the writes of a kind put, in order. */
function propertiesOfKind({ makers }: RawKind): readonly string[] {
  return [...new Set(makers.flatMap((write) => [...propertiesOf(write)]))];
}

/** Which values of its keys a kind has as properties, too. */
function sameValues(
  kind: RawKind,
): readonly (readonly [place: string, property: string, isAssumed: boolean])[] {
  const byName = kind.makers.flatMap((write) =>
    places(kind).flatMap(({ place }) => {
      const names = kind.names.get(place) ?? [];
      return puts(write)
        .filter(({ value }) => names.includes(nameOfValue(value) ?? ''))
        .map(({ name }) => [place, name, false] as const);
    }),
  );
  const byIdentity = kind.makers.flatMap((write) => {
    const inKeys = new Map(identitiesIn(kind, write));
    return puts(write).flatMap(({ name, value }) => {
      const identity = identityOf(value);
      const place = identity === undefined ? undefined : inKeys.get(identity);
      return place === undefined ? [] : [[place, name, false] as const];
    });
  });
  return [...byName, ...byIdentity, ...onlyTimes(kind)];
}

/** The times in the keys of a kind with the only time that it has as a property, unless the clock gives one and the program the other. */
function onlyTimes(kind: RawKind): readonly (readonly [place: string, property: string, isAssumed: true])[] {
  const stored = kind.makers.flatMap(puts).filter(({ value }) => typeOfValue(value) === 'time');
  const [property, ...others] = new Set(stored.map(({ name }) => name));
  if (property === undefined || others.length > 0) return [];
  const isOfClock = stored.some(({ value }) => fromOfValue(value) === 'clock');
  return places(kind)
    .filter(({ part }) => typeOfPart(part) === 'time' && (fromOfPart(part) === 'clock') === isOfClock)
    .map(({ place }) => [place, property, true] as const);
}

/** The values that one write puts into the places of a kind's keys, where it is seen which they are. */
function identitiesIn(
  kind: RawKind,
  write: EntityWrite,
): readonly (readonly [identity: object | number, place: string])[] {
  return (['partitionKey', 'rowKey'] as const).flatMap((key) =>
    write[key]
      .filter((pattern) => skeletonOf(pattern) === skeletonOf(kind[key]))
      .flatMap((pattern) =>
        valuesIn(pattern).flatMap(({ identity }, index) =>
          identity === undefined ? [] : [[identity, placeKey(key, index)] as const],
        ),
      ),
  );
}

function puts(write: EntityWrite): EntityWrite['puts'] {
  const names = propertiesOf(write);
  return write.puts.filter(({ name }) => names.has(name));
}

/** One name for each attribute: that of a property where there is one. */
function preferredNames(
  kinds: readonly RawKind[],
  asked: readonly AskedName[],
  sets: DisjointSets,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const offer = (node: string, name: string): void => {
    const root = sets.rootOf(node);
    if (!names.has(root)) names.set(root, name);
  };
  kinds.forEach((kind, k) => {
    for (const property of propertiesOfKind(kind)) offer(propertyNode(k, property), property);
  });
  const offerOwn = (isFit: (name: string) => boolean): void => {
    kinds.forEach((kind, k) => {
      for (const [place, name] of placeNames(kind)) if (isFit(name)) offer(placeNode(k, place), name);
    });
  };
  offerOwn((name) => !isGeneric(name) && !isWay(name));
  offerOwn((name) => !isKeyName(name) && !isWay(name));
  // what is asked for may be called after who asks: the manager's id
  for (const { kind, place, name } of mostAsked(asked))
    if (!isGeneric(name) && !isWay(name)) offer(placeNode(kind, place), name);
  for (const { kind, place, name } of mostAsked(asked))
    if (!isKeyName(name) && name.length > 1) offer(placeNode(kind, place), name);
  // the name of a key is the last that a value in it should have
  offerOwn(() => true);
  kinds.forEach((kind, k) => {
    for (const { key, place, part } of places(kind))
      offer(placeNode(k, place), nameByForm(part, kind[key].parts.length === 1 ? key : 'part'));
  });
  return names;
}

/** Those first that most ask by. */
function mostAsked(asked: readonly AskedName[]): readonly AskedName[] {
  const counts = new Map<string, number>();
  const keyOf = ({ kind, place, name }: AskedName): string => `${kind} ${place} ${name}`;
  for (const one of asked) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return asked.toSorted((a, b) => (counts.get(keyOf(b)) ?? 0) - (counts.get(keyOf(a)) ?? 0));
}

/** What a value without a name is called after; `asText`: a text that says nothing of itself. */
function nameByForm({ form }: ValuePart, asText: string): string {
  switch (form.kind) {
    case 'time': {
      const { origin } = form.count;
      return origin.kind === 'time' && origin.part !== undefined ? datePart(origin) : 'time';
    }
    case 'time-text':
      return 'time';
    case 'counter':
      return 'counter';
    case 'number':
      return 'number';
    case 'random':
    case 'timed-id':
      return 'id';
    case 'hash':
      return 'hash';
    case 'text':
      return asText;
  }
}

function named(
  kind: RawKind,
  k: number,
  sets: DisjointSets,
  preferred: ReadonlyMap<string, string>,
  assumed: ReadonlySet<string>,
): KindAttributes {
  const ofPlace = new Map<string, string>();
  const ofProperty = new Map<string, string>();
  const byRoot = new Map<string, Attribute>();
  const taken = new Set<string>();
  const nameFor = (node: string): string => {
    const wanted = preferred.get(sets.rootOf(node)) ?? '…';
    if (!taken.has(wanted)) return wanted;
    let suffix = 2;
    while (taken.has(`${wanted} ${suffix}`)) suffix += 1;
    return `${wanted} ${suffix}`;
  };
  const add = (node: string, attribute: Omit<Attribute, 'name'>): string => {
    const root = sets.rootOf(node);
    const known = byRoot.get(root);
    const made = { ...attribute, name: known?.name ?? nameFor(node) };
    byRoot.set(root, known === undefined ? made : merged(known, made));
    taken.add(made.name);
    return made.name;
  };
  for (const property of propertiesOfKind(kind)) {
    const node = propertyNode(k, property);
    const attribute = attributeOf(property, kind.makers);
    const name = add(node, { ...attribute, ...(assumed.has(node) && { isAssumed: true as const }) });
    ofProperty.set(property, name);
  }
  for (const { key, place, part } of places(kind)) {
    const from = fromOfPart(part);
    // what one write makes up others are given
    const isGiven = from === 'random' && partsAt(kind, key, place).some((one) => fromOfPart(one) !== from);
    ofPlace.set(place, add(placeNode(k, place), { type: typeOfPart(part), from: isGiven ? 'input' : from }));
  }
  return { all: [...byRoot.values()], ofPlace, ofProperty };
}

/** What some writes show of a property that they put. */
export function attributeOf(property: string, writes: readonly EntityWrite[]): Omit<Attribute, 'name'> {
  const values = writes.flatMap((write) =>
    write.puts.filter(({ name }) => name === property).map(({ value }) => value),
  );
  const type = values.map(typeOfValue).find((one) => one !== 'unknown') ?? 'unknown';
  return { property, type, from: values.map(fromOfValue)[0] ?? 'input' };
}

/** What the writes of a kind put at a place of its keys. */
function partsAt(kind: RawKind, key: KeyName, place: string): readonly ValuePart[] {
  return kind.makers
    .flatMap((write) => write[key])
    .filter((pattern) => skeletonOf(pattern) === skeletonOf(kind[key]))
    .flatMap((pattern) => valuesIn(pattern).filter((_, index) => placeKey(key, index) === place));
}

function merged(a: Attribute, b: Attribute): Attribute {
  return { ...a, type: a.type === 'unknown' ? b.type : a.type, from: a.from === 'input' ? b.from : a.from };
}

function typeOfPart({ form }: ValuePart): AttributeType {
  switch (form.kind) {
    case 'time':
      return form.count.origin.kind === 'time' && form.count.origin.part !== undefined ? 'number' : 'time';
    case 'time-text':
      return 'time';
    case 'number':
    case 'counter':
      return 'number';
    case 'random':
    case 'timed-id':
    case 'hash':
      return 'id';
    case 'text':
      return 'unknown';
  }
}

function fromOfPart({ form }: ValuePart): Attribute['from'] {
  switch (form.kind) {
    case 'time':
      return form.count.origin.kind === 'time' && form.count.origin.isNow === true ? 'clock' : 'input';
    case 'time-text':
      return form.isNow === true ? 'clock' : 'input';
    case 'counter':
      return 'counter';
    case 'random':
    case 'timed-id':
      return 'random';
    case 'number':
    case 'hash':
    case 'text':
      return 'input';
  }
}

/** The type that a value shows, as far as it does. */
export function typeOfValue(value: Value): AttributeType {
  switch (value.kind) {
    case 'number':
      return value.number.origin.kind === 'time' ? 'time' : 'number';
    case 'boolean':
      return 'boolean';
    case 'time-text':
      return 'time';
    case 'random-text':
      return 'id';
    case 'text':
    case 'number-text':
      return 'text';
    case 'unknown':
      return value.is === 'string' || value.texts !== undefined ? 'text' : 'unknown';
    case 'oneOf': {
      const types = new Set(value.values.map((one) => typeOfValue(one.value)));
      const [only = 'unknown'] = types;
      return types.size === 1 ? only : 'unknown';
    }
    case 'nothing':
      return 'unknown';
  }
}

function fromOfValue(value: Value): Attribute['from'] {
  switch (value.kind) {
    case 'number':
    case 'number-text': {
      const { origin } = value.number;
      if (origin.kind === 'time') return origin.isNow === true ? 'clock' : 'input';
      if (origin.kind === 'counter') return 'counter';
      return origin.kind === 'random' ? 'random' : origin.kind === 'constant' ? 'constant' : 'input';
    }
    case 'time-text':
      return value.isNow === true ? 'clock' : 'input';
    case 'random-text':
      return 'random';
    case 'boolean':
      return value.value === undefined ? 'input' : 'constant';
    case 'text':
      return value.segments.every(({ kind }) => kind === 'literal') ? 'constant' : 'input';
    case 'unknown':
    case 'oneOf':
    case 'nothing':
      return 'input';
  }
}

/** Names that mean one thing. */
class DisjointSets {
  readonly #parents = new Map<string, string>();

  rootOf(node: string): string {
    let root = node;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root))
      root = parent;
    if (root !== node) this.#parents.set(node, root);
    return root;
  }

  join(a: string, b: string): void {
    const [one, other] = [this.rootOf(a), this.rootOf(b)];
    if (one !== other) this.#parents.set(one, other);
  }
}
