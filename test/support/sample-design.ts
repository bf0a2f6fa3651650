import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.ts';
import { run } from '../../src/cli/run.ts';

export interface Designed {
  readonly code: number;
  readonly out: string;
}

const designed = new Map<string, Promise<Designed>>();

/** The samples in a folder of their own: beside the repository's code, all of that is read as well. */
function samplesAlone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'partition-lens-samples-'));
  cpSync(join(root, 'samples'), join(folder, 'samples'), { recursive: true });
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

let alone: string | undefined;

/** What `partition-lens design` says of the samples, which no test changes: asked once. */
export function sampleDesign(...args: string[]): Promise<Designed> {
  const found = designed.get(args.join(' ')) ?? designOnce(args);
  designed.set(args.join(' '), found);
  return found;
}

async function designOnce(args: readonly string[]): Promise<Designed> {
  let out = '';
  const code = await run(['design', ...args], {
    folder: (alone ??= samplesAlone()),
    write: (text) => void (out += text),
    complain: (text) => assert.fail(text),
  });
  return { code, out };
}
