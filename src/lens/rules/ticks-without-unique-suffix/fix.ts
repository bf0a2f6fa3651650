import * as l10n from '@vscode/l10n';
import type { GivenKey } from '../../model/keys/key-schema.ts';
import { pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt } from '../shared/code-at.ts';
import { textAt } from '../shared/place.ts';

/** Not of a name: what else uses it would be another key. */
export function suffixFix(context: RuleContext, { place, operation }: GivenKey): Fix[] {
  const code = expressionAt(context, place)?.expression;
  if (code === undefined || place.file !== context.file || operation.via !== undefined) return [];
  if (pathOf(code) !== undefined || !isPutAsRowKey(context, code)) return [];
  const written = textAt(context, place);
  const isTemplate = code.kind === 'template' && code.tag === undefined && written.endsWith('`');
  const text = isTemplate
    ? `${written.slice(0, -1)}_\${crypto.randomUUID()}\``
    : `\`\${${written}}_\${crypto.randomUUID()}\``;
  return [{ title: l10n.t('Add an id after it'), edits: [{ span: place.span, text }] }];
}

/** `{ rowKey: code }`, `entity.rowKey = code` */
function isPutAsRowKey(context: RuleContext, code: Expression): boolean {
  return codeOfFile(context, context.file).parts.some((part) => {
    if (part.kind !== 'expression') return false;
    const { expression } = part;
    if (expression.kind === 'assign')
      return (
        expression.value === code &&
        expression.target.kind === 'member' &&
        expression.target.name === 'rowKey'
      );
    return (
      expression.kind === 'object' &&
      expression.parts.some((one) => one.kind === 'property' && one.name === 'rowKey' && one.value === code)
    );
  });
}
