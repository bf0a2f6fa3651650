import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Query } from '../../model/operation.ts';
import { blockAround } from '../../syntax/block-around.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { indentAt } from '../shared/code.ts';
import { equalTo, partsOf } from '../shared/filters.ts';
import { keyCode, orUndefined, type PlainLoop, readListCall, readLoop } from '../shared/get-entity.ts';

/**
 * `getEntity` where it is certain what happens on no match: a loop over the call, which then does nothing,
 * and `(await call.next()).value`, which then is `undefined`.
 */
export function getEntityFixes(context: RuleContext, query: Query): Fix[] {
  const read = getEntityCall(context, query);
  if (read === undefined) return [];
  const loop = readLoop(context, query);
  const edits =
    loop === undefined ? insteadOfNext(context, query, read) : insteadOfLoop(context, query, loop, read);
  return edits === undefined ? [] : [{ title: l10n.t('Read it with getEntity'), edits }];
}

function getEntityCall(context: RuleContext, query: Query): string | undefined {
  const call = readListCall(context, query);
  const filter = call?.filter.parsed.filter;
  if (call === undefined || filter === undefined) return undefined;
  const conjuncts = partsOf(filter, 'and');
  const keys = ['PartitionKey', 'RowKey'].map((key) => {
    const operand = conjuncts.map((part) => equalTo(part, key)).find((found) => found !== undefined);
    return operand && keyCode(context, call.filter, operand);
  });
  if (conjuncts.length !== 2 || !keys.every((key) => key !== undefined)) return undefined;
  return `${call.receiver}.getEntity${call.typeArguments}(${keys.join(', ')}${call.options})`;
}

function insteadOfLoop(
  context: RuleContext,
  query: Query,
  loop: PlainLoop,
  read: string,
): readonly TextEdit[] | undefined {
  const source = context.sourceOf(query.file);
  const { variable, body } = loop;
  const content = source.slice(body.start, body.end);
  // a `break` at the very end ends what no longer is a loop; any other would end another one
  const lastBreak = /[^\S\r\n]*\bbreak\s*;?(?=\s*\}$)\r?\n?/.exec(content);
  const rest = lastBreak === null ? content : content.slice(0, lastBreak.index);
  if (/\b(?:break|continue)\b/.test(rest)) return undefined;
  const indent = indentAt(source, loop.start);
  const code = [
    `${loop.declaration} ${variable} = await ${read}${orUndefined(indent)};`,
    `${indent}if (${variable} !== undefined) `,
  ].join('\n');
  const around = blockAround(query.file, source, loop.start, body.end);
  if (around === undefined) return undefined;
  const outside = source.slice(around.start, loop.start) + source.slice(body.end, around.end);
  // the variable now lives in the block around: there it must not meet a namesake
  if (new RegExp(`(?<![\\w$])${variable.replaceAll('$', '\\$')}(?![\\w$])`).test(outside)) return undefined;
  const edits: TextEdit[] = [{ span: { start: loop.start, end: body.start }, text: code }];
  if (lastBreak !== null) {
    const start = body.start + lastBreak.index;
    edits.push({ span: { start, end: start + lastBreak[0].length }, text: '' });
  }
  return edits;
}

function insteadOfNext(context: RuleContext, query: Query, read: string): readonly TextEdit[] | undefined {
  const source = context.sourceOf(query.file);
  const before = /\(\s*await\s+$/.exec(source.slice(0, query.callSpan.start));
  const after = /^\s*\.\s*next\(\s*\)\s*\)\s*\.\s*value(?![\w$])/.exec(source.slice(query.callSpan.end));
  if (before === null || after === null) return undefined;
  const span = { start: before.index, end: query.callSpan.end + after[0].length };
  return [{ span, text: `(await ${read}${orUndefined(indentAt(source, query.callSpan.start))})` }];
}
