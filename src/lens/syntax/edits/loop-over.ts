import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';

/** A `for await` loop that is all that happens to the result of a call. */
export interface LoopOver {
  /** From `for` to the body. */
  readonly head: Span;
  /** ` await` in the head. */
  readonly awaitSpan: Span;
  readonly keyword: 'const' | 'let';
  readonly variable: string;
  /** Where that stands in the head. */
  readonly variableSpan: Span;
  readonly body: Span;
  readonly isBlock: boolean;
  /** The statement that names the call for this loop alone, if it is not in the head itself. */
  readonly declaration?: Span;
  /** Whether nothing stands between that statement and the loop. */
  readonly isNext: boolean;
  /** A `break` at the very end of the body. */
  readonly lastBreak?: Span;
  /** Whether anything else in the body jumps: `break`, `continue`, to whatever loop. */
  readonly jumps: boolean;
  /** What must not have the variable's name when it moves out of the loop: the block, or the function with its parameters. */
  readonly scope: Span;
}

/**
 * The loop over the call at `call`, written in the loop's head or as `const name = call` before it. Undefined
 * if there is none, or it does not stand among the statements of a block.
 */
export function loopOver(file: string, text: string, call: Span): LoopOver | undefined {
  return firstLoop(file, text, call, readLoop);
}

/** Whether there is such a loop, whatever it calls the entities: by a name, or by those of their properties. */
export function isLoopedOver(file: string, text: string, call: Span): boolean {
  return firstLoop(file, text, call, loopOf) !== undefined;
}

/** What a loop over a call calls each entity, and its body. */
export interface LoopEntry {
  /** The name, or the pattern. */
  readonly variable: Span;
  readonly isName: boolean;
  readonly body: Span;
  readonly isBlock: boolean;
  /** Where the loop's line is. */
  readonly start: number;
  /** After the bracket before the body. */
  readonly afterHead: number;
}

/** The start of such a loop's turns. */
export function loopEntryAt(file: string, text: string, call: Span): LoopEntry | undefined {
  return firstLoop(file, text, call, (source, ...args) => {
    const loop = loopOf(source, ...args)?.loop;
    if (loop === undefined || !ts.isVariableDeclarationList(loop.initializer)) return undefined;
    const [declared] = loop.initializer.declarations;
    if (declared === undefined || declared.type !== undefined) return undefined;
    const { pos } = loop.statement;
    // a comment would be lost
    const isNext = text.slice(pos, loop.statement.getStart(source)).trim() === '';
    if (!isNext) return undefined;
    return {
      variable: spanOf(source, declared.name),
      isName: ts.isIdentifier(declared.name),
      body: spanOf(source, loop.statement),
      isBlock: ts.isBlock(loop.statement),
      start: loop.getStart(source),
      afterHead: pos,
    };
  });
}

/** What a reading of the statements of blocks finds first. */
function firstLoop<T>(
  file: string,
  text: string,
  call: Span,
  read: (
    source: ts.SourceFile,
    call: Span,
    scope: ts.Node,
    before: readonly ts.Statement[],
    loop: ts.Statement,
  ) => T | undefined,
): T | undefined {
  const source = parseSource(file, text);
  const visit = (node: ts.Node, parent: ts.Node): T | undefined => {
    if (ts.isBlock(node) || ts.isSourceFile(node) || ts.isModuleBlock(node)) {
      const scope = ts.isFunctionLike(parent) || ts.isCatchClause(parent) ? parent : node;
      for (const [i, statement] of node.statements.entries()) {
        const found = read(source, call, scope, node.statements.slice(0, i), statement);
        if (found !== undefined) return found;
      }
    }
    return ts.forEachChild(node, (child) => (child.end < call.start ? undefined : visit(child, node)));
  };
  return visit(source, source);
}

interface FoundLoop {
  readonly loop: ts.ForOfStatement;
  readonly awaitModifier: NonNullable<ts.ForOfStatement['awaitModifier']>;
  readonly declaration: ts.Statement | undefined;
}

/** A statement that is a loop over the call, and the one that names that. */
function loopOf(
  source: ts.SourceFile,
  call: Span,
  scope: ts.Node,
  before: readonly ts.Statement[],
  loop: ts.Statement,
): FoundLoop | undefined {
  if (!ts.isForOfStatement(loop) || loop.awaitModifier === undefined) return undefined;
  const declaration = before.findLast((statement) => isDeclarationOf(source, statement, call));
  const isOver =
    declaration === undefined
      ? isAt(source, loop.expression, call)
      : isOnlyUse(declaration, loop.expression, scope);
  return isOver ? { loop, awaitModifier: loop.awaitModifier, declaration } : undefined;
}

function readLoop(
  source: ts.SourceFile,
  call: Span,
  scope: ts.Node,
  before: readonly ts.Statement[],
  statement: ts.Statement,
): LoopOver | undefined {
  const found = loopOf(source, call, scope, before, statement);
  if (found === undefined || !ts.isVariableDeclarationList(found.loop.initializer)) return undefined;
  const { loop, awaitModifier, declaration } = found;
  const variable = found.loop.initializer.declarations[0]?.name;
  if (variable === undefined || !ts.isIdentifier(variable)) return undefined;
  const { statement: body } = loop;
  const last = ts.isBlock(body) ? body.statements.at(-1) : undefined;
  const lastBreak =
    last !== undefined && ts.isBreakStatement(last) && last.label === undefined ? last : undefined;
  return {
    head: { start: loop.getStart(source), end: body.getStart(source) },
    awaitSpan: { start: awaitModifier.pos, end: awaitModifier.end },
    keyword: (found.loop.initializer.flags & ts.NodeFlags.Const) === 0 ? 'let' : 'const',
    variable: variable.text,
    variableSpan: { start: variable.getStart(source), end: variable.end },
    body: spanOf(source, body),
    isBlock: ts.isBlock(body),
    isNext: declaration === undefined || before.at(-1) === declaration,
    jumps: hasJump(body, lastBreak),
    scope: { start: scope.pos, end: scope.end },
    ...(declaration !== undefined && { declaration: spanOf(source, declaration) }),
    ...(lastBreak !== undefined && { lastBreak: spanOf(source, lastBreak) }),
  };
}

/** `const name = call;` and nothing more. */
function isDeclarationOf(source: ts.SourceFile, statement: ts.Statement, call: Span): boolean {
  const declaration = onlyDeclaration(statement);
  return (
    declaration?.initializer !== undefined &&
    declaration.type === undefined &&
    ts.isIdentifier(declaration.name) &&
    isAt(source, declaration.initializer, call)
  );
}

function onlyDeclaration(statement: ts.Statement): ts.VariableDeclaration | undefined {
  if (!ts.isVariableStatement(statement) || statement.declarationList.declarations.length !== 1)
    return undefined;
  return statement.declarationList.declarations[0];
}

/** Whether a loop's expression is the declared name, and the name is used nowhere else. */
function isOnlyUse(statement: ts.Statement, expression: ts.Expression, scope: ts.Node): boolean {
  const name = onlyDeclaration(statement)?.name;
  if (name === undefined || !ts.isIdentifier(name) || !ts.isIdentifier(expression)) return false;
  let uses = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name.text) uses += 1;
    ts.forEachChild(node, visit);
  };
  visit(scope);
  return expression.text === name.text && uses === 2;
}

function hasJump(node: ts.Node, except: ts.Node | undefined): boolean {
  if (node !== except && (ts.isBreakStatement(node) || ts.isContinueStatement(node))) return true;
  return ts.forEachChild(node, (child) => hasJump(child, except) || undefined) ?? false;
}

function isAt(source: ts.SourceFile, node: ts.Node, span: Span): boolean {
  return node.getStart(source) === span.start && node.end === span.end;
}

function spanOf(source: ts.SourceFile, node: ts.Node): Span {
  return { start: node.getStart(source), end: node.end };
}
