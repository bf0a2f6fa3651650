import { contains } from '../../core/text/span.ts';
import type { ListedAt, Place } from '../../core/text/segments.ts';
import { grouped } from '../syntax/facts/grouped.ts';
import { type PatternUse, readsOf, readsOfPoint } from './access-patterns.ts';
import type { TableUse } from './table-model.ts';

/** A question that the program asks once for each result of another: a join that it makes itself. */
export interface Join {
  readonly outer: JoinEnd;
  readonly inner: JoinEnd;
  /** What is read of the inner results there; absent where that is not seen. */
  readonly reads?: readonly string[];
  /** It is only asked whether there are any inner results: of those there is nothing to copy. */
  readonly isWhether?: true;
  /** The inner question is asked for nothing but results of questions that are known. */
  readonly isAlways: boolean;
}

/** A question of a table, by its place among the table's. */
export interface JoinEnd {
  readonly table: string;
  readonly pattern: number;
}

/** The joins between the questions of some tables, each once. */
export function joinsOf(uses: readonly TableUse[]): readonly Join[] {
  const outerOf = outersIn(uses);
  const found = new Map<string, Join>();
  for (const { table, patterns } of uses) {
    patterns.forEach((one, pattern) => {
      for (const outer of one.uses.flatMap(outerOf)) {
        if (outer.table === table && outer.pattern === pattern) continue;
        const within = one.uses.filter((use) => outerOf(use).some((end) => isSameEnd(end, outer)));
        const reads = readIn(within);
        found.set(`${outer.table}\n${outer.pattern}\n${table}\n${pattern}`, {
          outer,
          inner: { table, pattern },
          ...(reads && { reads }),
          ...(one.wanted.kind === 'exists' && { isWhether: true }),
          isAlways: one.uses.every((use) => outerOf(use).length > 0),
        });
      }
    });
  }
  return [...found.values()];
}

function isSameEnd(a: JoinEnd, b: JoinEnd): boolean {
  return a.table === b.table && a.pattern === b.pattern;
}

/** What some uses of a question read, all of them together. */
function readIn(uses: readonly PatternUse[]): readonly string[] | undefined {
  const all = uses.map(({ operation }) =>
    operation.kind === 'query' ? readsOf(operation) : readsOfPoint(operation),
  );
  return all.every((one) => one !== undefined) ? [...new Set(all.flat())] : undefined;
}

/** The questions whose results a use of another is asked for, one by one; none where one of them is not known. */
type OutersOf = (use: PatternUse) => readonly JoinEnd[];

/** A question that is told at a call, and the call of the SDK that it comes down to. */
interface Told extends JoinEnd {
  readonly at: Place;
  readonly inner: Place;
}

function outersIn(uses: readonly TableUse[]): OutersOf {
  const told = uses.flatMap(({ table, patterns }) =>
    patterns.flatMap((one, pattern) =>
      one.uses.map(({ operation: { file, callSpan, nameSpan, via } }): Told => ({
        table,
        pattern,
        at: { file, span: callSpan },
        inner: via?.place ?? { file, span: nameSpan },
      })),
    ),
  );
  const byFile = grouped(told, ({ inner }) => inner.file);
  const ofList = (list: ListedAt): readonly JoinEnd[] =>
    (byFile.get(list.file) ?? []).filter(
      ({ at, inner }) =>
        contains(list.span, inner.span) && [list, ...(list.through ?? [])].some((call) => isSame(call, at)),
    );
  return ({ operation: { repeated } }) => {
    const found = (repeated?.lists ?? []).map(ofList);
    return found.every(({ length }) => length > 0) ? found.flat() : [];
  };
}

function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start && a.span.end === b.span.end;
}
