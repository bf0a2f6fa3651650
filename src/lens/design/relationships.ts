import type { AskedName } from './attributes.ts';
import type { Kind } from './kind.ts';
import { placeKey, valuesIn } from './kinds.ts';
import { keyAttributes, skeletonOf, skeletonOfParts } from './layout.ts';
import { identityOf } from '../model/keys/key-pattern.ts';
import { isGeneric, referredBy } from './words.ts';

/** A kind of one of several tables. */
export interface KindOf {
  readonly table: string;
  readonly kind: Kind;
}

/** How entities of two kinds belong together. */
export interface Relationship {
  /**
   * `one-to-many`: what identifies the one is an attribute of the many; `one-to-one`: the same identifies both; `reference`: a property
   * of the first is what the second is asked for by.
   */
  readonly kind: 'one-to-many' | 'one-to-one' | 'reference';
  readonly from: KindOf;
  readonly to: KindOf;
  /** The attributes that both have; of a reference the property. */
  readonly by: readonly string[];
  /** Both lie in one partition, so that one transaction can write them. */
  readonly isOnePartition: boolean;
}

/** A kind with what it is told apart by, and what it has. */
interface Known extends KindOf {
  readonly identity: readonly string[];
  readonly has: ReadonlySet<string>;
}

/** Kinds that are held against each other; beyond that nobody reads the list. */
const MOST_KINDS = 400;

/** Relationships that follow from attributes which kinds share. Copies say nothing beyond what they copy. */
export function relationshipsOf(all: readonly KindOf[]): readonly Relationship[] {
  const kinds = all
    .filter(({ kind }) => kind.copyOf === undefined)
    .slice(0, MOST_KINDS)
    .map(({ table, kind }): Known => {
      const has = new Set(kind.attributes.map(({ name }) => name));
      const identity = [...new Set(keyAttributes(kind.layout))];
      return { table, kind, has, identity: identity.map((name) => (isOnlyId(name) ? idOf(kind) : name)) };
    });
  const found = kinds.flatMap((from, index) => {
    // a name that many things have, and keys of which nothing is known, tell nothing
    if (from.identity.length === 0 || from.identity.some(isGeneric) || isTally(from)) return [];
    return kinds.flatMap((to, at) => (index === at ? [] : (shared(from, to, index < at) ?? [])));
  });
  const known = found.flatMap((one) => withoutMutual(one, found));
  // of kinds that are one to one the first speaks for all
  const spokenFor = new Set(known.flatMap(({ kind, to }) => (kind === 'one-to-one' ? [to.kind] : [])));
  return known.filter(({ kind, from }) => kind === 'one-to-one' || !spokenFor.has(from.kind));
}

/** Words for what counts things of something, as the last one of a name. */
const TALLIES: ReadonlySet<string> = new Set([
  ...['counter', 'count', 'stat', 'stats', 'statistic', 'total', 'tally', 'sequence', 'quota', 'usage'],
]);

/** Whether entities hold nothing but numbers, one for each of what their keys are called after: that has many of others, not its count. */
function isTally({ kind: { noun, attributes, layout }, identity }: Known): boolean {
  if (identity.some((name) => referredBy(name) === noun.name)) return false;
  const inKeys = keyAttributes(layout);
  const held = attributes.filter(({ name }) => !inKeys.includes(name));
  const isOfNumbers = held.length > 0 && held.every(({ type }) => type === 'number');
  return isOfNumbers || TALLIES.has(noun.name.split(' ').at(-1) ?? '');
}

/** Of two that have what tells the other apart there is one of each. */
function withoutMutual(one: Relationship, all: readonly Relationship[]): readonly Relationship[] {
  const { from, to } = one;
  const back = all.findIndex((other) => other.from.kind === to.kind && other.to.kind === from.kind);
  const opposite = all[back];
  if (one.kind !== 'one-to-many' || opposite?.kind !== 'one-to-many') return [one];
  return back < all.indexOf(one) ? [] : [{ ...one, kind: 'one-to-one' }];
}

/** Whether a name says no more than that it tells entities of a kind apart. */
function isOnlyId(name: string): boolean {
  return name === 'id' || name === 'rowKey';
}

/** What others call the `id` of a kind: `orderId` of an order. */
function idOf({ noun: { name } }: Kind): string {
  const [first = '', ...others] = name.split(' ');
  return `${first}${others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}Id`;
}

function shared(from: Known, to: Known, isFirst: boolean): Relationship | undefined {
  const { identity } = from;
  if (!identity.every((name) => to.has.has(name))) return undefined;
  const isSame =
    identity.length === to.identity.length && to.identity.every((name) => identity.includes(name));
  if (isSame && !isFirst) return undefined;
  // what both make by themselves is called alike and no more; and of what has no more in its key there is one at most
  const isApart = (name: string): boolean => isOwn(from, name) && isOwn(to, name);
  if (identity.some((name) => isApart(name) && !areMadeTogether(from, to, name))) return undefined;
  // what one write makes is now the one, now the other: two ways to tell the same thing
  if (isOneWrite(from, to)) return undefined;
  // two that were made at one time are not one another's, unless the time is a part of both keys
  if (identity.some((name) => isOfClock(from, name) && !to.identity.includes(name))) return undefined;
  if (!isSame && to.identity.every((name) => identity.includes(name))) return undefined;
  // the user is the one that a user id tells apart, whatever else there is one of for each
  const [one, other] =
    isSame && isCalled(to, identity) && !isCalled(from, identity) ? [to, from] : [from, to];
  return {
    kind: isSame ? 'one-to-one' : 'one-to-many',
    from: { table: one.table, kind: one.kind },
    to: { table: other.table, kind: other.kind },
    by: identity,
    isOnePartition: isOnePartition(from, to),
  };
}

/** Whether what tells entities apart is called after them: `userId` of a user. */
function isCalled({ kind }: Known, identity: readonly string[]): boolean {
  return identity.some((name) => referredBy(name) === kind.noun.name);
}

/** Whether entities of a kind are told apart by what their writes make up. */
function isOwn({ kind, identity }: Known, name: string): boolean {
  return identity.includes(name) && kind.attributes.some((one) => one.name === name && one.from === 'random');
}

/** Whether the entities of two kinds are written by the same writes, one or the other by each. */
function isOneWrite({ kind: { makers } }: Known, { kind: other }: Known): boolean {
  return makers.length > 0 && makers.every((write) => other.makers.includes(write));
}

/** Whether some function gives what it makes up to an entity of each kind. */
function areMadeTogether(from: Known, to: Known, name: string): boolean {
  const given = new Set(madeFor(to, name));
  return madeFor(from, name).some((one) => given.has(one));
}

/** What is made up for an attribute of a kind, each equal for one function that makes it once. */
function madeFor({ kind }: Known, name: string): readonly string[] {
  return kind.makers.flatMap(({ operation: { file, fn }, puts, ...write }) => {
    const inKeys = (['partitionKey', 'rowKey'] as const).flatMap((key) =>
      write[key]
        .filter((pattern) => skeletonOf(pattern) === skeletonOf(kind[key]))
        .flatMap(valuesIn)
        .filter((_, index) => kind.ofPlace.get(placeKey(key, index)) === name)
        .map(({ identity }) => identity),
    );
    const stored = puts.filter((put) => kind.ofProperty.get(put.name) === name);
    const all = [...inKeys, ...stored.map(({ value }) => identityOf(value))];
    return all.flatMap((one) => (typeof one === 'number' ? [`${one} ${fn ?? ''} ${file}`] : []));
  });
}

/** Whether what a kind has of a name is the time at which it was made. */
function isOfClock({ kind }: Known, name: string): boolean {
  return kind.attributes.some((one) => one.name === name && one.from === 'clock');
}

/** Properties of one kind by which another is read. */
export function referencesOf(
  table: string,
  kinds: readonly Kind[],
  asked: readonly AskedName[],
): readonly Relationship[] {
  const found = new Map<string, Relationship>();
  for (const { kind: k, place, name } of asked) {
    const to = kinds[k];
    if (to === undefined || isGeneric(name) || to.ofPlace.get(place) === name) continue;
    for (const from of kinds) {
      const attribute = from.ofProperty.get(name);
      if (attribute === undefined || from.copyOf !== undefined || to.copyOf !== undefined) continue;
      if (keyAttributes(from.layout).includes(attribute)) continue;
      const pair = { from: { table, kind: from }, to: { table, kind: to } };
      found.set(`${from.name}\n${name}\n${to.name}`, {
        kind: 'reference',
        ...pair,
        by: [attribute],
        isOnePartition: isOnePartition(pair.from, pair.to),
      });
    }
  }
  return [...found.values()];
}

function isOnePartition(from: KindOf, to: KindOf): boolean {
  const [a, b] = [from.kind.layout.partitionKey, to.kind.layout.partitionKey];
  const attributes = (parts: typeof a): string =>
    JSON.stringify(parts.map((part) => (part.kind === 'attribute' ? part.attribute : '')));
  return (
    from.table === to.table && skeletonOfParts(a) === skeletonOfParts(b) && attributes(a) === attributes(b)
  );
}
