import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { basename, dirname, join } from 'node:path';
import { cachedDataVersionTag, getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
import * as vm from 'node:vm';
import { digestOf } from '../lens/workspace/noted.ts';
import { codeFolder } from './compile-cache.ts';

/** Files of compiled code in the folder; of more those go that were written first. */
const MOST_FILES = 8;

/** So many times as much code was compiled as is kept: a run that does more than the ones before is worth keeping. */
const MUCH_MORE = 1.02;

/** Bytes before the code: how much there was in the process, in bytes, and nothing; V8 wants its own part to begin at a multiple of eight. */
const HEAD = 8;

/** A module that was loaded, and where its compiled code is kept. */
interface Loaded {
  readonly script: vm.Script;
  readonly path: string;
  /** How much code there was in the process that has kept it; undefined where none did, or V8 does not take it. */
  readonly kept: number | undefined;
}

/**
 * Loads a bundle that is a CommonJS module, and those beside it that it requires, with what earlier processes have compiled of them. Node's
 * own cache is made before a module runs, so that it lacks all functions that are compiled when they are called first: nearly all. This one
 * is made when the process ends. False, with nothing loaded, where nothing can be kept, or there is no such file.
 */
export function loadKept(file: string, beside: readonly string[]): boolean {
  // Node 20.12 and later
  const { USE_MAIN_CONTEXT_DEFAULT_LOADER: loader } = vm.constants as Partial<typeof vm.constants>;
  const folder = codeFolder();
  if (folder === undefined || loader === undefined || !existsSync(file)) return false;
  const tag = cachedDataVersionTag();
  const all: Loaded[] = [];
  const modules = new Map<string, { exports: unknown }>();
  const load = (name: string): unknown => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const bytes = readFileSync(name);
    const path = join(folder, `${digestOf(bytes).replace(/\W/g, '').slice(0, 20)}-${tag}.code`);
    const before = readKept(path);
    const script = new vm.Script(
      `(function (exports, require, module, __filename, __dirname) {${bytes.toString()}\n})`,
      {
        filename: name,
        importModuleDynamically: loader,
        ...(before && { cachedData: before.code }),
      },
    );
    all.push({ script, path, kept: script.cachedDataRejected === false ? before?.size : undefined });
    const module = { exports: {} };
    modules.set(name, module);
    const required = nodeModule.createRequire(name);
    const require = (id: string): unknown =>
      beside.some((one) => id === `./${one}`) ? load(join(dirname(name), basename(id))) : required(id);
    const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
    run.call(module.exports, module.exports, Object.assign(require, required), module, name, dirname(name));
    return module.exports;
  };
  process.once('exit', () => {
    keepAll(all, folder, tag);
  });
  load(file);
  return true;
}

function readKept(path: string): { readonly size: number; readonly code: Buffer } | undefined {
  try {
    const bytes = readFileSync(path);
    return bytes.length <= HEAD ? undefined : { size: bytes.readUInt32LE(0), code: bytes.subarray(HEAD) };
  } catch {
    return undefined;
  }
}

/** Keeps what was compiled, where that is more than what is kept. Whoever reads meanwhile sees the old code or the new one. */
function keepAll(all: readonly Loaded[], folder: string, tag: number): void {
  try {
    const { bytecode_and_metadata_size: size } = getHeapCodeStatistics();
    const news = all.filter(({ kept }) => kept === undefined || size > MUCH_MORE * kept);
    if (news.length === 0) return;
    // V8 takes no code from processes that had other flags: this is the one that `boundNursery` sets, as it was before
    if (cachedDataVersionTag() !== tag) setFlagsFromString('--semi-space-growth-factor=2');
    if (cachedDataVersionTag() !== tag) return;
    for (const { script, path } of news) {
      const head = Buffer.alloc(HEAD);
      head.writeUInt32LE(size, 0);
      const fresh = `${path}.${process.pid}.tmp`;
      try {
        writeFileSync(fresh, Buffer.concat([head, script.createCachedData()]), { flag: 'wx', mode: 0o600 });
        renameSync(fresh, path);
      } finally {
        rmSync(fresh, { force: true });
      }
    }
    prune(folder);
  } catch {
    // the disk is full, or another process does the same
  }
}

function prune(folder: string): void {
  const written = readdirSync(folder)
    .filter((name) => name.endsWith('.code'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of written.slice(MOST_FILES)) rmSync(path, { force: true });
}
