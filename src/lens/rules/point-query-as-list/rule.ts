import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { isBinding, queriesOf } from '../shared/filters.ts';
import { nameOf } from '../shared/place.ts';
import { getEntityFixes } from './fix.ts';
import { say } from './messages.ts';

/** The guide, "Executing a point query using the Storage Client Library". */
export const rule: Rule = {
  id: 'point-query-as-list',
  severity: 'warning',
  title: () => l10n.t('A list query for one entity'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const filters = query.filter.kind === 'known' ? query.filter.alternatives : [];
      // the keys of a binding are no filter: it gives the entity itself
      if (filters.some(({ form }) => form === 'keys')) continue;
      if (filters.length === 0 || !filters.every(({ classification }) => classification.shape === 'point'))
        continue;
      yield {
        place: nameOf(query),
        ...(isBinding(query) ? say('binding') : say('list')),
        fixes: () => getEntityFixes(context, query),
      };
    }
  },
};
