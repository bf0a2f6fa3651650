import { resolve } from 'node:path';
import { join } from 'node:path/posix';
import { CONFIG_FILE, readConfig, type TableConfig, type TableConfigs } from '../core/config/table-config.ts';
import { excluderOf } from '../lens/workspace/exclude.ts';
import { fromDisk } from '../lens/workspace/paths.ts';
import type { Output } from './command.ts';
import type { Survey } from './survey.ts';

/** What is declared in the folders that a command looks at. */
export interface Declared {
  readonly tables: TableConfigs;
  /** Whether the findings of a file are left out. */
  readonly excludes: (file: string) => boolean;
}

/**
 * What the working directory and the named folders declare, the latter first; of what is wrong in their files is
 * complained. A file that is named itself is never left out.
 */
export async function declaredIn(
  paths: readonly string[],
  { linesOf, nameOf }: Pick<Survey, 'linesOf' | 'nameOf'>,
  { folder, complain }: Pick<Output, 'folder' | 'complain'>,
): Promise<Declared> {
  const all = new Map<string, TableConfig>();
  const excluders: ((file: string) => boolean)[] = [];
  const places = new Set(['.', ...paths].map((path) => fromDisk(resolve(folder, path))));
  for (const place of places) {
    const file = join(place, CONFIG_FILE);
    const lines = await linesOf(file);
    const { tables, exclude, problems } = readConfig(lines.text);
    for (const [name, table] of tables) all.set(name, table);
    excluders.push(excluderOf(place, exclude));
    for (const { span, message } of problems) {
      const { line, column } = lines.positionOf(span.start);
      complain(`${nameOf(file)}:${line}:${column}: ${message}`);
    }
  }
  return {
    tables: all,
    excludes: (file) => !places.has(file) && excluders.some((excludes) => excludes(file)),
  };
}
