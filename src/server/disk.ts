import { type FileEvent, FileChangeType } from 'vscode-languageserver';
import type { DidChangeWatchedFilesRegistrationOptions } from 'vscode-languageserver';
import { kindOf } from '../lens/workspace/disk.ts';
import type { FileChange } from '../lens/workspace/workspace.ts';
import { fileOf } from './file-names.ts';
import type { Session } from './session.ts';

/** Milliseconds to gather changes in: a checkout or a build comes as a burst. */
const GATHER = 300;

/** Sources, what says how they find modules, and git's rules. */
const READ = /(?:\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro|json)|\/\.gitignore)$/;

/**
 * What to tell of: everything, as a folder that is moved is told of alone, and one that goes and comes again at once, with other
 * files in it, is told of as changed and nothing below it is.
 */
export const WATCHED: DidChangeWatchedFilesRegistrationOptions = { watchers: [{ globPattern: '**/*' }] };

/** Takes events over in the order in which they come; `done` is called after each burst. */
export function createDiskChanges({ workspace, trouble }: Session, done: () => void): DiskChanges {
  let gathered: FileEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();

  const flush = async (): Promise<void> => {
    const batch = gathered;
    gathered = [];
    try {
      const matter = await Promise.all(batch.map(matters));
      const changes = batch.filter((_, index) => matter[index]).map(toChange);
      if (changes.length === 0) return;
      await workspace.update(changes);
      done();
    } catch (error) {
      trouble('watched files', error);
    }
  };

  return {
    add: (events) => {
      gathered.push(...events.filter(({ uri }) => uri.startsWith('file:')));
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

/** Of what is changed only a file that is read, and a folder. */
async function matters({ uri, type }: FileEvent): Promise<boolean> {
  const file = fileOf(uri);
  return type !== FileChangeType.Changed || READ.test(file) || (await kindOf(file)) === 'folder';
}

function toChange({ uri, type }: FileEvent): FileChange {
  return { file: fileOf(uri), kind: type === FileChangeType.Deleted ? 'deleted' : 'written' };
}
