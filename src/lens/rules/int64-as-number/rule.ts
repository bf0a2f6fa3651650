import * as l10n from '@vscode/l10n';
import type { NumberFact } from '../../model/operations/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';
import { codeHas, expressionAt } from '../shared/code-at.ts';
import { shown, textAt } from '../shared/place.ts';
import { isKey, type Put, putsOf } from '../shared/put-values.ts';
import { int64Fixes } from './fix.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** Numbers of JavaScript are stored as Int32 or Double; a Double holds whole numbers exactly up to 2^53. */
export const rule: Rule = {
  id: 'int64-as-number',
  severity: 'warning',
  title: () => l10n.t('A whole number above 2^53 stored as a Double'),
  check: function* (context) {
    for (const put of putsOf(context)) {
      const { value } = put;
      if (value.kind !== 'number' || isKey(put.name)) continue;
      const code = shown(textAt(context, put.place));
      const said = explain(context, put, value.number, code);
      if (said === undefined) continue;
      yield { ...put.report, ...said, fixes: () => (put.isHere ? int64Fixes(context, put) : []) };
    }
  },
};

function explain(context: RuleContext, put: Put, number: NumberFact, code: string): Message | undefined {
  const written = expressionAt(context, put.place)?.expression;
  if (written !== undefined && isTooLong(written)) {
    return say('constant', code, String(number.constant));
  }
  const isConstant = number.constant !== undefined;
  if (number.representation !== 'double' || (isConstant && number.wasBigint !== true)) return undefined;
  const { magnitude } = number;
  if (!isConstant && magnitude !== undefined && magnitude > LARGEST) {
    return say('computed', shown(code));
  }
  // of a constant it is known that it has lost some
  const isNarrowed = number.wasBigint === true && (magnitude === undefined || isConstant);
  return isNarrowed && !isChecked(context, put) ? say('converted', code) : undefined;
}

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** Whole digits that the number they stand for does not have. */
function isTooLong(expression: Expression): boolean {
  if (expression.kind === 'unary') return expression.operator === '-' && isTooLong(expression.operand);
  return expression.kind === 'number' && expression.isInexact === true;
}

/** The code asks whether numbers are safe. */
function isChecked(context: RuleContext, { place }: Put): boolean {
  return codeHas(context, place, asksForSafety);
}

function asksForSafety(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  return expression.kind === 'member' && SAFETY.has(expression.name);
}

const SAFETY: ReadonlySet<string> = new Set(['isSafeInteger', 'MAX_SAFE_INTEGER']);
