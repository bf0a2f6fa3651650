import { setTimeout } from 'node:timers/promises';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { pauses } from '../lens/workspace/pause.ts';
import { fileOf, uriOf } from './file-names.ts';
import type { Publisher } from './publisher.ts';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import { analyze, type Session, surroundingsOf } from './session.ts';
import type { Known } from './tally.ts';
import { toDiagnostic } from './to-lsp.ts';

/** Milliseconds of quiet before files are checked that nobody looks at. */
const QUIET = 1_000;

/** The findings of files that no editor shows: counted, and published where the scope is the whole workspace. */
export interface Sweep {
  /** Something other than the text of an open document changed: the next run counts again. */
  readonly invalidate: () => void;
  /** Counts, publishes or takes back; `signal` ends it early. Resolves to whether it counted. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
  /** A document was closed: what is published of it stays until it is looked at again, or goes at once. */
  readonly closed: (uri: string) => void;
}

export function createSweep(session: Session, publisher: Publisher, known: Known): Sweep {
  const { client, documents, workspace, settings, trouble } = session;
  const published = new Set<string>();
  let isDue = true;

  const publish = async (analysis: FileAnalysis, file: string, uri: string): Promise<void> => {
    const text = await workspace.textOf(file);
    if (text === undefined) return;
    const document = TextDocument.create(uri, '', 0, text);
    const surroundings = await surroundingsOf(session, analysis);
    const findings = analysis.findings.map((finding) => toDiagnostic(document, finding, surroundings));
    publisher.publish(uri, findings);
    published.add(uri);
  };

  const run = async (signal: AbortSignal): Promise<boolean> => {
    const isPublished = settings.of().scope === 'workspace';
    // only a client that says what it shows is told of changes, and asks for counts
    const isCounted = isDue && client.view !== undefined;
    if (!isPublished && !isCounted && published.size === 0) return false;
    await setTimeout(QUIET, undefined, { signal });
    const pause = pauses(signal);
    const open = new Set(documents.keys().map(fileOf));
    const all = workspace.filesToCheck();
    const files = isPublished || isCounted ? all.filter((file) => !open.has(file)) : [];
    const current = new Set(isPublished ? files.map(uriOf) : []);
    for (const uri of published) {
      if (current.has(uri)) continue;
      published.delete(uri);
      if (!open.has(fileOf(uri))) publisher.clear(uri);
    }
    for (const file of files) {
      await pause();
      try {
        const analysis = await analyze(session, file, signal);
        known.set(file, analysis.findings);
        if (isPublished) await publish(analysis, file, uriOf(file));
      } catch (error) {
        signal.throwIfAborted();
        trouble('analysis', error);
      }
    }
    if (!isCounted) return false;
    signal.throwIfAborted();
    known.complete(new Set([...all, ...open]));
    isDue = false;
    return true;
  };

  return {
    invalidate: () => {
      isDue = true;
    },
    run,
    closed: (uri) => {
      if (settings.of().scope === 'workspace') published.add(uri);
      else publisher.clear(uri);
    },
  };
}
