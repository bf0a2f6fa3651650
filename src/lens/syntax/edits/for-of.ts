import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { spanOf } from './nodes-around.ts';

/** A plain `for (const item of items)` over what is seen to be an array. */
export interface ForOf {
  readonly span: Span;
  /** The name or pattern that stands for an element. */
  readonly variable: Span;
  /** Whether the variable is one plain name. */
  readonly isName: boolean;
  readonly array: Span;
  readonly body: readonly Statement[];
  /** Every name in the function around it, or in the file. */
  readonly names: ReadonlySet<string>;
}

/** One statement of the loop's body. */
export interface Statement {
  readonly span: Span;
  /** `await call;` or `const name = await call;`, and nothing more. */
  readonly awaited?: Awaited;
  /** Something in it waits, jumps out of the turn, or catches. */
  readonly isInvolved: boolean;
  readonly names: ReadonlySet<string>;
}

export interface Awaited {
  readonly call: Span;
  readonly name?: string;
  /** What the call is given is waited for, too. */
  readonly waitsBefore: boolean;
}

/** The innermost loop around the call at `call`, if it is of that plain form and stands alone. */
export function forOfAround(file: string, text: string, call: Span): ForOf | undefined {
  const source = parseSource(file, text);
  let found: ForOf | undefined;
  const visit = (node: ts.Node, scope: ts.Node): void => {
    if (node.pos > call.start || node.end < call.end) return;
    if (ts.isIterationStatement(node, false)) found = readForOf(source, node, scope);
    const inner = ts.isFunctionLike(node) ? node : scope;
    // what is called back is not a statement of the loop
    if (inner !== scope) found = undefined;
    ts.forEachChild(node, (child) => {
      visit(child, inner);
    });
  };
  visit(source, source);
  return found;
}

function readForOf(source: ts.SourceFile, node: ts.IterationStatement, scope: ts.Node): ForOf | undefined {
  if (!ts.isForOfStatement(node) || node.awaitModifier !== undefined) return undefined;
  if (!ts.isVariableDeclarationList(node.initializer)) return undefined;
  const variable = node.initializer.declarations[0]?.name;
  if (variable === undefined || !isArray(source, node.expression)) return undefined;
  const statements = ts.isBlock(node.statement) ? node.statement.statements : [node.statement];
  return {
    span: spanOf(source, node),
    variable: spanOf(source, variable),
    isName: ts.isIdentifier(variable),
    array: spanOf(source, node.expression),
    body: statements.map((statement) => readStatement(source, statement)),
    names: namesIn(scope),
  };
}

function readStatement(source: ts.SourceFile, node: ts.Statement): Statement {
  const awaited = awaitedIn(source, node);
  return {
    span: spanOf(source, node),
    isInvolved: isInvolved(node),
    names: namesIn(node),
    ...(awaited && { awaited }),
  };
}

function awaitedIn(source: ts.SourceFile, node: ts.Statement): Awaited | undefined {
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    return ts.isAwaitExpression(expression) ? awaitedOf(source, expression) : undefined;
  }
  if (!ts.isVariableStatement(node) || node.declarationList.declarations.length !== 1) return undefined;
  const [declaration] = node.declarationList.declarations;
  const isConst = (node.declarationList.flags & ts.NodeFlags.Const) !== 0;
  const { name, initializer, type } = declaration ?? {};
  if (!isConst || type !== undefined || name === undefined || !ts.isIdentifier(name)) return undefined;
  return initializer && ts.isAwaitExpression(initializer)
    ? { ...awaitedOf(source, initializer), name: name.text }
    : undefined;
}

function awaitedOf(source: ts.SourceFile, { expression }: ts.AwaitExpression): Awaited {
  let waitsBefore = false;
  walk(expression, (node) => {
    waitsBefore ||= ts.isAwaitExpression(node);
  });
  return { call: spanOf(source, expression), waitsBefore };
}

function isInvolved(node: ts.Node): boolean {
  let found = false;
  walk(node, (inner) => {
    found ||=
      ts.isAwaitExpression(inner) ||
      ts.isYieldExpression(inner) ||
      ts.isReturnStatement(inner) ||
      ts.isBreakOrContinueStatement(inner) ||
      ts.isThrowStatement(inner) ||
      ts.isTryStatement(inner);
  });
  return found;
}

function namesIn(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(node, (inner) => {
    if (ts.isIdentifier(inner)) names.add(inner.text);
  });
  return names;
}

/** Whether an expression is written as an array, or is a name that is declared once in the file and as one. */
function isArray(source: ts.SourceFile, node: ts.Expression): boolean {
  if (!ts.isIdentifier(node)) return isArrayValue(node);
  const declared: boolean[] = [];
  walk(source, (inner) => {
    if (!ts.isVariableDeclaration(inner) && !ts.isParameter(inner)) return;
    if (!ts.isIdentifier(inner.name) || inner.name.text !== node.text) return;
    const { type, initializer } = inner;
    declared.push(
      type === undefined ? initializer !== undefined && isArrayValue(initializer) : isArrayType(type),
    );
  });
  return declared.length > 0 && declared.every(Boolean);
}

function isArrayValue(node: ts.Expression): boolean {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    return isArrayType(node.type) || isArrayValue(node.expression);
  }
  if (ts.isArrayLiteralExpression(node)) return true;
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(map|filter|slice|concat|flatMap|toSorted)$/.test(node.expression.name.text)
  );
}

function isArrayType(node: ts.TypeNode): boolean {
  if (ts.isArrayTypeNode(node)) return true;
  if (ts.isTypeOperatorNode(node)) return isArrayType(node.type);
  return (
    ts.isTypeReferenceNode(node) &&
    ts.isIdentifier(node.typeName) &&
    /^(Array|ReadonlyArray)$/.test(node.typeName.text)
  );
}
