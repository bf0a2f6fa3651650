import { indentStepOf } from '../../../core/text/indent-step.ts';
import { lineStart } from '../../../core/text/line.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import { canEndLoop, declaredIn, isHandled, isRepeatable, namesIn, ownOf } from './repeatable.ts';
import { statementListAt } from './statement-list.ts';
import * as ts from '../typescript.ts';

/** Statements from a read to the write that puts back what it gave, which can be run again as they are. */
export interface RetryPlace {
  /** All of them, and what follows them where that uses what they declare. */
  readonly span: Span;
  /** `await write;` */
  readonly write: Span;
  /** What follows the write in the span; `leaves`: it ends with a `return` or `throw`. */
  readonly rest?: { readonly span: Span; readonly leaves: boolean };
  /** What leads their lines, and one level more. */
  readonly indent: string;
  readonly step: string;
  /** Every name in them. */
  readonly names: ReadonlySet<string>;
}

/**
 * What would have to be repeated where a write finds that what was read before has changed. Undefined where read and write do not
 * stand in one list of statements, where what stands between them does more than work out values of its own, where what follows uses
 * that and cannot stand in a loop, and where a 412 is handled already.
 */
export function retryPlaceOf(
  file: string,
  text: string,
  read: Span,
  write: Span,
  name: string,
): RetryPlace | undefined {
  const source = parseSource(file, text);
  if (isHandled(source, write)) return undefined;
  const { statements } = statementListAt(source, write.start);
  const last = statements.findIndex((one) => isWrite(source, one, write));
  const first = statements.findIndex((one) => one.pos <= read.start && read.end <= one.end);
  const declared = statements.findIndex((one) => declaredIn(one).includes(name));
  const [from] = [first, declared].sort((a, b) => a - b);
  if (from === undefined || from < 0 || last <= first) return undefined;
  const region = statements.slice(from, last + 1);
  const own = ownOf(region, [name]);
  const calls = [read, write];
  if (!region.every((one) => isRepeatable(source, one, own, calls))) return undefined;
  const following = statements.slice(last + 1);
  const isUsed = following.some((one) => [...namesIn(one)].some((other) => own.names.has(other)));
  if (isUsed && !canEndLoop(source, following)) return undefined;
  const [head] = region;
  const tail = region.at(-1);
  if (head === undefined || tail === undefined) return undefined;
  const start = head.getStart(source);
  const line = lineStart(text, start);
  const indent = text.slice(line, start);
  const writeStart = tail.getStart(source);
  const isOnOwnLines = [indent, text.slice(lineStart(text, writeStart), writeStart)].every(
    (lead) => lead.trim() === '',
  );
  if (!isOnOwnLines) return undefined;
  const end = isUsed ? following.at(-1) : undefined;
  return {
    span: { start, end: (end ?? tail).end },
    write: { start: writeStart, end: tail.end },
    ...(end && {
      rest: {
        span: { start: tail.end, end: end.end },
        leaves: ts.isReturnStatement(end) || ts.isThrowStatement(end),
      },
    }),
    indent,
    step: indentStepOf(text),
    names: new Set(region.flatMap((one) => [...namesIn(one)])),
  };
}

function isWrite(source: ts.SourceFile, node: ts.Statement, { start, end }: Span): boolean {
  if (!ts.isExpressionStatement(node) || !ts.isAwaitExpression(node.expression)) return false;
  const call = node.expression.expression;
  return call.getStart(source) === start && call.end === end;
}
