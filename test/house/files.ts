import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const notOurs = new Set(['node_modules', 'dist', '.cache', '.git', 'package-lock.json']);

/** A text file of the repository: its path from the root with `/` between folders, and what it says. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every file under these folders of the root (the root itself as '') whose path passes. */
export function readFiles(folders: readonly string[], wanted: (path: string) => boolean): SourceFile[] {
  return folders
    .flatMap((folder) => walk(folder))
    .filter(wanted)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** TypeScript that is part of the program, not text that tests analyse. */
export function isModule(path: string): boolean {
  return path.endsWith('.ts') && !path.includes('/fixtures/');
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (notOurs.has(entry.name)) return [];
    return entry.isDirectory() ? walk(path) : [path];
  });
}
