import * as l10n from '@vscode/l10n';
import type { Span } from '../../core/text/span.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import { listedAt } from '../engine/finding.ts';

/** Rules about reads that other keys, a copy or another filter would serve: scans, reads in loops, work of the client. */
const SERVED_BY_DESIGN: ReadonlySet<string> = new Set([
  ...['table-scan', 'partition-scan', 'partition-range-scan', 'partition-key-or', 'row-key-or'],
  ...['open-row-range', 'n-plus-one', 'query-in-loop', 'client-side-filter', 'client-side-sort'],
  ...['first-of-list', 'not-the-newest', 'offset-paging', 'list-then-delete-each'],
]);

/** That the designs of a table are shown for one of its reads. */
export interface DesignOffer {
  readonly title: string;
  /** The finding that it answers. */
  readonly rule: string;
  readonly span: Span;
  /** The read. */
  readonly at: Span;
}

/** Gives what is offered for the first finding that touches `span` and that a design may answer. */
export function designOffer({ findings }: FileAnalysis, span: Span): DesignOffer | undefined {
  const found = findings.find(
    ({ rule, also = [], span: { start, end } }) =>
      start <= span.end && span.start <= end && [rule, ...also].some((id) => SERVED_BY_DESIGN.has(id)),
  );
  if (found === undefined) return undefined;
  const at = found.about?.nameSpan ?? listedAt(found);
  return { title: l10n.t('Design for this query…'), rule: found.rule, span: found.span, at };
}
