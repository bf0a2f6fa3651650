// Makes partition-lens-<version>.tgz: the command line and the API as an npm package, without any of VS Code's parts.
// usage: npm run package:npm
import './lib/node24.ts';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { npmBundles, writeBundle } from './lib/bundles.ts';
import { tarballPath } from './lib/manifest.ts';
import { writeNotices } from './lib/notices.ts';
import { npmManifest, type SourceManifest } from './lib/npm-manifest.ts';
import { copyPages } from './lib/pages.ts';
import { npmPackaging as folder, root } from './lib/paths.ts';

const megabyte = 1_000_000;
const limit = 2.5 * megabyte;
const dist = join(folder, 'dist');

rmSync(folder, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const metafiles = await Promise.all(npmBundles.map((bundle) => writeBundle(bundle, dist, true)));
if (!writeNotices(metafiles, dist)) process.exit(1);
copyPages(dist);
for (const name of ['analyze', 'types']) writeFileSync(join(dist, `${name}.d.ts`), declarationsOf(name));
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
cpSync(join(root, 'docs/npm.md'), join(folder, 'README.md'));
cpSync(join(root, 'schemas'), join(folder, 'schemas'), { recursive: true });
const manifest = npmManifest(JSON.parse(read('package.json')) as SourceManifest);
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);

// through a shell: npm is a batch file on Windows
const { status } = spawnSync(`npm pack --silent --ignore-scripts --pack-destination "${root}"`, {
  cwd: folder,
  shell: true,
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (status !== 0) process.exit(1);

const { size } = statSync(tarballPath);
console.log(`${basename(tarballPath)}: ${(size / megabyte).toFixed(2)} MB`);
if (size > limit) {
  console.error(`The npm package is larger than ${limit / megabyte} MB.`);
  process.exit(1);
}

/** The types of a file of the API, as its file beside them has the rest. */
function declarationsOf(name: string): string {
  const { outputText } = ts.transpileDeclaration(read(`src/api/${name}.ts`), {
    fileName: `${name}.ts`,
    compilerOptions: { stripInternal: true },
  });
  return outputText.replaceAll("'./types.ts'", "'./types.js'");
}

function read(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}
