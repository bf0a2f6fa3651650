import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What scripts and tests may throw away: git ignores it. */
export const cache = join(root, '.cache');

/** Where `npm run package` packages: a copy of the sources, which stays there. */
export const packaging = join(cache, 'package');

/** Where `npm run package:npm` puts together the npm package, which stays there. */
export const npmPackaging = join(cache, 'npm');
