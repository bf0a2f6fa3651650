import * as l10n from '@vscode/l10n';
import { declaredOf, type TableConfigs } from '../../core/config/table-config.ts';
import { groupsOf } from '../../core/text/groups.ts';
import { ownOperations, tableUseOf, type TableUse } from '../design/table-model.ts';
import type { Operation } from '../model/operations/operation.ts';
import { nameOfTable, tableKey } from '../model/tables/tables.ts';
import { tableWords } from './table-words.ts';

/**
 * Reads what is said of each table that the code uses or that is planned, table by table, in the order of their names. `operations`
 * are those that are sure; `nameOf` names a file for people.
 */
export function* tableUses(
  operations: readonly Operation[],
  declared: TableConfigs,
  nameOf: (file: string) => string,
): Generator<TableUse> {
  const names = new Set<string>();
  for (const [table, all] of tablesOf(ownOperations(operations), nameOf)) {
    const name = nameOfTable(all);
    names.add(tableKey(table));
    yield tableUseOf(
      table,
      all,
      name !== undefined,
      name === undefined ? undefined : declaredOf(declared, name)?.planned,
    );
  }
  for (const { name, planned } of declared.values())
    if (planned !== undefined && !names.has(tableKey(name))) yield tableUseOf(name, [], true, planned);
}

/** Operations by table, in the order of their names. */
function tablesOf(
  operations: readonly Operation[],
  nameOf: (file: string) => string,
): readonly (readonly [name: string, operations: readonly Operation[]])[] {
  return groupsOf(operations, tableIdentity)
    .map(([, all]) => [nameFor(all, nameOf), all] as const)
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

/** Equal for operations on one table: by its name, or by what the client of a table that others give is called where. */
export function tableIdentity(operation: Operation): string {
  const { table, tableKey: givenAs, file, receiver } = operation;
  return table === undefined ? `\n${givenAs ?? `${file}\n${receiver.text}`}` : tableKey(table);
}

function nameFor(operations: readonly Operation[], nameOf: (file: string) => string): string {
  const [first] = operations;
  const known = nameOfTable(operations);
  return known ?? (first ? l10n.t('{0} in {1}', tableWords(first), nameOf(first.file)) : '');
}
