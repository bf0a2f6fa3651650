import * as l10n from '@vscode/l10n';
import type { Progress } from '../lens/workspace/workspace.ts';
import { fileOf } from './file-names.ts';
import type { Session } from './session.ts';

/** Indexes folders one after the other, out of the way of everything that somebody waits for. */
export interface Background {
  readonly add: (folder: string) => void;
  readonly remove: (folder: string) => void;
  readonly dispose: () => void;
}

/** `done` is called after each folder. Folders are URIs; those of virtual file systems are not read. */
export function createBackground(
  { connection, workspace, trouble, settings }: Session,
  done: () => void,
): Background {
  const running = new Map<string, AbortController>();
  let last = Promise.resolve();

  const index = async (folder: string, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    const progress = await connection.window.createWorkDoneProgress();
    progress.begin(l10n.t('Partition Lens: reading the workspace'), 0);
    const onProgress = ({ done, total }: Progress): void => {
      progress.report(Math.round((100 * done) / total));
    };
    try {
      await workspace.index(folder, { signal, onProgress });
      // of files that nobody looks at, what they are made of need not be kept
      if (settings.of().scope !== 'openFiles') return;
      await workspace.prepare(undefined, signal);
      workspace.forgetFacts();
    } finally {
      progress.done();
    }
  };

  const stop = (uri: string): void => {
    running.get(uri)?.abort();
    running.delete(uri);
  };

  return {
    add: (uri) => {
      stop(uri);
      if (!uri.startsWith('file:')) return;
      const controller = new AbortController();
      running.set(uri, controller);
      last = last.then(async () => {
        try {
          await index(fileOf(uri), controller.signal);
          done();
        } catch (error) {
          if (!controller.signal.aborted) trouble('index', error);
        }
      });
    },
    remove: (uri) => {
      stop(uri);
      workspace.forget(fileOf(uri)).then(done, (error: unknown) => {
        trouble('index', error);
      });
    },
    dispose: () => {
      for (const uri of [...running.keys()]) stop(uri);
    },
  };
}
