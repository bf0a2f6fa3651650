// Makes partition-lens-<version>.vsix out of a production build, and checks what is inside it.
// usage: npm run package
import './lib/node24.ts';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { cache, root } from './lib/paths.ts';
import { vsixPath } from './lib/manifest.ts';
import { listZip } from './lib/zip.ts';

const megabyte = 1_000_000;
const limit = 4 * megabyte;

/** What may be inside; everything else is a mistake. */
const expected = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/package(\.nls(\.[\w-]+)?)?\.json$/,
  /^extension\/(readme|changelog)\.md$/,
  /^extension\/LICENSE\.txt$/,
  /^extension\/dist\/[a-z-]+\.js$/,
  /^extension\/dist\/pages\/[a-z0-9-]+\.md$/,
  /^extension\/l10n\/bundle\.l10n(\.[\w-]+)?\.json$/,
  /^extension\/media\/(icon\.png|partition-lens(-dark)?\.svg|grid\.css)$/,
  /^extension\/media\/walkthrough\/[a-z0-9-]+\.(md|svg|png)$/,
  /^extension\/syntaxes\/[\w.-]+\.json$/,
];

const stage = join(cache, 'package');
rmSync(stage, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
const built = spawnSync(
  process.execPath,
  [join(root, 'scripts/build.ts'), '--production', '--out', join(stage, 'dist')],
  { stdio: 'inherit' },
);
if (built.status !== 0) process.exit(1);
for (const name of readdirSync(root)) {
  if (
    /^(package(\.nls.*)?\.json|README\.md|CHANGELOG\.md|LICENSE|\.vscodeignore|l10n|media|syntaxes)$/.test(
      name,
    )
  ) {
    cpSync(join(root, name), join(stage, name), { recursive: true });
  }
}
await createVSIX({
  cwd: stage,
  packagePath: vsixPath,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});

const archive = readFileSync(vsixPath);
const entries = listZip(archive);
console.log(`${basename(vsixPath)}: ${(archive.length / megabyte).toFixed(2)} MB, ${entries.length} files`);

const strangers = entries.filter(({ name }) => !expected.some((pattern) => pattern.test(name)));
for (const { name } of strangers) console.error(`${name} does not belong in the VSIX`);
if (archive.length > limit) console.error(`The VSIX is larger than ${limit / megabyte} MB.`);
if (strangers.length > 0 || archive.length > limit) process.exit(1);
