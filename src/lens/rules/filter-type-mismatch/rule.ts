import * as l10n from '@vscode/l10n';
import { isKeyName } from '../../../core/shape/shape.ts';
import type { Comparison } from '../../../core/odata/ast.ts';
import { explainMismatch, fixedType, isMismatch } from '../../../core/shape/stored-type.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { alternativesOf, comparisonsOf, queriesOf, sides } from '../shared/filters.ts';
import { brokenHoles } from '../shared/odata-holes.ts';
import { filterPlace } from '../shared/place.ts';
import { asStored } from './fix.ts';
import { isSpelledOut, sentType, storedType } from '../shared/compared-types.ts';

/** The service compares by type: "Querying tables and entities", constants of each type in a filter. */
export const rule: Rule = {
  id: 'filter-type-mismatch',
  severity: 'error',
  title: () => l10n.t('A property is compared with a value of another type'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      // several values of one expression are told together
      const told = new Set<string>();
      for (const filter of alternativesOf(query)) {
        for (const comparison of comparisonsOf(filter.parsed.filter)) {
          const report = check(context, query, filter, comparison);
          if (report === undefined) continue;
          const at = `${report.place.span.start} ${report.place.file}`;
          if (told.has(at)) continue;
          told.add(at);
          yield report;
        }
      }
    }
  },
};

function check(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  comparison: Comparison,
): Report | undefined {
  const found = sides(comparison);
  if (found === undefined) return undefined;
  const { property, value: operand } = found;
  const stored = storedType(context, query, property);
  // who spells a type out knows it better than a declaration does
  if (isSpelledOut(operand) && fixedType(property) === undefined) return undefined;
  const sent = sentType(filter, operand);
  if (stored === undefined || sent === undefined || !isMismatch(stored, sent)) return undefined;
  // what is put into quotes that odata writes itself is broken before its type can matter
  if (brokenHoles(context, filter).some(({ hole }) => contains(operand.span, hole.span))) return undefined;
  return {
    ...filterPlace(context, query, filter, operand.span),
    messageId: isKeyName(property) ? 'key' : 'property',
    data: [property, stored, sent],
    ...explainMismatch(property, [stored], sent),
    fixes: () => asStored(context, query, filter, operand, stored),
  };
}
