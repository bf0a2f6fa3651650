import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { queriesOf } from '../shared/filters.ts';
import { nameOf } from '../shared/place.ts';
import { getEntityFixes } from './fix.ts';

/** The guide, "Executing a point query using the Storage Client Library". */
export const rule: Rule = {
  id: 'point-query-as-list',
  severity: 'warning',
  title: () => l10n.t('A list query for one entity'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const filters = query.filter.kind === 'known' ? query.filter.alternatives : [];
      if (filters.length === 0 || !filters.every(({ classification }) => classification.shape === 'point'))
        continue;
      yield {
        place: nameOf(query),
        message: l10n.t(
          'PartitionKey and RowKey are both fixed, so this asks for one entity, but as a list that must be iterated. getEntity reads it directly, and tells by a 404 that it does not exist.',
        ),
        fixes: () => getEntityFixes(context, query),
      };
    }
  },
};
