import * as l10n from '@vscode/l10n';
import { indentAt } from '../../../core/text/line.ts';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Query } from '../../model/operations/operation.ts';
import { loopOver } from '../../syntax/edits/loop-over.ts';
import type { Fix, RuleContext } from '../rule.ts';

/**
 * A loop that is left in its first turn goes through pages of one instead, and on while they are empty. Other shapes
 * would have to be written anew.
 */
export function pageFixes(context: RuleContext, query: Query): Fix[] {
  const { limit, isPaged } = query.consumption;
  if (query.via !== undefined || limit?.kind !== 'one' || limit.readsAll || isPaged === true) return [];
  const source = context.sourceOf(query.file);
  const loop = loopOver(query.file, source, query.callSpan);
  if (loop === undefined || loop.jumps) return [];
  const { body, variable, variableSpan } = loop;
  const skip = `if (${variable} === undefined) continue;`;
  return [
    {
      title: l10n.t('Use pages of one entity'),
      isHarmless: true,
      edits: [
        { span: variableSpan, text: `[${variable}]` },
        { span: { start: query.callSpan.end, end: query.callSpan.end }, text: '.byPage({ maxPageSize: 1 })' },
        ...(loop.isBlock ? [atStart(source, body, skip)] : around(body, skip)),
      ],
    },
  ];
}

/** As the first statement of a block, on a line of its own if the next one has one. */
function atStart(source: string, body: { readonly start: number }, code: string): TextEdit {
  const start = body.start + 1;
  const line = /^[ \t]*(\r?\n)[ \t]*/.exec(source.slice(start));
  const text =
    line === null ? ` ${code}` : `${line[1] ?? ''}${indentAt(source, start + line[0].length)}${code}`;
  return { span: { start, end: start }, text };
}

function around({ start, end }: { readonly start: number; readonly end: number }, code: string): TextEdit[] {
  return [
    { span: { start, end: start }, text: `{ ${code} ` },
    { span: { start: end, end }, text: ' }' },
  ];
}
