import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifestText = read('package.json');
const manifest = JSON.parse(manifestText) as {
  engines: { vscode: string };
};

describe('the manifest', () => {
  it('has a text for every key, and a key for every text', () => {
    const used = [...manifestText.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key);
    const texts = Object.keys(JSON.parse(read('package.nls.json')) as object);
    assert.deepEqual([...new Set(used)].sort(), texts.sort());
  });

  it('names files that exist', () => {
    const named = [...manifestText.matchAll(/"(?:\.\/)?((?:media|syntaxes|l10n|snippets)\/[\w./-]+)"/g)];
    assert.ok(named.length > 0);
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
    assert.deepEqual(missing, []);
  });

  it('pins the API that it compiles against to the oldest VS Code it allows', () => {
    const types = JSON.parse(read('node_modules/@types/vscode/package.json')) as { version: string };
    assert.equal(manifest.engines.vscode, `^${types.version}`);
  });
});

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
