import * as l10n from '@vscode/l10n';
import type { KeyPattern, ValuePart } from '../../model/keys/key-pattern.ts';
import { lastName } from '../../model/keys/key-schema.ts';
import type { Place } from '../../../core/text/segments.ts';
import { nameIn, namesIn } from '../../syntax/program/names.ts';
import { someCode } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';
import { addressKind } from '../shared/email-names.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { shown, textAt } from '../shared/place.ts';
import { type Pair, separatorFix } from './fix.ts';
import { say } from './messages.ts';

/** The guide, "Compound key pattern": values in one key are told apart by what stands between them. */
export const rule: Rule = {
  id: 'ambiguous-compound-key',
  severity: 'warning',
  title: () => l10n.t('Two values in a key without a safe separator'),
  check: function* (context) {
    for (const given of keysOf(context)) {
      const pair = given.how === 'written' ? firstPair(context, given.patterns) : undefined;
      if (pair === undefined) continue;
      const [left, right] = pair.values;
      const code = ({ place }: ValuePart): string => shown(textAt(context, place));
      yield {
        ...reportAt(given.operation, given.place),
        ...(pair.separator === ''
          ? say('no-separator', given.key, code(left), code(right))
          : say('separator-in-values', given.key, code(left), code(right), pair.separator)),
        fixes: () => separatorFix(context, given, pair),
      };
    }
  },
};

/** Neighbours of which neither has a width of its own, or of which both may have what parts them. */
function firstPair(context: RuleContext, patterns: readonly KeyPattern[]): Pair | undefined {
  for (const { parts } of patterns) {
    for (const [i, left] of parts.entries()) {
      const next = parts[i + 1];
      if (left.kind !== 'value' || next === undefined) continue;
      if (next.kind === 'value') {
        if (isOpen(context, left) && isOpen(context, next)) return { values: [left, next], separator: '' };
        continue;
      }
      const right = parts[i + 2];
      const isIn = (part: ValuePart, side: 'left' | 'right'): boolean =>
        isPutIn(context, part, next.text) ||
        Array.from(next.text).every((one) => charactersIn(part, side).includes(one));
      if (right?.kind === 'value' && isIn(left, 'left') && isIn(right, 'right'))
        return { values: [left, right], separator: next.text };
    }
  }
  return undefined;
}

/** Whether a value has a separator where something else in it was replaced by that; what has a form of its own has so many of them always. */
function isPutIn(context: RuleContext, { form, place }: ValuePart, separator: string): boolean {
  if (form.kind !== 'text' || form.through === 'uri' || form.putIn?.includes(separator) !== true)
    return false;
  const code = expressionAt(context, place);
  return code !== undefined && !namesIn(code).some((name) => OF_ONE_FORM.test(name));
}

const OF_ONE_FORM =
  /dates?$|days?$|months?$|weeks?$|years?$|times?$|timestamp$|uuid$|guid$|id$|code$|slots?$|mac$|(?:mac|ip)_?address$|ip(?:v[46])?$|isbn$|iban$|^(?:at|on|iso|now|phone|version)$/i;

/** Of the characters that separate, those that a value is known to have in it sometimes. */
function charactersIn({ form, name = '' }: ValuePart, side: 'left' | 'right'): string {
  if (form.kind !== 'text') return '';
  if (form.through === 'uri') return UNRESERVED;
  if (/slug$/i.test(lastName(name) ?? '')) return '-';
  // the domain, which ends an address, has no underscore: on the left one ends there
  if (addressKind(name) !== undefined) return side === 'left' ? '-.' : '-._+';
  return '';
}

/** What `encodeURIComponent` leaves as it is, but for letters and digits (ECMA-262). */
const UNRESERVED = "-_.!~*'()";

/** Whether a value may take any number of characters, as far as that is seen. */
function isOpen(context: RuleContext, { form, name, place }: ValuePart): boolean {
  switch (form.kind) {
    case 'text':
      // what is called so has the separator in it, or is one
      return name !== undefined && !SEPARATING.test(lastName(name) ?? '');
    case 'number':
    case 'counter':
      return form.width === undefined;
    case 'time': {
      const isPart = form.count.origin.kind === 'time' && form.count.origin.unit === 'other';
      return isPart && form.width === undefined && !isYear(context, place);
    }
    case 'time-text':
    case 'random':
    case 'timed-id':
    case 'hash':
      return false;
  }
}

/** `date.getFullYear()` has four digits. */
function isYear(context: RuleContext, place: Place): boolean {
  const code = expressionAt(context, place);
  return (
    code !== undefined &&
    someCode(code, (part) => part.kind === 'expression' && (nameIn(part.expression) ?? '').endsWith('Year'))
  );
}

const SEPARATING = /prefix|suffix|separator|delimiter|^sep$|postfix|extension|^ext$/i;
