import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import { toDisk } from '../lens/workspace/paths.ts';
import { type Answers, areStillSo } from '../lens/workspace/still-so.ts';
import { type Output, UsageError } from './command.ts';
import { withAnswers } from './kept/answers.ts';

/** Milliseconds without a change after which what changed is looked at: an editor and git write several files at once. */
const QUIET = 150;

/** Milliseconds after which all is looked at though nothing was heard: not every disk tells of changes. */
const AT_LEAST = 10_000;

/** The same where folders can't be watched. */
const UNWATCHED = 2_000;

/** Folders that are watched; of more, all is looked at instead. */
const MAX_FOLDERS = 4_096;

/**
 * Does a check, and again whenever something that it read says something else, until the output's signal is aborted or the process ends.
 * Gives the last exit code.
 */
export async function watched(check: (output: Output) => Promise<number>, output: Output): Promise<number> {
  for (let isFirst = true; ; isFirst = false) {
    const { result: code, answers } = await withAnswers(() =>
      isFirst ? check(output) : again(check, output),
    );
    output.complain(l10n.t('Waiting for changes. Press Ctrl+C to end.'));
    if (!(await isChanged(answers, output.signal))) return code;
  }
}

/** What is wrong by now with what was named can be right after the next change. */
async function again(check: (output: Output) => Promise<number>, output: Output): Promise<number> {
  try {
    return await check(output);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.complain(error.message);
    return 2;
  }
}

/** Resolved with true once the disk says something else, and with false once the signal is aborted. */
async function isChanged(answers: Answers, signal: AbortSignal | undefined): Promise<boolean> {
  const news = createNews(signal);
  const watchers = watchersOf(foldersOf(answers), news.tell);
  try {
    // what changed before the watchers were there, nobody told of
    while (signal?.aborted !== true) {
      if (!(await areStillSo(answers))) return true;
      await news.next(watchers === undefined ? UNWATCHED : AT_LEAST);
    }
    return false;
  } finally {
    watchers?.forEach((watcher) => {
      watcher.close();
    });
    news.end();
  }
}

interface News {
  readonly tell: () => void;
  /** Resolved when something was told and it is quiet since, the signal is aborted, or so many milliseconds are over. */
  readonly next: (atMost: number) => Promise<void>;
  readonly end: () => void;
}

function createNews(signal: AbortSignal | undefined): News {
  let isNew = false;
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => undefined;
  const wakeAfter = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      wake();
    }, milliseconds);
  };
  const onAbort = (): void => {
    wake();
  };
  signal?.addEventListener('abort', onAbort);
  return {
    tell: () => {
      isNew = true;
      wakeAfter(QUIET);
    },
    next: async (atMost) => {
      if (signal?.aborted === true) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        wakeAfter(isNew ? QUIET : atMost);
      });
      isNew = false;
    },
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** The folders in which something comes, goes or changes when an answer does. */
function foldersOf(answers: Answers): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const [{ ask, path }] of answers) {
    folders.add(dirname(path));
    if (ask === 'entries' || ask === 'folders') folders.add(path);
  }
  return folders;
}

/** Watches folders, each by itself, so that none of installed packages is; undefined where that can't be had for all that are there. */
function watchersOf(folders: ReadonlySet<string>, tell: () => void): readonly FSWatcher[] | undefined {
  if (folders.size > MAX_FOLDERS) return undefined;
  const watchers: FSWatcher[] = [];
  for (const folder of folders) {
    try {
      const watcher = watch(toDisk(folder), { persistent: true }, tell);
      // a folder that goes is told of by the one above
      watcher.on('error', tell);
      watchers.push(watcher);
    } catch (error) {
      // one that comes is told of by the one above; another reason holds for all
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue;
      watchers.forEach((each) => {
        each.close();
      });
      return undefined;
    }
  }
  return watchers;
}
