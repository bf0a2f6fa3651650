import type { KeyPattern } from '../model/keys/key-pattern.ts';
import type { EntityWrite } from './entity-writes.ts';
import type { Kind } from './kind.ts';
import { matchEqual } from './asked-keys.ts';
import { type KeyWay, waysByKind } from './key-ways.ts';
import { propertiesOf } from './kinds.ts';
import { keyAttributes } from './layout.ts';

/** Writes of one sort to entities of one kind. */
export interface WritePattern {
  readonly kind: string;
  readonly does: EntityWrite['does'];
  readonly writes: readonly EntityWrite[];
  /** The attributes whose values these writes have at hand, each of them. */
  readonly knows: readonly string[];
  /** What one of them may change of an entity that is there. */
  readonly changes: readonly string[];
  /** Kinds that are written in the same transactions. */
  readonly together: readonly string[];
  readonly isRepeated: boolean;
  /** How often it happens, where that is declared. */
  readonly perSecond?: number;
}

export interface WritePatterns {
  readonly known: readonly WritePattern[];
  /** Writes that fit no kind. */
  readonly unknown: readonly EntityWrite[];
}

/** Some writes by the kinds of the entities that they make or change. */
export function writePatternsOf(writes: readonly EntityWrite[], kinds: readonly Kind[]): WritePatterns {
  const groups = new Map<string, { readonly kind: Kind; readonly writes: EntityWrite[] }>();
  const unknown: EntityWrite[] = [];
  for (const write of writes) {
    const own = kindsOfWrite(write, kinds);
    if (own.length === 0) unknown.push(write);
    for (const kind of own) {
      const key = `${kind.name}\n${write.does}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { kind, writes: [write] });
      else group.writes.push(write);
    }
  }
  const known = [...groups.values()].map(({ kind, writes: group }): WritePattern => {
    const knows = group.map((write) => knownBy(write, kind));
    return {
      kind: kind.name,
      does: group[0]?.does ?? 'merge',
      writes: group,
      knows: (knows[0] ?? []).filter((name) => knows.every((one) => one.includes(name))),
      changes: [...new Set(group.flatMap((write) => changedBy(write, kind)))],
      together: togetherWith(group, kind, writes, kinds),
      isRepeated: group.some(({ operation }) => operation.repeated !== undefined),
    };
  });
  return { known, unknown };
}

/** The kinds that a write makes, else those whose keys its keys fit best: several where one of them is now of one, now of another. */
function kindsOfWrite(write: EntityWrite, kinds: readonly Kind[]): readonly Kind[] {
  const made = kinds.filter(({ makers }) => makers.includes(write));
  if (made.length > 0) return made;
  if (write.partitionKey.length === 0 || write.rowKey.length === 0) return [];
  const { partitionKey, rowKey } = write;
  const ways = waysByKind({ partitionKey, rowKey }, (way) => bestOf(write, way, kinds));
  return [...new Set(ways.flatMap((way) => bestOf(write, way, kinds).map(({ kind }) => kind)))];
}

/** The kind that keys of a write fit best, if any; of several the first. */
function bestOf(
  write: EntityWrite,
  way: KeyWay,
  kinds: readonly Kind[],
): readonly { readonly kind: Kind; readonly fit: number }[] {
  const fits = kinds.flatMap((kind) => {
    const partition = bestFit('partitionKey', kind, way);
    const row = bestFit('rowKey', kind, way);
    const puts = [...propertiesOf(write)];
    const named = namedIn('partitionKey', kind, way) + namedIn('rowKey', kind, way);
    const isLacking = kind.isWhole && puts.some((name) => !kind.ofProperty.has(name));
    return partition === undefined || row === undefined
      ? []
      : [{ kind, fit: partition + row + named * NAMED - (isLacking ? 0.5 : 0) }];
  });
  const best = Math.max(...fits.map(({ fit }) => fit));
  const all = fits.filter(({ fit }) => fit === best);
  // keys of an entity that was read, or of which nothing is known, are those of any kind: of which, nobody tells
  const isOfAny = write.isOfEntity || (isBare(way.partitionKey) && isBare(way.rowKey));
  return isOfAny && all.length > 1 ? [] : all.slice(0, 1);
}

/** Whether nothing is known of a key but that it is a text. */
function isBare(patterns: readonly KeyPattern[]): boolean {
  return patterns.every(({ parts: [part, ...others] }) => {
    if (part?.kind !== 'value' || others.length > 0) return false;
    return part.name === undefined && part.form.kind === 'text';
  });
}

/** What a value in a key adds that is called like the attribute in its place: less than any other difference. */
const NAMED = 0.1;

/** How many values of a key are called like the attributes in their places. */
function namedIn(key: 'partitionKey' | 'rowKey', kind: Kind, way: KeyWay): number {
  const counts = way[key].map((pattern) =>
    [...(matchEqual(key, kind[key], pattern)?.tests ?? [])].filter(
      ([place, test]) =>
        test.kind === 'eq' && test.name !== undefined && test.name === kind.ofPlace.get(place),
    ),
  );
  return Math.min(2, Math.max(0, ...counts.map(({ length }) => length)));
}

/** Whether it can't be ruled out by its keys that a write is to entities of a kind. */
export function mayBeOf(write: EntityWrite, kind: Kind): boolean {
  const may = (key: 'partitionKey' | 'rowKey'): boolean =>
    write[key].length === 0 || bestFit(key, kind, write) !== undefined;
  return may('partitionKey') && may('rowKey');
}

function bestFit(key: 'partitionKey' | 'rowKey', kind: Kind, write: KeyWay): number | undefined {
  const fits = write[key].flatMap((pattern) => matchEqual(key, kind[key], pattern)?.fit ?? []);
  return fits.length === 0 ? undefined : Math.max(...fits);
}

function knownBy(write: EntityWrite, kind: Kind): readonly string[] {
  // who changes or deletes what was read has all of it
  if (!write.makes && write.isAtHand) return kind.attributes.map(({ name }) => name);
  const put = [...propertiesOf(write)].flatMap((name) => kind.ofProperty.get(name) ?? []);
  // keys that were taken from an entity as a whole do not tell what they are made of
  const isTold =
    write.makes || (bestFit('partitionKey', kind, write) === 2 && bestFit('rowKey', kind, write) === 2);
  return [...new Set([...put, ...(isTold ? keyAttributes(kind.layout) : [])])];
}

function changedBy(write: EntityWrite, kind: Kind): readonly string[] {
  if (write.does === 'create' || write.does === 'delete' || write.isFresh) return [];
  const keys = keyAttributes(kind.layout);
  return [...propertiesOf(write)]
    .filter((name) => !kind.told.has(name))
    .flatMap((name) => kind.ofProperty.get(name) ?? [])
    .filter((name) => !keys.includes(name));
}

function togetherWith(
  group: readonly EntityWrite[],
  kind: Kind,
  all: readonly EntityWrite[],
  kinds: readonly Kind[],
): readonly string[] {
  // one action is of one kind at a time, whichever that is
  const sent = all.filter(
    (write) =>
      write.isInTransaction && group.some((one) => one !== write && one.operation === write.operation),
  );
  const names = sent.flatMap((write) => kindsOfWrite(write, kinds).map(({ name }) => name));
  return [...new Set(names)].filter((name) => name !== kind.name);
}
