import { ANY_NAME } from '../syntax/facts/facts.ts';
import { type Attribute, attributeOf } from './attributes.ts';
import { type EntityWrite, readWhole } from './entity-writes.ts';
import type { Kind } from './kind.ts';
import { constantOf, propertiesOf } from './kinds.ts';
import { type WritePatterns, writePatternsOf } from './write-patterns.ts';

/**
 * Kinds with what only later writes put: `closedAt` of a ticket, which has none when it is made. A kind is seen as a whole only where each
 * write to it is.
 */
export function withUpdates(kinds: readonly Kind[], writes: readonly EntityWrite[]): readonly Kind[] {
  const updates = writes.filter(({ makes, does }) => !makes && does !== 'delete');
  if (updates.length === 0) return kinds;
  const patterns = writePatternsOf(updates, kinds);
  return kinds.map((kind) => updated(kind, patterns));
}

function updated(kind: Kind, { known, unknown }: WritePatterns): Kind {
  const own = known.flatMap((pattern) => (pattern.kind === kind.name ? pattern.writes : []));
  const isWhole = kind.isWhole && [...own, ...unknown].every(isSeen);
  const told = stillTold(kind, [...own, ...unknown]);
  const names = [...new Set(own.flatMap((write) => [...propertiesOf(write)]))];
  const others = names.filter((name) => !kind.ofProperty.has(name));
  if (kind.makers.length === 0 || others.length === 0) return { ...kind, told, isWhole };
  const taken = new Set(kind.attributes.map(({ name }) => name));
  // what a key is called after is the value in the key
  const added = others
    .filter((name) => !taken.has(name))
    .map((property): Attribute => ({ name: property, ...attributeOf(property, own) }));
  return {
    ...kind,
    told,
    isWhole,
    attributes: [...kind.attributes, ...added],
    ofProperty: new Map([...kind.ofProperty, ...others.map((name) => [name, name] as const)]),
  };
}

/** What tells a kind from others, where no update puts something else. */
function stillTold({ told }: Kind, updates: readonly EntityWrite[]): Kind['told'] {
  const put = updates.flatMap(({ puts }) => puts);
  return new Map(
    [...told].filter(([property, text]) =>
      put.every(({ name, value }) => (name === property ? constantOf(value) === text : name !== ANY_NAME)),
    ),
  );
}

/** Whether all that a write puts is seen, but for what it was given when it was read. */
function isSeen({ isWhole, isPutBack, operation }: EntityWrite): boolean {
  return isWhole || isPutBack || readWhole(operation) !== undefined;
}
