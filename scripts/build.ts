// Builds dist/: the bundles of the extension, the language server and the command line, the rules' pages, the notices of the
// packages that are in the bundles, and the README as the extension's page in VS Code can show it.
// usage: npm run build [-- --production] [-- --out FOLDER]
import './lib/node24.ts';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundles, hostSuites, writeBundle } from './lib/bundles.ts';
import { repositoryUrl } from './lib/manifest.ts';
import { bundledPackages, noticesOf } from './lib/notices.ts';
import { pageReadme } from './lib/page-readme.ts';
import { root } from './lib/paths.ts';

const { values: args } = parseArgs({
  options: { production: { type: 'boolean', default: false }, out: { type: 'string', default: 'dist' } },
});
const out = resolve(root, args.out);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
writeNotices(await writeBundles());
copyPages();
const readme = readFileSync(join(root, 'README.md'), 'utf8');
writeFileSync(join(out, 'README.md'), repositoryUrl === undefined ? pageReadme(readme, drawingOf) : readme);
console.log(`built ${bundles.length} bundles into ${relative(root, out) || out}`);

/** An image of the README in text, which stands beside it. */
function drawingOf(image: string): string {
  return readFileSync(join(root, image.replace(/\.png$/, '.md')), 'utf8');
}

async function writeBundles(): ReturnType<typeof writeShipped> {
  try {
    const [shipped] = await Promise.all([writeShipped(), args.production ? [] : writeSuites()]);
    return shipped;
  } catch {
    // esbuild has already said what and where
    process.exit(1);
  }
}

function writeShipped() {
  return Promise.all(bundles.map((bundle) => writeBundle(bundle, out, args.production)));
}

function writeSuites() {
  return Promise.all(hostSuites().map((suite) => writeBundle(suite, out, false)));
}

/** Names what others wrote; a build that may not be given away is none. */
function writeNotices(metafiles: Awaited<ReturnType<typeof writeShipped>>): void {
  const { text, refused } = noticesOf(bundledPackages(metafiles, root));
  writeFileSync(join(out, 'ThirdPartyNotices.txt'), text);
  for (const sentence of refused) console.error(sentence);
  if (refused.length > 0) process.exit(1);
}

/** Rules' pages are read at run time by the rule's id. */
function copyPages(): void {
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
