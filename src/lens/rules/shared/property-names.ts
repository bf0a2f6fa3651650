/** Names that the SDK gives to what the service calls otherwise. */
const SERVICE_NAMES: ReadonlyMap<string, string | undefined> = new Map([
  ['partitionKey', 'PartitionKey'],
  ['rowKey', 'RowKey'],
  ['timestamp', 'Timestamp'],
  // of the answer, not of the entity
  ['etag', undefined],
]);

/** A property of an entity in code as a filter must name it; undefined for what no filter can ask for. */
export function serviceName(property: string): string | undefined {
  return SERVICE_NAMES.has(property) ? SERVICE_NAMES.get(property) : property;
}
