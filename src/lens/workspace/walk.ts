import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path/posix';
import type { IgnoreRules } from './ignore-rules.ts';
import { isConfig, isForeignFolder, isSource, PROJECT_FILES, toDisk } from './paths.ts';

/**
 * The sources and configuration files below a folder in the order of their names, without installed packages, build output,
 * dot folders and what git ignores. Links are not followed, so there are no circles. A folder that cannot be
 * read counts as empty, and is told.
 */
export async function* filesBelow(
  folder: string,
  rules: IgnoreRules,
  onUnread?: (folder: string) => void,
): AsyncGenerator<string> {
  const entries = await readdir(toDisk(folder), { withFileTypes: true }).catch((): Dirent[] => {
    onUnread?.(folder);
    return [];
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const project = entries.some((entry) => entry.isFile() && PROJECT_FILES.has(entry.name));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (isForeignFolder(entry.name, project) || (await rules.ignoresEntry(path, true))) continue;
      yield* filesBelow(path, rules, onUnread);
    } else if (entry.isFile() && (isSource(entry.name) || isConfig(entry.name))) {
      if (!(await rules.ignoresEntry(path, false))) yield path;
    }
  }
}
