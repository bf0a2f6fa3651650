/** The call that reads an entity by its keys: one point query. */
export function getEntityCall(partitionKey: string, rowKey: string): string {
  return `await client.getEntity(${scriptString(partitionKey)}, ${scriptString(rowKey)})`;
}

/** A string literal of TypeScript and JavaScript. */
function scriptString(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}
