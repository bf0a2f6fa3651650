import * as l10n from '@vscode/l10n';
import type { PutProperty } from '../../model/operations/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { entitiesOf, isKey, reportAt } from '../shared/put-values.ts';
import { turnsOf } from './turns.ts';
import { say } from './messages.ts';

/** The guide, "Wide entities pattern" and "Data series pattern": properties besides the keys and Timestamp. */
const MOST = 252;

export const rule: Rule = {
  id: 'too-many-properties',
  severity: 'error',
  title: () => l10n.t('More than 252 properties in one entity'),
  check: function* (context) {
    for (const { write, properties } of entitiesOf(context)) {
      const own = properties.filter(({ name, isPerhaps }) => !isKey(name) && isPerhaps !== true);
      const counts = own.map((property) => ({ property, count: countOf(context, property) }));
      const total = counts.reduce((sum, { count }) => sum + count, 0);
      if (total <= MOST) continue;
      const largest = counts.reduce((a, b) => (b.count > a.count ? b : a));
      yield {
        ...reportAt(write, largest.property.at),
        ...say('too-many', total, MOST),
      };
    }
  },
};

/** How many properties an assignment gives an entity for sure. */
function countOf(context: RuleContext, { loops, at, isLate }: PutProperty): number {
  return isLate && loops.length > 0 ? turnsOf(context, at.file, loops, at.span) : 1;
}
