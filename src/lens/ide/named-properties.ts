import { propertiesOf } from '../../core/shape/conjuncts.ts';
import type { Query } from '../model/operation.ts';
import type { TableModel } from '../model/tables.ts';

/** The properties beside the keys that the source writes to a table, selects or compares, in alphabetical order. */
export function namedProperties({ operations }: TableModel): string[] {
  const names = new Set<string>();
  for (const operation of operations) {
    if (operation.kind === 'point-read') continue;
    const found = operation.kind === 'write' ? operation.properties : inQuery(operation);
    for (const name of found) names.add(name);
  }
  return [...names].filter((name) => !OF_EVERY_ENTITY.test(name)).sort((a, b) => a.localeCompare(b));
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
