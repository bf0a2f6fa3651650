import * as l10n from '@vscode/l10n';
import type { Operation } from '../lens/model/operations/operation.ts';
import { nameOfTable, tableKey } from '../lens/model/tables/tables.ts';
import type { Command } from './command.ts';
import { declaredOf } from '../core/config/table-config.ts';
import { groupsOf } from '../core/text/groups.ts';
import { declaredIn } from './declared-tables.ts';
import { finish } from './finish.ts';
import { listArguments } from './format.ts';
import { survey } from './survey.ts';
import { exitCodesOfLists } from './exit-codes.ts';
import { operationsIn } from './surveyed-operations.ts';
import { type KeyData, type Site, tableData, type TableData } from './table-data.ts';

/** `partition-lens tables [paths]`: what the code does to the keys of each table. */
export const tablesCommand: Command = {
  name: 'tables',
  summary: () => l10n.t("Shows how each table's keys are built, and where it is read and written"),
  help: () => [
    l10n.t('Usage: partition-lens tables [options] [paths]'),
    '',
    l10n.t(
      'Shows each table that the code in files and folders (default: the working directory) uses: how its',
    ),
    l10n.t('keys are built, what its entities contain, and its operations by shape, with their places.'),
    l10n.t('A key such as empid_{id:6} is constant text with values in braces: a name or the kind of value,'),
    l10n.t('then a colon and the digits of a number, the format of a time, or an encoding.'),
    l10n.t('Operations are left out if their table is unknown or if they might be something else.'),
    '',
    l10n.t(
      'Also shows the keys that .partitionlens.json declares in the working directory or a named folder.',
    ),
    '',
    l10n.t('  --format json   prints an array of { table, partitionKey, rowKey, declared?, partial,'),
    l10n.t('                  entityTypes, operations }'),
    '',
    l10n.t('  partitionKey    an array of { pattern, example?, sites }, as rowKey is; a site is'),
    l10n.t('                  { file, line, column, method, how }; how is written (it creates an'),
    l10n.t('                  entity), asked (it names one), or bound (one end of a range)'),
    l10n.t(
      '  declared        { partitionKey, rowKey }: arrays of texts, with names and key codecs in braces',
    ),
    l10n.t('  partial         true if some write creates entities with unknown keys'),
    l10n.t('  entityTypes     an array of { rowKey, properties, sites }: entities by how RowKey is built'),
    l10n.t('  operations      an object: arrays of { file, line, column, method } by the shape of the read,'),
    l10n.t('                  or by the method of the write'),
    '',
    ...exitCodesOfLists(),
  ],
  run: async (args, output) => {
    const { format, paths } = listArguments(args);
    const found = await survey(paths, [], output);
    const { tables: declared, isBroken } = await declaredIn(paths, found, output);
    const { operations, positionOf } = await operationsIn(found, { asks: false });
    const tables = byTable(operations).map(([name, all]) =>
      tableData(name, all, declaredOf(declared, name), positionOf),
    );
    return finish(output, format, { data: tables, lines: asText(tables) }, { ...found.leftOut(), isBroken });
  },
};

function byTable(operations: readonly Operation[]): readonly (readonly [string, readonly Operation[]])[] {
  const known = operations.filter(({ table }) => table !== undefined);
  return groupsOf(known, ({ table = '' }) => tableKey(table))
    .map(([name, all]) => [nameOfTable(all) ?? name, all] as const)
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

function asText(tables: readonly TableData[]): string[] {
  if (tables.length === 0) return [l10n.t('No operation names its table.')];
  return tables.flatMap((table) => [...linesFor(table), '']);
}

function linesFor(data: TableData): string[] {
  const { table, partitionKey, rowKey, declared, partial, entityTypes, operations } = data;
  return [
    table,
    ...keyLines('PartitionKey', partitionKey),
    ...keyLines('RowKey', rowKey),
    ...declaredLines('PartitionKey', declared?.partitionKey ?? []),
    ...declaredLines('RowKey', declared?.rowKey ?? []),
    ...(partial ? [`  ${l10n.t('Some writes create entities with unknown keys.')}`] : []),
    ...entityTypes
      .filter(({ properties }) => properties.length > 0)
      .map((type) => `  ${l10n.t('Entity {0}: {1}', type.rowKey, type.properties.join(', '))}`),
    ...Object.entries(operations).flatMap(([kind, sites]) => [
      `  ${kind} (${sites.length})`,
      ...sites.map((site) => `    ${shownSite(site)}`),
    ]),
  ];
}

function keyLines(name: string, keys: readonly KeyData[]): string[] {
  const widest = keys.reduce((width, { pattern }) => Math.max(width, pattern.length), 0);
  return keys.map(({ pattern, example, sites }, i) => {
    const count = (how: string): number => sites.filter((site) => site.how === how).length;
    const uses = l10n.t('written {0}, queried {1}', count('written'), count('asked') + count('bound'));
    const shown =
      example === undefined || example === pattern ? uses : `${uses}; ${l10n.t('such as {0}', example)}`;
    return `  ${(i === 0 ? name : '').padEnd('PartitionKey'.length)}  ${pattern.padEnd(widest)}  ${shown}`;
  });
}

function declaredLines(name: string, keys: readonly string[]): string[] {
  return keys.map((key) => `  ${l10n.t('{0} is declared as {1}', name, key)}`);
}

function shownSite({ file, line, column, method }: Site): string {
  return `${file}:${line}:${column}  ${method}`;
}
