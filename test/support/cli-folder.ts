import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

/** How a command ended, and what it wrote. */
interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `partition-lens` in a folder that is made for each test. */
interface CliFolder {
  readonly folder: () => string;
  /** Writes files, by their names in the folder. */
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  readonly partitionLens: (...args: string[]) => Promise<Result>;
  /** The same, with this on standard input. */
  readonly piped: (input: Iterable<Uint8Array>, ...args: string[]) => Promise<Result>;
  /** What the command gives as JSON. */
  readonly data: (...args: string[]) => Promise<Record<string, unknown>[]>;
}

/** To be called within `describe`. */
export function cliFolder(): CliFolder {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-files-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const piped: CliFolder['piped'] = async (input, ...args) => {
    let [out, err] = ['', ''];
    const code = await run(args, {
      folder,
      input: Readable.from(input),
      write: (text) => void (out += text),
      complain: (text) => void (err += text),
    });
    return { code, out, err };
  };
  const partitionLens: CliFolder['partitionLens'] = (...args) => piped([], ...args);
  return {
    folder: () => folder,
    write: async (files) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
    },
    partitionLens,
    piped,
    data: async (...args) => {
      const { out } = await partitionLens(...args, '--format', 'json');
      return JSON.parse(out) as Record<string, unknown>[];
    },
  };
}
