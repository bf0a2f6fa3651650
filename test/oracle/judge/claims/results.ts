import type { Finding } from '../../../../src/lens/engine/finding.ts';
import type { ListCall } from '../../run/calls.ts';
import { readSent } from '../../sent.ts';
import { type Claim, type Claims, ofEach, ofRun, ofWholeRuns, universal } from './claim.ts';

/** The names that a message lists as one of its data: `name, age`; in quotes in code: `select: ['name', 'age']`. */
function namesIn(listed: string): readonly string[] {
  return listed.split(/,\s*/).map((name) => name.replace(/^["']|["']$/g, ''));
}

/** What the SDK calls a property that the service calls so. */
const SDK_NAMES: Readonly<Record<string, string>> = {
  PartitionKey: 'partitionKey',
  RowKey: 'rowKey',
  Timestamp: 'timestamp',
};

/** Of each entity only these properties are read: one that is read beside them, or kept as a whole, contradicts. */
const onlyRead: Claim = universal(
  ofAnswer(({ seen }, { data: [, option = ''] }) => {
    const names = namesIn(/select: \[(.*?)\]/.exec(option)?.[1] ?? '');
    return seen.whole.size === 0 && [...seen.names].every((name) => names.includes(name));
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
  const count = Number(finding.data[0] ?? 1);
  if (count >= MANY || finding.messageId.startsWith('top')) return undefined;
  return ofRun((calls) => {
    const used = calls.flatMap((call) =>
      call.kind === 'list' && call.total > count ? [isPartlyUsed(call)] : [],
    );
    if (used.length === 0) return undefined;
    return used.includes(true) ? true : used.includes(undefined) ? undefined : false;
  })(finding, visits);
};

/** Whether it reads more than a part of one partition; of one that is counted, all of it is a scan, too. */
const isScan = ({ filter }: ListCall, isCounted: boolean): boolean => {
  const { fits } = readSent(filter);
  return (
    fits.includes('table-scan') ||
    fits.includes('partition-range') ||
    (isCounted && fits.includes('partition-scan'))
  );
};

/** A call is made several times in one run, if anything is there to make it for. */
function repeated(isSo: (turns: number, pending: readonly number[], finding: Finding) => boolean): Claim {
  return ofRun((calls, finding) =>
    isSo(
      calls.length,
      calls.map((call) => ('pending' in call ? call.pending : 0)),
      finding,
    ),
  );
}

const oneAfterTheOther = (pending: readonly number[]): boolean => pending.every((count) => count === 0);

/** A claim about every query that gave entities. */
function ofAnswer(isSo: (call: ListCall, finding: Finding) => boolean): Claim {
  return ofEach('list', (call, finding) => (call.taken > 0 ? isSo(call, finding) : undefined));
}

/** What rules claim of how often calls are made, and of what becomes of their results. */
export const resultClaims: Claims = (
  [
    ['missing-select', onlyRead],
    ['first-of-list', onlyFirst],
    [
      'client-side-filter',
      ofAnswer(({ seen }, { data: [names = ''] }) =>
        namesIn(names).some((name) => seen.names.has(SDK_NAMES[name] ?? name)),
      ),
    ],
    ['client-side-sort', ofAnswer(({ seen }) => seen.isSorted)],
    [
      'unbounded-collect',
      ofAnswer((call, { messageId }) => call.isAtEnd && isScan(call, messageId === 'count')),
    ],
    [
      'n-plus-one',
      repeated((turns, pending, { messageId, data: [told] }) => {
        const isRight = told === undefined ? turns > 1 : turns === Number(told);
        return isRight && (messageId === 'entities' || oneAfterTheOther(pending));
      }),
    ],
    ['sequential-point-reads', repeated((turns, pending) => turns > 1 && oneAfterTheOther(pending))],
    ['query-in-loop', repeated((turns) => turns > 1)],
    ['endless-paging', ofEach('list', ({ pageSize }) => pageSize === 0)],
    ['page-size-over-limit', ofEach('list', ({ pageSize }, { data: [size] }) => pageSize === Number(size))],
  ] satisfies Claims
).map(([rule, claim]) => [rule, ofWholeRuns(claim)]);
