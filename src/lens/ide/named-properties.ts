import { EDM_TYPES } from '../../core/edm/value.ts';
import { propertiesOf } from '../../core/shape/conjuncts.ts';
import type { NamedProperty } from '../../core/shape/named-property.ts';
import type { StoredType } from '../../core/shape/stored-type.ts';
import type { PutProperty, Query, Value } from '../model/operations/operation.ts';
import type { TableModel } from '../model/tables/tables.ts';

/** A type that some write puts, or that nobody knows which it puts. */
type Put = StoredType | 'unknown';

/**
 * The properties beside the keys that the source writes to a table, selects or compares, in alphabetical order, with what they
 * are stored as.
 */
export function namedProperties({ operations }: TableModel): NamedProperty[] {
  const found = new Map<string, Set<Put>>();
  const add = (name: string, types: readonly Put[]): void => {
    if (OF_EVERY_ENTITY.test(name)) return;
    found.set(name, new Set([...(found.get(name) ?? []), ...types]));
  };
  for (const operation of operations) {
    if (operation.kind === 'write') {
      const put = new Map(operation.values.map((each) => [each.name, each]));
      for (const name of operation.properties) add(name, typesPut(put.get(name)));
    } else if (operation.kind === 'query') {
      for (const name of inQuery(operation)) {
        const type = operation.projection?.typeOf?.(name);
        add(name, type === undefined ? [] : [type]);
      }
    }
  }
  return [...found]
    .map(([name, types]) => ({ name, types: allKnown([...types]) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function allKnown(types: readonly Put[]): readonly StoredType[] {
  const known = types.filter((type) => type !== 'unknown');
  return known.length === types.length ? known : [];
}

/** What the SDK stores what a write puts as; a value may name its type: `{ type: 'Int64', value: '1' }`. */
function typesPut(put: PutProperty | undefined): readonly Put[] {
  if (put === undefined) return ['unknown'];
  const { structure, value } = put;
  if (structure === undefined) return typesOf(value);
  return [EDM_TYPES.find((type) => structure.kind === 'typed' && structure.type === type) ?? 'unknown'];
}

/** How the SDK stores a number by what it is in the program. */
const NUMBERS = { double: 'Number', bigint: 'Int64', date: 'DateTime' } as const;

function typesOf(value: Value): readonly Put[] {
  switch (value.kind) {
    case 'text':
    case 'number-text':
    case 'time-text':
    case 'random-text':
      return ['String'];
    case 'number':
      return [NUMBERS[value.number.representation]];
    case 'boolean':
      return ['Boolean'];
    case 'nothing':
      return [];
    case 'oneOf':
      return value.values.flatMap((one) => typesOf(one.value));
    case 'unknown':
      if (value.is === 'bytes') return ['Binary'];
      return [value.is === 'string' ? 'String' : 'unknown'];
  }
}

function inQuery({ filter, projection }: Query): string[] {
  const alternatives = filter.kind === 'none' ? [] : filter.alternatives;
  const select = projection?.select;
  return [
    ...alternatives.flatMap(({ parsed }) => (parsed.filter ? propertiesOf(parsed.filter) : [])),
    ...(select === undefined || select === 'unknown' ? [] : select.map(({ name }) => name)),
  ];
}

/** As the service, or the SDK, calls what every entity has. */
const OF_EVERY_ENTITY = /^(partitionkey|rowkey|timestamp|etag)$/i;
