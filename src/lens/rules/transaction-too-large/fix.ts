import * as l10n from '@vscode/l10n';
import type { Write } from '../../model/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { indentAt, isPath } from '../shared/code.ts';

/** A loop that submits a list in parts, where the call is a statement and its argument the name of a list. */
export function chunkFixes(context: RuleContext, write: Write, most: number): readonly Fix[] {
  const { argumentSpans, callSpan, file, receiver, via } = write;
  const [list, ...others] = argumentSpans;
  if (list === undefined || others.length > 0 || via !== undefined) return [];
  const source = context.sourceOf(file);
  const code = source.slice(list.start, list.end);
  const before = /(?<=^|[;{}\n])[^\S\n]*(await\s+)$/.exec(source.slice(0, callSpan.start));
  const after = /^\s*(?:;|(?=\n|\}|$))/.exec(source.slice(callSpan.end));
  const isFree = !/\bstart\b/.test(source) && isPath(code) && isPath(receiver.text);
  if (before === null || after === null || !isFree) return [];
  const start = callSpan.start - (before[1]?.length ?? 0);
  const indent = indentAt(source, start);
  const text = [
    `for (let start = 0; start < ${code}.length; start += ${most}) {`,
    `${indent}  await ${receiver.text}.submitTransaction(${code}.slice(start, start + ${most}));`,
    `${indent}}`,
  ].join('\n');
  return [
    {
      title: l10n.t('Submit parts of {0}', most),
      edits: [{ span: { start, end: callSpan.end + after[0].length }, text }],
    },
  ];
}
