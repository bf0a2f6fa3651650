import * as l10n from '@vscode/l10n';
import { rules } from '../../lens/rules/registry.ts';
import type { Rule } from '../../lens/rules/rule.ts';
import { UsageError } from '../command.ts';

/** The rule of an id. Throws a UsageError where there is none. */
export function ruleOf(id: string): Rule {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined)
    throw new UsageError(l10n.t('There is no rule "{0}". Findings and resources have the ids.', id));
  return rule;
}
