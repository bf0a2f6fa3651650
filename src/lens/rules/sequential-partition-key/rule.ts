import * as l10n from '@vscode/l10n';
import type { ValuePart } from '../../model/keys/key-pattern.ts';
import { namesIn } from '../../syntax/program/names.ts';
import { type Part, someCode } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { expressionAt } from '../shared/code-at.ts';
import { shown, textAt } from '../shared/place.ts';
import { say } from './messages.ts';

/** The guide, "Prepend/append anti-pattern", of keys that count instead of telling the time. */
export const rule: Rule = {
  id: 'sequential-partition-key',
  severity: 'warning',
  title: () => l10n.t('PartitionKey counts up'),
  check: function* (context) {
    for (const { key, how, operation, patterns, place } of keysOf(context)) {
      if (key !== 'PartitionKey' || how !== 'written') continue;
      const first = patterns
        .map(({ parts }) => parts.find((part) => part.kind === 'value'))
        .find((part) => part !== undefined && counts(context, part));
      if (first === undefined) continue;
      yield {
        ...reportAt(operation, place),
        ...say('counter', shown(textAt(context, first.place))),
      };
    }
  },
};

/** A counter that lives on; what a loop counts begins anew each time, and a remainder is a bucket. */
function counts(context: RuleContext, { form, place }: ValuePart): boolean {
  if (form.kind !== 'counter' && form.kind !== 'number') return false;
  const code = expressionAt(context, place);
  if (code === undefined || someCode(code, isRemainder)) return false;
  return (form.kind === 'counter' && someCode(code, isCountedUp)) || namesIn(code).some(isCounter);
}

function isRemainder(part: Part): boolean {
  return part.kind === 'expression' && part.expression.kind === 'binary' && part.expression.operator === '%';
}

function isCountedUp(part: Part): boolean {
  return part.kind === 'expression' && part.expression.kind === 'update' && part.expression.isUp;
}

function isCounter(name: string): boolean {
  return /^(?:next|sequence|autoIncrement|counter|running)(?:[A-Z]\w*)?$/.test(name);
}
