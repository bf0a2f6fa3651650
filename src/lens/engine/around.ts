import { countUpTo } from '../../core/text/sorted.ts';
import { contains, type Span } from '../../core/text/span.ts';

/** Finds what stands around a span, borders included, the first of them first. `spansOf` tells where each item is. */
export function around<T>(
  items: readonly T[],
  spansOf: (item: T) => readonly Span[],
): (inner: Span) => readonly T[] {
  const spans = items
    .flatMap((item, order) => spansOf(item).map((span) => ({ span, item, order })))
    .sort((a, b) => a.span.start - b.span.start);
  // how far those reach that begin up to each
  const reach: number[] = [];
  for (const { span } of spans) reach.push(Math.max(span.end, reach.at(-1) ?? 0));
  return (inner) => {
    const found: typeof spans = [];
    for (
      let at = countUpTo(spans, inner.start, ({ span }) => span.start) - 1;
      at >= 0 && (reach[at] ?? 0) >= inner.end;
      at -= 1
    ) {
      const one = spans[at];
      if (one !== undefined && contains(one.span, inner)) found.push(one);
    }
    return found.sort((a, b) => a.order - b.order).map(({ item }) => item);
  };
}
