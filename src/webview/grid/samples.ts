import type { Entity } from '../../core/edm/json.ts';
import { valueText } from '../../core/edm/text.ts';
import { compareByType, compareNaturally } from '../../core/edm/order.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { valueIn } from '../../core/edm/value-in.ts';
import type { NamedProperty } from '../../core/shape/named-property.ts';
import { isSystem, SYSTEM_COLUMNS, typesOf } from './columns.ts';
import type { SeenProperties } from './columns.ts';
import type { KnownProperty } from '../../core/shape/completion.ts';

/** Rows that values are taken from, and how many different ones are offered. */
const MAX_ROWS = 1_000;
const MAX_SAMPLES = 10;

/** Longer values are not what one filters by. */
const MAX_LENGTH = 100;

/**
 * What filters may name: keys first, then the properties seen, then those that only the source names; with values that the loaded
 * rows have, and for PartitionKey those too that are known from elsewhere (`partitionKeys`).
 */
export function knownProperties(
  seen: SeenProperties,
  named: readonly NamedProperty[],
  entities: readonly Entity[],
  partitionKeys: readonly string[],
): KnownProperty[] {
  const fromService = SYSTEM_COLUMNS.map((name) => ({
    name,
    types: [name === 'Timestamp' ? ('DateTime' as const) : ('String' as const)],
    from: 'service' as const,
  }));
  const fromRows = [...seen.keys()].map((name) => ({
    name,
    types: typesOf(seen, name),
    from: 'rows' as const,
  }));
  const fromSource = named
    .filter(({ name }) => !isSystem(name) && !seen.has(name))
    .map((property) => ({ ...property, from: 'source' as const }));
  return [...fromService, ...fromRows, ...fromSource].map((property) => ({
    ...property,
    samples: () =>
      property.name === 'PartitionKey'
        ? withKeys(frequentValues(property.name, entities), partitionKeys)
        : frequentValues(property.name, entities),
  }));
}

/** Values and keys, each once, as the service sorts them. */
function withKeys(values: readonly EdmValue[], keys: readonly string[]): EdmValue[] {
  const texts = values.map(valueText);
  const short = keys.filter((key) => key.length <= MAX_LENGTH);
  return [...new Set([...texts, ...short])]
    .map((value): EdmValue => ({ type: 'String', value }))
    .sort(compareByType);
}

/** The most frequent values, in the order in which one looks for them: keys as the service sorts them. */
function frequentValues(name: string, entities: readonly Entity[]): EdmValue[] {
  const counts = new Map<string, { readonly value: EdmValue; count: number }>();
  for (const entity of entities.slice(0, MAX_ROWS)) {
    const value = valueIn(entity, name);
    const text = value && valueText(value);
    if (value === undefined || text === undefined || text.length > MAX_LENGTH) continue;
    const id = `${value.type} ${text}`;
    const known = counts.get(id);
    if (known === undefined) counts.set(id, { value, count: 1 });
    else known.count++;
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_SAMPLES)
    .map(({ value }) => value)
    .sort(isSystem(name) ? compareByType : compareNaturally);
}
