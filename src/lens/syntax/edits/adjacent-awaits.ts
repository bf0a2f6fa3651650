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
  /** They are started together. */
  readonly isParallel: boolean;
}

/**
 * The longest run of statements `await call;` around that of `call`, each with one of `calls`, or a statement `await Promise.all([…]);` that
 * has `call` and others of `calls`, and nothing else. Undefined if `call` has no such statement.
 */
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
  if (at < 0) return parallelRun(source, statements, call, calls);
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
    isParallel: false,
    calls: run.flatMap((one, index) => {
      const own = found[from + index];
      const before = run[index - 1];
      const comments = before === undefined ? '' : text.slice(before.end, one.getStart(source)).trim();
      return own === undefined ? [] : [{ call: own, comments }];
    }),
  };
}

function parallelRun(
  source: ts.SourceFile,
  statements: readonly ts.Statement[],
  call: Span,
  calls: readonly Span[],
): AwaitRun | undefined {
  const { text } = source;
  const isCall = (node: ts.Node, { start, end }: Span): boolean =>
    node.getStart(source) === start && node.end === end;
  for (const statement of statements) {
    const elements = awaitedTogether(statement);
    if (!elements.some((one) => isCall(one, call))) continue;
    const start = statement.getStart(source);
    const indent = text.slice(lineStart(text, start), start);
    const own = elements.map((one) => calls.find((other) => isCall(one, other)));
    if (indent.trim() !== '' || own.includes(undefined)) return undefined;
    return {
      span: { start, end: statement.end },
      indent,
      isParallel: true,
      calls: elements.flatMap((one, index) => {
        const found = own[index];
        const comments = text.slice(one.pos, one.getStart(source)).trim();
        return found === undefined ? [] : [{ call: found, comments }];
      }),
    };
  }
  return undefined;
}

/** The elements of the list in `await Promise.all([…]);`. */
function awaitedTogether(node: ts.Statement): readonly ts.Expression[] {
  if (!ts.isExpressionStatement(node) || !ts.isAwaitExpression(node.expression)) return [];
  const call = node.expression.expression;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return [];
  const { name, expression } = call.expression;
  const [list] = call.arguments;
  const isAll = name.text === 'all' && ts.isIdentifier(expression) && expression.text === 'Promise';
  return isAll && call.arguments.length === 1 && list !== undefined && ts.isArrayLiteralExpression(list)
    ? list.elements
    : [];
}
