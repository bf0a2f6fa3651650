import { resolve } from 'node:path';
import { join } from 'node:path/posix';
import { CONFIG_FILE, readConfig, type TableConfig, type TableConfigs } from '../core/config/table-config.ts';
import { fromDisk } from '../lens/workspace/paths.ts';
import type { Terminal } from './command.ts';
import type { Survey } from './survey.ts';

/**
 * What the working directory and the named folders declare of tables, the latter first; of what is wrong in their files is
 * complained.
 */
export async function declaredTables(
  paths: readonly string[],
  { linesOf, nameOf }: Pick<Survey, 'linesOf' | 'nameOf'>,
  { folder, complain }: Terminal,
): Promise<TableConfigs> {
  const all = new Map<string, TableConfig>();
  const folders = new Set(['.', ...paths].map((path) => fromDisk(resolve(folder, path))));
  for (const place of folders) {
    const file = join(place, CONFIG_FILE);
    const lines = await linesOf(file);
    const { tables, problems } = readConfig(lines.text);
    for (const [name, table] of tables) all.set(name, table);
    for (const { span, message } of problems) {
      const { line, column } = lines.positionOf(span.start);
      complain(`${nameOf(file)}:${line}:${column}: ${message}\n`);
    }
  }
  return all;
}
