import type { CancellationToken } from 'vscode-languageserver';
import { contains, type Span } from '../core/text/span.ts';
import type { Operation } from '../lens/model/operations/operation.ts';
import { isSure } from '../lens/model/tables/tables.ts';
import { fileOf } from './file-names.ts';
import { inTime } from './patience.ts';
import type { Site } from '../protocol/messages.ts';
import { open, type OpenDocument, type Session, signalOf } from './session.ts';

/** Answers a question about many files; with `nothing` where it fails or nobody waits anymore. */
export type Answering = <T>(
  where: string,
  token: CancellationToken,
  nothing: T,
  work: (signal: AbortSignal) => T | Promise<T>,
) => Promise<T>;

/** Gives what does the work of an answer on the current texts. */
export function answering(session: Session): Answering {
  const { documents, workspace, trouble } = session;
  return async (where, token, nothing, work) => {
    const signal = signalOf(token);
    try {
      for (const uri of documents.keys()) open(session, uri);
      await inTime(workspace.settle());
      await workspace.prepare(undefined, signal);
      return await work(signal);
    } catch (error) {
      if (!token.isCancellationRequested) trouble(where, error);
      return nothing;
    }
  };
}

/** Gives the operations of all files of the workspace, open documents among them. */
export function allOperations({ documents, workspace }: Session): readonly Operation[] {
  const open = documents.keys().map(fileOf);
  return [...new Set([...workspace.filesWithOperations(), ...open])].flatMap(workspace.operations);
}

/** Gives the files of the program: those of the workspace, and open documents, which may not be saved yet. */
export function filesOfProgram({ documents, workspace }: Session): readonly string[] {
  return [...new Set([...workspace.filesToCheck(), ...documents.keys().map(fileOf)])];
}

/** Gives the sure operation around a site, or on its line; undefined where there is none, or no such document is open. */
export function operationAt(
  session: Session,
  { uri, position }: Site,
): (OpenDocument & { readonly operation: Operation }) | undefined {
  const opened = open(session, uri);
  if (!opened) return undefined;
  const offset = opened.document.offsetAt(position);
  const at: Span = { start: offset, end: offset };
  const sure = session.workspace.operations(opened.file).filter(isSure);
  const around = sure.filter(({ callSpan }) => contains(callSpan, at));
  const innermost = around.toSorted((a, b) => b.callSpan.start - a.callSpan.start);
  // a cursor beside the call, as where the line begins, means it too
  const onLine = sure.filter(
    ({ callSpan }) => opened.document.positionAt(callSpan.start).line === position.line,
  );
  const [operation] = [...innermost, ...onLine];
  return operation && { ...opened, operation };
}
