import * as l10n from '@vscode/l10n';
import { contains } from '../../core/text/span.ts';
import type { Operation } from '../model/operation.ts';
import type { Report } from '../rules/rule.ts';

type Related = NonNullable<Report['related']>;

/** What belongs to a report about one of these calls of wrappers: the place where the wrapper calls the SDK. */
export function relatedOf(report: Report, operations: readonly Operation[]): Related {
  const given = report.related ?? [];
  const operation = operations.find((each) => concerns(report, each));
  const via = operation?.via;
  if (operation === undefined || via === undefined) return given;
  const isGiven = given.some(
    ({ place }) => place.file === via.place.file && contains(place.span, via.place.span),
  );
  if (isGiven) return given;
  return [...given, { place: via.place, message: l10n.t('{0} calls {1} here.', via.name, operation.method) }];
}

/** Whether a report stands at an operation: in its call, or in its filter. */
function concerns({ place }: Report, operation: Operation): boolean {
  if (place.file !== operation.file || operation.via === undefined) return false;
  const filters =
    operation.kind === 'query' && operation.filter.kind === 'known' ? operation.filter.alternatives : [];
  const spans = filters.flatMap(({ text }) =>
    text.segments.filter((segment) => segment.place.file === operation.file).map(({ place }) => place.span),
  );
  return [operation.callSpan, ...spans].some((span) => contains(span, place.span));
}
