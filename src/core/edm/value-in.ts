import { isKeyless } from './json.ts';
import type { Entity } from './json.ts';
import type { EdmValue } from './value.ts';

/**
 * The value that an entity has under a name as `$filter` has it, keys and Timestamp too; undefined where it has none. Of a key or
 * Timestamp that is none the value that came instead.
 */
export function valueIn(entity: Entity, name: string): EdmValue | undefined {
  switch (name) {
    case 'PartitionKey':
      if (isKeyless(entity, name)) break;
      return { type: 'String', value: entity.partitionKey };
    case 'RowKey':
      if (isKeyless(entity, name)) break;
      return { type: 'String', value: entity.rowKey };
    case 'Timestamp':
      if (entity.timestamp === undefined) break;
      return { type: 'DateTime', value: entity.timestamp };
  }
  return entity.properties.find((property) => property.name === name)?.value;
}

/** All of them by their names, for those who want many. */
export function valuesIn(entity: Entity): ReadonlyMap<string, EdmValue> {
  const values = new Map(entity.properties.map(({ name, value }) => [name, value]));
  for (const name of ['PartitionKey', 'RowKey', 'Timestamp']) {
    const value = valueIn(entity, name);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}
