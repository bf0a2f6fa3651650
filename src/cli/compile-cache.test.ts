import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cacheFolder, isOurs } from './compile-cache.ts';

const surroundings = { platform: 'linux', env: {}, home: '/home/user', folder: '/projects/shop' } as const;

describe('the folder that compiled code is kept in', () => {
  it('is one of the user’s caches', () => {
    assert.equal(cacheFolder(surroundings), resolve('/home/user/.cache/partition-lens'));
    assert.equal(
      cacheFolder({ ...surroundings, env: { XDG_CACHE_HOME: '/caches' } }),
      resolve('/caches/partition-lens'),
    );
    assert.equal(
      cacheFolder({ ...surroundings, platform: 'darwin' }),
      resolve('/home/user/Library/Caches/partition-lens'),
    );
    assert.equal(
      cacheFolder({ ...surroundings, platform: 'win32', env: { LOCALAPPDATA: '/local' } }),
      resolve('/local/partition-lens'),
    );
  });

  it('is never in the folder that the command is run in', () => {
    assert.equal(cacheFolder({ ...surroundings, folder: '/home/user' }), undefined);
    assert.equal(cacheFolder({ ...surroundings, folder: '/home/user/.cache/partition-lens' }), undefined);
    assert.notEqual(cacheFolder({ ...surroundings, folder: '/home/user/.cache/other' }), undefined);
  });

  it('is none where Node’s own variables say so, or nothing says where caches are', () => {
    assert.equal(cacheFolder({ ...surroundings, env: { NODE_DISABLE_COMPILE_CACHE: '1' } }), undefined);
    assert.equal(cacheFolder({ ...surroundings, env: { NODE_COMPILE_CACHE: '/elsewhere' } }), undefined);
    assert.equal(cacheFolder({ ...surroundings, platform: 'win32' }), undefined);
    assert.equal(cacheFolder({ ...surroundings, home: '' }), undefined);
  });
});

describe('compiled code', () => {
  const isPosix = process.platform !== 'win32';
  let folder = '';
  let caches = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'partition-lens-cache-'));
    caches = join(folder, 'caches');
    mkdirSync(join(folder, 'work'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Loads a module after keepCompiled() in a process of its own; gives what that has printed. */
  const load = (env: Readonly<Record<string, string>> = {}): string =>
    execFileSync(
      process.execPath,
      [
        ...['--disable-warning=ExperimentalWarning', '--input-type=module', '-e'],
        `const { keepCompiled } = await import(process.argv[1]);
         keepCompiled();
         console.log((await import('node:module')).default.getCompileCacheDir?.() ?? 'none');`,
        join(import.meta.dirname, 'compile-cache.ts'),
      ],
      {
        cwd: join(folder, 'work'),
        encoding: 'utf8',
        env: {
          ...process.env,
          ...{ HOME: folder, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches },
          // tests keep theirs elsewhere
          NODE_COMPILE_CACHE: '',
          ...env,
        },
      },
    ).trim();

  it('is kept where nobody else can write', () => {
    const kept = load();
    assert.ok(kept.includes('partition-lens'), kept);
    assert.deepEqual(readdirSync(join(folder, 'work')), []);
    assert.equal(load({ NODE_DISABLE_COMPILE_CACHE: '1' }), 'none');
  });

  it('is not kept where others can, nor where a link leads', () => {
    const cache = join(caches, 'partition-lens');
    mkdirSync(cache, { recursive: true });
    assert.ok(isOurs(cache) || isPosix);
    if (isPosix) {
      chmodSync(cache, 0o777);
      assert.equal(load(), 'none');
    }
    rmSync(cache, { recursive: true });
    mkdirSync(join(folder, 'other'), { mode: 0o700 });
    symlinkSync(join(folder, 'other'), cache, 'junction');
    assert.equal(load(), 'none');
    assert.deepEqual(readdirSync(join(folder, 'other')), []);
  });

  it('is not kept, and nobody told, where the folder cannot be made', () => {
    assert.equal(load({ XDG_CACHE_HOME: process.execPath, LOCALAPPDATA: process.execPath }), 'none');
    assert.ok(!existsSync(caches));
  });
});
