import type { Operation, Write } from './operation.ts';

/** What all operations of the workspace say about one table. */
export interface TableModel {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly writes: readonly Write[];
}

/** Operations grouped by their table; names are case-insensitive, as in the service. */
export function groupByTable(operations: Iterable<Operation>): ReadonlyMap<string, TableModel> {
  const groups = new Map<string, { name: string; operations: Operation[]; writes: Write[] }>();
  for (const operation of operations) {
    const { table } = operation;
    if (table === undefined || !isSure(operation)) continue;
    const key = table.toLowerCase();
    const group = groups.get(key) ?? { name: table, operations: [], writes: [] };
    groups.set(key, group);
    group.operations.push(operation);
    if (operation.kind === 'write') group.writes.push(operation);
  }
  return groups;
}

/** Whether an operation may be spoken of: it is, or very probably is, one of Azure Tables. */
export function isSure(operation: Operation): boolean {
  return operation.evidence === 'proved' || operation.evidence === 'inferred';
}
