import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Query } from '../../model/operation.ts';
import { type LoopOver, loopOver } from '../../syntax/loop-over.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { indentAt } from '../shared/code.ts';
import { equalTo, partsOf } from '../shared/filters.ts';
import { keyCode, orUndefined, readListCall } from '../shared/get-entity.ts';

/**
 * `getEntity` where it is certain what happens on no match: a loop over the call, which then does nothing,
 * and `(await call.next()).value`, which then is `undefined`.
 */
export function getEntityFixes(context: RuleContext, query: Query): Fix[] {
  const read = getEntityCall(context, query);
  if (read === undefined) return [];
  const source = context.sourceOf(query.file);
  const loop = loopOver(query.file, source, query.callSpan);
  const edits = loop === undefined ? insteadOfNext(context, query, read) : insteadOfLoop(source, loop, read);
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

function insteadOfLoop(source: string, loop: LoopOver, read: string): readonly TextEdit[] | undefined {
  const { variable, head, body, declaration, lastBreak, scope } = loop;
  if (loop.jumps || !loop.isNext) return undefined;
  const start = declaration?.start ?? head.start;
  const outside = source.slice(scope.start, start) + source.slice(body.end, scope.end);
  // the variable now lives in the block around: there it must not meet a namesake
  if (new RegExp(`(?<![\\w$])${variable.replaceAll('$', '\\$')}(?![\\w$])`).test(outside)) return undefined;
  const indent = indentAt(source, start);
  const code = [
    `${loop.keyword} ${variable} = await ${read}${orUndefined(indent)};`,
    `${indent}if (${variable} !== undefined) `,
  ].join('\n');
  const edits: TextEdit[] = [{ span: { start, end: head.end }, text: code }];
  if (lastBreak !== undefined) {
    const line = /\s*$/.exec(source.slice(body.start, lastBreak.start))?.[0].length ?? 0;
    edits.push({ span: { start: lastBreak.start - line, end: lastBreak.end }, text: '' });
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
