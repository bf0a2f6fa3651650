import type { NamedPattern, TableUse } from './table-model.ts';

/** A question that the program asks once for each result of another: a join that it makes itself. */
export interface Join {
  readonly outer: JoinEnd;
  readonly inner: JoinEnd;
  /** What is read of the inner results; absent where that is not seen. */
  readonly reads?: readonly string[];
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
  const byCall = new Map<string, JoinEnd>();
  for (const { table, patterns } of uses) {
    patterns.forEach((one, pattern) => {
      for (const call of callsOf(one)) byCall.set(call, { table, pattern });
    });
  }
  const found = new Map<string, Join>();
  for (const { table, patterns } of uses) {
    patterns.forEach((one, pattern) => {
      for (const list of listsOf(one)) {
        const outer = byCall.get(list);
        if (outer === undefined || (outer.table === table && outer.pattern === pattern)) continue;
        const { reads } = one;
        found.set(`${outer.table}\n${outer.pattern}\n${table}\n${pattern}`, {
          outer,
          inner: { table, pattern },
          ...(reads && { reads }),
          isAlways: one.uses.every((use) => {
            const lists = listsOf({ uses: [use] });
            return lists.length > 0 && lists.every((each) => byCall.has(each));
          }),
        });
      }
    });
  }
  return [...found.values()];
}

function callsOf({ uses }: NamedPattern): readonly string[] {
  return uses.map(({ operation: { file, callSpan } }) => `${callSpan.start} ${callSpan.end} ${file}`);
}

/** The calls whose results a question is asked for, one by one. */
function listsOf({ uses }: Pick<NamedPattern, 'uses'>): readonly string[] {
  return uses.flatMap(({ operation: { file, repeated } }) => {
    const lists = repeated?.lists ?? [];
    const isHere = lists.every((list) => list.file === file);
    return isHere ? lists.map(({ span: { start, end } }) => `${start} ${end} ${file}`) : [];
  });
}
