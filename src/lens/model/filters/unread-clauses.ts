import type { Filter } from '../../../core/odata/ast.ts';
import type { FlatText } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';

/** What the holes of a filter's text are that stand where a clause should be. */
export function unreadHoles<T>({ holes }: FlatText<T>, filter: Filter | undefined): readonly T[] {
  return unreadClauses(filter).flatMap(({ start, end }) =>
    [...holes].flatMap(([offset, hole]) => (start <= offset && offset < end ? [hole] : [])),
  );
}

/** Where a clause should be and what stands there cannot be read. */
function unreadClauses(filter: Filter | undefined): readonly Span[] {
  switch (filter?.kind) {
    case undefined:
    case 'comparison':
    case 'bare':
      return [];
    case 'and':
    case 'or':
      return [...unreadClauses(filter.left), ...unreadClauses(filter.right)];
    case 'not':
      return unreadClauses(filter.operand);
    case 'unknown':
      return [filter.span];
  }
}
