import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { PutProperty } from '../../model/operations/operation.ts';
import { type Part, someCode } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { expressionAt, functionAround } from '../shared/code-at.ts';
import { putsOf, reportAt } from '../shared/put-values.ts';
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
      if ((!isTime && !put.name.startsWith('odata.')) || isBroughtAlong(context, put)) continue;
      yield {
        ...reportAt(write, namePlace(context, put)),
        ...(isTime ? say('timestamp') : say('protocol', put.name)),
        ...(put.isPerhaps === true && { severity: 'warning' }),
        fixes: () => (put.isHere ? otherNameFixes(context, put, isTime) : []),
      };
    }
  },
};

/** Of an entity that was read, where the property does no harm; or taken out on purpose. */
function isBroughtAlong(context: RuleContext, { value, isSpread, place }: PutProperty): boolean {
  if (value.kind === 'nothing' || isSpread || isTakenOut(context, place)) return true;
  const code = expressionAt(context, place);
  return code !== undefined && someCode(code, readsTimestamp);
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
  return (
    part.kind === 'expression' &&
    part.expression.kind === 'member' &&
    /^timestamp$/i.test(part.expression.name)
  );
}
