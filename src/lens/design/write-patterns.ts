import type { EntityWrite } from './entity-writes.ts';
import type { Kind } from './kind.ts';
import { matchEqual } from './asked-keys.ts';
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
    const kind = kindOfWrite(write, kinds);
    if (kind === undefined) {
      unknown.push(write);
      continue;
    }
    const key = `${kind.name}\n${write.does}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { kind, writes: [write] });
    else group.writes.push(write);
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

/** The kind whose keys a write's keys fit best. */
function kindOfWrite(write: EntityWrite, kinds: readonly Kind[]): Kind | undefined {
  const made = kinds.find(({ makers }) => makers.includes(write));
  if (made !== undefined) return made;
  if (write.partitionKey.length === 0 || write.rowKey.length === 0) return undefined;
  const fits = kinds.flatMap((kind) => {
    const partition = bestFit('partitionKey', kind, write);
    const row = bestFit('rowKey', kind, write);
    const puts = [...propertiesOf(write)];
    const isLacking = kind.isWhole && puts.some((name) => !kind.ofProperty.has(name));
    return partition === undefined || row === undefined
      ? []
      : [{ kind, fit: partition + row - (isLacking ? 0.5 : 0) }];
  });
  const best = fits.reduce<(typeof fits)[number] | undefined>(
    (a, b) => (a === undefined || b.fit > a.fit ? b : a),
    undefined,
  );
  return best?.kind;
}

function bestFit(key: 'partitionKey' | 'rowKey', kind: Kind, write: EntityWrite): number | undefined {
  const fits = write[key].flatMap((pattern) => matchEqual(key, kind[key], pattern)?.fit ?? []);
  return fits.length === 0 ? undefined : Math.max(...fits);
}

function knownBy(write: EntityWrite, kind: Kind): readonly string[] {
  // who deletes what was read has all of it
  if (write.does === 'delete' && write.isOfEntity) return kind.attributes.map(({ name }) => name);
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
    .flatMap((name) => kind.ofProperty.get(name) ?? [])
    .filter((name) => !keys.includes(name));
}

function togetherWith(
  group: readonly EntityWrite[],
  kind: Kind,
  all: readonly EntityWrite[],
  kinds: readonly Kind[],
): readonly string[] {
  const sent = all.filter(
    (write) => write.isInTransaction && group.some(({ operation }) => operation === write.operation),
  );
  return [...new Set(sent.flatMap((write) => kindOfWrite(write, kinds)?.name ?? []))].filter(
    (name) => name !== kind.name,
  );
}
