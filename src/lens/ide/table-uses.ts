import * as l10n from '@vscode/l10n';
import type { PlannedDesign } from '../../core/config/planned.ts';
import { declaredOf, type TableConfigs } from '../../core/config/table-config.ts';
import { groupsOf } from '../../core/text/groups.ts';
import { toldOperations } from '../design/called.ts';
import type { KindOf } from '../design/relationships.ts';
import { tableUseOf, type TableUse } from '../design/table-model.ts';
import { clientFile, isTelling, settingKey, tablesBySetting } from '../design/settings.ts';
import type { CalledOperation } from '../model/operations/called-operations.ts';
import type { Operation } from '../model/operations/operation.ts';
import { nameOfTable, tableKey } from '../model/tables/tables.ts';
import { tableWords, unbroken } from './table-words.ts';

/**
 * Reads what is said of each table that the code uses or that is planned, table by table, in the order of their names. `operations`
 * are those that are sure; `nameOf` names a file for people; `called` are those of functions that others decide in part, as these see them.
 */
export function* tableUses(
  operations: readonly Operation[],
  declared: TableConfigs,
  nameOf: (file: string) => string,
  called: readonly CalledOperation[] = [],
): Generator<TableUse> {
  const names = new Set<string>();
  const told = toldOperations(
    withoutTests(operations),
    called.filter(({ operation }) => !isInTest(operation)),
  );
  const tables = tablesOf(told, nameOf).map(([table, all]): TableOperations => {
    const name = nameOfTable(all);
    names.add(tableKey(table));
    const planned = name === undefined ? undefined : declaredOf(declared, name)?.planned;
    return { table, operations: all, isNamed: name !== undefined, ...(planned && { planned }) };
  });
  for (const { name, planned } of declared.values())
    if (planned !== undefined && !names.has(tableKey(name)))
      tables.push({ table: name, operations: [], isNamed: true, planned });
  const kinds = new Map<string, readonly KindOf[]>();
  const kindsIn = (one: TableOperations): readonly KindOf[] => {
    const { table } = one;
    const found = kinds.get(table) ?? useOf(one).kinds.map((kind) => ({ table, kind }));
    kinds.set(table, found);
    return found;
  };
  for (const one of tables) yield useOf(one, () => tables.filter((other) => other !== one).flatMap(kindsIn));
}

/** What is said of one table. */
interface TableOperations {
  readonly table: string;
  readonly operations: readonly Operation[];
  readonly isNamed: boolean;
  readonly planned?: PlannedDesign;
}

function useOf(
  { table, operations, isNamed, planned }: TableOperations,
  elsewhere?: () => readonly KindOf[],
): TableUse {
  return tableUseOf(table, operations, isNamed, planned, elsewhere);
}

/** What a program's tests ask for says nothing of what the program needs; of tests alone there is nothing else to tell. */
function withoutTests(operations: readonly Operation[]): readonly Operation[] {
  const own = operations.filter((one) => !isInTest(one));
  return own.length === 0 ? operations : own;
}

function isInTest({ file }: Operation): boolean {
  return /(?:\.(?:test|spec)\.[cm]?[jt]sx?$|[\\/]__(?:tests|mocks)__[\\/])/.test(file);
}

/** Operations by table, in the order of their names. */
function tablesOf(
  operations: readonly Operation[],
  nameOf: (file: string) => string,
): readonly (readonly [name: string, operations: readonly Operation[]])[] {
  const all = operations.flatMap(inEachTable);
  const bySetting = tablesBySetting(all);
  return groupsOf(
    all.map((one) => namedBySetting(one, bySetting)),
    designIdentity,
  )
    .map(([, all]) => [nameFor(all, nameOf), all] as const)
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

/** Where one place has a name in case a setting is not made, others that take the setting alone are on that table, too. */
function namedBySetting(operation: Operation, bySetting: ReadonlyMap<string, string>): Operation {
  const key = operation.table === undefined ? settingKey(operation) : undefined;
  const table = key === undefined ? undefined : bySetting.get(key);
  return table === undefined ? operation : { ...operation, table };
}

/** What goes through clients is on each of their tables, as is a read of a function that callers give a table; a write is told where they call. */
function inEachTable(operation: Operation): readonly Operation[] {
  const { kind, table, tableKey: givenAs, givenTables } = operation;
  const isToldByCallers = kind === 'write' && givenAs !== undefined;
  if (isToldByCallers || table !== undefined || givenTables === undefined) return [operation];
  return givenTables.map((one) => ({ ...operation, table: one }));
}

/** Equal for operations on one table: by its name, or by what the client of a table that others give is called where. */
export function tableIdentity(operation: Operation): string {
  const { table, tableKey: givenAs, file, receiver } = operation;
  return table === undefined ? `\n${givenAs ?? `${file}\n${receiver.text}`}` : tableKey(table);
}

/**
 * The same where operations are only told together: those on tables that one setting of the environment names are on one, in one file
 * where all settings are called like that, and those on one client of a module are.
 */
function designIdentity(operation: Operation): string {
  const { table, tableKey: givenAs, clientKey, file, receiver } = operation;
  if (table !== undefined || givenAs !== undefined) return tableIdentity(operation);
  const setting = settingKey(operation);
  if (setting !== undefined) return `\nsetting ${setting}`;
  return clientKey === undefined ? `\n${file}\n${unbroken(receiver.text)}` : `\nclient ${clientKey}`;
}

function nameFor(operations: readonly Operation[], nameOf: (file: string) => string): string {
  const [first] = operations;
  const known = nameOfTable(operations);
  const setting = first?.tableSetting;
  if (first !== undefined && known === undefined && setting !== undefined) {
    const words = l10n.t('the table of {0}', setting);
    return isTelling(setting) ? words : l10n.t('{0} in {1}', words, nameOf(clientFile(first)));
  }
  return known ?? (first ? l10n.t('{0} in {1}', tableWords(first), nameOf(first.file)) : '');
}
