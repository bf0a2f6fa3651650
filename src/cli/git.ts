import { execFile } from 'node:child_process';
import * as l10n from '@vscode/l10n';
import { UsageError } from './command.ts';

/** Bytes of one answer of git. */
const MOST_OUTPUT = 512 * 1024 * 1024;

/** Milliseconds that git may take for one answer. */
const PATIENCE = 60_000;

/** What git said on standard error, where it did not do what it was asked. */
export class GitError extends Error {}

/**
 * Runs git in a folder, without a shell: no argument is read as a command, and none that the repository's settings name is
 * run. It asks nobody anything, writes nothing, and fetches nothing. Throws a
 * {@link GitError} with what git says, and a UsageError where there is no git.
 */
export function git(folder: string, args: readonly string[], input?: string): Promise<Buffer> {
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      // a monitor of files is a command that the repository names
      ['--no-pager', '-c', 'core.fsmonitor=false', ...args],
      { cwd: folder, env, encoding: 'buffer', maxBuffer: MOST_OUTPUT, timeout: PATIENCE, windowsHide: true },
      (error, out, err) => {
        if (error === null) resolve(out);
        else if (error.code === 'ENOENT')
          reject(new UsageError(l10n.t('git was not found. Install it to compare with another revision.')));
        else reject(new GitError(err.toString().trim() || error.message));
      },
    );
    // a git that ends before it has read all says why on standard error
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
