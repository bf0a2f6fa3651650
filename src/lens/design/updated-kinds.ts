import { type Attribute, attributeOf } from './attributes.ts';
import { type EntityWrite, readWhole } from './entity-writes.ts';
import type { Kind } from './kind.ts';
import { constantOf, propertiesOf } from './kinds.ts';
import { mayBeOf, type WritePatterns, writePatternsOf } from './write-patterns.ts';

/**
 * Kinds with what only later writes put: `closedAt` of a ticket, which has none when it is made. A kind is seen as a whole only where each
 * write to it is. `hasUnseen`: others are written of which nothing is seen.
 */
export function withUpdates(
  kinds: readonly Kind[],
  writes: readonly EntityWrite[],
  hasUnseen: boolean,
): readonly Kind[] {
  const still = kinds.map((kind) => ({ ...kind, told: hasUnseen ? new Map() : stillTold(kind, writes) }));
  const updates = writes.filter(({ makes, does }) => !makes && does !== 'delete');
  if (updates.length === 0) return still;
  const patterns = writePatternsOf(updates, still);
  return still.map((kind) => updated(kind, patterns));
}

function updated(kind: Kind, { known, unknown }: WritePatterns): Kind {
  const own = known.flatMap((pattern) => (pattern.kind === kind.name ? pattern.writes : []));
  const isWhole = kind.isWhole && [...own, ...unknown].every(isSeen);
  const names = [...new Set(own.flatMap((write) => [...propertiesOf(write)]))];
  const others = names.filter((name) => !kind.ofProperty.has(name));
  if (kind.makers.length === 0 || others.length === 0) return { ...kind, isWhole };
  const taken = new Set(kind.attributes.map(({ name }) => name));
  // what a key is called after is the value in the key
  const added = others
    .filter((name) => !taken.has(name))
    .map((property): Attribute => ({ name: property, ...attributeOf(property, own) }));
  return {
    ...kind,
    isWhole,
    attributes: [...kind.attributes, ...added],
    ofProperty: new Map([...kind.ofProperty, ...others.map((name) => [name, name] as const)]),
  };
}

/** What tells a kind from others, where each write that may be to its entities is seen to leave it as it is, or to make others. */
function stillTold(kind: Kind, writes: readonly EntityWrite[]): Kind['told'] {
  const others = writes.filter(
    (write) => write.does !== 'delete' && !kind.makers.includes(write) && mayBeOf(write, kind),
  );
  return new Map([...kind.told].filter(([name, text]) => others.every((write) => leaves(write, name, text))));
}

/** Whether a property is surely a text after a write where it was before, or is seen of what is new; a type alone doesn't say what is put. */
function leaves(write: EntityWrite, property: string, text: string): boolean {
  const { does, puts, isWhole, isFresh, isSurelyMerge, operation } = write;
  const put = puts.flatMap(({ name, value }) => (name === property ? [constantOf(value)] : []));
  const isNew = does === 'create' || isFresh;
  if (put.length > 0) return put.every((one) => (isNew ? one !== undefined : one === text));
  return isWhole && operation.isTyped !== true && (isNew || isSurelyMerge);
}

/** Whether all that a write puts is seen, but for what it was given when it was read. */
function isSeen({ isWhole, isPutBack, operation }: EntityWrite): boolean {
  return isWhole || isPutBack || readWhole(operation) !== undefined;
}
