import * as l10n from '@vscode/l10n';
import type { PutProperty, Value } from '../../model/operations/operation.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
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
      if (properties.some(isRemoved)) continue;
      const own = properties.filter(
        ({ name, isPerhaps, value }) => !isKey(name) && isPerhaps !== true && !mayBeNothing(value),
      );
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

/** Whether properties are taken away again, nobody sees which: `delete e[name]`. */
function isRemoved({ name, value }: PutProperty): boolean {
  return name === ANY_NAME && value.kind === 'nothing';
}

/** Whether a value may be undefined or null: the SDK sends no such property. */
function mayBeNothing(value: Value): boolean {
  switch (value.kind) {
    case 'nothing':
      return true;
    case 'oneOf':
      return value.values.some((one) => mayBeNothing(one.value));
    case 'number':
    case 'unknown':
      return value.isOptional === true;
    default:
      return false;
  }
}

/** How many properties an assignment gives an entity for sure. */
function countOf(context: RuleContext, { loops, at, isLate }: PutProperty): number {
  return isLate && loops.length > 0 ? turnsOf(context, at.file, loops, at.span) : 1;
}
