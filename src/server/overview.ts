import type { CancellationToken } from 'vscode-languageserver';
import type { NamedProperty } from '../core/shape/named-property.ts';
import type { Place } from '../core/text/segments.ts';
import { oneLine, sourceOf } from '../lens/ide/expressions.ts';
import { doubtOf } from '../lens/ide/doubt.ts';
import { insertionAt } from '../lens/ide/insertion.ts';
import { namedProperties } from '../lens/ide/named-properties.ts';
import { canRun, runnableOf } from '../lens/ide/runnable.ts';
import { countOperations } from '../lens/ide/summary.ts';
import type { Operation } from '../lens/model/operations/operation.ts';
import { allOperations, answering, operationAt } from './answering.ts';
import { fileOf } from './file-names.ts';
import {
  type Extent,
  FINDINGS,
  type Findings,
  INSERTION,
  type InsertionAnswer,
  type InsertionParams,
  type Location,
  MOST_FINDINGS,
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
} from '../protocol/messages.ts';
import { documentsOf, open, type Session, typeHelp } from './session.ts';
import { countedAs, type Known, tallyOf } from './tally.ts';
import { toRange } from './to-lsp.ts';

/**
 * Answers what the client asks about many files at once. A request that fails is answered with nothing; `findings` gives all
 * that there are, once every file was checked.
 */
export function answerOverviews(session: Session, findings: Known['findings']): void {
  const { connection, workspace } = session;

  const answer = answering(session);
  const operationsIn = ({ uri }: Extent): readonly Operation[] =>
    uri === undefined ? allOperations(session) : workspace.operations(fileOf(uri));

  /** Where spans of files are, in their order, with what each is of. */
  const placed = async <T>(
    all: readonly T[],
    placeOf: (each: T) => Place,
  ): Promise<{ readonly of: T; readonly location: Location }[]> => {
    const texts = await documentsOf(
      session,
      all.map((each) => placeOf(each).file),
    );
    return all.flatMap((each) => {
      const { file, span } = placeOf(each);
      const document = texts.get(file);
      if (!document) return [];
      return [{ of: each, location: { uri: document.uri, range: toRange(document, span) } }];
    });
  };

  /** Where the names of operations stand, in the order of the operations. */
  const located = <O extends Operation>(operations: readonly O[]): ReturnType<typeof placed<O>> =>
    placed(operations, ({ file, nameSpan }) => ({ file, span: nameSpan }));

  connection.onRequest(SUMMARY, (extent: Extent, token: CancellationToken) =>
    answer<Summary>('summary', token, { operations: 0, classified: 0, unknown: 0 }, () =>
      countOperations(operationsIn(extent)),
    ),
  );

  connection.onRequest(FINDINGS, (_params: unknown, token: CancellationToken) =>
    answer<Findings>('findings', token, null, async () => {
      const all = findings();
      if (all === undefined) return null;
      const listed = await placed(all.slice(0, MOST_FINDINGS), ({ file, span }) => ({ file, span }));
      return {
        tally: tallyOf(all),
        listed: listed.map(({ of: finding, location }) => ({
          location,
          kind: countedAs(finding),
          rule: finding.rule,
          message: finding.message,
        })),
      };
    }),
  );

  connection.onRequest(UNKNOWN_OPERATIONS, (extent: Extent, token: CancellationToken) =>
    answer<readonly UnknownOperation[]>('unknown operations', token, [], async () => {
      const types = typeHelp(session);
      const doubts = new Map(operationsIn(extent).map((each) => [each, doubtOf(each, types)] as const));
      const unknown = await located([...doubts.keys()].filter((operation) => doubts.get(operation)));
      return unknown.flatMap(({ of: operation, location }) => {
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
      const name = 'table' in question ? question.table : operationAt(session, question)?.operation.table;
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
      const found = operationAt(session, site);
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
}

/** An operation as its call is written, without arguments; a binding by its name. */
function codeOf({ method, receiver, via }: Operation): string {
  if (via !== undefined) return via.name;
  if (method === 'input.table') return method;
  const of = oneLine(receiver.text);
  return method === 'function.json' ? of : `${of}.${method}`;
}
