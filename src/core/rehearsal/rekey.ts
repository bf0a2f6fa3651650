import type { Entity, Property } from '../edm/json.ts';
import { isIllFormed } from '../text/surrogates.ts';
import type { PlanKind, PlanPart, PlanStructure } from './plan.ts';
import { type Subject, textIn, valueIn } from './subject.ts';

/** The properties of an index entity that name the entity's keys. */
export const INDEXED = { partitionKey: 'EntityPartitionKey', rowKey: 'EntityRowKey' } as const;

/** Why an entity can't lie in a structure. */
export type Unkeyed =
  | { readonly why: 'no-text'; readonly attribute: string }
  | { readonly why: 'key-too-long' }
  | { readonly why: 'forbidden-character' };

/** Gives the keys that an entity would have in a structure; that of today is asked for none. */
export function keysIn(subject: Subject, structure: PlanStructure): Keys | Unkeyed {
  const { entity } = subject;
  if (structure.isToday) return { partitionKey: entity.partitionKey, rowKey: entity.rowKey };
  const [partitionKey, rowKey] = [structure.partitionKey, structure.rowKey].map((parts) =>
    keyOf(subject, parts),
  );
  if (typeof partitionKey === 'object') return partitionKey;
  if (typeof rowKey === 'object') return rowKey;
  return { partitionKey: partitionKey ?? '', rowKey: rowKey ?? '' };
}

export interface Keys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Whether keys were found. */
export function isKeyed(keys: Keys | Unkeyed): keys is Keys {
  return 'partitionKey' in keys;
}

/** UTF-16 units of a key: 1 KiB ("Understanding the Table service data model"). */
const MAX_KEY = 512;

/** Characters that no key may have (as above). */
const FORBIDDEN = /[/\\#?\p{Cc}]/u;

function keyOf(subject: Subject, parts: readonly PlanPart[]): string | Unkeyed {
  let key = '';
  for (const part of parts) {
    const text = part.kind === 'literal' ? part.text : textIn(subject, part.attribute, part.encoding);
    if (text === undefined) return { why: 'no-text', attribute: part.kind === 'value' ? part.attribute : '' };
    key += text;
  }
  if (key.length > MAX_KEY) return { why: 'key-too-long' };
  return FORBIDDEN.test(key) || isIllFormed(key) ? { why: 'forbidden-character' } : key;
}

/**
 * Gives an entity as it lies in a structure: what was in its keys alone becomes properties of it. `index`: what its own keys hold, and
 * the keys that it lies under in `base`.
 */
export function entityIn(
  subject: Subject,
  kind: PlanKind,
  structure: PlanStructure,
  keys: Keys,
  base: Keys,
): Entity {
  const { entity } = subject;
  if (structure.isToday) return { ...keys, properties: entity.properties };
  const known = new Set(entity.properties.map(({ name }) => name));
  const inKeys = kind.attributes.flatMap(({ name, property, newProperty }): readonly Property[] => {
    const value = property === undefined && !known.has(newProperty) ? valueIn(subject, name) : undefined;
    return value === undefined ? [] : [{ name: newProperty, value }];
  });
  if (structure.role !== 'index') return { ...keys, properties: [...entity.properties, ...inKeys] };
  const named = new Set(
    [...structure.partitionKey, ...structure.rowKey].flatMap((part) =>
      part.kind === 'value' ? [part.attribute] : [],
    ),
  );
  const own = kind.attributes
    .filter(({ name }) => named.has(name))
    .map(({ property, newProperty }) => property ?? newProperty);
  return {
    ...keys,
    properties: [
      ...[...entity.properties, ...inKeys].filter(({ name }) => own.includes(name)),
      { name: INDEXED.partitionKey, value: { type: 'String', value: base.partitionKey } },
      { name: INDEXED.rowKey, value: { type: 'String', value: base.rowKey } },
    ],
  };
}

/** The most bytes that an entity takes ("Azure Storage capacity"): 4, keys twice, and each property with 8, its name twice, and its value. */
export function bytesOf({ partitionKey, rowKey, properties }: Entity): number {
  return properties.reduce(
    (sum, { name, value }) => sum + 8 + name.length * 2 + sizeOf(value),
    4 + (partitionKey.length + rowKey.length) * 2,
  );
}

function sizeOf(value: Property['value']): number {
  switch (value.type) {
    case 'String':
      return value.value.length * 2 + 4;
    case 'Boolean':
      return 1;
    case 'Int32':
      return 4;
    case 'Int64':
    case 'Double':
    case 'DateTime':
      return 8;
    case 'Guid':
      return 16;
    case 'Binary':
      return value.value.length / 2 + 4;
  }
}
