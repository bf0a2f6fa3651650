import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';

/** A call of a client's method, as the source has it. */
export interface TableCall {
  /** The client's expression, as an argument has it. */
  readonly receiver: string;
  /** With its angle brackets; empty if there are none. */
  readonly typeArguments: string;
  /** Where the types in these are. */
  readonly types: readonly Span[];
  readonly args: readonly Span[];
  /** From the start of the call to what is between its brackets. */
  readonly head: Span;
  readonly use: CallUse;
}

/**
 * What becomes of the promise, or of the list, that a call gives. `dropped`: it is waited for, or not, and what it gives goes nowhere;
 * `loop`: a `for await` or a `yield*` goes through it, `next`: its `next` is called; `other`: code that isn't seen may have it.
 */
export type CallUse = 'dropped' | 'loop' | 'next' | 'other';

/** The call at that span; undefined for one that isn't spelled out: `client?.createEntity(…)`, `client[method](…)`, `(...args)`. */
export function tableCallAt(file: string, text: string, call: Span): TableCall | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, call);
  const at = around.findLastIndex((node) => ts.isCallExpression(node) && isAt(source, node, call));
  const node = around[at];
  if (node === undefined || !ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression) || expression.questionDotToken !== undefined)
    return undefined;
  if (node.arguments.some(ts.isSpreadElement)) return undefined;
  const [first] = node.arguments;
  const start = node.getStart(source);
  return {
    receiver: withoutBrackets(expression.expression).getText(source),
    typeArguments:
      node.typeArguments === undefined
        ? ''
        : `<${node.typeArguments.map((one) => one.getText(source)).join(', ')}>`,
    types: (node.typeArguments ?? []).map((one) => spanOf(source, one)),
    args: node.arguments.map((one) => spanOf(source, one)),
    head: { start, end: first === undefined ? node.end - 1 : node.arguments.pos },
    use: useOf(around, at),
  };
}

function withoutBrackets(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? withoutBrackets(node.expression) : node;
}

function useOf(around: readonly ts.Node[], at: number): CallUse {
  let child = around[at];
  for (let index = at - 1; index >= 0; index -= 1) {
    const node = around[index];
    if (node === undefined || child === undefined) return 'other';
    if (ts.isForOfStatement(node)) return node.expression === child && isAwaited(node) ? 'loop' : 'other';
    if (ts.isYieldExpression(node) && node.asteriskToken !== undefined) return 'loop';
    if (ts.isExpressionStatement(node)) return 'dropped';
    if (ts.isReturnStatement(node) || (ts.isArrowFunction(node) && node.body === child))
      return givesNothing(around.slice(0, index + 1)) ? 'dropped' : 'other';
    if (ts.isPropertyAccessExpression(node)) {
      if (node.name.text === 'next') return 'next';
      if (node.name.text !== 'catch' && node.name.text !== 'finally') return 'other';
    } else if (!isHandedThrough(node, child)) return 'other';
    child = node;
  }
  return 'other';
}

function isAwaited({ awaitModifier }: ts.ForOfStatement): boolean {
  return awaitModifier !== undefined;
}

/** Whether a node gives what its child gives, or waits for it. */
function isHandedThrough(node: ts.Node, child: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) || ts.isVoidExpression(node))
    return true;
  if (ts.isConditionalExpression(node)) return node.condition !== child;
  // `.catch(…)` of the call
  return ts.isCallExpression(node) && node.expression === child;
}

/** Whether the innermost of these functions is declared to give nothing: what it returns is no value to its callers. */
function givesNothing(around: readonly ts.Node[]): boolean {
  const fn = around.findLast(ts.isFunctionLike);
  const type = fn?.type;
  if (type === undefined) return false;
  if (type.kind === ts.SyntaxKind.VoidKeyword) return true;
  const [given] = ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
  return given?.kind === ts.SyntaxKind.VoidKeyword;
}

/** The options of `listEntities`, where they are spelled out. */
export interface ListOptions {
  /** The filter's expression; absent where there is none. */
  readonly filter?: Span;
  readonly select?: Span;
  /** The object that holds those, where there is one, and where its first property would be. */
  readonly queryOptions?: number;
  readonly start: number;
  readonly isEmpty: boolean;
  /** There is more in them, which is not looked at. */
  readonly hasMore: boolean;
}

/** Undefined where they aren't an object literal. */
export function listOptionsAt(file: string, text: string, options: Span): ListOptions | undefined {
  const source = parseSource(file, text);
  const whole = nodesAround(source, options).find(
    (node) => ts.isObjectLiteralExpression(node) && isAt(source, node, options),
  );
  if (whole === undefined || !ts.isObjectLiteralExpression(whole)) return undefined;
  const inner = valueOf(whole, 'queryOptions');
  if (inner !== undefined && !ts.isObjectLiteralExpression(inner)) return undefined;
  const [filter, select] = ['filter', 'select'].map((name) => inner && valueOf(inner, name));
  const known = [filter, select].filter((one) => one !== undefined).length;
  return {
    ...(filter !== undefined && { filter: spanOf(source, filter) }),
    ...(select !== undefined && { select: spanOf(source, select) }),
    ...(inner !== undefined && { queryOptions: inner.getStart(source) + 1 }),
    start: whole.getStart(source) + 1,
    isEmpty: whole.properties.length === 0,
    hasMore:
      whole.properties.length !== (inner === undefined ? 0 : 1) || (inner?.properties.length ?? 0) !== known,
  };
}

function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties) {
    if (property.name === undefined || !ts.isIdentifier(property.name) || property.name.text !== name)
      continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

/** Whether an expression is `{ etag: … }`, or an object with nothing in it. */
export function isEtagAlone(file: string, text: string, options: Span): boolean {
  const source = parseSource(file, text);
  const node = nodesAround(source, options).find((one) => isAt(source, one, options));
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return false;
  return node.properties.every(
    ({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === 'etag',
  );
}

/** Between the delimiters of a string or template that is a whole expression, and what these are. */
export interface LiteralEnds {
  readonly inner: Span;
  readonly quote: "'" | '"' | '`';
}

/** Undefined for an expression of another form. */
export function literalEndsAt(file: string, text: string, expression: Span): LiteralEnds | undefined {
  const source = parseSource(file, text);
  const node = nodesAround(source, expression).find((one) => isAt(source, one, expression));
  const literal = node !== undefined && ts.isTaggedTemplateExpression(node) ? node.template : node;
  if (literal === undefined) return undefined;
  const start = literal.getStart(source);
  const isText =
    ts.isStringLiteral(literal) ||
    ts.isNoSubstitutionTemplateLiteral(literal) ||
    ts.isTemplateExpression(literal);
  const quote = text.charAt(start);
  if (!isText || (quote !== "'" && quote !== '"' && quote !== '`')) return undefined;
  return { inner: { start: start + 1, end: literal.end - 1 }, quote };
}
