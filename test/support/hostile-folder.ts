import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fromDisk } from '../../src/lens/workspace/paths.ts';
import type { Unread } from '../../src/lens/workspace/unread.ts';

/** A folder on disk that is made for each test, with what somebody may put there to do harm. */
interface HostileFolder {
  /** The path of the folder, or of what is in it. */
  readonly path: (name?: string) => string;
  /** The lens's name of it. */
  readonly file: (name?: string) => string;
  readonly write: (files: Readonly<Record<string, string | Buffer>>) => void;
  /** A file of so many bytes, all zero, that take no room on the disk. */
  readonly writeHole: (name: string, bytes: number) => void;
  readonly link: (name: string, target: string) => void;
  /** A pipe that nobody writes into: who opens it waits. */
  readonly pipe: (name: string) => void;
}

/** What a file may be instead of a text, and why it is not read. */
export const NO_TEXTS: readonly (readonly [
  what: string,
  make: (folder: HostileFolder, name: string) => void,
  why: Unread['kind'],
])[] = [
  [
    'a link to a device',
    ({ link }, name) => {
      link(name, '/dev/zero');
    },
    'special',
  ],
  [
    'a pipe',
    ({ pipe }, name) => {
      pipe(name);
    },
    'special',
  ],
  [
    'a link to a pipe',
    ({ link, pipe, path }, name) => {
      pipe('pipe');
      link(name, path('pipe'));
    },
    'special',
  ],
  [
    '20 MB long',
    ({ writeHole }, name) => {
      writeHole(name, 20_000_000);
    },
    'too-large',
  ],
  [
    'a link to 20 MB',
    ({ writeHole, link, path }, name) => {
      writeHole('hole', 20_000_000);
      link(name, path('hole'));
    },
    'too-large',
  ],
  [
    'a link in a circle',
    ({ link, path }, name) => {
      link('one', path(name));
      link(name, path('one'));
    },
    'denied',
  ],
  [
    'data',
    ({ write }, name) => {
      write({ [name]: Buffer.alloc(100) });
    },
    'encoding',
  ],
];

/** To be called within `describe`. */
export function hostileFolder(): HostileFolder {
  let folder = '';
  const path = (name = ''): string => (name === '' ? folder : join(folder, name));
  const made = (name: string): string => {
    mkdirSync(dirname(path(name)), { recursive: true });
    return path(name);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(realpathSync(tmpdir()), 'partition-lens-hostile-'));
  });
  // Node's own way does not get at paths that are too long
  afterEach(() => execFileSync('rm', ['-rf', folder]));
  return {
    path,
    file: (name) => fromDisk(path(name)),
    write: (files) => {
      for (const [name, text] of Object.entries(files)) writeFileSync(made(name), text);
    },
    writeHole: (name, bytes) => {
      writeFileSync(made(name), '');
      truncateSync(path(name), bytes);
    },
    link: (name, target) => {
      symlinkSync(target, made(name));
    },
    pipe: (name) => {
      execFileSync('mkfifo', [made(name)]);
    },
  };
}
