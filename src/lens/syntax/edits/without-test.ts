import type { TextEdit } from '../../../core/text/edit.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isFilterOfAll, isIfAll } from './left-out.ts';
import { isTransparent, memberName, type Tree, readTree } from './tree.ts';

/**
 * Takes out of a text the test at `span` by which code leaves entities out: an `if (…) continue;`, the `if` around
 * all of a loop's body, a call of `filter`. Undefined where more than that would have to change, and where the code may do anything with
 * the entities that it leaves out. `call` lists them.
 */
export function withoutTest(file: string, text: string, span: Span, call: Span): TextEdit[] | undefined {
  const tree = readTree(parseSource(file, text));
  const test = expressionAt(tree.source, span);
  const list = expressionAt(tree.source, call);
  let parent = test && tree.parentOf(test);
  while (parent !== undefined && isTransparent(parent)) parent = tree.parentOf(parent);
  if (parent === undefined || list === undefined) return undefined;
  if (ts.isIfStatement(parent))
    return isIfAll(tree, parent, list) ? withoutIf(tree, text, parent) : undefined;
  return ts.isArrowFunction(parent) && isFilterOfAll(tree, parent, list)
    ? withoutFilterCall(tree, parent)
    : undefined;
}

function expressionAt(source: ts.SourceFile, { start, end }: Span): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > start || node.end < end) return;
    if (ts.isExpression(node) && node.getStart(source) === start && node.end === end) found ??= node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function withoutIf(tree: Tree, text: string, node: ts.IfStatement): TextEdit[] | undefined {
  const { thenStatement } = node;
  const start = node.getStart(tree.source);
  const outer = tree.parentOf(node);
  if (node.elseStatement !== undefined || outer === undefined) return undefined;
  const inside = ts.isBlock(thenStatement) ? thenStatement.statements : [thenStatement];
  const last = inside.at(-1);
  if (last !== undefined && passesOver(tree, last)) {
    // what else it does is done for entities that would not be sent
    return inside.length === 1 && ts.isBlock(outer)
      ? [{ span: wholeLines(text, start, node.end), text: '' }]
      : undefined;
  }
  const inner = thenStatement.getStart(tree.source);
  // `for (…) if (test) …`, and the same in a block
  const isAll = ts.isBlock(outer) && outer.statements.length === 1;
  if (!isAll || !ts.isBlock(thenStatement)) {
    return ts.isBlock(thenStatement) && ts.isBlock(outer)
      ? undefined
      : [{ span: { start, end: inner }, text: '' }];
  }
  const block = text.slice(inner, thenStatement.end);
  const [before, after] = [indentOf(text, start), indentOf(text, outer.getStart(tree.source))];
  const isDeeper = before.startsWith(after);
  const moved = isDeeper ? block.replaceAll(`\n${before}`, `\n${after}`) : block;
  return [{ span: { start: outer.getStart(tree.source), end: outer.end }, text: moved }];
}

/** Whether a statement goes on to the next entity: `continue`, or `return` in a function that is called for each. */
function passesOver(tree: Tree, statement: ts.Statement): boolean {
  if (ts.isContinueStatement(statement)) return true;
  if (!ts.isReturnStatement(statement) || statement.expression !== undefined) return false;
  let around = tree.parentOf(statement);
  while (around !== undefined && !ts.isFunctionLike(around) && !ts.isIterationStatement(around, false)) {
    around = tree.parentOf(around);
  }
  return around !== undefined && ts.isFunctionLike(around);
}

function indentOf(text: string, offset: number): string {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '';
}

/** With the line break before, where nothing else stands on the lines. */
function wholeLines(text: string, start: number, end: number): Span {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const isAlone = /^\s*$/.test(text.slice(line, start)) && /^[^\S\n]*(?:\n|$)/.test(text.slice(end));
  return isAlone && line > 0 ? { start: line - 1, end } : { start, end };
}

/** `rows.filter((row) => test).map(…)` becomes `rows.map(…)`. */
function withoutFilterCall(tree: Tree, callback: ts.ArrowFunction): TextEdit[] | undefined {
  const call = tree.parentOf(callback);
  if (call === undefined || !ts.isCallExpression(call) || memberName(call.expression) !== 'filter')
    return undefined;
  if (!ts.isPropertyAccessExpression(call.expression)) return undefined;
  return [{ span: { start: call.expression.expression.end, end: call.end }, text: '' }];
}
