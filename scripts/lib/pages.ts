import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

/** Copies what is read at run time beside the bundles in the folder `out`: pages of rules and patterns, by id, and "For assistants". */
export function copyPages(out: string): void {
  cpSync(join(root, 'docs/assistants.md'), join(out, 'assistants.md'));
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
