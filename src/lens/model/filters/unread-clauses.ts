import type { Filter } from '../../../core/odata/ast.ts';
import { lex } from '../../../core/odata/lexer.ts';
import type { FlatText } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';

/**
 * What the holes of a filter's text are that stand where a clause should be. A hole in a quoted text is a value: what it is makes
 * nothing readable around it.
 */
export function unreadHoles<T>(text: FlatText<T>, filter: Filter | undefined): readonly T[] {
  const unread = unreadClauses(filter).flatMap((clause) =>
    [...text.holes].filter(([offset]) => isIn(offset, clause)),
  );
  if (unread.length === 0) return [];
  const quoted = lex(text).tokens.flatMap(({ kind, span }) => (kind === 'string' ? [span] : []));
  return unread.flatMap(([offset, hole]) => (quoted.some((span) => isIn(offset, span)) ? [] : [hole]));
}

function isIn(offset: number, { start, end }: Span): boolean {
  return start <= offset && offset < end;
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
