import * as l10n from '@vscode/l10n';
import type { KeyName } from '../../../core/shape/shape.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { replaceIn } from '../shared/filter-edit.ts';
import { alternativesOf, type Property, queriesOf } from '../shared/filters.ts';
import { misspelledKeys } from '../shared/misspelled-keys.ts';
import { filterPlace } from '../shared/place.ts';
import { say } from './messages.ts';

/** Names in `$filter` are case-sensitive, and the SDK translates them in `select` alone [seen in 13.3.2]. */
export const rule: Rule = {
  id: 'key-name-case',
  severity: 'error',
  title: () => l10n.t('A key name in the wrong case'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      for (const filter of alternativesOf(query)) {
        for (const { property, key } of misspelledKeys(context, query, filter)) {
          yield {
            ...filterPlace(context, query, filter, property.span),
            ...say('wrong-case', property.name, key),
            fixes: () => rename(context, query, filter, property, key),
          };
        }
      }
    }
  },
};

function rename(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  { span, name }: Property,
  key: KeyName,
): Fix[] {
  const edit = replaceIn(context, query, filter, span, key);
  return edit === undefined
    ? []
    : [{ title: l10n.t('Write "{0}" instead of "{1}"', key, name), edits: [edit], isHarmless: true }];
}
