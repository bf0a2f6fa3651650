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
