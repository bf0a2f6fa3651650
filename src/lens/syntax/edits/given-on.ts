import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround } from './nodes-around.ts';
import { returnsIn } from './returns.ts';

/** What a function gives whoever calls it, of a list that one call in it gives: each element as it is, and nothing else. */
export interface GivenOn {
  /** The function's name, and where it is declared. */
  readonly name: string;
  readonly declaredAt: number;
  /** `array`: it promises an array of them; `list`: they can be gone through as those of the list. */
  readonly as: 'array' | 'list';
  /** It never stops before the list ends, nor takes an error for its end. */
  readonly isAll: boolean;
}

/** Undefined where the function around the call does anything else with what it gets. */
export function givenOnAt(file: string, text: string, call: Span): GivenOn | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, call);
  const at = around.findLastIndex((node) => ts.isFunctionLike(node) && !isAt(source, node, call));
  const fn = around[at];
  if (fn === undefined || !ts.isFunctionLike(fn)) return undefined;
  const declared = nameOf(fn, around[at - 1]);
  const body = 'body' in fn ? fn.body : undefined;
  if (declared === undefined || body === undefined) return undefined;
  const found = ts.isBlock(body)
    ? (listGiven(source, fn, body, call) ?? loopGiven(source, fn, body, call))
    : isCall(source, body, call) && !isAsync(fn)
      ? LIST
      : undefined;
  return found && { name: declared.text, declaredAt: declared.getStart(source), ...found };
}

type How = Omit<GivenOn, 'name' | 'declaredAt'>;

const LIST: How = { as: 'list', isAll: true };

function nameOf(
  fn: ts.SignatureDeclaration,
  parent: ts.Node | undefined,
): Pick<ts.Identifier, 'text' | 'getStart'> | undefined {
  const own = fn.name ?? (parent && 'name' in parent ? (parent.name as ts.Node | undefined) : undefined);
  return own !== undefined && (ts.isIdentifier(own) || ts.isPrivateIdentifier(own)) ? own : undefined;
}

function isAsync(fn: ts.SignatureDeclaration): boolean {
  const modifiers = ts.canHaveModifiers(fn) ? (ts.getModifiers(fn) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
}

function isCall(source: ts.SourceFile, node: ts.Node | undefined, call: Span): boolean {
  return node !== undefined && isAt(source, plain(node), call);
}

/** `return call;` or `yield* call;` */
function listGiven(
  source: ts.SourceFile,
  fn: ts.SignatureDeclaration,
  body: ts.Block,
  call: Span,
): How | undefined {
  const returns = returnsIn(body);
  const [only] = returns;
  if (returns.length === 1 && isCall(source, only?.expression, call) && !isAsync(fn)) return LIST;
  const yields = yieldsIn(body);
  const isYielded = yields.length === 1 && yields[0]?.asteriskToken !== undefined;
  return isYielded && isCall(source, yields[0]?.expression, call) && isEmpty(returns) ? LIST : undefined;
}

/** A loop over the call that puts each element into an array, which is returned, or yields it. */
function loopGiven(
  source: ts.SourceFile,
  fn: ts.SignatureDeclaration,
  body: ts.Block,
  call: Span,
): How | undefined {
  const loop = nodesIn(body).find(ts.isForOfStatement);
  const declared =
    loop && ts.isVariableDeclarationList(loop.initializer) ? loop.initializer.declarations : [];
  const [element] = declared;
  if (loop?.awaitModifier === undefined || element === undefined || !ts.isIdentifier(element.name))
    return undefined;
  if (!isOver(source, body, loop.expression, call)) return undefined;
  const uses = usesOf(loop.statement, element.name.text);
  const [first] = statementsOf(loop.statement);
  if (uses.length !== 1 || first === undefined || !ts.isExpressionStatement(first)) return undefined;
  const isAll = nodesIn(loop.statement).every((node) => !leaves(node)) && !nodesIn(body).some(isCatching);
  const done = plain(first.expression);
  const returns = returnsIn(body);
  if (ts.isYieldExpression(done) && done.asteriskToken === undefined) {
    const isOnly = yieldsIn(body).length === 1 && isEmpty(returns);
    return isOnly && isName(done.expression, element.name.text) ? { as: 'list', isAll } : undefined;
  }
  const array = pushedTo(done, element.name.text);
  if (array === undefined || !isAsync(fn) || !isMadeEmpty(body, array)) return undefined;
  const isGiven =
    returns.length > 0 && returns.every(({ expression }) => isName(expression, array) || isNone(expression));
  // declared, pushed to, counted and returned
  const isSeen = usesOf(body, array).length === 2 + countsOf(body, array) + namedIn(returns, array);
  return isGiven && namedIn(returns, array) > 0 && isSeen ? { as: 'array', isAll } : undefined;
}

function plain(node: ts.Node): ts.Node {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? plain(node.expression) : node;
}

/** The call, or a constant that is the call and nothing but gone through. */
function isOver(source: ts.SourceFile, body: ts.Block, over: ts.Expression, call: Span): boolean {
  if (isCall(source, over, call)) return true;
  if (!ts.isIdentifier(over)) return false;
  const made = nodesIn(body).some(
    (node) =>
      ts.isVariableDeclaration(node) &&
      isName(node.name, over.text) &&
      isCall(source, node.initializer, call),
  );
  return made && usesOf(body, over.text).length === 2;
}

function statementsOf(body: ts.Statement): readonly ts.Statement[] {
  return ts.isBlock(body) ? body.statements : [body];
}

function leaves(node: ts.Node): boolean {
  return (
    ts.isBreakStatement(node) ||
    ts.isContinueStatement(node) ||
    ts.isReturnStatement(node) ||
    ts.isThrowStatement(node)
  );
}

function isCatching(node: ts.Node): boolean {
  return ts.isTryStatement(node) && node.catchClause !== undefined;
}

/** The name of the array that `name.push(element)` puts the element into. */
function pushedTo(done: ts.Node, element: string): string | undefined {
  if (!ts.isCallExpression(done) || done.arguments.length !== 1) return undefined;
  const { expression } = done;
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'push') return undefined;
  const [pushed] = done.arguments;
  return ts.isIdentifier(expression.expression) && isName(pushed, element)
    ? expression.expression.text
    : undefined;
}

function isMadeEmpty(body: ts.Block, array: string): boolean {
  return nodesIn(body).some(
    (node) => ts.isVariableDeclaration(node) && isName(node.name, array) && isNone(node.initializer),
  );
}

/** `[]` */
function isNone(node: ts.Node | undefined): boolean {
  const value = node && plain(node);
  return value !== undefined && ts.isArrayLiteralExpression(value) && value.elements.length === 0;
}

function isName(node: ts.Node | undefined, name: string): boolean {
  const value = node && plain(node);
  return value !== undefined && ts.isIdentifier(value) && value.text === name;
}

function isEmpty(returns: readonly ts.ReturnStatement[]): boolean {
  return returns.every(({ expression }) => expression === undefined);
}

function namedIn(returns: readonly ts.ReturnStatement[], array: string): number {
  return returns.filter(({ expression }) => isName(expression, array)).length;
}

/** How often an array's length is asked for, in comparisons; who writes it cuts the array. */
function countsOf(body: ts.Block, array: string): number {
  const isLength = (node: ts.Node): boolean =>
    ts.isPropertyAccessExpression(node) && node.name.text === 'length' && isName(node.expression, array);
  return nodesIn(body).filter(
    (node) =>
      ts.isBinaryExpression(node) &&
      COMPARING.has(node.operatorToken.kind) &&
      (isLength(node.left) || isLength(node.right)),
  ).length;
}

const COMPARING: ReadonlySet<ts.SyntaxKind> = new Set([
  ...[ts.SyntaxKind.LessThanToken, ts.SyntaxKind.LessThanEqualsToken],
  ...[ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.GreaterThanEqualsToken],
  ...[ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.EqualsEqualsEqualsToken],
]);

function yieldsIn(body: ts.Block): readonly ts.YieldExpression[] {
  return nodesIn(body).filter(ts.isYieldExpression);
}

function usesOf(code: ts.Node, name: string): readonly ts.Node[] {
  return nodesIn(code).filter((node) => ts.isIdentifier(node) && node.text === name);
}

/** A node and all within it. */
function nodesIn(code: ts.Node): readonly ts.Node[] {
  const found = [code];
  for (const node of found)
    ts.forEachChild(node, (child) => {
      found.push(child);
    });
  return found;
}
