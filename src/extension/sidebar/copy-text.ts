import { withEscapes } from '../../core/text/one-line.ts';
import type { EntityKeys } from '../../protocol/grid.ts';

/** The name of a table's client where the source's own is not known. */
export const CLIENT = 'client';

/** The call that reads an entity by its keys, a point query; several are sent in parallel. */
export function getEntityCalls(entities: readonly EntityKeys[], client = CLIENT): string {
  const calls = entities.map(
    ({ partitionKey, rowKey }) =>
      `${client}.getEntity(${scriptString(partitionKey)}, ${scriptString(rowKey)})`,
  );
  return calls.length === 1
    ? `await ${calls.join('')}`
    : `await Promise.all([\n${calls.map((call) => `  ${call},\n`).join('')}])`;
}

/** A string literal of TypeScript and JavaScript. */
function scriptString(text: string): string {
  const escaped = doubleQuoted(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}

/** Nothing in it turns around, or hides, how the source around it is read. */
function doubleQuoted(text: string): string {
  return withEscapes(JSON.stringify(text));
}

/**
 * The call that lists what a filter finds; without a filter all of the table, without `select` whole entities. The keys come with
 * what is selected, as they do in the grid: the library does not add them.
 */
export function listEntitiesCall(
  filter: string,
  select: readonly string[] | undefined,
  client = CLIENT,
): string {
  const options = [
    ...(filter === '' ? [] : [`filter: ${filterString(filter)}`]),
    ...(select === undefined
      ? []
      : [`select: [${['partitionKey', 'rowKey', ...select].map(scriptString).join(', ')}]`]),
  ];
  return options.length === 0
    ? `${client}.listEntities()`
    : `${client}.listEntities({ queryOptions: { ${options.join(', ')} } })`;
}

/** Filters are full of single quotes. */
function filterString(filter: string): string {
  return filter.includes("'") ? doubleQuoted(filter) : scriptString(filter);
}
