import * as l10n from '@vscode/l10n';
import type { NumberFact, Value } from '../../model/operations/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { bare, pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';
import { codeHas, expressionAt } from '../shared/code-at.ts';
import { shown, textAt } from '../shared/place.ts';
import { isKey, type Put, putsOf } from '../shared/put-values.ts';
import { operationsBeside } from '../shared/writes.ts';
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
      yield {
        ...put.report,
        ...said,
        fixes: () => (put.isHere && !OF_TEXT.has(said.messageId) ? int64Fixes(context, put) : []),
      };
    }
  },
};

/** What is no bigint before, and stored as another type behind a fix. */
const OF_TEXT: ReadonlySet<string> = new Set(['id', 'elsewhere']);

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
  if (!isConstant && written !== undefined && textOf(written) && isInt64Elsewhere(context, put))
    return say('elsewhere', code, put.name);
  if (!isConstant && written !== undefined && isIdOfText(put.name, written) && !isChecked(context, put))
    return say('id', code);
  // of a constant it is known that it has lost some
  const isNarrowed = number.wasBigint === true && (magnitude === undefined || isConstant);
  return isNarrowed && !isChecked(context, put) ? say('converted', code) : undefined;
}

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** Whether another write of the table puts a bigint there, or what reads it names a type that has one. */
function isInt64Elsewhere(context: RuleContext, { name, write }: Put): boolean {
  return operationsBeside(context, write).some((other) => {
    if (other.kind !== 'write') return other.projection?.typeOf?.(name) === 'Int64';
    const puts = [other, ...(other.actions ?? [])].flatMap(({ values }) => values);
    return puts.some((put) => put.name === name && isBigint(put.value));
  });
}

function isBigint(value: Value): boolean {
  return value.kind === 'number' && value.number.representation === 'bigint';
}

/**
 * `discordId: Number(userId)`, `owner: Number(ownerId)`, `externalRef: Number(orderId)`: ids of others have as many digits as they like, and nobody counts with them.
 */
function isIdOfText(name: string, code: Expression): boolean {
  const text = textOf(code);
  const last = (text && pathOf(bare(text)))?.at(-1) ?? '';
  return isId(last) && (isId(name) || isReference(name) || last.replace(/_?id$/i, '') === name);
}

/** `externalRef`, `reference`: what is kept to find something elsewhere. */
function isReference(name: string): boolean {
  return /(?:^ref|[a-z0-9]Ref|^reference|[a-z0-9]Reference|_ref|_reference)$/.test(name);
}

/** `id`, `postId`, `post_id`; with a number behind it is one of several, or of so many digits: `crmId18`. */
function isId(name: string): boolean {
  return /(?:^id|[a-z0-9_](?:Id|ID)|_id)\d{0,2}$/.test(name);
}

/** What a number is read from: `Number(text)`, `parseInt(text, 10)`, `+text`. */
function textOf(code: Expression): Expression | undefined {
  const { kind } = code;
  if (kind === 'unary') return code.operator === '+' ? code.operand : undefined;
  if (kind !== 'call') return undefined;
  const { callee, args } = code;
  const isNumber =
    callee.kind === 'global'
      ? callee.name === 'Number' || callee.name === 'parseInt'
      : callee.kind === 'member' && callee.name === 'parseInt';
  return isNumber ? args[0] : undefined;
}

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
