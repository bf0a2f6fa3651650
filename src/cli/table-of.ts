import { contains, type Span } from '../core/text/span.ts';
import type { Finding } from '../lens/engine/finding.ts';
import type { Operation } from '../lens/model/operation.ts';

/** The table that a finding speaks of, where all operations that it may belong to agree on one. */
export function tableOf({ span }: Finding, operations: readonly Operation[]): string | undefined {
  const around = operations.filter((operation) =>
    [operation.callSpan, ...filterSpans(operation)].some((outer) => contains(outer, span)),
  );
  // a loop, or a function, with the operations in it
  const within = operations.filter((operation) => contains(span, operation.nameSpan));
  const tables = new Set((around.length > 0 ? around : within).map(({ table }) => table));
  const [table] = tables;
  return tables.size === 1 ? table : undefined;
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
