import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { PutProperty, Write } from '../../model/operations/operation.ts';
import { type Part, someCode } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt, functionAround, givenToNames } from '../shared/code-at.ts';
import { putsOf, reportAt } from '../shared/put-values.ts';
import { operationsBeside } from '../shared/writes.ts';
import { namePlace, otherNameFixes } from './fix.ts';
import { say } from './messages.ts';

/** REST, "Understanding the Table service data model": Timestamp must not be set; what is sent is ignored. */
export const rule: Rule = {
  id: 'reserved-property',
  severity: 'error',
  title: () => l10n.t('A property name that the service reserves'),
  check: function* (context) {
    for (const { write, ...put } of putsOf(context)) {
      const isTime = /^[tT]imestamp$/.test(put.name);
      if ((!isTime && !put.name.startsWith('odata.')) || isBroughtAlong(context, write, put)) continue;
      if (isToldThere(context, write, put)) continue;
      yield {
        ...reportAt(write, namePlace(context, put)),
        ...(isTime ? say('timestamp') : say('protocol', put.name)),
        ...(put.isPerhaps === true && { severity: 'warning' }),
        fixes: () => (put.isHere ? otherNameFixes(context, put, isTime) : []),
      };
    }
  },
};

/** Whether the function that is called here names the property itself, so that its own file has the finding. */
function isToldThere(context: RuleContext, write: Write, { name, place }: PutProperty): boolean {
  const { via } = write;
  if (via === undefined || place.file === write.file || place.file !== via.place.file) return false;
  return operationsBeside(context, write).some(
    (own) =>
      own.kind === 'write' &&
      own.file === via.place.file &&
      own.nameSpan.start === via.place.span.start &&
      own.values.some((put) => put.name === name && put.place.span.start === place.span.start),
  );
}

/** Of an entity that was read, where the property does no harm; or taken out on purpose. What has the time of now wasn't read. */
function isBroughtAlong(
  context: RuleContext,
  write: Write,
  { value, isSpread, place }: PutProperty,
): boolean {
  const isNow =
    value.kind === 'number' && value.number.origin.kind === 'time' && value.number.origin.isNow === true;
  if (value.kind === 'nothing' || (isSpread && !isNow) || isTakenOut(context, place)) return true;
  const code = expressionAt(context, place);
  return code !== undefined && someCode(code, readsTimestamp) && !isNew(context, write);
}

/** Whether a write makes an entity under a key that it makes itself, and that so is none of what was read. */
function isNew(context: RuleContext, { method, rowKey, file }: Write): boolean {
  if (method !== 'createEntity' || rowKey?.place.file !== file) return false;
  const code = expressionAt(context, rowKey.place);
  const given = code && givenToNames(context, codeOfFile(context, file))(code);
  return (
    code !== undefined &&
    (code.expression.kind !== 'local' || given?.length === 1) &&
    ![code, ...(given ?? [])].some((part) => someCode(part, readsRowKey))
  );
}

/** Whether what stands there is what a `delete` takes out, of one of several properties. */
function isTakenOut(context: RuleContext, place: Place): boolean {
  const { start, end } = place.span;
  return functionAround(context, place).parts.some((part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'delete') return false;
    const { span } = part.expression;
    return span.start <= start && end <= span.end;
  });
}

function readsTimestamp(part: Part): boolean {
  return isMember(part, /^timestamp$/i);
}

function readsRowKey(part: Part): boolean {
  return isMember(part, /^row_?key$/i);
}

function isMember(part: Part, name: RegExp): boolean {
  return part.kind === 'expression' && part.expression.kind === 'member' && name.test(part.expression.name);
}
