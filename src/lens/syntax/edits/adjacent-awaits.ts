import { lineStart } from '../../../core/text/line.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import { statementListAt } from './statement-list.ts';
import * as ts from '../typescript.ts';

/** Two statements `await call;` of which one follows the other. */
export interface AdjacentAwaits {
  readonly span: Span;
  /** What leads their lines. */
  readonly indent: string;
}

/** Those of two calls; undefined where more is done with what they give, or something stands between them. */
export function adjacentAwaits(
  file: string,
  text: string,
  first: Span,
  second: Span,
): AdjacentAwaits | undefined {
  const source = parseSource(file, text);
  const { statements } = statementListAt(source, first.start);
  const index = statements.findIndex((one) => isAwaitOf(source, one, first));
  const [one, next] = index < 0 ? [] : statements.slice(index, index + 2);
  if (one === undefined || next === undefined || !isAwaitOf(source, next, second)) return undefined;
  const start = one.getStart(source);
  // a comment there would be lost
  if (text.slice(one.end, next.getStart(source)).trim() !== '') return undefined;
  const indent = text.slice(lineStart(text, start), start);
  return indent.trim() === '' ? { span: { start, end: next.end }, indent } : undefined;
}

/** Whether a statement is `await call;` and nothing more. */
export function isAwaitOf(source: ts.SourceFile, node: ts.Statement, { start, end }: Span): boolean {
  if (!ts.isExpressionStatement(node) || !ts.isAwaitExpression(node.expression)) return false;
  const call = node.expression.expression;
  return call.getStart(source) === start && call.end === end;
}

/** Statements `await call;` that follow each other. */
export interface AwaitRun extends AdjacentAwaits {
  /** Of each the call, and the comments before it; those before the first one stay where they are. */
  readonly calls: readonly { readonly call: Span; readonly comments: string }[];
}

/** The longest run of statements `await call;` around that of `call`, each with one of `calls`; undefined if `call` has no such statement. */
export function awaitRun(
  file: string,
  text: string,
  call: Span,
  calls: readonly Span[],
): AwaitRun | undefined {
  const source = parseSource(file, text);
  const { statements } = statementListAt(source, call.start);
  const found = statements.map((one) => calls.find((other) => isAwaitOf(source, one, other)));
  const at = found.findIndex((one) => one?.start === call.start && one.end === call.end);
  if (at < 0) return undefined;
  const from = found.findLastIndex((one, index) => index < at && one === undefined) + 1;
  const gap = found.findIndex((one, index) => index > at && one === undefined);
  const run = statements.slice(from, gap < 0 ? undefined : gap);
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const start = first.getStart(source);
  const indent = text.slice(lineStart(text, start), start);
  if (indent.trim() !== '') return undefined;
  return {
    span: { start, end: last.end },
    indent,
    calls: run.flatMap((one, index) => {
      const own = found[from + index];
      const before = run[index - 1];
      const comments = before === undefined ? '' : text.slice(before.end, one.getStart(source)).trim();
      return own === undefined ? [] : [{ call: own, comments }];
    }),
  };
}
