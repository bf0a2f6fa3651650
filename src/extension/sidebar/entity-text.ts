import { writeEntity } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';

/** By this name at the top of a document of JSON an editor knows where its schema is, and asks there. */
const SCHEMA = '$schema';

/**
 * An entity as a document of JSON for an editor. One with a property `$schema`, which no table of Azure can have, is the only one of a list:
 * VS Code would load the schema from the address that the property names, which whoever wrote the entity chose.
 */
export function entityText(entity: Entity): string {
  const text = writeEntity(entity);
  return entity.properties.some(({ name }) => name === SCHEMA) ? `[\n${text.trimEnd()}\n]\n` : text;
}
