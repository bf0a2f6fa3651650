import { groupsOf } from '../../core/text/groups.ts';
import { namesKind } from '../../core/text/kind-name.ts';
import { constantPattern, type KeyPattern, type ValuePart } from '../model/keys/key-pattern.ts';
import { lastName } from '../model/keys/key-schema.ts';
import type { PutProperty, Value } from '../model/operations/operation.ts';
import { ANY_NAME } from '../syntax/facts/facts.ts';
import type { EntityWrite } from './entity-writes.ts';
import { withoutSpecial } from './key-patterns.ts';
import { skeletonOf } from './layout.ts';

/** Entities whose keys are put together alike, as the source shows them: a kind before its attributes have names. */
export interface RawKind {
  readonly partitionKey: KeyPattern;
  readonly rowKey: KeyPattern;
  /** Writes that make such entities; of a kind that is only asked for none. */
  readonly makers: readonly EntityWrite[];
  /** What else the places in its keys are called, by {@link placeKey}. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The kind that each of these is a copy of, made in the same transactions. */
  readonly copyOf?: number;
}

export type KeyName = 'partitionKey' | 'rowKey';

/** The place of a value in the keys of a kind. */
export function placeKey(key: KeyName, index: number): string {
  return `${key} ${index}`;
}

/** The values of a key pattern, in order. The index of a list, `match[1]`, names none. */
export function valuesIn({ parts }: KeyPattern): readonly ValuePart[] {
  return parts.flatMap((part) => (part.kind === 'value' ? [named(part)] : []));
}

function named(part: ValuePart): ValuePart {
  const { name, ...nameless } = part;
  return /^\d+$/.test(lastName(name) ?? '') ? nameless : part;
}

/** Ways to put together the keys of one write that are looked at. */
const MOST_WAYS = 16;

/** Kinds of one table that are told apart; writes of more are told as writes of no kind that is known. */
const MOST_KINDS = 40;

interface Made {
  readonly write: EntityWrite;
  readonly partitionKey: KeyPattern;
  readonly rowKey: KeyPattern;
  /** Equal for entities that may be of one kind. */
  readonly outline: string;
  readonly names: string;
  readonly properties: ReadonlySet<string>;
}

/** Entities that a new one of the same outline is held against; more of them are much alike. */
const MOST_COMPARED = 16;

/** The kinds of entities that some writes make, in the order of the writes; copies are told from what they copy. */
export function rawKindsOf(writes: readonly EntityWrite[]): readonly RawKind[] {
  const groups: Made[][] = [];
  const byOutline = new Map<string, Made[][]>();
  for (const made of writes.filter(({ makes }) => makes).flatMap(madeBy)) {
    const alike = byOutline.get(made.outline) ?? [];
    byOutline.set(made.outline, alike);
    const group = alike.find((one) => one.slice(0, MOST_COMPARED).some((other) => isAlike(other, made)));
    if (group !== undefined) group.push(made);
    else if (groups.length < MOST_KINDS) {
      const own = [made];
      alike.push(own);
      groups.push(own);
    }
  }
  const kinds = withoutSingles(groups).map(kindOf);
  return kinds.map((kind, index) => {
    const copied = kinds.findIndex((other, at) => at < index && isCopy(kind, other));
    return copied < 0 ? kind : { ...kind, copyOf: copied };
  });
}

/**
 * Groups without those of one constant RowKey whose entities are those of another group with a name of their own: the first
 * administrator, which the program creates itself. Nor those that are written back under the PartitionKey that was read, where another
 * group has a constant one.
 */
function withoutSingles(groups: readonly (readonly Made[])[]): readonly (readonly Made[])[] {
  const ofSingle = (group: readonly Made[]): readonly Made[] | undefined => {
    const [one] = group;
    if (one === undefined) return undefined;
    if (isReadBack(one.partitionKey))
      return groups.find(([other]) => other !== undefined && isBackIn(one, other));
    if (constantPattern(one.rowKey) === undefined) return undefined;
    return groups.find(([other]) => other !== undefined && isSingleOf(one, other));
  };
  const singles = groups.map(ofSingle);
  return groups.flatMap((group, index) =>
    singles[index] === undefined
      ? [[...group, ...groups.filter((_, other) => singles[other] === group).flat()]]
      : [],
  );
}

function isSingleOf(one: Made, other: Made): boolean {
  const [only, ...more] = other.rowKey.parts;
  return (
    only?.kind === 'value' &&
    more.length === 0 &&
    skeletonOf(one.partitionKey) === skeletonOf(other.partitionKey) &&
    discriminatorOf(one.write) === discriminatorOf(other.write) &&
    one.properties.size > 0 &&
    one.properties.size === other.properties.size &&
    [...one.properties].every((name) => other.properties.has(name))
  );
}

/** Whether a PartitionKey is one that an entity had: `existing.partitionKey`. */
function isReadBack({ parts: [only, ...others] }: KeyPattern): boolean {
  const name = only?.kind === 'value' && others.length === 0 ? only.name : undefined;
  return name !== undefined && lastName(name) === 'partitionKey';
}

function isBackIn(one: Made, other: Made): boolean {
  return (
    constantPattern(other.partitionKey) !== undefined &&
    skeletonOf(one.rowKey) === skeletonOf(other.rowKey) &&
    discriminatorOf(one.write) === discriminatorOf(other.write) &&
    one.properties.size === other.properties.size &&
    [...one.properties].every((name) => other.properties.has(name))
  );
}

function madeBy(write: EntityWrite): readonly Made[] {
  const discriminator = discriminatorOf(write);
  const properties = propertiesOf(write);
  const rowKeys = withoutCases(write.rowKey, write);
  const ways = withoutCases(write.partitionKey, write).flatMap((partitionKey) =>
    rowKeys.map((rowKey): Made => ({
      write,
      partitionKey,
      rowKey,
      outline: [skeletonOf(partitionKey), skeletonOf(rowKey), discriminator].join('\n'),
      names: `${namesIn(partitionKey)}\n\n${namesIn(rowKey)}`,
      properties,
    })),
  );
  return ways.length > MOST_WAYS ? [] : ways;
}

/** Constants of one key that one write puts: so many are a list's, each of whose elements makes an entity of one kind. */
export const MANY_CONSTANTS = 3;

/**
 * The ways to put together one key of a write, without those that are a case of another: `unknown` of `ip || 'unknown'`. A write puts the
 * same properties whichever key it has, so that its entities are of one kind.
 */
function withoutCases(patterns: readonly KeyPattern[], { operation }: EntityWrite): readonly KeyPattern[] {
  const { file, nameSpan: span } = operation;
  if (patterns.length >= MANY_CONSTANTS && patterns.every((one) => constantPattern(one) !== undefined)) {
    const value: ValuePart = { kind: 'value', form: { kind: 'text' }, place: { file, span } };
    return [{ parts: [value], signature: skeletonOf({ parts: [value], signature: '' }) }];
  }
  return withoutSpecial(patterns);
}

function isAlike(a: Made, b: Made): boolean {
  if (a.names === b.names) return true;
  if (isTurnedRound(a, b)) return false;
  const [few, many] =
    a.properties.size < b.properties.size ? [a.properties, b.properties] : [b.properties, a.properties];
  const common = [...few].filter((name) => many.has(name)).length;
  return common * 2 >= few.size;
}

/** Whether the one has as PartitionKey what the other has as RowKey: the two directions of a relationship of many to many. */
function isTurnedRound(a: Made, b: Made): boolean {
  const [one, other] = [namesIn(a.partitionKey), namesIn(a.rowKey)];
  return one !== other && one === namesIn(b.rowKey) && other === namesIn(b.partitionKey);
}

function namesIn(pattern: KeyPattern): string {
  return valuesIn(pattern)
    .map(({ name, form }) => lastName(name)?.toLowerCase() ?? form.kind)
    .join('\n');
}

/** By what programs tell kinds of entities in one table apart. */
function discriminatorOf({ puts }: EntityWrite): string {
  return puts
    .filter(({ name }) => namesKind(name))
    .map(({ name, value }) => `${name}=${constantOf(value) ?? '?'}`)
    .join();
}

/** The constants of properties that name the kind, where each of some writes puts the same. */
export function toldBy(writes: readonly EntityWrite[]): ReadonlyMap<string, string> {
  const [first, ...others] = writes.map(({ puts }) => constantsIn(puts));
  return new Map([...(first ?? [])].filter(([name, text]) => others.every((one) => one.get(name) === text)));
}

function constantsIn(puts: readonly PutProperty[]): ReadonlyMap<string, string> {
  const naming = groupsOf(
    puts.filter(({ name }) => namesKind(name)),
    ({ name }) => name,
  );
  return new Map(
    naming.flatMap(([name, [only, ...others]]) => {
      const text = only && others.length === 0 ? constantOf(only.value) : undefined;
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

/** The text that a value is. */
export function constantOf(value: Value): string | undefined {
  const [only, ...others] = value.kind === 'text' ? value.segments : [];
  return only?.kind === 'literal' && others.length === 0 ? only.text : undefined;
}

/** The names of the properties that a write puts beside the keys. */
export function propertiesOf({ puts }: Pick<EntityWrite, 'puts'>): ReadonlySet<string> {
  return new Set(puts.map(({ name }) => name).filter((name) => !NO_PROPERTIES.has(name)));
}

const NO_PROPERTIES: ReadonlySet<string> = new Set([
  ...['partitionKey', 'rowKey', 'etag', 'timestamp', ANY_NAME],
]);

function kindOf(group: readonly Made[]): RawKind {
  const [first] = group;
  if (first === undefined) throw new RangeError('a kind has at least one write');
  const names = new Map<string, string[]>();
  for (const { partitionKey, rowKey } of group) {
    for (const [key, pattern] of [
      ['partitionKey', partitionKey],
      ['rowKey', rowKey],
    ] as const) {
      // what is written back has another way to put a key together
      if (skeletonOf(pattern) !== skeletonOf(first[key])) continue;
      valuesIn(pattern).forEach(({ name }, index) => {
        if (name === undefined) return;
        const place = placeKey(key, index);
        names.set(place, [...new Set([...(names.get(place) ?? []), name])]);
      });
    }
  }
  return {
    partitionKey: first.partitionKey,
    rowKey: first.rowKey,
    makers: [...new Set(group.map(({ write }) => write))],
    names,
  };
}

/** Whether each write of a kind also makes, in the same transaction and partition, an entity of another kind with the same content. */
function isCopy(kind: RawKind, of: RawKind): boolean {
  if (skeletonOf(kind.partitionKey) !== skeletonOf(of.partitionKey)) return false;
  return (
    kind.makers.length > 0 &&
    kind.makers.every((write) =>
      of.makers.some(
        (other) =>
          other.operation === write.operation &&
          other.isInTransaction &&
          contentOf(other) === contentOf(write),
      ),
    ) &&
    kind.makers.some((write) => propertiesOf(write).size > 0)
  );
}

function contentOf({ puts }: EntityWrite): string {
  return puts
    .filter(({ name }) => !NO_PROPERTIES.has(name))
    .map(({ name, value }) => `${name}=${nameOfValue(value) ?? constantOf(value) ?? value.kind}`)
    .sort()
    .join('\n');
}

/** What the source calls a value: `claim.employeeId`. */
export function nameOfValue(value: PutProperty['value']): string | undefined {
  switch (value.kind) {
    case 'unknown':
      return value.name;
    case 'number':
    case 'number-text':
      return value.number.origin.kind === 'other' ? value.number.origin.name : undefined;
    case 'text': {
      const [only, ...others] = value.segments;
      return only?.kind === 'hole' && others.length === 0 ? nameOfValue(only.hole) : undefined;
    }
    case 'boolean':
    case 'nothing':
    case 'oneOf':
    case 'time-text':
    case 'random-text':
      return undefined;
  }
}
