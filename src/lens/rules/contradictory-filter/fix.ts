import * as l10n from '@vscode/l10n';
import { isKeyName } from '../../../core/shape/shape.ts';
import type { Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { insertAfter, replaceIn } from '../shared/filter-edit.ts';
import { alternativesOf, comparisonsOf, partsOf, sides } from '../shared/filters.ts';

/** `(a or b)` in place of `a and b`, where one follows the other: of keys, it would read far more. */
export function either(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  [first, second]: readonly [Span, Span],
): Fix[] {
  const { text, parsed } = filter;
  const condition = comparisonsOf(parsed.filter).find(({ span }) => span.start === first.start);
  const property = condition && sides(condition)?.property;
  const [, blank] = /^(\s+)and\s+$/.exec(text.text.slice(first.end, second.start)) ?? [];
  if (property === undefined || blank === undefined || isKeyName(property)) return [];
  if (alternativesOf(query).length > 1) return [];
  const and = first.end + blank.length;
  const isAll = parsed.filter !== undefined && partsOf(parsed.filter, 'and').length === 2;
  const edits = [
    ...(isAll ? [] : [insertAfter(context, query, filter, first.start, { kind: 'text', text: '(' })]),
    replaceIn(context, query, filter, { start: and, end: and + 'and'.length }, 'or'),
    ...(isAll ? [] : [insertAfter(context, query, filter, second.end, { kind: 'text', text: ')' })]),
  ];
  const known = edits.flatMap((edit) => edit ?? []);
  if (known.length < edits.length || (!isAll && first.start === 0)) return [];
  return [{ title: l10n.t('Match entities that meet either condition'), edits: known, isConditional: true }];
}
