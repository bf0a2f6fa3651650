import { contains, type Span } from '../core/text/span.ts';
import type { Finding } from '../lens/engine/finding.ts';
import type { Operation } from '../lens/model/operations/operation.ts';

/**
 * Tells of findings in a file with some operations which table they speak of, where all operations that they may belong to agree on
 * one. Of many operations no more are looked at than begin before a finding ends and end behind its beginning.
 */
export function tableOfFindings(operations: readonly Operation[]): (finding: Finding) => string | undefined {
  const wide = ordered(operations, (operation) => [operation.callSpan, ...filterSpans(operation)]);
  const named = ordered(operations, ({ nameSpan }) => [nameSpan]);
  return ({ span }) => {
    const around = touching(wide, span).filter((one) => contains(one.span, span));
    // a loop, or a function, with the operations in it
    const within = around.length > 0 ? [] : touching(named, span).filter((one) => contains(span, one.span));
    const tables = new Set([...around, ...within].map(({ table }) => table));
    const [table] = tables;
    return tables.size === 1 ? table : undefined;
  };
}

interface Placed {
  readonly span: Span;
  readonly table: string | undefined;
  /** Where the last of this and those before it ends. */
  readonly lastEnd: number;
}

/** By where their spans begin, those alike once: many operations may have one filter. */
function ordered(
  operations: readonly Operation[],
  spansOf: (operation: Operation) => readonly Span[],
): readonly Placed[] {
  const distinct = new Map<string, Omit<Placed, 'lastEnd'>>();
  for (const operation of operations) {
    for (const span of spansOf(operation)) {
      const { table } = operation;
      distinct.set(`${span.start} ${span.end} ${table ?? '?'}`, { span, table });
    }
  }
  let lastEnd = 0;
  return [...distinct.values()]
    .sort((a, b) => a.span.start - b.span.start)
    .map((one) => {
      lastEnd = Math.max(lastEnd, one.span.end);
      return { ...one, lastEnd };
    });
}

function touching(all: readonly Placed[], { start, end }: Span): readonly Placed[] {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.span.start ?? 0) <= end) low = middle + 1;
    else high = middle;
  }
  let first = low;
  while ((all[first - 1]?.lastEnd ?? -1) >= start) first--;
  return all.slice(first, low);
}

/** Where the filter of a query is written, in the query's own file. */
function filterSpans(operation: Operation): Span[] {
  if (operation.kind !== 'query' || operation.filter.kind === 'none') return [];
  return operation.filter.alternatives
    .flatMap(({ expression, text }) => [
      ...(expression ? [expression] : []),
      ...text.segments.map(({ place }) => place),
    ])
    .filter(({ file }) => file === operation.file)
    .map(({ span }) => span);
}
