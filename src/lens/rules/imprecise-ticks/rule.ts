import * as l10n from '@vscode/l10n';
import type { NumberFact } from '../../model/operations/operation.ts';
import type { Rule } from '../rule.ts';
import { bigintFixes } from '../shared/bigint.ts';
import { computedAt, numberOf, orderingParts } from '../shared/key-values.ts';
import { shown, textAt } from '../shared/place.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** Doubles hold whole numbers up to 2^53; ticks of today are near 6.4 × 10^17, so only every 128th is there. */
export const rule: Rule = {
  id: 'imprecise-ticks',
  severity: 'warning',
  title: () => l10n.t('Ticks that lose digits'),
  check: function* (context) {
    for (const part of orderingParts(context)) {
      const number = numberOf(part);
      if (number === undefined || !losesDigits(number)) continue;
      yield {
        place: part.report.place,
        related: computedAt(part),
        ...messageFor(number, shown(textAt(context, part.place))),
        fixes: () => (part.isHere ? bigintFixes(context, part) : []),
      };
    }
  },
};

function messageFor({ magnitude = 0n }: NumberFact, code: string): Message {
  return magnitude > HIDES_TIME ? say('always-equal', code) : say('lost-digits', code);
}

/** From here on half the distance between neighbouring doubles is more than all milliseconds up to 2100. */
const HIDES_TIME = 4_102_444_800_000n * 2n ** 53n;

function losesDigits({ representation, origin, magnitude }: NumberFact): boolean {
  if (representation !== 'double' || origin.kind !== 'time') return false;
  return magnitude === undefined ? origin.unit === 'ticks' : magnitude > BigInt(Number.MAX_SAFE_INTEGER);
}
