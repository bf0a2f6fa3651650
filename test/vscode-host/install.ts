import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const recipe = fileURLToPath(new URL('server/', import.meta.url));
const cache = fileURLToPath(new URL('../../.cache/vscode-host/', import.meta.url));

/**
 * Path of VS Code's server build (`server-main.js`), installed first if this lock file was never installed
 * here. It comes out of the npm package `code-server`: 600 MB, about 20 s, no compiler.
 */
export async function installServer(): Promise<string> {
  const lock = await readFile(join(recipe, 'package-lock.json'));
  const folder = join(cache, createHash('sha256').update(lock).digest('hex').slice(0, 16));
  if (!(await exists(folder))) {
    console.log('Installing the VS Code server that tests run in (once) …');
    const draft = `${folder}.${process.pid}`;
    await mkdir(draft, { recursive: true });
    try {
      await install(draft);
      await adopt(draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  return join(folder, vscodeFolder, 'out/server-main.js');
}

const vscodeFolder = 'node_modules/code-server/lib/vscode';

async function install(folder: string): Promise<void> {
  await cp(recipe, folder, { recursive: true });
  await npm(folder, 'ci --omit=dev --ignore-scripts');
  // the package's own postinstall would do these two, and compile native modules that tests do not need
  const inner = 'install --omit=dev --ignore-scripts --legacy-peer-deps';
  await Promise.all(['.', 'extensions'].map((part) => npm(join(folder, vscodeFolder, part), inner)));
}

/** The folder gets its name only when it is complete; whoever comes second takes what the first made. */
async function adopt(draft: string, folder: string): Promise<void> {
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
  }
}

async function npm(cwd: string, command: string): Promise<void> {
  // through a shell: npm is a batch file on Windows
  const child = spawn(`npm ${command} --no-audit --no-fund --loglevel=error`, {
    cwd,
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`npm ${command} ended with ${String(code)} in ${cwd}`);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
