import type { Entity } from './json.ts';
import type { EdmValue } from './value.ts';

/** The value that an entity has under a name as `$filter` has it, keys and Timestamp too; undefined where it has none. */
export function valueIn(entity: Entity, name: string): EdmValue | undefined {
  switch (name) {
    case 'PartitionKey':
      return { type: 'String', value: entity.partitionKey };
    case 'RowKey':
      return { type: 'String', value: entity.rowKey };
    case 'Timestamp':
      return entity.timestamp === undefined ? undefined : { type: 'DateTime', value: entity.timestamp };
    default:
      return entity.properties.find((property) => property.name === name)?.value;
  }
}
