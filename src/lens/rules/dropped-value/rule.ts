import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { Value } from '../../model/operations/operation.ts';
import { bare } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Rule, RuleContext } from '../rule.ts';
import type { Message } from '../message.ts';
import { expressionAt } from '../shared/code-at.ts';
import { onSomeBranch } from '../shared/branches.ts';
import { onBranch, shown, textAt } from '../shared/place.ts';
import { isKey, type Put, putsOf } from '../shared/put-values.ts';
import { ownBytesFixes } from './fix.ts';
import { say } from './messages.ts';
import { type NoNumber, noNumberAt } from './no-number.ts';

/** JSON has neither NaN nor Infinity; the SDK writes bytes that are no Buffer by the buffer beneath them. */
export const rule: Rule = {
  id: 'dropped-value',
  severity: 'warning',
  title: () => l10n.t('A value that is dropped or changed when it is stored'),
  check: function* (context) {
    for (const put of putsOf(context)) {
      if (isKey(put.name)) continue;
      const lost = onSomeBranch(put.value, lostNumber);
      if (lost !== undefined) {
        yield {
          ...put.report,
          ...onBranch(lost.when, say('not-a-number', String(lost.found))),
        };
      } else if (isPartOfBytes(put)) {
        yield {
          ...put.report,
          ...say('part-of-buffer', shown(textAt(context, put.place))),
          fixes: () => (put.isHere ? ownBytesFixes(context, put) : []),
        };
      } else {
        const found = put.isHere ? noNumberAt(context, put.place) : undefined;
        // the mean of no rows, which is told by the list where that has a name, and what the source puts for no rows
        const isMeant = put.isHere && isChosen(context, put.place) ? () => true : Number.isNaN;
        const ofNone = onSomeBranch(put.value, lostNumber, isMeant);
        if (found !== undefined) yield { ...put.report, ...explain(context, put, found) };
        else if (ofNone !== undefined)
          yield { ...put.report, ...onBranch(ofNone.when, say('not-a-number', String(ofNone.found))) };
      }
    }
  },
};

function explain(context: RuleContext, { place }: Put, { kind, names }: NoNumber): Message {
  const code = shown(textAt(context, place));
  const [first = '', second = ''] = names.map((name) => shown(name));
  return kind === 'empty' ? say('of-empty', code, first) : say('of-equal', code, first, second);
}

/** Whether one of two values that the source has for a property is written as an infinity: `rows.length > 0 ? least : Infinity`. */
function isChosen(context: RuleContext, place: Place): boolean {
  const code = expressionAt(context, place)?.expression;
  const chosen = code && bare(code);
  return chosen?.kind === 'conditional' && [chosen.whenTrue, chosen.whenFalse].some(isInfinity);
}

function isInfinity(code: Expression): boolean {
  const one = bare(code);
  if (one.kind === 'unary') return one.operator === '-' && isInfinity(one.operand);
  if (one.kind === 'global') return one.name === 'Infinity';
  const isOfNumber = one.kind === 'member' && one.object.kind === 'global' && one.object.name === 'Number';
  return isOfNumber && (one.name === 'POSITIVE_INFINITY' || one.name === 'NEGATIVE_INFINITY');
}

/** NaN or an infinity. */
function lostNumber(value: Value): number | undefined {
  const constant = value.kind === 'number' ? value.number.constant : undefined;
  return typeof constant === 'number' && !Number.isFinite(constant) ? constant : undefined;
}

function isPartOfBytes({ value }: Put): boolean {
  return value.kind === 'unknown' && value.bytes === 'part';
}
