import assert from 'node:assert/strict';
import type { BuildResult, PluginBuild } from 'esbuild';
import { reporting } from '../scripts/lib/bundles.ts';

/** What is said of builds that begin (`+`) and end (`-`, or `!` with an error), a tenth of a second apart. */
async function said(steps: string): Promise<readonly string[]> {
  const lines: string[] = [];
  let now = 0;
  const starts: Parameters<PluginBuild['onStart']>[0][] = [];
  const ends: Parameters<PluginBuild['onEnd']>[0][] = [];
  const plugin = reporting(
    (line) => lines.push(line),
    () => now,
  );
  const build: Pick<PluginBuild, 'onStart' | 'onEnd'> = {
    onStart: (callback) => void starts.push(callback),
    onEnd: (callback) => void ends.push(callback),
  };
  await Promise.resolve(plugin.setup(build as PluginBuild));
  for (const step of steps) {
    const errors = step === '!' ? [{ text: 'wrong' }] : [];
    if (step === '+') await starts[0]?.();
    else await ends[0]?.({ errors } as BuildResult);
    now += 100;
  }
  return lines;
}

describe('npm run watch', () => {
  it('says of builds that run side by side when the first begins and the last ends', async () => {
    assert.deepEqual(await said('++--'), ['watch: building', 'watch: built after 300 ms']);
    assert.deepEqual(await said('+-+-'), [
      'watch: building',
      'watch: built after 100 ms',
      'watch: building',
      'watch: built after 100 ms',
    ]);
  });

  it('says that they failed where one did, and forgets it after', async () => {
    assert.deepEqual(await said('++!-+-'), [
      'watch: building',
      'watch: failed after 300 ms',
      'watch: building',
      'watch: built after 100 ms',
    ]);
  });
});
