import * as l10n from '@vscode/l10n';
import type { PartForm, ValuePart } from '../../model/keys/key-pattern.ts';
import type { Place } from '../../../core/text/segments.ts';
import { bindingOf, givenIn, isSamePath, namedIn, namesIn } from '../../syntax/program/names.ts';
import { type ExpressionPart, type Part, someCode } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { expressionAt, functionAround } from '../shared/code-at.ts';
import { shown, textAt } from '../shared/place.ts';
import { countedIn, isRemainder } from './counted.ts';
import { isCountOfRow } from './counted-row.ts';
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
  if (form.kind !== 'counter' && form.kind !== 'number' && !isOfNumber(form)) return false;
  const code = expressionAt(context, place);
  if (code === undefined || someCode(code, isRemainder)) return false;
  if (form.kind === 'counter' && someCode(code, isCountedUp)) return true;
  if (isCountOfRow(context, place)) return true;
  // of a text that may be made of anything its name says nothing
  if (form.kind === 'text') return false;
  return namesIn(code).some(isCounter) || namedIn(code).some((name) => livesOn(context, place, name));
}

/** What code makes a text of, or pads, where nothing says that it is a number. */
function isOfNumber(form: PartForm): boolean {
  return form.kind === 'text' && (form.isMadeText === true || form.padded !== undefined);
}

/** Whether a name, or what its one value is made of, outlives the function around a place, which makes it one more. */
function livesOn(context: RuleContext, place: Place, name: ExpressionPart): boolean {
  const { parts } = functionAround(context, place);
  const [given, ...others] = givenIn(parts)(name);
  const made = given?.kind === 'expression' && others.length === 0 ? namedIn(given) : [];
  if (given?.kind === 'expression' && someCode(given, isRemainder)) return false;
  return [name, ...made].some(
    (one) =>
      isOutside(one, parts) &&
      parts.some((part) => {
        const counted = countedIn(part);
        return counted !== undefined && isSamePath(one, counted);
      }),
  );
}

/** A field, or a name of the module: not what the function makes anew each time. */
function isOutside({ expression, frames }: ExpressionPart, parts: readonly Part[]): boolean {
  if (expression.kind === 'member') return expression.object.kind === 'this';
  const binding = expression.kind === 'local' ? bindingOf(expression, frames) : undefined;
  if (binding === undefined) return false;
  const inner = parts.map((part) => (part.kind === 'function' ? part.fn.scope : part.frames.scope));
  return !inner.includes(binding.scope);
}

function isCountedUp(part: Part): boolean {
  return part.kind === 'expression' && part.expression.kind === 'update' && part.expression.isUp;
}

function isCounter(name: string): boolean {
  return /^(?:next|sequence|autoIncrement|counter|running)(?:[A-Z]\w*)?$/.test(name);
}
