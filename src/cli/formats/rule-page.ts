import { join } from 'node:path';
import { readText } from '../../lens/workspace/disk.ts';
import { fromDisk } from '../../lens/workspace/paths.ts';

/** Where the pages of the rules are: beside the bundle, or in the sources. */
const PLACES: readonly ((id: string) => string)[] = [
  (id) => join(import.meta.dirname, 'pages', `${id}.md`),
  (id) => join(import.meta.dirname, '../../lens/rules', id, 'page.md'),
];

/** The page of a rule that there is, in Markdown; undefined where the pages were not installed. */
export async function rulePage(id: string): Promise<string | undefined> {
  for (const place of PLACES) {
    const reading = await readText(fromDisk(place(id)));
    if (reading.kind === 'text') return reading.text;
  }
  return undefined;
}
