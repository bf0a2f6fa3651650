import { join, relative } from 'node:path/posix';
import { type FolderLevels, levelsAt } from '../core/config/folder-levels.ts';
import type { Level } from '../core/config/settings.ts';
import { CONFIG_FILE, readConfig, type TableConfig, type TableConfigs } from '../core/config/table-config.ts';
import { excluderOf } from '../lens/workspace/exclude.ts';
import { isWithin } from '../lens/workspace/paths.ts';
import { rules } from '../lens/rules/registry.ts';
import type { Output } from './command.ts';
import { placesOf } from './named-paths.ts';
import type { Survey } from './survey.ts';

const RULES: ReadonlySet<string> = new Set(rules.map(({ id }) => id));

/** What is declared in the folders that a command looks at. */
export interface Declared {
  readonly tables: TableConfigs;
  /** Whether the findings of a file are left out. */
  readonly excludes: (file: string) => boolean;
  /** How loud rules are in a file, as far as that is declared. */
  readonly levelsOf: (file: string) => ReadonlyMap<string, Level>;
  /** Whether something in the files, or one of them, can't be used; a name that isn't known is no such thing. */
  readonly isBroken: boolean;
}

/**
 * What the working directory and the named folders declare, the latter first; of what is wrong in their files is
 * complained. A file that is named itself is never left out.
 */
export async function declaredIn(
  paths: readonly string[],
  { workspace, linesOf, nameOf }: Pick<Survey, 'workspace' | 'linesOf' | 'nameOf'>,
  { folder, complain }: Pick<Output, 'folder' | 'complain'>,
): Promise<Declared> {
  const all = new Map<string, TableConfig>();
  const excluders: ((file: string) => boolean)[] = [];
  const levels: { readonly place: string; readonly levels: readonly FolderLevels[] }[] = [];
  const places = placesOf(paths, folder);
  let isBroken = false;
  for (const place of places) {
    const file = join(place, CONFIG_FILE);
    const lines = await linesOf(file);
    // why, has been complained of
    const reading = await workspace.read(file);
    isBroken ||= reading.kind === 'unread' && reading.why.kind !== 'missing';
    const { tables, exclude, levels: own, problems } = readConfig(lines.text, RULES);
    for (const [name, table] of tables) all.set(name, table);
    excluders.push(excluderOf(place, exclude));
    levels.push({ place, levels: own });
    for (const { span, message, isHarmless } of problems) {
      isBroken ||= isHarmless !== true;
      const { line, column } = lines.positionOf(span.start);
      complain(`${nameOf(file)}:${line}:${column}: ${message}`);
    }
  }
  // the outermost first
  const around = (file: string): typeof levels =>
    levels.filter(({ place }) => isWithin(place, file)).sort((a, b) => a.place.length - b.place.length);
  return {
    isBroken,
    tables: all,
    excludes: (file) => !places.includes(file) && excluders.some((excludes) => excludes(file)),
    levelsOf: (file) =>
      new Map(around(file).flatMap((each) => [...levelsAt(each.levels, relative(each.place, file))])),
  };
}
