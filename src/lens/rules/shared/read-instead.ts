import { indentAt } from '../../../core/text/line.ts';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Query } from '../../model/operations/operation.ts';
import { type LoopOver, loopOver } from '../../syntax/edits/loop-over.ts';
import type { RuleContext } from '../rule.ts';
import { orUndefined } from './get-entity.ts';

/**
 * `read`, a call of `getEntity`, in the place of a list query, where it is certain what happens on no match: a loop
 * over the query, which then does nothing, and `(await query.next()).value`, which then is `undefined`.
 */
export function readInstead(
  context: RuleContext,
  query: Query,
  read: string,
): readonly TextEdit[] | undefined {
  const source = context.sourceOf(query.file);
  const loop = loopOver(query.file, source, query.callSpan);
  return loop === undefined ? insteadOfNext(context, query, read) : insteadOfLoop(source, loop, read);
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
    const start = body.start + source.slice(body.start, lastBreak.start).trimEnd().length;
    edits.push({ span: { start, end: lastBreak.end }, text: '' });
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
