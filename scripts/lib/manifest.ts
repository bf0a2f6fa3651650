import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

const { name, version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly version: string;
  readonly repository?: { readonly url: string };
};

/** The version that package.json has. */
export const currentVersion = version;

/** Where `npm run package` puts the packaged extension. */
export const vsixPath = join(root, `${name}-${version}.vsix`);

/** Where `npm run package:npm` puts the npm package. */
export const tarballPath = join(root, `${name}-${version}.tgz`);

/** The public address of the repository; undefined until whoever publishes has set it, through `npm run release`. */
export const repositoryUrl = repository?.url;
