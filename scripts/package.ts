// Makes partition-lens-<version>.vsix as a plain "vsce package" does, in a copy of the sources: dist/ stays the build of tests.
// usage: npm run package
import './lib/node24.ts';
import './lib/tools-path.ts';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { vsixPath } from './lib/manifest.ts';
import { packaging } from './lib/paths.ts';
import { stageSources } from './lib/stage.ts';

const megabyte = 1_000_000;
const limit = 4 * megabyte;

stageSources(packaging);
// through a shell: vsce is a batch file on Windows; it has no terminal to ask at, so that what it would ask about is a failure
const { status } = spawnSync(`vsce package --out "${vsixPath}"`, {
  cwd: packaging,
  shell: true,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (status !== 0) process.exit(1);

const { size } = statSync(vsixPath);
console.log(`${basename(vsixPath)}: ${(size / megabyte).toFixed(2)} MB`);
if (size > limit) {
  console.error(`The VSIX is larger than ${limit / megabyte} MB.`);
  process.exit(1);
}
