import type { TextEdit } from '../../../core/text/edit.ts';
import type { Span } from '../../../core/text/span.ts';
import { addTo } from '../facts/grouped.ts';

/** A call of the SDK, of one of several tables. */
export interface TableCallSite {
  /** Equal for calls of one table; 0 is the one that is asked about. */
  readonly table: number;
  readonly file: string;
  readonly receiver: Span;
  /** Where the method's name ends. */
  readonly nameEnd: number;
  /** It gives entities, of which its type argument says what they are. */
  readonly isRead: boolean;
}

/** The type of a table's entities of which nothing is declared, and what all of them have. */
const UNDECLARED = '__U';
const DECLARED = '__D';

/** Types for the entities of each table, which has the property by what is known of it. */
export function tableTypes(property: string, calls: readonly TableCallSite[]): string {
  return [...new Set(calls.map(({ table }) => table))]
    .map(
      (table) =>
        `interface ${UNDECLARED}${table} { ${property}: any; [name: string]: any }\ninterface ${DECLARED}${table} { ${property}: unknown }\n`,
    )
    .join('');
}

/** The table of such a type, by its name. */
export function tableOfType(name: string): number | undefined {
  const isOurs = name.startsWith(UNDECLARED) || name.startsWith(DECLARED);
  return isOurs ? Number(name.slice(UNDECLARED.length)) : undefined;
}

/** What is put into the texts of files so that each call is one of its table: insertions alone, in the order of the text. */
export function insertionsOf(
  files: ReadonlyMap<string, string>,
  calls: readonly TableCallSite[],
): ReadonlyMap<string, readonly TextEdit[]> {
  const inserts = new Map<string, TextEdit[]>();
  const done = new Set<string>();
  for (const { table, file, receiver, nameEnd, isRead } of calls) {
    const text = files.get(file);
    const key = `${nameEnd} ${file}`;
    if (text === undefined || done.has(key)) continue;
    done.add(key);
    const put = (at: number, what: string): void => {
      addTo(inserts, file, { span: { start: at, end: at }, text: what });
    };
    put(receiver.start, '__client(');
    put(receiver.end, ')');
    if (!isRead) continue;
    if (text.charAt(nameEnd) === '<') put(nameEnd + 1, `${DECLARED}${table} & `);
    else put(nameEnd, `<${UNDECLARED}${table}>`);
  }
  for (const list of inserts.values()) list.sort((a, b) => a.span.start - b.span.start);
  return inserts;
}

/** Where a place of the text before stands after insertions. */
export function shifted(inserts: readonly TextEdit[], { start, end }: Span): Span {
  const by = (at: number, isStart: boolean): number =>
    inserts.reduce(
      (sum, { span, text }) => (span.start < at || (isStart && span.start === at) ? sum + text.length : sum),
      at,
    );
  return { start: by(start, true), end: by(end, false) };
}

/** The way back of {@link shifted}, for what no insertion stands in. */
export function unshifted(inserts: readonly TextEdit[], { start, end }: Span): Span {
  let by = 0;
  for (const { span, text } of inserts) {
    if (span.start + by + text.length > start) break;
    by += text.length;
  }
  let endBy = 0;
  for (const { span, text } of inserts) {
    if (span.start + endBy + text.length > end) break;
    endBy += text.length;
  }
  return { start: start - by, end: end - endBy };
}
