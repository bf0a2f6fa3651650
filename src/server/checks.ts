import { CodeLensRefreshRequest, InlayHintRefreshRequest } from 'vscode-languageserver';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import { shapeHints } from '../lens/ide/inlay-hints.ts';
import { isAbout } from '../lens/ide/unfinished.ts';
import { pauses } from '../lens/workspace/pause.ts';
import { debounce } from './debounce.ts';
import { createOracle } from './oracle.ts';
import { inTime } from './patience.ts';
import { createPublisher } from './publisher.ts';
import { CHANGED } from '../protocol/messages.ts';
import { analyze, lensesOf, open, type OpenDocument, type Session, surroundingsOf } from './session.ts';
import { createSweep } from './sweep.ts';
import { createKnown, type Known } from './tally.ts';
import { toDiagnostic } from './to-lsp.ts';

/** Keeps what the client shows of open documents in line with what the lens says about them. */
export interface Checks {
  /** Checks all open documents `delay` milliseconds from now, this one first. */
  readonly request: (delay: number, uri?: string) => void;
  /** As `request`, because a text is another one: of this open document, or of files on disk. */
  readonly edited: (delay: number, uri?: string) => void;
  /** What all files were found to have. */
  readonly findings: Known['findings'];
  /** The client was given these lenses. */
  readonly served: (opened: OpenDocument, analysis: FileAnalysis) => void;
  /** The document was closed. */
  readonly closed: (uri: string) => void;
  readonly dispose: () => void;
}

/** Every open document is checked after any change: a constant or a client may come from any file. */
export function createChecks(session: Session): Checks {
  const { connection, documents, workspace, trouble, client, settings, declarations, writing } = session;
  const publisher = createPublisher((params) => {
    void connection.sendDiagnostics(params);
  });
  const known = createKnown();
  const sweep = createSweep(session, publisher, known);
  const shown = new Map<string, { readonly version: number; readonly lenses: string }>();
  // the labels of hints, by document
  const hints = new Map<string, string>();
  const recent = new Set<string>();
  const oracle = createOracle(session, () => {
    checks.request(0);
  });

  /** Whether a document has other hints than before. A client asks by itself after an edit, not where another file changed. */
  const hintsChanged = ({ document, file }: OpenDocument, analysis: FileAnalysis): boolean => {
    const isShown = settings.of(file).shapes === 'inlayHint';
    const now = isShown
      ? JSON.stringify(shapeHints(analysis, document.getText()).map(({ label }) => label))
      : '';
    const before = hints.get(document.uri);
    hints.set(document.uri, now);
    return before !== undefined && before !== now;
  };

  const check = async (uri: string, signal: AbortSignal): Promise<void> => {
    const opened = open(session, uri);
    if (!opened) return;
    const { document, file } = opened;
    const { version } = document;
    const analysis = await analyze(session, file, signal);
    const surroundings = await surroundingsOf(session, analysis);
    if (signal.aborted || documents.get(uri)?.version !== version) return;
    const unfinished = writing.unfinished(uri, analysis, workspace.isBroken(file));
    const told = analysis.findings.filter((each) => !unfinished || !isAbout(each, unfinished));
    const diagnostics = told.map((finding) => toDiagnostic(document, finding, surroundings));
    publisher.publish(uri, diagnostics, version);
    known.set(file, told);
    if (client.canRefreshHints && hintsChanged(opened, analysis))
      await connection.sendRequest(InlayHintRefreshRequest.type);
    const lenses = shown.get(uri);
    if (!client.canRefreshLenses || lenses?.version !== version) return;
    if (lenses.lenses === JSON.stringify(lensesOf(session, opened, analysis))) return;
    shown.delete(uri);
    await connection.sendRequest(CodeLensRefreshRequest.type);
  };

  const checkOnce = async (signal: AbortSignal): Promise<void> => {
    const pause = pauses(signal);
    for (const uri of new Set([...recent, ...documents.keys()])) {
      await pause();
      try {
        await check(uri, signal);
      } catch (error) {
        signal.throwIfAborted();
        trouble('analysis', error);
      }
      // one whose check was stopped stays first
      signal.throwIfAborted();
      recent.delete(uri);
    }
    tellChanged();
  };

  const tellChanged = (): void => {
    if (client.view) void connection.sendNotification(CHANGED);
  };

  const count = async (signal: AbortSignal): Promise<void> => {
    if (await sweep.run(signal)) tellChanged();
  };

  /** Checks again with what TypeScript knows of types. */
  const consult = async (signal: AbortSignal): Promise<void> => {
    if (await oracle.consult(signal)) await checkOnce(signal);
  };

  const checkAll = async (signal: AbortSignal): Promise<void> => {
    await Promise.all([settings.ready(), declarations.ready()]);
    for (const uri of documents.keys()) open(session, uri);
    const settled = workspace.settle();
    const isSettled = await inTime(settled);
    await checkOnce(signal);
    if (!isSettled) {
      await settled;
      await checkOnce(signal);
    }
    await Promise.all([consult(signal), count(signal)]);
  };

  const checks = debounce(checkAll, (error) => {
    trouble('analysis', error);
  });

  const soon: Checks['request'] = (delay, uri) => {
    if (uri !== undefined) recent.add(uri);
    checks.request(delay);
  };

  return {
    request: (delay, uri) => {
      sweep.invalidate();
      soon(delay, uri);
    },
    edited: (delay, uri) => {
      oracle.forget();
      // what an edit changes in other files is counted once it is saved
      if (uri === undefined) sweep.invalidate();
      soon(delay, uri);
    },
    findings: known.findings,
    served: (opened, analysis) => {
      const { uri, version } = opened.document;
      shown.set(uri, { version, lenses: JSON.stringify(lensesOf(session, opened, analysis)) });
    },
    closed: (uri) => {
      shown.delete(uri);
      hints.delete(uri);
      sweep.closed(uri);
    },
    dispose: () => {
      checks.dispose();
      oracle.dispose();
    },
  };
}
