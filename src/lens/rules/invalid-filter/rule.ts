import * as l10n from '@vscode/l10n';
import type { FilterError } from '../../../core/odata/ast.ts';
import { describeFilterError } from '../../../core/odata/messages.ts';
import { toPlaces } from '../../../core/text/segments.ts';
import type { FilterAlternative, Query } from '../../model/operation.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { escapeFor } from '../shared/code.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { filterPlace, onBranch } from '../shared/place.ts';

/** The service's documentation of `$filter`: "Querying tables and entities". */
export const rule: Rule = {
  id: 'invalid-filter',
  severity: 'error',
  title: () => l10n.t('A filter that the service rejects'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      for (const filter of alternativesOf(query)) {
        for (const error of filter.parsed.errors) {
          yield {
            ...filterPlace(context, query, filter, error.span),
            severity: error.certainty === 'documented' ? 'error' : 'warning',
            message: onBranch(filter.when, describeFilterError(error)),
            fixes: () => replace(context, query, filter, error),
          };
        }
      }
    }
  },
};

function replace(context: RuleContext, query: Query, filter: FilterAlternative, error: FilterError): Fix[] {
  const { replacement, span, found } = error;
  if (replacement === undefined) return [];
  const [place, ...others] = toPlaces(filter.text, span);
  if (place?.file !== query.file || others.length > 0) return [];
  const delimiter = delimiterAt(context, filter, place.span.start);
  if (delimiter === undefined) return [];
  return [
    {
      title: l10n.t('Write "{0}" instead of "{1}"', replacement, found),
      edits: [{ span: place.span, text: escapeFor(delimiter, replacement) }],
    },
  ];
}

/** The quote or backtick that ends the literal in which `offset` stands. */
function delimiterAt(context: RuleContext, filter: FilterAlternative, offset: number): string | undefined {
  for (const segment of filter.text.segments) {
    const { file, span } = segment.place;
    if (segment.kind === 'hole' || segment.whole === true || file !== context.file) continue;
    if (offset < span.start || offset > span.end) continue;
    const before = context.sourceOf(file).charAt(span.start - 1);
    return before === '}' ? '`' : before;
  }
  return undefined;
}
