import ts from 'typescript';
import type { LineRange } from './match.ts';

/** Gives the lines of the innermost statement around what a line of a file says. */
export function statementsOf(path: string, text: string): (line: number, words: string) => LineRange {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kindOf(path));
  const lineOf = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line + 1;
  return (line, words) => {
    const start = source.getLineStarts()[line - 1];
    if (start === undefined) return { first: line, last: line };
    const written = text.slice(start).split('\n', 1)[0] ?? '';
    const at = start + Math.max(written.indexOf(words), written.search(/\S|$/));
    let innermost: LineRange = { first: line, last: line };
    const visit = (node: ts.Node): void => {
      const from = node.getStart(source);
      if (at < from || node.end <= at) return;
      if (isStatement(node)) innermost = { first: lineOf(from), last: lineOf(node.end) };
      ts.forEachChild(node, visit);
    };
    visit(source);
    return innermost;
  };
}

/** Blocks are no statements of their own here: what is in them is. */
function isStatement(node: ts.Node): boolean {
  return ts.isStatement(node) && !ts.isBlock(node) && !ts.isFunctionDeclaration(node);
}

function kindOf(path: string): ts.ScriptKind {
  return path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
}
