import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { PutProperty } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { isPath } from '../shared/code.ts';
import { textAt } from '../shared/place.ts';
import { propertyLine, statementAround } from '../shared/remove.ts';

/** A name that nothing else has; the person may know a better one. */
const OTHER_NAME = 'recordedAt';

/** Another name for what is worth keeping, and its removal where the code around needs nothing of it. */
export function otherNameFixes(context: RuleContext, put: PutProperty, isTime: boolean): readonly Fix[] {
  const source = context.sourceOf(context.file);
  const { at, isLate } = put;
  const span = isLate ? statementAround(source, at.span) : propertyLine(source, at.span);
  const remove: readonly Fix[] =
    span !== undefined && hasNoEffect(textAt(context, put.place))
      ? [{ title: l10n.t('Remove it'), edits: [{ span, text: '' }] }]
      : [];
  return isTime ? [...rename(context, put), ...remove] : remove;
}

function rename(context: RuleContext, put: PutProperty): readonly Fix[] {
  const place = namePlace(context, put);
  const isShorthand = textAt(context, put.at) === put.name;
  const name = textAt(context, place).replace(/timestamp/i, OTHER_NAME);
  const text = isShorthand ? `${name}: ${put.name}` : name;
  return [
    {
      title: l10n.t('Store it as "{0}"', OTHER_NAME),
      edits: [{ span: place.span, text }],
      placeholder: OTHER_NAME,
    },
  ];
}

/** The name itself: of a property with its quotes, of an assignment what stands last on its left; of a field its value. */
export function namePlace(context: RuleContext, { name, at, isLate }: PutProperty): Place {
  const code = textAt(context, at);
  const start = isLate ? /^[^=]*/.exec(code)?.[0].lastIndexOf(name) : 0;
  if (start === undefined || start < 0) return at;
  const first = /^(["'`]).*?\1|^[\w$]+/.exec(code)?.[0];
  const length = isLate ? name.length : first?.includes(name) ? first.length : undefined;
  if (length === undefined) return at;
  const from = at.span.start + start;
  return { file: at.file, span: { start: from, end: from + length } };
}

/** Names, literals and readings of the clock. */
function hasNoEffect(code: string): boolean {
  const plain = code
    .replace(/\bnew Date\(\)|\bDate\.now\(\)/g, 'now')
    .replace(/\.(?:toISOString|getTime|valueOf|toString)\(\)/g, '');
  return isPath(plain) || /^(?:-?[\d.]+n?|(["'])[^"'`\\]*\1)$/.test(plain);
}
