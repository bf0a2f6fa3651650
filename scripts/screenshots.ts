// Takes the pictures that the README shows, from the running product.
// usage: npm run screenshots
import './lib/node24.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.ts';
import { runSteps } from './lib/steps.ts';

process.env.PARTITION_LENS_PICTURES = join(root, 'media/screenshots');
mkdirSync(process.env.PARTITION_LENS_PICTURES, { recursive: true });
await runSteps(
  [
    { name: 'package', command: 'node scripts/package.ts' },
    {
      name: 'pictures',
      command: 'mocha --timeout 90000 test/journeys/readme.journey.ts',
      after: ['package'],
    },
  ],
  1,
  ({ ok, output }) => {
    if (!ok) {
      console.error(output);
      process.exitCode = 1;
    }
  },
);
