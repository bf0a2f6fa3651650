/** The call that reads an entity by its keys: one point query. */
export function getEntityCall(partitionKey: string, rowKey: string): string {
  return `await client.getEntity(${scriptString(partitionKey)}, ${scriptString(rowKey)})`;
}

/** A string literal of TypeScript and JavaScript. */
function scriptString(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}

/**
 * The call that lists what a filter finds; without a filter all of the table, without `select` whole entities. The keys come with
 * what is selected, as they do in the grid: the library does not add them.
 */
export function listEntitiesCall(filter: string, select: readonly string[] | undefined): string {
  const options = [
    ...(filter === '' ? [] : [`filter: ${filterString(filter)}`]),
    ...(select === undefined
      ? []
      : [`select: [${['partitionKey', 'rowKey', ...select].map(scriptString).join(', ')}]`]),
  ];
  return options.length === 0
    ? 'client.listEntities()'
    : `client.listEntities({ queryOptions: { ${options.join(', ')} } })`;
}

/** Filters are full of single quotes. */
function filterString(filter: string): string {
  return filter.includes("'") ? JSON.stringify(filter) : scriptString(filter);
}
