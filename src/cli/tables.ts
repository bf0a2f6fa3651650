import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Operation } from '../lens/model/operation.ts';
import { isSure, nameOfTable, tableKey } from '../lens/model/tables.ts';
import type { Command } from './command.ts';
import { declaredOf } from '../core/config/table-config.ts';
import { declaredIn } from './declared-tables.ts';
import { finish } from './finish.ts';
import { formatOf } from './format.ts';
import type { Lines } from './lines.ts';
import { survey } from './survey.ts';
import { groupsOf, type KeyData, type Site, tableData, type TableData } from './table-data.ts';

/** `partition-lens tables [paths]`: what the code does to the keys of each table. */
export const tablesCommand: Command = {
  name: 'tables',
  summary: () => l10n.t('Shows of each table how its keys are put together, and who reads and writes it'),
  help: () => [
    l10n.t('Usage: partition-lens tables [options] [paths]'),
    '',
    l10n.t('Shows each table that the code in files and folders (default: the working directory) uses: how'),
    l10n.t('its keys are put together, what its entities have, and its operations by shape, all with sites.'),
    l10n.t('A key such as empid_{id:6} is constant text and, in braces, values: a name, or the kind of'),
    l10n.t('value, and behind a colon the digits of a number, the format of a time, or an encoding.'),
    l10n.t('Operations whose table is not known are left out, and so are those that may be something else.'),
    '',
    l10n.t(
      'How .partitionlens.json, of the working directory or a named folder, declares keys is shown too.',
    ),
    '',
    l10n.t('  --format json   prints an array of { table, partitionKey, rowKey, declared?, partial,'),
    l10n.t('                  entityTypes, operations }'),
    '',
    l10n.t('  partitionKey    an array of { pattern, example?, sites }, as rowKey is; a site is'),
    l10n.t('                  { file, line, column, method, how }, where how is written (it makes an'),
    l10n.t('                  entity), asked (it names one) or bound (one end of a range)'),
    l10n.t('  declared        { partitionKey, rowKey }: arrays of texts, in braces names and key codecs'),
    l10n.t('  partial         true where some write makes entities whose keys are not seen'),
    l10n.t('  entityTypes     an array of { rowKey, properties, sites }: entities by how RowKey is made'),
    l10n.t('  operations      an object: arrays of { file, line, column, method } by the shape of the read,'),
    l10n.t('                  or by the method of the write'),
    '',
    l10n.t('Exit codes: 0 done, 2 it could not run, a file or folder that you named was not read, or the'),
    l10n.t('result could not be written. What was found below a folder and not read is told on standard'),
    l10n.t('error and counted in the last line.'),
  ],
  run: async (args, output) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { format: { type: 'string', default: 'text' } },
    });
    const format = formatOf(values.format);
    const found = await survey(positionals, [], output);
    const { tables: declared } = await declaredIn(positionals, found, output);
    const operations: Operation[] = [];
    const lines = new Map<string, Lines>();
    for await (const { analysis } of found.files()) {
      for (const operation of analysis.operations.filter(isSure)) operations.push(operation);
      lines.set(analysis.file, await found.linesOf(analysis.file));
    }
    const tables = byTable(operations).map(([name, all]) =>
      tableData(name, all, declaredOf(declared, name), ({ file, span }) => ({
        file: found.nameOf(file),
        ...(lines.get(file)?.positionOf(span.start) ?? { line: 1, column: 1 }),
      })),
    );
    return finish(output, format, { data: tables, lines: asText(tables) }, found.leftOut());
  },
};

function byTable(operations: readonly Operation[]): readonly (readonly [string, readonly Operation[]])[] {
  const known = operations.filter(({ table }) => table !== undefined);
  return groupsOf(known, ({ table = '' }) => tableKey(table))
    .map(([name, all]) => [nameOfTable(all) ?? name, all] as const)
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
}

function asText(tables: readonly TableData[]): string[] {
  if (tables.length === 0) return [l10n.t('No table is known by name.')];
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
    ...(partial ? [`  ${l10n.t('Some writes make entities whose keys are not seen.')}`] : []),
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
    const uses = l10n.t('written {0}, asked for {1}', count('written'), count('asked') + count('bound'));
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
