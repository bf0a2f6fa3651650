import type { TextEdit } from '../../../core/text/edit.ts';
import { lineStart } from '../../../core/text/line.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';
import { declarationOf, readTree, referencesOf, type Tree } from './tree.ts';

/** A constant whose value only one call uses, and which could as well be written there. */
interface Inlined {
  readonly statement: ts.Statement;
  readonly value: ts.Expression;
  readonly use: ts.Identifier;
  readonly isShorthand: boolean;
}

/**
 * Writes the values of constants, such as `const filter = …`, into the call that alone uses them, and leaves the constants out. Only of
 * those that are declared right before the call's statement, so that nothing runs in between. Undefined where there are none.
 */
export function inlineConstants(file: string, text: string, call: Span): readonly TextEdit[] | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, call);
  const at = around.findLastIndex((node) => ts.isCallExpression(node) && isAt(source, node, call));
  const node = around[at];
  const owner = around.findLastIndex((one, index) => index < at && isStatement(one));
  const [block, statement] = [around[owner - 1], around[owner]];
  if (node === undefined || !ts.isCallExpression(node) || block === undefined || statement === undefined)
    return undefined;
  if (!isRunAtOnce(around.slice(owner, at + 1)) || hasCall(node.expression)) return undefined;
  const statements = statementsOf(block);
  const before = statements.slice(
    0,
    Math.max(
      0,
      statements.findIndex((one) => one === statement),
    ),
  );
  const found = inlinedOf(readTree(source), node, before);
  if (found.length === 0) return undefined;
  const written = (span: Span): readonly TextEdit[] =>
    found
      .filter(({ use }) => contains(span, spanOf(source, use)))
      .map(({ use, value, isShorthand }) => {
        const code = codeWith(text, spanOf(source, value), written(spanOf(source, value)));
        return { span: spanOf(source, use), text: isShorthand ? `${use.text}: ${code}` : code };
      })
      .sort((a, b) => a.span.start - b.span.start);
  return [
    ...found.map(({ statement }) => ({ span: withLine(text, spanOf(source, statement)), text: '' })),
    ...written(call),
  ].sort((a, b) => a.span.start - b.span.start);
}

/** The constants that a call uses with nothing between them and the call that runs. */
function inlinedOf(tree: Tree, call: ts.Node, before: readonly ts.Statement[]): readonly Inlined[] {
  let declarations = before;
  for (;;) {
    const found = inlinedIn(tree, call, declarations);
    const own = new Set(found.map(({ statement }) => statement));
    const last = declarations.findLastIndex((one) => !own.has(one) && !isQuiet(one));
    if (last < 0) return found;
    declarations = declarations.slice(last + 1);
  }
}

/** The constants that a call uses, and those that their values use. */
function inlinedIn(tree: Tree, call: ts.Node, declarations: readonly ts.Statement[]): readonly Inlined[] {
  const found: Inlined[] = [];
  const visit = (root: ts.Node): void => {
    walk(root, (node) => {
      if (!ts.isIdentifier(node)) return;
      const declared = declarationOf(tree, node);
      const statement = declarations.find((one) => declaredBy(one)?.name === declared);
      const value = statement && declaredBy(statement)?.initializer;
      if (declared === undefined || statement === undefined || value === undefined) return;
      const [use, ...others] = referencesOf(tree, declared);
      // a property may have its name
      if (use !== node || others.length > 0 || isWithinFunction(tree, node, root)) return;
      const parent = tree.parentOf(node);
      // nobody would write `{ filter }.filter`
      if (parent !== undefined && isTakenApart(parent, node)) return;
      const isShorthand = parent !== undefined && ts.isShorthandPropertyAssignment(parent);
      found.push({ statement, value, use: node, isShorthand });
      visit(value);
    });
  };
  visit(call);
  return found;
}

function isTakenApart(parent: ts.Node, node: ts.Node): boolean {
  return (
    (ts.isPropertyAccessExpression(parent) ||
      ts.isElementAccessExpression(parent) ||
      ts.isCallExpression(parent)) &&
    parent.expression === node
  );
}

function isWithinFunction({ parentOf }: Tree, node: ts.Node, root: ts.Node): boolean {
  for (let one = parentOf(node); one !== undefined; one = parentOf(one)) {
    if (ts.isFunctionLike(one)) return true;
    if (one === root) return false;
  }
  return false;
}

/** `const name = value;` and nothing more. */
function declaredBy(statement: ts.Statement): ts.VariableDeclaration | undefined {
  if (!ts.isVariableStatement(statement) || (statement.modifiers ?? []).length > 0) return undefined;
  const { declarations, flags } = statement.declarationList;
  const [only] = declarations;
  const isPlain = only?.type === undefined || only.type.kind === ts.SyntaxKind.StringKeyword;
  return declarations.length === 1 && (flags & ts.NodeFlags.Const) !== 0 && isPlain ? only : undefined;
}

/** Whether a statement only gives names to what is at hand. */
function isQuiet(statement: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(statement)) return true;
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.every(
      ({ name, initializer }) =>
        ts.isIdentifier(name) && (initializer === undefined || isAtHand(initializer)),
    )
  );
}

function isAtHand(value: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0;
  if (ts.isObjectLiteralExpression(value)) return value.properties.length === 0;
  if (ts.isNewExpression(value))
    return (
      ts.isIdentifier(value.expression) &&
      /^(?:Map|Set)$/.test(value.expression.text) &&
      (value.arguments ?? []).length === 0
    );
  return (
    ts.isLiteralExpression(value) ||
    ts.isIdentifier(value) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(value.kind)
  );
}

/** Whether the last of these nodes runs once, before all else that the first one does. */
function isRunAtOnce(path: readonly ts.Node[]): boolean {
  return path.every((node, index) => {
    const child = path[index + 1];
    return child === undefined || isFirstOf(node, child);
  });
}

function isFirstOf(node: ts.Node, child: ts.Node): boolean {
  if (ts.isForOfStatement(node) || ts.isPropertyAccessExpression(node)) return node.expression === child;
  if (ts.isCallExpression(node))
    return node.expression === child || (node.arguments[0] === child && !hasCall(node.expression));
  if (ts.isVariableDeclarationList(node)) return node.declarations[0] === child;
  return (
    ts.isVariableStatement(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isReturnStatement(node) ||
    ts.isExpressionStatement(node) ||
    ts.isAwaitExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isYieldExpression(node)
  );
}

function hasCall(node: ts.Node): boolean {
  let isFound = false;
  walk(node, (one) => {
    if (ts.isCallExpression(one) || ts.isNewExpression(one)) isFound = true;
  });
  return isFound;
}

function isStatement(node: ts.Node): boolean {
  return ts.isStatement(node) && !ts.isBlock(node);
}

function statementsOf(block: ts.Node): readonly ts.Statement[] {
  return ts.isBlock(block) ||
    ts.isSourceFile(block) ||
    ts.isModuleBlock(block) ||
    ts.isCaseClause(block) ||
    ts.isDefaultClause(block)
    ? block.statements
    : [];
}

/** Code of the source with edits made in it. */
function codeWith(text: string, { start, end }: Span, edits: readonly TextEdit[]): string {
  let [code, from] = ['', start];
  for (const { span, text: replacement } of edits) {
    code += text.slice(from, span.start) + replacement;
    from = span.end;
  }
  return code + text.slice(from, end);
}

/** A statement with its line, where nothing else is on that. */
function withLine(text: string, { start, end }: Span): Span {
  const line = lineStart(text, start);
  const isAlone = text.slice(line, start).trim() === '' && /^[ \t]*\r?\n/.test(text.slice(end, end + 200));
  return isAlone ? { start: line, end: text.indexOf('\n', end) + 1 } : { start, end };
}
