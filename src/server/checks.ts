import { CodeLensRefreshRequest } from 'vscode-languageserver';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import { pauses } from '../lens/workspace/pause.ts';
import { debounce } from './debounce.ts';
import { createOracle } from './oracle.ts';
import { inTime } from './patience.ts';
import { createPublisher } from './publisher.ts';
import { CHANGED } from './protocol/messages.ts';
import { analyze, lensesOf, open, type OpenDocument, type Session, surroundingsOf } from './session.ts';
import { createSweep } from './sweep.ts';
import { toDiagnostic } from './to-lsp.ts';

/** Keeps what the client shows of open documents in line with what the lens says about them. */
export interface Checks {
  /** Checks all open documents `delay` milliseconds from now, this one first. */
  readonly request: (delay: number, uri?: string) => void;
  /** As `request`, because a text is another one. */
  readonly edited: (delay: number, uri?: string) => void;
  /** The client was given these lenses. */
  readonly served: (opened: OpenDocument, analysis: FileAnalysis) => void;
  /** The document was closed. */
  readonly closed: (uri: string) => void;
  readonly dispose: () => void;
}

/** Every open document is checked after any change: a constant or a client may come from any file. */
export function createChecks(session: Session): Checks {
  const { connection, documents, workspace, trouble, client, settings, declarations } = session;
  const publisher = createPublisher((params) => {
    void connection.sendDiagnostics(params);
  });
  const sweep = createSweep(session, publisher);
  const shown = new Map<string, { readonly version: number; readonly lenses: string }>();
  const recent = new Set<string>();
  const oracle = createOracle(session, () => {
    checks.request(0);
  });

  const check = async (uri: string, signal: AbortSignal): Promise<void> => {
    const opened = open(session, uri);
    if (!opened) return;
    const { document, file } = opened;
    const { version } = document;
    const analysis = await analyze(session, file, signal);
    const surroundings = await surroundingsOf(session, analysis);
    if (signal.aborted || documents.get(uri)?.version !== version) return;
    const diagnostics = analysis.findings.map((finding) => toDiagnostic(document, finding, surroundings));
    publisher.publish(uri, diagnostics, version);
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
      recent.delete(uri);
      try {
        await check(uri, signal);
      } catch (error) {
        signal.throwIfAborted();
        trouble('analysis', error);
      }
    }
    if (client.view) void connection.sendNotification(CHANGED);
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
    await Promise.all([consult(signal), sweep.run(signal)]);
  };

  const checks = debounce(checkAll, (error) => {
    trouble('analysis', error);
  });

  const request: Checks['request'] = (delay, uri) => {
    if (uri !== undefined) recent.add(uri);
    checks.request(delay);
  };

  return {
    request,
    edited: (delay, uri) => {
      oracle.forget();
      request(delay, uri);
    },
    served: (opened, analysis) => {
      const { uri, version } = opened.document;
      shown.set(uri, { version, lenses: JSON.stringify(lensesOf(session, opened, analysis)) });
    },
    closed: (uri) => {
      shown.delete(uri);
      sweep.closed(uri);
    },
    dispose: () => {
      checks.dispose();
      oracle.dispose();
    },
  };
}
