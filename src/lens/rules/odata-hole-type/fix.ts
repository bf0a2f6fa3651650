import * as l10n from '@vscode/l10n';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { wholeTemplateAt } from '../../syntax/edits/whole-template.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { alternativesOf, comparisonsOf, partsOf, sides } from '../shared/filters.ts';
import type { TaggedHole } from '../shared/odata-holes.ts';
import { textAt } from '../shared/place.ts';

/**
 * One condition for each element of an array, in place of a template's last one, which compares with the array. The service rejects the
 * filter as it is, and that of an array without elements before and after.
 */
export function withEachElement(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  hole: TaggedHole,
): Fix[] {
  const { text, parsed } = filter;
  const last = parsed.filter && partsOf(parsed.filter, 'and').at(-1);
  const condition = comparisonsOf(last).find(({ span }) => contains(span, hole.span));
  if (last?.kind !== 'comparison' || condition !== last || alternativesOf(query).length > 1) return [];
  const property = sides(last)?.property;
  if (property === undefined || last.left.kind !== 'property' || last.operator !== 'eq') return [];
  const { file, span } = hole.place;
  const source = context.sourceOf(file);
  const template = file === context.file ? wholeTemplateAt(file, source, span) : undefined;
  if (template === undefined || text.text.slice(last.span.end).trim() !== '') return [];
  const own = `${property} eq `;
  const written = source.slice(template.start, template.lastHole);
  const before = written.endsWith(own) ? written.slice(0, -own.length) : undefined;
  const each = (value: string): string =>
    `${textAt(context, hole.place)}.map((${value}) => ${template.tag}\`${own}\${${value}}\`).join(' or ')`;
  const left = before?.trimEnd() ?? '';
  if (before === undefined || !(before === '' || /\sand$/.test(left))) return [];
  const others = left.slice(0, -' and'.length);
  const code =
    before === '' ? each('value') : `${template.tag}\`${others}\` + \` and (\${${each('value')}})\``;
  return [
    {
      title: l10n.t('Compare with each element, joined with "or"'),
      edits: [{ span: template.span, text: code }],
    },
  ];
}
