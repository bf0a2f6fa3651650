import * as l10n from '@vscode/l10n';
import type { Write } from '../../model/operations/operation.ts';
import { adjacentAwaits } from '../../syntax/edits/adjacent-awaits.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { actionOf } from '../shared/action-code.ts';
import { isPath } from '../shared/code.ts';
import { areDifferent } from '../shared/different-keys.ts';

/** One transaction in place of two writes to one partition that follow each other, of entities that are never the same. */
export function transactionFixes(context: RuleContext, first: Write, second: Write): readonly Fix[] {
  const { file, receiver } = first;
  if (first.via !== undefined || second.via !== undefined || !isPath(receiver.text)) return [];
  if (first.rowKey === undefined || second.rowKey === undefined) return [];
  const source = context.sourceOf(file);
  const place = adjacentAwaits(file, source, first.callSpan, second.callSpan);
  const actions = [first, second].map((write) => actionOf(source, write));
  if (place === undefined || !actions.every((action) => action !== undefined)) return [];
  const { indent, span } = place;
  const lines = actions.map((action) => `${indent}  ${action},`);
  const text = `await ${receiver.text}.submitTransaction([\n${lines.join('\n')}\n${indent}]);`;
  const isSure = areDifferent(first.rowKey.value, second.rowKey.value);
  return [
    {
      title: isSure
        ? l10n.t('Write both in one transaction')
        : l10n.t('Write both in one transaction (right if they are never the same row)'),
      edits: [{ span, text }],
      ...(!isSure && { isConditional: true }),
    },
  ];
}
