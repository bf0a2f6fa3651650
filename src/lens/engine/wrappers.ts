import * as l10n from '@vscode/l10n';
import { contains, type Span } from '../../core/text/span.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { Report } from '../rules/rule.ts';
import { around } from './around.ts';

type Related = NonNullable<Report['related']>;

/** Tells what belongs to a report about one of these calls of wrappers of a file: the place where the wrapper calls the SDK. */
export function relatedIn(wrapped: readonly Operation[]): (report: Report) => Related {
  const concerned = around(wrapped, placesIn);
  return ({ place, related = [] }) => {
    const operation = concerned(place.span).find(({ file }) => file === place.file);
    const via = operation?.via;
    if (operation === undefined || via === undefined) return related;
    const isGiven = related.some(
      (given) => given.place.file === via.place.file && contains(given.place.span, via.place.span),
    );
    if (isGiven) return related;
    const message = l10n.t('{0} calls {1} here.', via.name, operation.method);
    return [...related, { place: via.place, message }];
  };
}

/** Where a call of a wrapper is, and, in the same file, its filter. */
function placesIn(operation: Operation): readonly Span[] {
  const filters =
    operation.kind === 'query' && operation.filter.kind === 'known' ? operation.filter.alternatives : [];
  const spans = filters.flatMap(({ text }) =>
    text.segments.filter((segment) => segment.place.file === operation.file).map(({ place }) => place.span),
  );
  return [operation.callSpan, ...spans];
}
