import * as l10n from '@vscode/l10n';
import type { PutProperty } from '../../model/operations/operation.ts';
import { bare } from '../../syntax/program/names.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';

/** `bytes.subarray(a, b)` as `bytes.slice(a, b)`, which copies. */
export function ownBytesFixes(context: RuleContext, { place }: PutProperty): readonly Fix[] {
  const found = expressionAt(context, place);
  const call = found && bare(found.expression);
  const callee = call?.kind === 'call' ? call.callee : undefined;
  if (callee?.kind !== 'member' || callee.name !== 'subarray') return [];
  const start = callee.nameStart;
  return [
    {
      title: l10n.t('Copy it with slice'),
      edits: [{ span: { start, end: start + callee.name.length }, text: 'slice' }],
    },
  ];
}
