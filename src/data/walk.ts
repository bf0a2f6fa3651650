import { createHash } from 'node:crypto';
import { compareKeys } from './key-order.ts';
import type { AnswerFault } from './answer-fault.ts';
import { hasPassed, nothingPassed, passing } from './passed.ts';
import type { Passed } from './passed.ts';

/**
 * How far the results of a query were walked through, as its tokens carry it: what tells that an answer leads back. A walk can be taken up
 * from any of its tokens, more than once.
 */
export interface Walk {
  /** Where it asked, and, of a service that does not sort, some or all rows. */
  readonly passed: Passed;
  /** The last row that had both keys. */
  readonly last?: RowKeys;
  /** Answers in a row that had no row and the token that they were asked by. */
  readonly idle: number;
  /** Whether the token leads to where the walk was. */
  readonly isCircle?: true;
}

/** What tells a row from all others. */
export interface RowKeys {
  readonly partitionKey: string;
  /** Undefined where it was not asked for. */
  readonly rowKey: string | undefined;
}

/** Where a query goes on, or its begin. */
export interface Stop {
  readonly partitionKey: string;
  readonly rowKey?: string;
}

/** An answer, with what was asked. */
export interface Step {
  readonly from: Stop | undefined;
  /** Those that have keys. */
  readonly rows: readonly RowKeys[];
  /** Whether it has no row at all. */
  readonly isEmpty: boolean;
  readonly next: Stop | undefined;
  /** Whether the service sorts rows by their keys. */
  readonly isSorted: boolean;
  /** Which rows of a service that does not are known again: with all of them, memory grows with what was walked through. */
  readonly remembers: 'first' | 'all';
}

/** Answers without a row that may bring nothing new: the service may need some to get over what does not match. */
const MOST_IDLE = 50;

/** How a walk goes on behind an answer, or what is wrong with the answer. */
export function step(walk: Walk | undefined, answer: Step): Walk | AnswerFault {
  const { passed = nothingPassed(), last, idle = 0 } = walk ?? {};
  const { from, rows, isEmpty, next, isSorted, remembers } = answer;
  const ids = isSorted ? [] : rows.flatMap((row) => (row.rowKey === undefined ? [] : idOf(row)));
  const fault = isSorted ? orderFault(last, rows) : repetition(passed, ids);
  if (fault !== undefined) return fault;
  const asked = idOf(from);
  const isIdle = isEmpty && next !== undefined && idOf(next) === asked;
  if (isIdle && idle >= MOST_IDLE) return 'standstill';
  const now = passing(passed, [asked, ...(remembers === 'all' ? ids : ids.slice(0, 1))]);
  const end = rows.at(-1) ?? last;
  return {
    passed: now,
    idle: isIdle ? idle + 1 : 0,
    ...(end && { last: end }),
    ...(!isIdle && next !== undefined && hasPassed(now, idOf(next)) && { isCircle: true }),
  };
}

/** What is wrong with rows that a service gives which sorts them, and never gives one twice. */
function orderFault(last: RowKeys | undefined, rows: readonly RowKeys[]): AnswerFault | undefined {
  let before = last;
  for (const row of rows) {
    const order = before && compareRows(before, row);
    if (order === 0) return 'repeated';
    if (order !== undefined && order > 0) return last && isBehind(last, row) ? 'unsorted' : 'repeated';
    before = row;
  }
  return undefined;
}

/** Whether a row lies behind the walk, so that it cannot have come before. */
function isBehind(last: RowKeys, row: RowKeys): boolean {
  return (compareRows(last, row) ?? -1) < 0;
}

/** Negative where `a` comes first, zero for the same row; undefined where that cannot be told. */
function compareRows(a: RowKeys, b: RowKeys): number | undefined {
  const order = compareKeys(a.partitionKey, b.partitionKey);
  if (order !== 0) return order;
  return a.rowKey === undefined || b.rowKey === undefined ? undefined : compareKeys(a.rowKey, b.rowKey);
}

/** Whether a row came twice in one answer, or is one with which an answer began. */
function repetition(passed: Passed, ids: readonly string[]): AnswerFault | undefined {
  const isRepeated = new Set(ids).size < ids.length || ids.some((id) => hasPassed(passed, id));
  return isRepeated ? 'repeated' : undefined;
}

/** Short, whatever the keys are. */
function idOf(place: RowKeys | Stop | undefined): string {
  const text = JSON.stringify(place === undefined ? [] : [place.partitionKey, place.rowKey]);
  return createHash('sha256').update(text).digest('base64');
}
