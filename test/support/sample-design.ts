import assert from 'node:assert/strict';
import { root } from '../../scripts/lib/paths.ts';
import { run } from '../../src/cli/run.ts';

export interface Designed {
  readonly code: number;
  readonly out: string;
}

const designed = new Map<string, Promise<Designed>>();

/** What `partition-lens design` says of folders of the repository, which no test changes: asked once, as it takes seconds. */
export function sampleDesign(...args: string[]): Promise<Designed> {
  const found = designed.get(args.join(' ')) ?? designOnce(args);
  designed.set(args.join(' '), found);
  return found;
}

async function designOnce(args: readonly string[]): Promise<Designed> {
  let out = '';
  const code = await run(['design', ...args], {
    folder: root,
    write: (text) => void (out += text),
    complain: (text) => assert.fail(text),
  });
  return { code, out };
}
