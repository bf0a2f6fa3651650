import type { CancellationToken } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import * as l10n from '@vscode/l10n';
import { DEFAULTS } from '../../lens/design/explorer/assumptions.ts';
import { type PositionOf, readId, reportsOf, type SiteData, writeId } from '../../lens/design/report/data.ts';
import { joinsOf } from '../../lens/design/joins.ts';
import { rehearsalTitled } from '../../lens/design/rehearsal/plan-of.ts';
import { PICTURE_STYLE } from '../../lens/design/report/picture.ts';
import { type DesignAssist, workOfDesign } from '../../lens/patterns/for-design.ts';
import { leftText } from '../../lens/patterns/written-by.ts';
import type { TableUse } from '../../lens/design/table-model.ts';
import { tableUses } from '../../lens/ide/table-uses.ts';
import type { Operation } from '../../lens/model/operations/operation.ts';
import { isSure, tableKey } from '../../lens/model/tables/tables.ts';
import { pauses } from '../../lens/workspace/pause.ts';
import { allOperations, answering, operationAt } from '../answering.ts';
import { fileOf, uriOf } from '../file-names.ts';
import {
  DESIGN,
  type DesignAnswer,
  type DesignQuestion,
  REHEARSAL,
  type RehearsalAnswer,
  type RehearsalQuestion,
} from '../../protocol/design.ts';
import type { DesignedAssist, DesignSummary } from '../../protocol/designed.ts';
import type { Location, Site } from '../../protocol/messages.ts';
import { documentsOf, type Session } from '../session.ts';
import { shortNames } from './short-names.ts';
import { type SiteOf, viewOf } from './view.ts';

const NOTHING: DesignAnswer = {
  tables: [],
  shown: null,
  at: null,
  locations: [],
  pictureStyle: PICTURE_STYLE,
};

/** Times that the program is read for one answer while somebody types; the last reading is answered, of the texts that it had. */
const MOST_READINGS = 3;

/** What is said of all tables, and the texts that say it. */
interface Program {
  readonly uses: readonly TableUse[];
  readonly documents: ReadonlyMap<string, TextDocument>;
}

/** Answers the client how tables are designed, and could be. */
export function answerDesign(session: Session): void {
  const { connection, declarations, client } = session;
  const answer = answering(session);

  /** Reads what is said of all tables, in slices: there may be many. */
  const usesOf = async (
    operations: readonly Operation[],
    nameOf: (file: string) => string,
    signal: AbortSignal,
  ): Promise<readonly TableUse[]> => {
    const pause = pauses(signal);
    const uses: TableUse[] = [];
    const called = session.workspace.calledOperations();
    let step = called.next();
    for (; step.done !== true; step = called.next()) await pause();
    for (const use of tableUses(operations, declarations.all(), nameOf, step.value)) {
      uses.push(use);
      await pause();
    }
    return uses;
  };

  /** What is said of all tables, and the texts that it is said of: read again where those change meanwhile. */
  const programOf = async (nameOf: (file: string) => string, signal: AbortSignal): Promise<Program> => {
    for (let reading = 1; ; reading += 1) {
      const operations = inOrder(allOperations(session).filter(isSure));
      const documents = await documentsOf(session, new Set(operations.map(({ file }) => file)));
      const uses = await usesOf(operations, nameOf, signal);
      const now = await documentsOf(session, documents.keys());
      const isCurrent = [...documents].every(
        ([file, document]) => now.get(file)?.getText() === document.getText(),
      );
      if (isCurrent || reading === MOST_READINGS) return { uses, documents };
    }
  };

  /** The table of a name, in whatever case, or the series that it is of. */
  const named = (table: string, uses: readonly TableUse[]): TableUse | undefined => {
    const [own, ofCode] = [tableKey(table), session.workspace.table(table)?.name];
    return (
      uses.find((use) => use.table === table) ??
      uses.find((use) => tableKey(use.table) === own || use.table === ofCode)
    );
  };

  /** The table of the first operation in the file of a site. */
  const ofFile = (site: Site | undefined, uses: readonly TableUse[]): TableUse | undefined => {
    const first = site && session.workspace.operations(fileOf(site.uri)).find(isSure);
    return first && useOf(first, uses)?.use;
  };

  connection.onRequest(DESIGN, ({ table, site }: DesignQuestion, token: CancellationToken) =>
    answer<DesignAnswer>('design', token, NOTHING, async (signal) => {
      await declarations.ready();
      const nameOf = shortNames(client.folders);
      const { uses, documents } = await programOf(nameOf, signal);
      const asked = site && operationAt(session, site)?.operation;
      const found = asked && useOf(asked, uses);
      const wanted =
        found?.use ?? (table === undefined ? (ofFile(site, uses) ?? uses[0]) : named(table, uses));
      const tables = uses.map(summaryOf);
      if (wanted === undefined) return { ...NOTHING, tables };
      const locations: Location[] = [];
      const [report] = reportsOf(uses, DEFAULTS, positionsIn(documents), [wanted]);
      if (report === undefined) return { ...NOTHING, tables };
      const [siteOf, positionOf] = [siteIn(documents, nameOf, locations), positionsIn(documents)];
      const program = { uses, joins: joinsOf(uses) };
      const shown = viewOf(report, siteOf, (design) => {
        const work = workOfDesign(design, wanted, program);
        const assists = client.canCreateFiles ? work.assists.map(assistIn(siteOf, positionOf)) : [];
        return { assists, left: leftText(design, work) };
      });
      return { ...NOTHING, tables, shown, at: found?.id ?? null, locations };
    }),
  );

  connection.onRequest(REHEARSAL, ({ table, title }: RehearsalQuestion, token: CancellationToken) =>
    answer<RehearsalAnswer>('rehearsal', token, null, async (signal) => {
      await declarations.ready();
      const { uses } = await programOf(shortNames(client.folders), signal);
      const wanted = named(table, uses);
      const program = { uses, joins: joinsOf(uses) };
      return (wanted && rehearsalTitled(title, wanted, DEFAULTS, program)) ?? null;
    }),
  );
}

/** By file, whichever was opened first: what is said of them has the order and the ids that the command line gives it. */
function inOrder(operations: readonly Operation[]): readonly Operation[] {
  return operations.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

/** Counts what a list of tables shows beside each. */
function summaryOf({ table, patterns }: TableUse): DesignSummary {
  const scans = patterns.filter(({ shape }) => shape === 'table-scan').length;
  const reads =
    patterns.length === 1 ? l10n.t('1 access pattern') : l10n.t('{0} access patterns', patterns.length);
  const scanned = scans === 1 ? l10n.t('1 table scan') : l10n.t('{0} table scans', scans);
  return { table, words: scans === 0 ? reads : `${reads}, ${scanned}` };
}

/** The table of an operation, and the id of the read or write that it is there. */
function useOf(
  wanted: Operation,
  uses: readonly TableUse[],
): { readonly use: TableUse; readonly id: string | undefined } | undefined {
  const isWanted = ({ operation: { file, nameSpan } }: { readonly operation: Operation }): boolean =>
    file === wanted.file && nameSpan.start === wanted.nameSpan.start;
  for (const use of uses) {
    const read = use.patterns.findIndex((pattern) => pattern.uses.some(isWanted));
    if (read >= 0) return { use, id: readId(read) };
    const write = use.writes.findIndex(({ writes }) => writes.some(isWanted));
    if (write >= 0) return { use, id: writeId(write) };
    const isOther =
      use.unknown.some(isWanted) ||
      use.strangers.some(isWanted) ||
      use.unseen.some((operation) => isWanted({ operation }));
    if (isOther) return { use, id: undefined };
  }
  return undefined;
}

/** Positions in the files' own names, by which their locations are found again. */
function positionsIn(documents: ReadonlyMap<string, TextDocument>): PositionOf {
  return ({ file, span }) => {
    const { line, character } = documents.get(file)?.positionAt(span.start) ?? { line: 0, character: 0 };
    return { file, line: line + 1, column: character + 1 };
  };
}

/** A pattern at a place, in words. */
function assistIn(siteOf: SiteOf, positionOf: PositionOf): (assist: DesignAssist) => DesignedAssist {
  return ({ pattern, place, id }) => ({
    pattern: pattern.id,
    site: { ...siteOf(positionOf(place)), words: `${id}: ${pattern.title()}` },
  });
}

/** Collects locations, each once. */
function siteIn(
  documents: ReadonlyMap<string, TextDocument>,
  nameOf: (file: string) => string,
  locations: Location[],
): SiteOf {
  const known = new Map<string, number>();
  return ({ file, line, column }: SiteData) => {
    const key = `${line}:${column}:${file}`;
    const index = known.get(key) ?? locations.length;
    const at = { line: line - 1, character: column - 1 };
    if (!known.has(key)) {
      known.set(key, index);
      locations.push({ uri: documents.get(file)?.uri ?? uriOf(file), range: { start: at, end: at } });
    }
    return { label: `${nameOf(file)}:${line}`, index };
  };
}
