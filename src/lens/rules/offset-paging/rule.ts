import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { resultsOf } from '../shared/filters.ts';
import { nameOf } from '../shared/place.ts';
import { skippedIn } from './skipping.ts';
import { say } from './messages.ts';

/** The guide, "Retrieving large numbers of entities from a query": the service has no offset, but continuation tokens. */
export const rule: Rule = {
  id: 'offset-paging',
  severity: 'information',
  title: () => l10n.t('Results are read only to be skipped'),
  check: function* (context) {
    for (const query of resultsOf(context)) {
      const place = query.consumption.skip ?? skippedIn(context, query);
      if (place === undefined) continue;
      yield {
        place: nameOf(query),
        ...say('skipped'),
        about: query,
        related: [{ place, message: l10n.t('The page is taken here.') }],
      };
    }
  },
};
