import * as l10n from '@vscode/l10n';
import { type DateFault, faultOfPattern } from '../../../core/keys/date-pattern.ts';
import type { Rule } from '../rule.ts';
import { isReadByKeyAlone, type KeyPart, type OrderingPart, orderingParts } from '../shared/key-values.ts';
import { unsortedByHand } from '../shared/hand-made-dates.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** The guide, "Log tail pattern" and "Compound key pattern": keys are compared as text, from the left. */
export const rule: Rule = {
  id: 'unsortable-date-in-key',
  severity: 'warning',
  title: () => l10n.t("A date in a key that doesn't sort by time"),
  check: function* (context) {
    for (const part of orderingParts(context)) {
      const format = patternOf(part);
      const fault = format === undefined ? undefined : faultOfPattern(format);
      if (format === undefined || fault === undefined) continue;
      // only the order is wrong, and nobody asks for it
      if (fault === 'unsorted' && isReadByKeyAlone(context, part.table)) continue;
      yield { ...part.report, ...explain(fault, format, part) };
    }
    for (const { key, format, report } of unsortedByHand(context)) {
      yield { ...report, ...say('unsorted', key, format) };
    }
  },
};

/** How a date is written, where nothing is cut off or replaced in it; not one whose slashes no key may have. */
function patternOf({ value }: KeyPart): string | undefined {
  if (value.kind !== 'time-text' || value.isCut === true || value.isChanged === true) return undefined;
  return value.format.includes('/') ? undefined : value.format;
}

function explain(fault: DateFault, format: string, { key }: OrderingPart): Message {
  switch (fault) {
    case 'unsorted':
      return say('unsorted', key, format);
    case 'ambiguous':
      return say('ambiguous', key, format);
  }
}
