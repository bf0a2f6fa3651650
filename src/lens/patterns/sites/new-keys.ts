import type { Span } from '../../../core/text/span.ts';
import type { Operation, Query } from '../../model/operations/operation.ts';
import { isSameCall, isThrough, type TableProgram } from './table-program.ts';

/** A RowKey in the source that becomes a call of a function. */
export interface KeySite {
  readonly file: string;
  readonly span: Span;
  /** What stands before the name of the function, and after it. */
  readonly lead: string;
  readonly args: string;
}

/** A read that knows the RowKeys that a table has today, or, where the new ones are in another order, needs that of today. */
export interface UseOfOldKeys {
  readonly why: 'keyed' | 'order';
  readonly operation: Operation;
}

/** The first read of the table, other than `query`, that new RowKeys would break. */
export function usesOldKeys(
  query: Query,
  program: TableProgram,
  isReordered: boolean,
): UseOfOldKeys | undefined {
  for (const one of [...program.calls, ...program.through]) {
    if (isSameCall(one, query) || one.kind === 'write') continue;
    if (one.kind === 'point-read') return { why: 'keyed', operation: one };
    if (
      one.filter.kind === 'unknown' &&
      one.via === undefined &&
      program.through.some((other) => isThrough(other, one))
    )
      continue;
    const asked = one.filter.kind === 'none' ? [] : one.filter.alternatives;
    const isFree =
      one.filter.kind !== 'unknown' &&
      one.method === 'listEntities' &&
      asked.every(({ classification: { region } }) => region.rowKey.kind === 'free');
    if (!isFree) return { why: 'keyed', operation: one };
    if (isReordered && (one.consumption.sorts ?? []).length === 0) return { why: 'order', operation: one };
  }
  return undefined;
}
