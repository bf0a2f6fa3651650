import { posix } from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './files.ts';

/**
 * Files that import each other, directly or through others, types included: the sorted paths of each circle. A circle of
 * types alone costs nothing when the program runs, but neither file can be read, moved or tested without the other.
 */
export function circles(files: readonly SourceFile[]): string[][] {
  const known = new Set(files.map(({ path }) => path));
  const targets = new Map(
    files.map((file) => [file.path, importsOf(file).filter((path) => known.has(path))]),
  );
  const reach = new Map([...known].map((path) => [path, reachedFrom(path, targets)]));
  const inCircle = [...known].filter((path) => reach.get(path)?.has(path) === true).sort();
  const found = new Map<string, string[]>();
  for (const path of inCircle) {
    const members = inCircle.filter(
      (other) => reach.get(path)?.has(other) === true && reach.get(other)?.has(path) === true,
    );
    found.set(members.join(' '), members);
  }
  return [...found.values()];
}

function importsOf({ path, text }: SourceFile): string[] {
  return ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(path), fileName));
}

/** Everything that a file imports and what that imports; the file itself only if it comes back to it. */
function reachedFrom(path: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(targets.get(path) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...(targets.get(next) ?? []));
  }
  return reached;
}
