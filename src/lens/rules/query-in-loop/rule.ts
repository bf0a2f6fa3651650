import * as l10n from '@vscode/l10n';
import type { Query } from '../../model/operations/operation.ts';
import type { Rule } from '../rule.ts';
import { queriesOf } from '../shared/filters.ts';
import { nameOf } from '../shared/place.ts';
import { loopOf } from '../shared/repeated.ts';
import { say } from './messages.ts';

/** The guide, "Join in the client". One query for each of several partitions is as it should be. */
export const rule: Rule = {
  id: 'query-in-loop',
  severity: 'warning',
  title: () => l10n.t('A list query in each iteration of a loop'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const { repeated } = query;
      if (repeated?.partition !== 'same' || !isOneForAll(query)) continue;
      yield {
        place: nameOf(query),
        ...(isScan(query) ? say('table') : say('partition')),
        related: loopOf(query, repeated),
      };
    }
  },
};

/**
 * Whether one query could answer all turns: not where each follows from the answer before, as in a probe, and not
 * where the first turn that gets here is the last.
 */
function isOneForAll({ filter, repeated }: Query): boolean {
  if (filter.kind !== 'known' || repeated?.isChained === true || repeated?.isLast === true) return false;
  const { shape } = filter.worst.classification;
  return shape !== 'unknown' && shape !== 'empty';
}

function isScan({ filter }: Query): boolean {
  return filter.kind === 'known' && filter.worst.classification.shape === 'table-scan';
}
