import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { PutProperty } from '../../model/operations/operation.ts';
import { nameOfPut } from '../../syntax/edits/put-name.ts';
import { propertyWithLine, statementOf } from '../../syntax/edits/remove.ts';
import { pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';
import { textAt } from '../shared/place.ts';

/** A name that nothing else has; the person may know a better one. */
const OTHER_NAME = 'recordedAt';

/** Another name for what is worth keeping, and its removal where the code around needs nothing of it. */
export function otherNameFixes(context: RuleContext, put: PutProperty, isTime: boolean): readonly Fix[] {
  const { at, isLate, place } = put;
  const source = context.sourceOf(at.file);
  const span = isLate ? statementOf(at.file, source, at.span) : propertyWithLine(at.file, source, at.span);
  const value = expressionAt(context, place)?.expression;
  const remove: readonly Fix[] =
    span !== undefined && value !== undefined && hasNoEffect(value)
      ? [{ title: l10n.t('Remove it'), edits: [{ span, text: '' }] }]
      : [];
  return isTime ? [...rename(context, put), ...remove] : remove;
}

function rename(context: RuleContext, put: PutProperty): readonly Fix[] {
  const place = namePlace(context, put);
  const isShorthand = textAt(context, put.at) === put.name;
  const name = textAt(context, place).replace(put.name, OTHER_NAME);
  const text = isShorthand ? `${name}: ${put.name}` : name;
  return [
    {
      title: l10n.t('Store it as "{0}"', OTHER_NAME),
      edits: [{ span: place.span, text }],
      placeholder: OTHER_NAME,
    },
  ];
}

/** The name itself, with its quotes; of a field its value. */
export function namePlace(context: RuleContext, { at }: PutProperty): Place {
  const span = nameOfPut(at.file, context.sourceOf(at.file), at.span);
  return span === undefined ? at : { file: at.file, span };
}

/** Names, literals and readings of the clock. */
function hasNoEffect(code: Expression): boolean {
  switch (code.kind) {
    case 'text':
    case 'number':
    case 'bigint':
    case 'boolean':
      return true;
    case 'unary':
      return code.operator === '-' && hasNoEffect(code.operand);
    case 'new':
      return isDate(code.callee) && code.args.length === 0;
    case 'call': {
      const { callee, args } = code;
      if (callee.kind !== 'member' || args.length > 0) return false;
      return callee.name === 'now'
        ? isDate(callee.object)
        : CONVERSIONS.has(callee.name) && hasNoEffect(callee.object);
    }
    default:
      return pathOf(code) !== undefined;
  }
}

function isDate(code: Expression): boolean {
  return code.kind === 'global' && code.name === 'Date';
}

const CONVERSIONS: ReadonlySet<string> = new Set(['toISOString', 'getTime', 'valueOf', 'toString']);
