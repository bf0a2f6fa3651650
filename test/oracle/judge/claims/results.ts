import type { ListCall } from '../../run/calls.ts';
import { readSent } from '../../sent.ts';
import { type Claim, type Claims, ofEach, ofRun, ofWholeRuns, universal } from './claim.ts';

/** The names in a message between these words: `only {0} is read`. */
function namesIn(message: string, pattern: RegExp): readonly string[] | undefined {
  return pattern
    .exec(message)?.[1]
    ?.split(/,\s*/)
    .map((name) => name.replace(/^["']|["']$/g, ''));
}

/** What the SDK calls a property that the service calls so. */
const SDK_NAMES: Readonly<Record<string, string>> = {
  PartitionKey: 'partitionKey',
  RowKey: 'rowKey',
  Timestamp: 'timestamp',
};

/** Of each entity only these properties are read: one that is read beside them, or kept as a whole, contradicts. */
const onlyRead: Claim = universal(
  ofAnswer(({ seen }, message) => {
    const names = namesIn(message, /select: \[(.*?)\]/);
    return (
      names !== undefined && seen.whole.size === 0 && [...seen.names].every((name) => names.includes(name))
    );
  }),
);

/**
 * Whether a call left entities of those that there were, or did nothing with some; undefined where the program took a property of each
 * and put it away, and nobody sees which of these are used.
 */
function isPartlyUsed({ isAtEnd, total, taken, seen }: ListCall): boolean | undefined {
  if (!isAtEnd || taken < total || seen.touched.size < total) return true;
  return seen.whole.size === total ? false : undefined;
}

/** More entities than any answer of the recorder has. */
const MANY = 3;

/** Not all results are used: seen where there were several. */
const onlyFirst: Claim = (finding, visits) => {
  const count = Number(/(?:first|after) (\d+)/.exec(finding.message)?.[1] ?? 1);
  if (count >= MANY || finding.message.startsWith('"top"')) return undefined;
  return ofRun((calls) => {
    const used = calls.flatMap((call) =>
      call.kind === 'list' && call.total > count ? [isPartlyUsed(call)] : [],
    );
    if (used.length === 0) return undefined;
    return used.includes(true) ? true : used.includes(undefined) ? undefined : false;
  })(finding, visits);
};

const isScan = ({ filter }: ListCall): boolean => {
  const { fits } = readSent(filter);
  return fits.includes('table-scan') || fits.includes('partition-range');
};

/** A call is made several times in one run, if anything is there to make it for. */
function repeated(isSo: (turns: number, pending: readonly number[], message: string) => boolean): Claim {
  return ofRun((calls, { message }) =>
    isSo(
      calls.length,
      calls.map((call) => ('pending' in call ? call.pending : 0)),
      message,
    ),
  );
}

const oneAfterTheOther = (pending: readonly number[]): boolean => pending.every((count) => count === 0);

/** A claim about every query that gave entities. */
function ofAnswer(isSo: (call: ListCall, message: string) => boolean): Claim {
  return ofEach('list', (call, { message }) => (call.taken > 0 ? isSo(call, message) : undefined));
}

/** What rules claim of how often calls are made, and of what becomes of their results. */
export const resultClaims: Claims = (
  [
    ['missing-select', onlyRead],
    ['first-of-list', onlyFirst],
    [
      'client-side-filter',
      ofAnswer(({ seen }, message) => {
        const names =
          namesIn(message, /leaves out entities by (.*?) that/) ??
          namesIn(message, /value that it makes of (.*?), after/) ??
          namesIn(message, /looks for a text in (.*?) of entities/);
        return names?.some((name) => seen.names.has(SDK_NAMES[name] ?? name)) === true;
      }),
    ],
    ['client-side-sort', ofAnswer(({ seen }) => seen.isSorted)],
    ['unbounded-collect', ofAnswer((call) => call.isAtEnd && isScan(call))],
    [
      'n-plus-one',
      repeated((turns, pending, message) => {
        const told = /^These are (\d+) requests/.exec(message)?.[1];
        const isRight = told === undefined ? turns > 1 : turns === Number(told);
        return isRight && (!message.includes('each waits for') || oneAfterTheOther(pending));
      }),
    ],
    ['sequential-point-reads', repeated((turns, pending) => turns > 1 && oneAfterTheOther(pending))],
    ['query-in-loop', repeated((turns) => turns > 1)],
    ['endless-paging', ofEach('list', ({ pageSize }) => pageSize === 0)],
  ] satisfies Claims
).map(([rule, claim]) => [rule, ofWholeRuns(claim)]);
