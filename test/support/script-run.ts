import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What a script left: its exit code, and what it wrote. */
export interface ScriptRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a script of a folder in a process of its own, with the account that a connection string names. */
export async function runScript(
  folder: string,
  script: string,
  args: readonly string[],
  connectionString: string,
): Promise<ScriptRun> {
  const child = spawn(process.execPath, [join(folder, script), ...args], {
    cwd: folder,
    env: { ...process.env, AZURE_STORAGE_CONNECTION_STRING: connectionString },
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (data) => (texts.out += String(data)));
  child.stderr.on('data', (data) => (texts.err += String(data)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...texts };
}
