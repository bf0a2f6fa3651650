import { type FileEvent, FileChangeType, WatchKind } from 'vscode-languageserver';
import type { DidChangeWatchedFilesRegistrationOptions } from 'vscode-languageserver';
import type { FileChange } from '../lens/workspace/workspace.ts';
import { fileOf } from './file-names.ts';
import type { Session } from './session.ts';

/** Milliseconds to gather changes in: a checkout or a build comes as a burst. */
const GATHER = 300;

/**
 * What to tell of: sources, what says how they find modules, git's rules; and of everything that it appears or goes,
 * as a folder that is moved is told of alone.
 */
export const WATCHED: DidChangeWatchedFilesRegistrationOptions = {
  watchers: [
    { globPattern: '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte,astro,json}', kind: WatchKind.Change },
    { globPattern: '**/.gitignore', kind: WatchKind.Change },
    { globPattern: '**/*', kind: WatchKind.Create | WatchKind.Delete },
  ],
};

/** Takes events over in the order in which they come; `done` is called after each burst. */
export function createDiskChanges({ workspace, trouble }: Session, done: () => void): DiskChanges {
  let gathered: FileChange[] = [];
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();

  const flush = async (): Promise<void> => {
    const batch = gathered;
    gathered = [];
    try {
      await workspace.update(batch);
      done();
    } catch (error) {
      trouble('watched files', error);
    }
  };

  return {
    add: (events) => {
      const news = events.filter(({ uri }) => uri.startsWith('file:')).map(toChange);
      gathered.push(...news);
      if (gathered.length === 0) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        last = last.then(flush);
      }, GATHER);
    },
    dispose: () => {
      clearTimeout(timer);
    },
  };
}

export interface DiskChanges {
  readonly add: (events: readonly FileEvent[]) => void;
  readonly dispose: () => void;
}

function toChange({ uri, type }: FileEvent): FileChange {
  return { file: fileOf(uri), kind: type === FileChangeType.Deleted ? 'deleted' : 'written' };
}
