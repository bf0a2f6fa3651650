import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

/** Copies the pages of rules and patterns, which are read at run time by their ids, beside the bundles in the folder `out`. */
export function copyPages(out: string): void {
  const pages = join(out, 'pages');
  mkdirSync(pages, { recursive: true });
  for (const kind of ['src/lens/rules', 'src/lens/patterns']) {
    const folder = join(root, kind);
    if (!existsSync(folder)) continue;
    for (const id of readdirSync(folder)) {
      const page = join(folder, id, 'page.md');
      if (existsSync(page)) cpSync(page, join(pages, `${id}.md`));
    }
  }
}
