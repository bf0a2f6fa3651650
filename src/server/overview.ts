import type { CancellationToken } from 'vscode-languageserver';
import type { NamedProperty } from '../core/shape/named-property.ts';
import { contains, type Span } from '../core/text/span.ts';
import { oneLine, sourceOf } from '../lens/ide/expressions.ts';
import { doubtOf } from '../lens/ide/doubt.ts';
import { insertionAt } from '../lens/ide/insertion.ts';
import { namedProperties } from '../lens/ide/named-properties.ts';
import { canRun, runnableOf } from '../lens/ide/runnable.ts';
import { countOperations } from '../lens/ide/summary.ts';
import type { Operation } from '../lens/model/operation.ts';
import { isSure } from '../lens/model/tables.ts';
import { fileOf } from './file-names.ts';
import { inTime } from './patience.ts';
import {
  type Extent,
  INSERTION,
  type InsertionAnswer,
  type InsertionParams,
  type Location,
  NAMED_PROPERTIES,
  type NamedPropertiesParams,
  type NamedTable,
  type Runnable,
  RUNNABLE,
  type Site,
  SUMMARY,
  type Summary,
  TABLE_OPERATIONS,
  type TableOperations,
  type TableQuestion,
  TABLES,
  UNKNOWN_OPERATIONS,
  type UnknownOperation,
} from './protocol/messages.ts';
import { documentsOf, open, type OpenDocument, type Session, signalOf, typeHelp } from './session.ts';
import { toRange } from './to-lsp.ts';

/** Answers what the client asks about many files at once. A request that fails is answered with nothing. */
export function answerOverviews(session: Session): void {
  const { connection, documents, workspace, trouble } = session;

  /** Does the work on the current texts; `nothing` when nobody waits any more. */
  const answer = async <T>(
    where: string,
    token: CancellationToken,
    nothing: T,
    work: () => T | Promise<T>,
  ): Promise<T> => {
    try {
      for (const uri of documents.keys()) open(session, uri);
      await inTime(workspace.settle());
      await workspace.prepare(undefined, signalOf(token));
      return await work();
    } catch (error) {
      if (!token.isCancellationRequested) trouble(where, error);
      return nothing;
    }
  };

  const operationsIn = ({ uri }: Extent): readonly Operation[] => {
    if (uri !== undefined) return workspace.operations(fileOf(uri));
    const open = documents.keys().map(fileOf);
    return [...new Set([...workspace.filesWithOperations(), ...open])].flatMap(workspace.operations);
  };

  /** Where the names of operations stand, in the order of the operations. */
  const located = async <O extends Operation>(
    operations: readonly O[],
  ): Promise<{ readonly operation: O; readonly location: Location }[]> => {
    const texts = await documentsOf(
      session,
      operations.map(({ file }) => file),
    );
    return operations.flatMap((operation) => {
      const document = texts.get(operation.file);
      if (!document) return [];
      return [{ operation, location: { uri: document.uri, range: toRange(document, operation.nameSpan) } }];
    });
  };

  connection.onRequest(SUMMARY, (extent: Extent, token: CancellationToken) =>
    answer<Summary>('summary', token, { operations: 0, classified: 0, unknown: 0 }, () =>
      countOperations(operationsIn(extent)),
    ),
  );

  connection.onRequest(UNKNOWN_OPERATIONS, (extent: Extent, token: CancellationToken) =>
    answer<readonly UnknownOperation[]>('unknown operations', token, [], async () => {
      const types = typeHelp(session);
      const doubts = new Map(operationsIn(extent).map((each) => [each, doubtOf(each, types)] as const));
      const unknown = await located([...doubts.keys()].filter((operation) => doubts.get(operation)));
      return unknown.flatMap(({ operation, location }) => {
        const { table } = operation;
        const doubt = doubts.get(operation);
        const code = codeOf(operation);
        return doubt ? [{ location, code, ...(table !== undefined && { table }), ...doubt }] : [];
      });
    }),
  );

  connection.onRequest(TABLES, (_params: unknown, token: CancellationToken) =>
    answer<readonly NamedTable[]>('tables', token, [], () => {
      const counted = operationsIn({}).flatMap(({ table }) => table ?? []);
      const models = new Set(counted.flatMap((table) => workspace.table(table) ?? []));
      return [...models]
        .map(({ name, operations }) => ({ name, operations: operations.length }))
        .sort((a, b) => a.name.localeCompare(b.name));
    }),
  );

  connection.onRequest(TABLE_OPERATIONS, (question: TableQuestion, token: CancellationToken) =>
    answer<TableOperations | null>('table operations', token, null, async () => {
      const name = 'table' in question ? question.table : operationAt(question)?.operation.table;
      const model = name === undefined ? undefined : workspace.table(name);
      if (!model) return null;
      const operations = await located(model.operations);
      return { table: model.name, operations: operations.map(({ location }) => location) };
    }),
  );

  connection.onRequest(NAMED_PROPERTIES, ({ table }: NamedPropertiesParams, token: CancellationToken) =>
    answer<readonly NamedProperty[]>('named properties', token, [], () => {
      const model = workspace.table(table);
      return model === undefined ? [] : namedProperties(model);
    }),
  );

  connection.onRequest(RUNNABLE, (site: Site, token: CancellationToken) =>
    answer<Runnable>('runnable', token, null, () => {
      const found = operationAt(site);
      if (!found || !canRun(found.operation)) return null;
      return runnableOf(found.operation, sourceOf(found.file, found.document.getText()));
    }),
  );

  connection.onRequest(INSERTION, ({ uri, position, table }: InsertionParams, token: CancellationToken) =>
    answer<InsertionAnswer>('insertion', token, null, () => {
      const opened = open(session, uri);
      if (!opened) return null;
      const { file, document } = opened;
      const [text, offset] = [document.getText(), document.offsetAt(position)];
      const known = {
        operations: workspace.operations(file),
        clients: () => workspace.clients(file, text, offset),
      };
      return insertionAt(file, text, offset, table, known) ?? null;
    }),
  );

  function operationAt({ uri, position }: Site): (OpenDocument & { operation: Operation }) | undefined {
    const opened = open(session, uri);
    if (!opened) return undefined;
    const offset = opened.document.offsetAt(position);
    const at: Span = { start: offset, end: offset };
    const sure = workspace.operations(opened.file).filter(isSure);
    const around = sure.filter(({ callSpan }) => contains(callSpan, at));
    const innermost = around.toSorted((a, b) => b.callSpan.start - a.callSpan.start);
    // a cursor beside the call, as where the line begins, means it too
    const onLine = sure.filter(
      ({ callSpan }) => opened.document.positionAt(callSpan.start).line === position.line,
    );
    const [operation] = [...innermost, ...onLine];
    return operation && { ...opened, operation };
  }
}

/** An operation as its call is written, without arguments; a binding by its name. */
function codeOf({ method, receiver, via }: Operation): string {
  if (via !== undefined) return via.name;
  if (method === 'input.table') return method;
  const of = oneLine(receiver.text);
  return method === 'function.json' ? of : `${of}.${method}`;
}
