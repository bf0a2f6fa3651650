// Builds dist/, then builds each bundle again whenever one of its sources changes, until Ctrl+C.
// usage: npm run watch
import './lib/node24.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundles, watchBundles } from './lib/bundles.ts';
import { root } from './lib/paths.ts';

const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
const ours = bundles.filter(({ entry }) => entry.startsWith('src/'));
await watchBundles(ours, join(root, 'dist'), (line) => {
  console.log(line);
});
