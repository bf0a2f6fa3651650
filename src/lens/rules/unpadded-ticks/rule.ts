import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { computedAt, isInvertedTicks, numberOf, orderingParts } from '../shared/key-values.ts';
import { padFix, TICKS_WIDTH } from '../shared/pad.ts';
import { shown, textAt } from '../shared/place.ts';
import { say } from './messages.ts';

/** The guide, "Log tail pattern": a reverse tick value must be padded with leading zeroes. */
export const rule: Rule = {
  id: 'unpadded-ticks',
  severity: 'warning',
  title: () => l10n.t('Inverted ticks without leading zeros'),
  check: function* (context) {
    for (const part of orderingParts(context)) {
      const number = numberOf(part);
      if (number === undefined || !isInvertedTicks(number)) continue;
      if (part.value.kind === 'number-text' && (part.value.width ?? 0) >= TICKS_WIDTH) continue;
      yield {
        place: part.report.place,
        related: computedAt(part),
        ...say('unpadded', shown(textAt(context, part.place)), TICKS_WIDTH),
        fixes: () => (part.isHere ? [padFix(context, [part], TICKS_WIDTH)] : []),
      };
    }
  },
};
