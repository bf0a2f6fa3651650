import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};

/** Where `npm run package` puts the packaged extension. */
export const vsixPath = join(root, `${name}-${version}.vsix`);
