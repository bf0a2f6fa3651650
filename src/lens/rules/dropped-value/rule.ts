import * as l10n from '@vscode/l10n';
import type { Condition } from '../../../core/shape/condition.ts';
import type { Value } from '../../model/operation.ts';
import type { Rule } from '../rule.ts';
import { onBranch, shown, textAt } from '../shared/place.ts';
import { isKey, type Put, putsOf } from '../shared/put-values.ts';
import { ownBytesFixes } from './fix.ts';

/** JSON has neither NaN nor Infinity; the SDK writes bytes that are no Buffer by the buffer beneath them. */
export const rule: Rule = {
  id: 'dropped-value',
  severity: 'warning',
  title: () => l10n.t('A value that is dropped, or written otherwise'),
  check: function* (context) {
    for (const put of putsOf(context)) {
      if (isKey(put.name)) continue;
      const lost = lostNumber(put.value);
      if (lost !== undefined) {
        yield {
          ...put.report,
          message: onBranch(
            lost.when,
            l10n.t(
              'JSON has no {0}: the SDK sends null, and the entity is written without the property. Store a number or a text that stands for it, or leave it out on purpose.',
              String(lost.number),
            ),
          ),
        };
      } else if (isPartOfBytes(put)) {
        yield {
          ...put.report,
          message: l10n.t(
            '{0} is a part of a larger buffer, and the SDK writes that buffer whole. Copy the part by slice, which has a buffer of its own.',
            shown(textAt(context, put.place)),
          ),
          fixes: () => (put.isHere ? ownBytesFixes(context, put) : []),
        };
      }
    }
  },
};

/**
 * NaN or an infinity. Of several values one that stands under a condition: what a variable begins with before a
 * loop is seldom what is left after it.
 */
function lostNumber(value: Value): { readonly number: number; readonly when?: Condition } | undefined {
  if (value.kind === 'number') {
    const { constant } = value.number;
    return typeof constant === 'number' && !Number.isFinite(constant) ? { number: constant } : undefined;
  }
  if (value.kind !== 'oneOf') return undefined;
  for (const { value: one, when } of value.values) {
    const lost = lostNumber(one);
    if (lost !== undefined && when !== undefined && !isOfEmptyLists(when)) return { ...lost, when };
  }
  return undefined;
}

/** Whether it is so only where a list has no elements, or too few. */
function isOfEmptyLists(when: Condition): boolean {
  return when.every((way) => way.some(({ fact, holds }) => fact.kind === 'elements' && !holds));
}

function isPartOfBytes({ value }: Put): boolean {
  return value.kind === 'unknown' && value.bytes === 'part';
}
