import { setTimeout } from 'node:timers/promises';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { pauses } from '../lens/workspace/pause.ts';
import { fileOf, uriOf } from './file-names.ts';
import type { Publisher } from './publisher.ts';
import { analyze, type Session, surroundingsOf } from './session.ts';
import { toDiagnostic } from './to-lsp.ts';

/** Milliseconds of quiet before files are checked that nobody looks at. */
const QUIET = 1_000;

/** The findings of files that no editor shows, where the scope is the whole workspace. */
export interface Sweep {
  /** Publishes them, or takes them back; `signal` ends it early. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** A document was closed: what is published of it stays until it is looked at again, or goes at once. */
  readonly closed: (uri: string) => void;
}

export function createSweep(session: Session, publisher: Publisher): Sweep {
  const { documents, workspace, settings, trouble } = session;
  const published = new Set<string>();

  const publish = async (file: string, uri: string, signal: AbortSignal): Promise<void> => {
    const analysis = await analyze(session, file, signal);
    const text = await workspace.textOf(file);
    if (text === undefined) return;
    const document = TextDocument.create(uri, '', 0, text);
    const surroundings = await surroundingsOf(session, analysis);
    const findings = analysis.findings.map((finding) => toDiagnostic(document, finding, surroundings));
    publisher.publish(uri, findings);
    published.add(uri);
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    const isWanted = settings.of().scope === 'workspace';
    if (!isWanted && published.size === 0) return;
    await setTimeout(QUIET, undefined, { signal });
    const pause = pauses(signal);
    const open = new Set(documents.keys().map(fileOf));
    const files = isWanted ? workspace.filesToCheck().filter((file) => !open.has(file)) : [];
    const current = new Set(files.map(uriOf));
    for (const uri of published) {
      if (current.has(uri)) continue;
      published.delete(uri);
      if (!open.has(fileOf(uri))) publisher.clear(uri);
    }
    for (const file of files) {
      await pause();
      try {
        await publish(file, uriOf(file), signal);
      } catch (error) {
        signal.throwIfAborted();
        trouble('analysis', error);
      }
    }
  };

  return {
    run,
    closed: (uri) => {
      if (settings.of().scope === 'workspace') published.add(uri);
      else publisher.clear(uri);
    },
  };
}
