import * as l10n from '@vscode/l10n';
import type { KeyName } from '../../../core/shape/shape.ts';
import type { FilterAlternative, Query } from '../../model/operation.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { replaceIn } from '../shared/filter-edit.ts';
import { alternativesOf, propertiesIn, type Property, queriesOf } from '../shared/filters.ts';
import { filterPlace } from '../shared/place.ts';

/** Names in `$filter` are case-sensitive, and the SDK translates them in `select` alone [seen in 13.3.2]. */
export const rule: Rule = {
  id: 'key-name-case',
  severity: 'error',
  title: () => l10n.t('A key in a filter in the wrong case'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      for (const filter of alternativesOf(query)) {
        for (const property of propertiesIn(filter.parsed.filter)) {
          const key = keyMeant(property);
          if (key === undefined || isProperty(context, query, property.name)) continue;
          yield {
            ...filterPlace(context, query, filter, property.span),
            message: l10n.t(
              'A filter is sent as it is written, and the service knows no "{0}" but {1}: no entity is ever found. Write {1}.',
              property.name,
              key,
            ),
            fixes: () => rename(context, query, filter, property, key),
          };
        }
      }
    }
  },
};

function keyMeant({ name }: Property): KeyName | undefined {
  const keys: readonly KeyName[] = ['PartitionKey', 'RowKey'];
  return keys.find((key) => key !== name && key.toLowerCase() === name.toLowerCase());
}

/** Whether the table's entities are seen to have a property of just this name. */
function isProperty(context: RuleContext, query: Query, name: string): boolean {
  return context.table(query.table)?.writes.some(({ properties }) => properties.includes(name)) === true;
}

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
    : [{ title: l10n.t('Write "{0}" instead of "{1}"', key, name), edits: [edit] }];
}
