import type { TextEdit } from '../../../core/text/edit.ts';
import type { PointRead, Query } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile } from './code-at.ts';

/**
 * Gives the query of a `listEntities` call one more option, `code` being `name: value`. Undefined where its options
 * are not written in the call, begin with something else than `queryOptions`, or belong to a wrapper.
 */
export function addQueryOption(context: RuleContext, query: Query, code: string): TextEdit | undefined {
  const source = context.sourceOf(query.file);
  const { nameSpan, callSpan, optionsSpan, via } = query;
  if (via !== undefined || source.slice(nameSpan.start, nameSpan.end) !== 'listEntities') return undefined;
  const insert = (at: number, text: string): TextEdit => ({ span: { start: at, end: at }, text });
  if (optionsSpan === undefined) return insert(callSpan.end - 1, `{ queryOptions: { ${code} } }`);
  const options = source.slice(optionsSpan.start, optionsSpan.end);
  const hasQuery = /\bqueryOptions\b/.test(options);
  const open = hasQuery ? /^\{\s*queryOptions\s*:\s*\{/.exec(options) : /^\{/.exec(options);
  if (open === null) return undefined;
  const rest = options.slice(open[0].length);
  const isEmpty = /^\s*\}/.test(rest);
  const property = hasQuery ? ` ${code}` : ` queryOptions: { ${code} }`;
  const end = isEmpty ? (/^\s/.test(rest) ? '' : ' ') : ',';
  return insert(optionsSpan.start + open[0].length, property + end);
}

/** Gives a `getEntity` call that has nothing but its keys an option of its query. */
export function addReadOption(
  context: RuleContext,
  { file, callSpan: { start, end }, via }: PointRead,
  code: string,
): TextEdit | undefined {
  if (via !== undefined) return undefined;
  const call = codeOfFile(context, file).parts.find(
    (part) =>
      part.kind === 'expression' &&
      part.expression.kind === 'call' &&
      part.expression.span.start === start &&
      part.expression.span.end === end,
  );
  const [, rowKey, ...others] =
    call?.kind === 'expression' && call.expression.kind === 'call' ? call.expression.args : [];
  if (rowKey === undefined || others.length > 0) return undefined;
  const at = rowKey.span.end;
  return { span: { start: at, end: at }, text: `, { queryOptions: { ${code} } }` };
}
