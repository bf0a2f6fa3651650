import * as l10n from '@vscode/l10n';
import { indentAt } from '../../../core/text/line.ts';
import type { Write } from '../../model/operations/operation.ts';
import { forOfAround } from '../../syntax/edits/for-of.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { actionOf } from '../shared/action-code.ts';
import { isPath } from '../shared/code.ts';

/**
 * Transactions in place of a loop that does nothing but write: over an array, to one partition, without options. A
 * turn that does more, or catches, may need its write to be done. The service refuses a transaction that has a row twice.
 */
export function transactionFixes(context: RuleContext, write: Write): readonly Fix[] {
  const { repeated, file, callSpan } = write;
  if (repeated?.partition !== 'same' || repeated.calledAt !== undefined || write.via !== undefined) return [];
  const source = context.sourceOf(file);
  const loop = forOfAround(file, source, callSpan);
  const [statement, ...others] = loop?.body ?? [];
  const call = statement?.awaited?.name === undefined ? statement?.awaited?.call : undefined;
  if (
    loop === undefined ||
    others.length > 0 ||
    call?.start !== callSpan.start ||
    call.end !== callSpan.end
  ) {
    return [];
  }
  const at = ({ start, end }: { start: number; end: number }): string => source.slice(start, end);
  const action = actionOf(source, write);
  const isAlone = !loop.names.has('start') && isPath(at(loop.array)) && isPath(write.receiver.text);
  if (action === undefined || !isAlone || statement?.awaited?.waitsBefore === true) return [];
  const indent = indentAt(source, loop.span.start);
  const array = at(loop.array);
  const text = [
    `for (let start = 0; start < ${array}.length; start += 100) {`,
    `${indent}  await ${write.receiver.text}.submitTransaction(`,
    `${indent}    ${array}.slice(start, start + 100).map((${at(loop.variable)}) => ${action}),`,
    `${indent}  );`,
    `${indent}}`,
  ].join('\n');
  return [
    {
      title: l10n.t('Write in transactions of 100 (right if no row occurs twice)'),
      edits: [{ span: loop.span, text }],
      isConditional: true,
    },
  ];
}
