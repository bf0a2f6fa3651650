import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the pages of the rules are: beside the bundle, or in the sources. */
const PLACES: readonly ((id: string) => string)[] = [
  (id) => join(import.meta.dirname, 'pages', `${id}.md`),
  (id) => join(import.meta.dirname, '../../lens/rules', id, 'page.md'),
];

/** The page of a rule that there is, in Markdown; undefined where the pages were not installed. */
export async function rulePage(id: string): Promise<string | undefined> {
  for (const place of PLACES) {
    try {
      return await readFile(place(id), 'utf8');
    } catch {
      continue;
    }
  }
  return undefined;
}
