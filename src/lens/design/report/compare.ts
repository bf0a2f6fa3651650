import { BEST_FIRST } from '../../../core/shape/shape.ts';
import type { PatternData, TableReport, WriteData } from './data.ts';

/** What a change of a program does to what it asks of its tables: the published form of `--base`. */
export interface DesignChange {
  readonly table: string;
  /** The table is new, or nothing asks anything of it anymore. */
  readonly only?: 'before' | 'after';
  /** New access patterns; those that scan the whole table are also worse. */
  readonly added: readonly PatternOnce[];
  readonly removed: readonly PatternOnce[];
  readonly better: readonly PatternTwice[];
  readonly worse: readonly PatternTwice[];
  /** New reads of which it is not known what they ask for; below 0 where there are fewer. */
  readonly unknown: number;
  /** Kinds whose entities lie under other keys than before. */
  readonly rekeyed: readonly Rekeyed[];
  readonly addedWrites: readonly string[];
  readonly removedWrites: readonly string[];
}

/** An access pattern that is there before or after alone. */
export type PatternOnce = Pick<PatternData, 'sentence' | 'shape' | 'inLoop' | 'sites'>;

/** One that is there before and after; `before` is absent of a new one that scans the whole table. */
export interface PatternTwice extends Pick<PatternData, 'sentence' | 'sites'> {
  readonly before?: PatternState;
  readonly after: PatternState;
}

export type PatternState = Pick<PatternData, 'shape' | 'inLoop'>;

export interface Rekeyed {
  readonly kind: string;
  readonly before: KeysData;
  readonly after: KeysData;
}

interface KeysData {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** What is different between the reports of two revisions, table by table; tables without a difference are left out. */
export function changesBetween(
  before: readonly TableReport[],
  after: readonly TableReport[],
): readonly DesignChange[] {
  const names = [...new Set([...after, ...before].map(({ table }) => table))];
  return names
    .map((table) =>
      changeOf(
        table,
        before.find((one) => one.table === table),
        after.find((one) => one.table === table),
      ),
    )
    .filter(isSomething);
}

/** Whether a change makes anything worse: what `--fail-on worse` asks. */
export function makesWorse(changes: readonly DesignChange[]): boolean {
  return changes.some(({ worse }) => worse.length > 0);
}

function changeOf(
  table: string,
  before: TableReport | undefined,
  after: TableReport | undefined,
): DesignChange {
  const [old, now] = [patternsOf(before), patternsOf(after)];
  const both = [...now.values()].flatMap((pattern) => {
    const known = old.get(pattern.sentence);
    return known === undefined ? [] : [{ before: known, after: pattern }];
  });
  const added = [...now.values()].filter(({ sentence }) => !old.has(sentence));
  const [writesBefore, writesAfter] = [writesOf(before), writesOf(after)];
  return {
    table,
    ...(before === undefined && { only: 'after' as const }),
    ...(after === undefined && { only: 'before' as const }),
    added: added.map(once),
    removed: [...old.values()].filter(({ sentence }) => !now.has(sentence)).map(once),
    better: both.filter((one) => compare(one.before, one.after) > 0).map(twice),
    worse: [
      ...both.filter((one) => compare(one.before, one.after) < 0).map(twice),
      ...added
        .filter(({ shape }) => shape === 'table-scan')
        .map((one) => ({ ...site(one), after: stateOf(one) })),
    ],
    unknown: (after?.unknown.length ?? 0) - (before?.unknown.length ?? 0),
    rekeyed: rekeyedIn(before, after),
    addedWrites: writesAfter.filter((write) => !writesBefore.includes(write)),
    removedWrites: writesBefore.filter((write) => !writesAfter.includes(write)),
  };
}

function isSomething(change: DesignChange): boolean {
  const { only, unknown, added, removed, better, worse, rekeyed, addedWrites, removedWrites } = change;
  const lists = [added, removed, better, worse, rekeyed, addedWrites, removedWrites];
  return only !== undefined || unknown !== 0 || lists.some(({ length }) => length > 0);
}

/** The access patterns of a table by their sentences, but for what is only planned. */
function patternsOf(report: TableReport | undefined): ReadonlyMap<string, PatternData> {
  const written = (report?.accessPatterns ?? []).filter(({ isPlanned }) => !isPlanned);
  return new Map(written.map((pattern) => [pattern.sentence, pattern]));
}

/** Over 0 where a pattern reads less than before, or no longer in a loop; what is not known is neither. */
function compare(before: PatternState, after: PatternState): number {
  if (before.shape === 'unknown' || after.shape === 'unknown') return 0;
  const shapes = BEST_FIRST.indexOf(before.shape) - BEST_FIRST.indexOf(after.shape);
  return shapes === 0 ? Number(before.inLoop) - Number(after.inLoop) : shapes;
}

function stateOf({ shape, inLoop }: PatternData): PatternState {
  return { shape, inLoop };
}

function site({ sentence, sites }: PatternData): Pick<PatternTwice, 'sentence' | 'sites'> {
  return { sentence, sites };
}

function once(pattern: PatternData): PatternOnce {
  return { ...site(pattern), ...stateOf(pattern) };
}

function twice({
  before,
  after,
}: {
  readonly before: PatternData;
  readonly after: PatternData;
}): PatternTwice {
  return { ...site(after), before: stateOf(before), after: stateOf(after) };
}

function rekeyedIn(before: TableReport | undefined, after: TableReport | undefined): readonly Rekeyed[] {
  return (after?.kinds ?? []).flatMap(({ name, partitionKey, rowKey }): readonly Rekeyed[] => {
    const known = before?.kinds.find((kind) => kind.name === name);
    if (known === undefined || (known.partitionKey === partitionKey && known.rowKey === rowKey)) return [];
    const old = { partitionKey: known.partitionKey, rowKey: known.rowKey };
    return [{ kind: name, before: old, after: { partitionKey, rowKey } }];
  });
}

function writesOf(report: TableReport | undefined): readonly string[] {
  const written = (report?.writes ?? []).filter(({ sites }) => sites.length > 0);
  return written.map(({ kind, does }: WriteData) => `${does} ${kind}`);
}
