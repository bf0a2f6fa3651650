// Makes a release: version, public address and changelog are checked, the first two written into package.json, and the VSIX and the npm
// package made.
// usage: npm run release [-- VERSION] [-- --repository https://github.com/OWNER/NAME]
// The address may also be in the environment, as PARTITION_LENS_REPOSITORY; once given, package.json has it.
import './lib/node24.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { currentVersion, repositoryUrl } from './lib/manifest.ts';
import { root } from './lib/paths.ts';
import { refusals } from './lib/release.ts';

const { values: args, positionals } = parseArgs({
  options: { repository: { type: 'string' } },
  allowPositionals: true,
});
const [version = currentVersion] = positionals;
const repository =
  args.repository ?? process.env.PARTITION_LENS_REPOSITORY ?? repositoryUrl ?? (await askForRepository());
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

const refused = refusals({ version, current: currentVersion, repository, changelog });
for (const sentence of refused) console.error(sentence);
if (refused.length > 0) process.exit(1);

edit('package.json', (manifest) => ({ ...manifest, version, repository: { type: 'git', url: repository } }));
edit('package-lock.json', (lock) => {
  const packages = lock.packages as Record<string, object>;
  return { ...lock, version, packages: { ...packages, '': { ...packages[''], version } } };
});
for (const script of ['package.ts', 'package-npm.ts']) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', script)], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
console.log(`Commit package.json and package-lock.json, tag the commit v${version}, and publish the VSIX:`);
console.log(`npx vsce publish --packagePath partition-lens-${version}.vsix`);
console.log(
  'Push the tag: .github/workflows/publish.yml builds the npm package of it and publishes that with its provenance.',
);

/** Undefined where nobody sits at a terminal, or says nothing. */
async function askForRepository(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    'Public address of the repository (https://github.com/OWNER/NAME): ',
  );
  terminal.close();
  return answer.trim() || undefined;
}

function edit(name: string, change: (value: Readonly<Record<string, unknown>>) => object): void {
  const path = join(root, name);
  const value = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  writeFileSync(path, `${JSON.stringify(change(value), undefined, 2)}\n`);
}
