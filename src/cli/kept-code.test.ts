import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Many functions, of which one is called: they are compiled when that is done, or taken from what was kept. */
const MAIN = `
const { twice } = require('./part.js');
const { sep } = require('node:path');
function unused() { return 'unused'; }
exports.answer = twice(21);
console.log(exports.answer, sep.length, __filename.endsWith('main.js'), require('./other.js'), require('./part.js').twice === twice);
import('./later.mjs').then(({ later }) => console.log(later));
`;

describe('code that is kept from one process to the next', () => {
  const isPosix = process.platform !== 'win32';
  let folder = '';
  let cache = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'partition-lens-kept-'));
    cache = join(folder, 'caches', 'partition-lens');
    mkdirSync(join(folder, 'work'));
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', 'main.js'), MAIN);
    writeFileSync(join(folder, 'dist', 'part.js'), 'exports.twice = (number) => 2 * number;\n');
    writeFileSync(join(folder, 'dist', 'other.js'), "module.exports = 'other';\n");
    writeFileSync(join(folder, 'dist', 'later.mjs'), "export const later = 'later';\n");
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** What a process of its own prints that loads the module, and whether it was loaded so. */
  const load = (env: Readonly<Record<string, string>> = {}, flags: readonly string[] = []): string => {
    const caches = join(folder, 'caches');
    return execFileSync(
      process.execPath,
      [
        ...flags,
        ...['--disable-warning=ExperimentalWarning', '--input-type=module', '-e'],
        `const { loadKept } = await import(process.argv[1]);
         const isLoaded = loadKept(process.argv[2], ['part.js']);
         console.log(isLoaded ? 'loaded' : 'left');`,
        join(import.meta.dirname, 'kept-code.ts'),
        join(folder, 'dist', 'main.js'),
      ],
      {
        cwd: join(folder, 'work'),
        encoding: 'utf8',
        env: {
          ...{ ...process.env, HOME: folder, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches },
          ...{ NODE_COMPILE_CACHE: '', ...env },
        },
      },
    ).trim();
  };
  const LOADED = '42 1 true other true\nloaded\nlater';
  const kept = (): readonly string[] => (existsSync(cache) ? readdirSync(cache).sort() : []);
  const contents = (): readonly string[] => kept().map((name) => readFileSync(join(cache, name), 'hex'));

  it('is that of the module and of what it requires beside it, and gives what it would give anyway', () => {
    assert.equal(load(), LOADED);
    assert.equal(kept().length, 2);
    const before = contents();
    assert.equal(load(), LOADED);
    assert.deepEqual(contents(), before);
    assert.deepEqual(readdirSync(join(folder, 'work')), []);
  });

  it('is made anew for another text, for a process with other flags, and where V8 does not take it', () => {
    load();
    writeFileSync(join(folder, 'dist', 'part.js'), 'exports.twice = (number) => 3 * number;\n');
    assert.equal(load(), LOADED.replace('42', '63'));
    assert.equal(kept().length, 3);
    load({}, ['--no-opt']);
    assert.equal(kept().length, 5);
    for (const name of kept()) writeFileSync(join(cache, name), 'broken code that is longer than its head');
    assert.equal(load(), LOADED.replace('42', '63'));
    assert.equal(contents().filter((text) => text.length > 200).length, 2);
  });

  it('takes the room of a few versions', () => {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    for (let version = 0; version < 20; version += 1) {
      writeFileSync(join(cache, `${version}.code`), '');
      utimesSync(join(cache, `${version}.code`), version, version);
    }
    writeFileSync(join(cache, 'other'), '');
    load();
    assert.equal(kept().length, 9);
    assert.ok(kept().includes('19.code') && kept().includes('other') && !kept().includes('0.code'));
  });

  it('is none where others can write, or where Node is told to keep nothing: then nothing is loaded so', () => {
    assert.equal(load({ NODE_DISABLE_COMPILE_CACHE: '1' }), 'left');
    assert.deepEqual(kept(), []);
    if (!isPosix) return;
    mkdirSync(cache, { recursive: true });
    chmodSync(cache, 0o777);
    assert.equal(load(), 'left');
    assert.deepEqual(kept(), []);
  });
});
