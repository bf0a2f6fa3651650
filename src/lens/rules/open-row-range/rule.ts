import * as l10n from '@vscode/l10n';
import { HOLE } from '../../../core/text/segments.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { pathOf } from '../../syntax/program/names.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { expressionAt, pathAt } from '../shared/code-at.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { closeRange, openBound } from '../shared/open-bound.ts';
import { filterPlace, onBranch } from '../shared/place.ts';
import { say } from './messages.ts';

/** The guide, "Compound key pattern" and "Intra-partition secondary index pattern": ranges over a prefix have two ends. */
export const rule: Rule = {
  id: 'open-row-range',
  severity: 'information',
  title: () => l10n.t('A RowKey range without a start or an end'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      // of the first result only it does not matter where the range ends
      if (query.consumption.firstOnly) continue;
      for (const filter of alternativesOf(query)) {
        const report = check(context, query, filter);
        if (report !== undefined) yield report;
      }
    }
  },
};

/** The constants that RowKeys of the table begin with. */
function prefixesOf(context: RuleContext, query: Query): readonly string[] {
  const variants = context.tableOf(query)?.keys().rowKey ?? [];
  return variants.flatMap(({ pattern, uses }) => {
    const [first] = pattern.parts;
    const isWritten = uses.some(({ how }) => how === 'written');
    return isWritten && first?.kind === 'literal' ? [first.text] : [];
  });
}

function check(context: RuleContext, query: Query, filter: FilterAlternative): Report | undefined {
  const { shape, region } = filter.classification;
  const open =
    shape === 'row-range' ? openBound(context, filter, region.rowKey, prefixesOf(context, query)) : undefined;
  if (open === undefined) return undefined;
  // whoever looks at each row whether it begins so knows where the range ends
  const isPrefix = open.missing === 'upper' && isCheckedPrefix(context, query, filter);
  if (open.other === undefined && !isPrefix) return undefined;
  return {
    ...filterPlace(context, query, filter, open.span),
    ...onBranch(filter.when, open.missing === 'upper' ? say('no-end') : say('no-start')),
    about: query,
    fixes: () => closeRange(context, query, filter, 'RowKey', open),
  };
}

/** Whether the code leaves out entities whose RowKeys don't begin with what the range begins with: `row.rowKey.startsWith(month)`. */
function isCheckedPrefix(
  context: RuleContext,
  { consumption: { filters = [] } }: Query,
  { text, classification }: FilterAlternative,
): boolean {
  const { rowKey } = classification.region;
  const lower = rowKey.kind === 'range' ? rowKey.lower?.value : undefined;
  if (lower?.kind !== 'hole') return false;
  const { offset, span } = lower;
  // that value alone
  if (text.text.slice(span.start, span.end).replaceAll("'", '') !== HOLE) return false;
  const hole = text.segments.find(
    (segment, index) => segment.kind === 'hole' && offsetOf(text.segments, index) === offset,
  );
  const asked = hole && pathAt(context, hole.place)?.join('.');
  if (asked === undefined) return false;
  return filters.some(({ conditions }) =>
    conditions.some(({ property, place }) => {
      const code = property === 'rowKey' ? expressionAt(context, place)?.expression : undefined;
      if (code?.kind !== 'call' || code.callee.kind !== 'member' || code.callee.name !== 'startsWith')
        return false;
      const [prefix] = code.args;
      return prefix !== undefined && pathOf(prefix)?.join('.') === asked;
    }),
  );
}

/** Where a segment begins in the text. */
function offsetOf(segments: FilterAlternative['text']['segments'], index: number): number {
  return segments
    .slice(0, index)
    .reduce((all, segment) => all + (segment.kind === 'hole' ? HOLE.length : segment.text.length), 0);
}
