import type { EntityTypeDeclaration } from '../../core/config/table-config.ts';
import type { Entity } from '../../core/edm/json.ts';

/** Properties by which programs name the type of an entity, the most telling first. */
const TYPE_PROPERTIES = ['EntityType', 'RecordType', '$type', 'Discriminator', 'Type', 'Kind'];

/** Types of entities in one partition: the design guide's have two or three. More are values, not types. */
const MOST_TYPES = 12;

/** What tells the types of these entities apart, where they have several; undefined where nothing does. */
export function detectEntityType(entities: readonly Entity[]): EntityTypeDeclaration | undefined {
  for (const wanted of TYPE_PROPERTIES) {
    const name = entities[0]?.properties.find(
      (property) => property.name.toLowerCase() === wanted.toLowerCase(),
    )?.name;
    const declared = name === undefined ? undefined : ({ kind: 'property', name } as const);
    if (declared !== undefined && tellsApart(entities, declared)) return declared;
  }
  const separator = /^\p{L}+([^\p{L}\p{N}])/u.exec(entities[0]?.rowKey ?? '')?.[1];
  if (separator === undefined) return undefined;
  const byPrefix = { kind: 'row-key-prefix', separator } as const;
  return tellsApart(entities, byPrefix) ? byPrefix : undefined;
}

/** Whether every entity has a type, in words, of which there are a few. */
function tellsApart(entities: readonly Entity[], declared: EntityTypeDeclaration): boolean {
  const types = new Set(entities.map((entity) => typeOf(entity, declared) ?? ''));
  const areWords = [...types].every((type) => /^\p{L}[\p{L}\p{N}.$-]*$/u.test(type));
  return areWords && types.size > 1 && types.size <= Math.min(MOST_TYPES, entities.length / 2);
}

/** The type of an entity; undefined where it does not tell. */
export function typeOf(entity: Entity, declared: EntityTypeDeclaration): string | undefined {
  switch (declared.kind) {
    case 'property': {
      const value = entity.properties.find(({ name }) => name === declared.name)?.value;
      return value?.type === 'String' ? value.value : undefined;
    }
    case 'row-key-prefix': {
      const end = entity.rowKey.indexOf(declared.separator);
      return end > 0 ? entity.rowKey.slice(0, end) : undefined;
    }
  }
}
