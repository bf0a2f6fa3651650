import assert from 'node:assert/strict';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { packagedChromium } from './vscode-host/packaged-chromium.ts';

describe('the headless shell of a package', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'packaged-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const find = (): Promise<string | undefined> => packagedChromium(folder, join(folder, 'cache'));

  it('is none where the package, or a file of it, is missing: another browser is tried', async () => {
    assert.equal(await find(), undefined);
    writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }');
    assert.equal(await find(), undefined);
  });

  it('is unpacked once', async () => {
    if (process.platform !== 'linux') return;
    writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }');
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/chromium.br'), brotliCompressSync('a shell'));
    const path = (await find()) ?? '';
    assert.equal(path, join(folder, 'cache/1.2.3'));
    assert.equal(readFileSync(path, 'utf8'), 'a shell');
    accessSync(path, constants.X_OK);
    rmSync(join(folder, 'bin'), { recursive: true });
    assert.equal(await find(), path);
  });
});
