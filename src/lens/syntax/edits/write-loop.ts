import { lineStart } from '../../../core/text/line.ts';
import type { Span } from '../../../core/text/span.ts';
import { isAwaitOf } from './adjacent-awaits.ts';
import { parseSource } from '../parse.ts';
import { statementListAt } from './statement-list.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';

/** A `for…of`, with or without `await`, that does nothing but wait for one call in each turn. */
export interface WriteLoop {
  readonly span: Span;
  /** Up to the body. */
  readonly head: Span;
  /** What leads its line. */
  readonly indent: string;
  /** Every name in the file. */
  readonly names: ReadonlySet<string>;
}

/** The loop around a call, where statements can stand before and after it. */
export function writeLoopAround(file: string, text: string, call: Span): WriteLoop | undefined {
  const source = parseSource(file, text);
  let found: ts.ForOfStatement | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > call.start || node.end < call.end) return;
    if (ts.isForOfStatement(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (found === undefined || !isOnly(source, text, found.statement, call)) return undefined;
  const start = found.getStart(source);
  const indent = text.slice(lineStart(text, start), start);
  const isStatement = statementListAt(source, start - 1).statements.includes(found);
  if (indent.trim() !== '' || !isStatement) return undefined;
  const names = new Set<string>();
  walk(source, (node) => {
    if (ts.isIdentifier(node)) names.add(node.text);
  });
  return {
    span: { start, end: found.end },
    head: { start, end: found.statement.getFullStart() },
    indent,
    names,
  };
}

/** Whether a body has that call alone, and no comment. */
function isOnly(source: ts.SourceFile, text: string, body: ts.Statement, call: Span): boolean {
  if (!ts.isBlock(body)) return isAwaitOf(source, body, call);
  const [first, ...others] = body.statements;
  if (first === undefined || others.length > 0 || !isAwaitOf(source, first, call)) return false;
  const before = text.slice(body.getStart(source) + 1, first.getStart(source));
  return (before + text.slice(first.end, body.end - 1)).trim() === '';
}
