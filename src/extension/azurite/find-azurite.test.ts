import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findAzurite } from './find-azurite.ts';
import type { Program } from './find-azurite.ts';

const NAME = 'azurite-table';
/** As npm, and pnpm, write them. */
const SHIMS = [
  String.raw`endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\..\azurite\dist\src\table\main.js" %*`,
  String.raw`@IF EXIST "%~dp0\node.exe" ( "%~dp0\node.exe"  "%~dp0\..\azurite\dist\src\table\main.js" %* )`,
];

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

  const find = async (trusted: boolean, ...path: string[]): Promise<string | undefined> =>
    (await look('linux', trusted, ...path))?.file;
  const look = (
    platform: NodeJS.Platform,
    trusted: boolean,
    ...path: string[]
  ): Promise<Program | undefined> =>
    findAzurite({ folders: [folder], trusted, path: path.join(delimiter), platform });

  it('takes the one of a trusted workspace first', async () => {
    assert.equal(await find(true, elsewhere), join(local, NAME));
  });

  it('takes nothing of an untrusted workspace, also not by way of the PATH', async () => {
    assert.equal(await find(false, local, elsewhere), join(elsewhere, NAME));
    assert.equal(await find(false, local), undefined);
    const dotted = join(folder, '..bin');
    await mkdir(dotted);
    await writeFile(join(dotted, NAME), '', { mode: 0o755 });
    assert.equal(await find(false, dotted), undefined);
  });

  it('takes nothing that a link leads to in an untrusted workspace, nor where a link leads to all of it', async () => {
    const [linked, root, program] = ['linked', 'root', 'program'].map((name) => join(home, name));
    assert.ok(linked && root && program);
    await symlink(local, linked, 'junction');
    await symlink(folder, root, 'junction');
    await mkdir(program);
    await symlink(join(local, NAME), join(program, NAME));
    for (const place of [linked, join(root, 'node_modules', '.bin'), program]) {
      assert.equal(await find(false, place), undefined, place);
      assert.equal(await find(false, place, elsewhere), join(elsewhere, NAME));
    }
    const opened = { folders: [root], trusted: false, path: local, platform: 'linux' } as const;
    assert.equal(await findAzurite(opened), undefined);
    await writeFile(join(local, `${NAME}.cmd`), SHIMS.join('\n'), { mode: 0o755 });
    for (const place of [local, elsewhere]) await writeFile(join(place, 'node.exe'), '', { mode: 0o755 });
    assert.equal(await look('win32', false, linked, elsewhere), undefined);
    await Promise.all(
      [join(local, `${NAME}.cmd`), join(local, 'node.exe'), join(elsewhere, 'node.exe')].map((file) =>
        rm(file),
      ),
    );
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

  for (const shim of SHIMS) {
    it(`runs on Windows what the .cmd would run: ${shim.slice(0, 20)}…`, async () => {
      const file = join(local, `${NAME}.cmd`);
      const node = join(elsewhere, 'node.exe');
      await writeFile(file, shim, { mode: 0o755 });
      assert.equal(await look('win32', true, elsewhere), undefined, 'there is no Node yet');
      await writeFile(node, '', { mode: 0o755 });
      const script = join(folder, 'node_modules/azurite/dist/src/table/main.js');
      assert.deepEqual(await look('win32', true, elsewhere), { name: file, file: node, args: [script] });
      const beside = join(local, 'node.exe');
      await writeFile(beside, '', { mode: 0o755 });
      assert.equal((await look('win32', true, elsewhere))?.file, beside);
      await Promise.all([rm(node), rm(beside)]);
    });
  }
});
