import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** The bundle lies where no package is found. */
const typescriptAsInstalled: Plugin = {
  name: 'typescript as installed',
  setup: (plugin) => {
    const path = createRequire(import.meta.url).resolve('typescript');
    plugin.onResolve({ filter: /^typescript$/ }, () => ({ path, external: true }));
  },
};

/** The command line as it ships, in one file that a Node can run; gives its path. To be called within `describe`. */
export function cliBundle(): () => string {
  let folder = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'partition-lens-cli-'));
    await build({
      entryPoints: [fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))],
      outfile: join(folder, 'cli.js'),
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      // as the build does
      mainFields: ['module', 'main'],
      define: { 'import.meta.dirname': '__dirname' },
      plugins: [typescriptAsInstalled],
      logLevel: 'silent',
    });
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  return () => join(folder, 'cli.js');
}
