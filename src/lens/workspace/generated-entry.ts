import { basename, dirname, join, relative } from 'node:path/posix';
import { isWithin } from './paths.ts';

/** A file that a build makes, and what stands in it. */
export interface GeneratedEntry {
  readonly file: string;
  readonly text: string;
}

const ENTRY = '/src/index.ts';

/** Whether one of the files that were looked for in vain may be the entry of a package. */
export function mayBeGenerated(candidates: readonly string[]): boolean {
  return candidates.some((each) => each.endsWith(ENTRY));
}

/**
 * The entry of a package of the workspace that is not there because a build generates it, as barrel generators do: it gives on,
 * under their names, the modules of `src` that are called as what they export. `candidates` are the files that were looked for in
 * vain, `files` those of the workspace; undefined where no package has such an entry.
 */
export function generatedEntry(
  candidates: readonly string[],
  files: Iterable<string>,
  isKnown: (config: string) => boolean,
): GeneratedEntry | undefined {
  const file = candidates.find(
    (each) => each.endsWith(ENTRY) && isKnown(`${dirname(dirname(each))}/package.json`),
  );
  if (file === undefined) return undefined;
  const folder = dirname(file);
  const lines = new Map<string, string>();
  for (const each of files) {
    const [name, ...endings] = basename(each).split('.');
    // of `a.test.ts` and `a.d.ts` nothing is given on
    if (name === undefined || endings.length !== 1 || !isWithin(folder, each)) continue;
    if (!/^[A-Za-z_$][\w$]*$/.test(name) || name === 'index' || lines.has(name)) continue;
    lines.set(name, `export { ${name} } from './${join(relative(folder, dirname(each)), name)}';`);
  }
  return lines.size === 0 ? undefined : { file, text: [...lines.values()].join('\n') };
}
