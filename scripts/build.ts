// Builds dist/: the bundles of the extension, the language server and the command line, the rules' pages, the notices of the
// packages that are in the bundles, and the README as the extension's page in VS Code can show it.
// usage: npm run build [-- --production] [-- --out FOLDER]
import './lib/node24.ts';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundles, hostSuites, writeBundle } from './lib/bundles.ts';
import { repositoryUrl } from './lib/manifest.ts';
import { writeNotices } from './lib/notices.ts';
import { pageReadme } from './lib/page-readme.ts';
import { copyPages } from './lib/pages.ts';
import { root } from './lib/paths.ts';

const { values: args } = parseArgs({
  options: { production: { type: 'boolean', default: false }, out: { type: 'string', default: 'dist' } },
});
const out = resolve(root, args.out);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
if (!writeNotices(await writeBundles(), out)) process.exit(1);
copyPages(out);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
writeFileSync(join(out, 'README.md'), repositoryUrl === undefined ? pageReadme(readme, drawingOf) : readme);
console.log(`built ${bundles.length} bundles into ${relative(root, out) || out}`);

/** An image of the README in text, which stands beside it. */
function drawingOf(image: string): string {
  return readFileSync(join(root, image.replace(/\.webp$/, '.md')), 'utf8');
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
