import { lineStart } from '../../../core/text/line.ts';
import * as ts from '../typescript.ts';

/** Statements that follow each other: those of a file, a block, or a case of a switch. */
export interface StatementList {
  readonly statements: readonly ts.Statement[];
  /** Behind what opens it: the brace, the colon of the case; of a file its start. */
  readonly start: number;
  readonly isFile: boolean;
  /** What leads the line on which it is opened. */
  readonly outerIndent: string;
  /** Whether `await` can stand in it. */
  readonly takesAwait: boolean;
}

/** The innermost list of statements around an offset. */
export function statementListAt(source: ts.SourceFile, offset: number): StatementList {
  const { text } = source;
  const start = /^\uFEFF?(?:#![^\r\n]*)?/.exec(text)?.[0].length ?? 0;
  let found: StatementList = { ...of(source.statements, start, true), isFile: true };
  const visit = (node: ts.Node, takesAwait: boolean): void => {
    if (offset < node.pos || offset > node.end) return;
    const waits = awaitWithin(node, takesAwait);
    // in a type, or in what is only declared, nothing runs
    if (isAmbient(node)) return;
    if (ts.isBlock(node) || ts.isModuleBlock(node)) {
      const open = node.getStart(source) + 1;
      const isClosed = node.end > open && text[node.end - 1] === '}';
      if (offset >= open && offset < node.end + (isClosed ? 0 : 1)) found = of(node.statements, open, waits);
    }
    if (ts.isCaseBlock(node)) {
      for (const { statements } of node.clauses) {
        if (offset >= statements.pos && offset < node.end) found = of(statements, statements.pos, waits);
      }
    }
    ts.forEachChild(node, (child) => {
      visit(child, waits);
    });
  };
  visit(source, true);
  return found;

  function of(statements: readonly ts.Statement[], from: number, takesAwait: boolean): StatementList {
    const line = text.slice(lineStart(text, from));
    const outerIndent = /^[^\S\r\n]*/.exec(line)?.[0] ?? '';
    return { statements, start: from, isFile: false, outerIndent, takesAwait };
  }
}

function awaitWithin(node: ts.Node, around: boolean): boolean {
  if (ts.isClassStaticBlockDeclaration(node) || ts.isModuleDeclaration(node)) return false;
  if (!ts.isFunctionLike(node)) return around;
  return modifiersOf(node).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
}

function isAmbient(node: ts.Node): boolean {
  return (
    ts.isModuleDeclaration(node) &&
    modifiersOf(node).some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)
  );
}

function modifiersOf(node: ts.Node): readonly ts.Node[] {
  return ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
}

/** Whether what stands behind it is never reached. */
export function isJump(node: ts.Statement): boolean {
  return ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);
}

/** Such as 'use strict', which only counts where nothing stands before it. */
export function isDirective(node: ts.Statement): boolean {
  return ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression);
}
