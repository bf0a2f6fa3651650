import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findAzurite } from './find-azurite.ts';

const NAME = process.platform === 'win32' ? 'azurite-table.cmd' : 'azurite-table';

describe('looking for Azurite', () => {
  let home: string;
  let folder: string;
  let local: string;
  let elsewhere: string;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'find-azurite-'));
    folder = join(home, 'workspace');
    local = join(folder, 'node_modules', '.bin');
    elsewhere = join(home, 'bin');
    for (const place of [local, elsewhere]) {
      await mkdir(place, { recursive: true });
      await writeFile(join(place, NAME), '', { mode: 0o755 });
    }
  });
  after(() => rm(home, { recursive: true }));

  const find = (trusted: boolean, ...path: string[]): Promise<string | undefined> =>
    findAzurite({ folders: [folder], trusted, path: path.join(delimiter), platform: process.platform });

  it('takes the one of a trusted workspace first', async () => {
    assert.equal(await find(true, elsewhere), join(local, NAME));
  });

  it('takes nothing of an untrusted workspace, also not by way of the PATH', async () => {
    assert.equal(await find(false, local, elsewhere), join(elsewhere, NAME));
    assert.equal(await find(false, local), undefined);
  });

  it('takes no relative entry of the PATH', async () => {
    const before = process.cwd();
    process.chdir(elsewhere);
    try {
      assert.equal(await find(false, '.', ''), undefined);
    } finally {
      process.chdir(before);
    }
  });
});
