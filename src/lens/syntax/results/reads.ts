import type { Span } from '../../../core/text/span.ts';
import type { EntityReads } from './facts.ts';
import * as ts from '../typescript.ts';
import { callbackOf, entityAt, isTruthOnly } from './callbacks.ts';
import { boundName } from './origin.ts';
import { bare, declarationOf, isTransparent, memberName, type Tree } from './tree.ts';
import { isFreshVariable, isLocalVariable, mentionsOf } from './variables.ts';

/** What is followed: the answer, its pages, what `next` gave of either, an array with entities in it, or an entity. */
type Kind = 'list' | 'pages' | 'list-step' | 'page-step' | 'rows' | 'entity';

interface Reading {
  readonly tree: Tree;
  readonly names: Map<string, Span>;
  /** Variables that have been followed, by what they hold. */
  readonly seen: Map<ts.Identifier, Set<Kind>>;
  /** Functions of which nobody takes more from their result than whether it is truthy. */
  readonly testers: Set<ts.Node>;
  whole?: Span;
  steps: number;
}

/** So many uses are looked at. */
const MOST_STEPS = 400;

/**
 * Which properties are read of the entities that a call gives, its result being `node`. Without `whole` there are no
 * others: every use of the entities, of their other names, and of the arrays that they are put into is one of those
 * that this file knows. Undefined where no entity is used.
 */
export function readsOf(tree: Tree, node: ts.Node): EntityReads | undefined {
  const reading: Reading = { tree, names: new Map(), seen: new Map(), testers: new Set(), steps: 0 };
  use(reading, node, 'list');
  const { names, whole } = reading;
  if (names.size === 0 && whole === undefined) return undefined;
  return { names: [...names].map(([name, span]) => ({ name, span })), ...(whole && { whole }) };
}

function spanOf({ tree }: Reading, node: ts.Node): Span {
  return { start: node.getStart(tree.source), end: node.end };
}

/** Nobody knows what becomes of it. */
function escape(reading: Reading, node: ts.Node): void {
  reading.whole ??= spanOf(reading, node);
}

function read(reading: Reading, name: string, node: ts.Node): void {
  if (!reading.names.has(name)) reading.names.set(name, spanOf(reading, node));
}

/** What is done with an expression that has such a value. */
function use(reading: Reading, node: ts.Node, kind: Kind): void {
  const parent = reading.tree.parentOf(node);
  if (parent === undefined || reading.steps++ > MOST_STEPS) {
    escape(reading, node);
    return;
  }
  if (isTransparent(parent)) {
    use(reading, parent, kind);
    return;
  }
  switch (parent.kind) {
    case ts.SyntaxKind.ExpressionStatement:
    case ts.SyntaxKind.IfStatement:
    case ts.SyntaxKind.WhileStatement:
    case ts.SyntaxKind.DoStatement:
    case ts.SyntaxKind.TypeOfExpression:
    case ts.SyntaxKind.VoidExpression:
      // no more than whether it is there
      return;
    default:
      break;
  }
  if (ts.isVariableDeclaration(parent) && parent.initializer === node) {
    bindName(reading, parent.name, kind);
  } else if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    if (parent.expression === node) useMember(reading, parent, kind);
    else escape(reading, parent);
  } else if (ts.isBinaryExpression(parent)) {
    useOperator(reading, parent, node, kind);
  } else if (ts.isConditionalExpression(parent)) {
    if (parent.condition !== node) use(reading, parent, kind);
  } else if (ts.isForOfStatement(parent) && parent.expression === node) {
    useLoop(reading, parent, kind);
  } else if (ts.isForStatement(parent)) {
    // a step of the loop, or whether it goes on
  } else if (ts.isPrefixUnaryExpression(parent)) {
    if (parent.operator !== ts.SyntaxKind.ExclamationToken) escape(reading, parent);
  } else if (ts.isArrayLiteralExpression(parent)) {
    if (kind === 'entity') use(reading, parent, 'rows');
    else escape(reading, parent);
  } else if (ts.isSpreadElement(parent)) {
    useSpread(reading, parent, kind);
  } else if (ts.isCallExpression(parent)) {
    useArgument(reading, parent, node, kind);
  } else if (!isTestResult(reading, parent)) {
    escape(reading, parent);
  }
}

/** Whether a node gives back the result of a function that is only asked whether it is truthy. */
function isTestResult({ tree, testers }: Reading, node: ts.Node): boolean {
  let at: ts.Node | undefined = node;
  if (ts.isReturnStatement(node)) {
    while (at !== undefined && !ts.isFunctionLike(at)) at = tree.parentOf(at);
  } else if (!ts.isArrowFunction(node)) {
    return false;
  }
  return at !== undefined && testers.has(at);
}

function useOperator(reading: Reading, parent: ts.BinaryExpression, node: ts.Node, kind: Kind): void {
  const isRight = parent.right === node;
  switch (parent.operatorToken.kind) {
    case ts.SyntaxKind.EqualsToken:
    case ts.SyntaxKind.BarBarEqualsToken:
    case ts.SyntaxKind.QuestionQuestionEqualsToken: {
      // the variable gets another value; what that is comes from the right
      if (!isRight) return;
      const name = bare(parent.left);
      const declared = ts.isIdentifier(name) ? declarationOf(reading.tree, name) : undefined;
      if (declared === undefined) escape(reading, parent);
      else useVariable(reading, declared, kind);
      use(reading, parent, kind);
      return;
    }
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
      use(reading, parent, kind);
      return;
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.CommaToken:
      if (isRight) use(reading, parent, kind);
      return;
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
      return;
    default:
      escape(reading, parent);
  }
}

/** Follows all that a declaration or a parameter names of a value. */
function bindName(reading: Reading, name: ts.BindingName, kind: Kind): void {
  if (ts.isIdentifier(name)) {
    useVariable(reading, name, kind);
    return;
  }
  for (const element of name.elements) {
    if (ts.isBindingElement(element)) bindElement(reading, element, kind);
  }
}

function bindElement(reading: Reading, element: ts.BindingElement, kind: Kind): void {
  const isOfObject = ts.isObjectBindingPattern(element.parent);
  const name = isOfObject ? boundName(element) : undefined;
  if (kind === 'rows' && !isOfObject) {
    bindName(reading, element.name, element.dotDotDotToken === undefined ? 'entity' : 'rows');
  } else if (element.dotDotDotToken !== undefined || name === undefined) {
    escape(reading, element);
  } else if (kind === 'entity') {
    if (element.initializer === undefined) read(reading, name, element.propertyName ?? element.name);
    else escape(reading, element);
  } else if (kind === 'list-step' || kind === 'page-step') {
    if (name === 'value') bindName(reading, element.name, kind === 'list-step' ? 'entity' : 'rows');
    else if (name !== 'done') escape(reading, element);
  } else if (kind !== 'rows' || !PLAIN.has(name)) {
    escape(reading, element);
  }
}

/** Properties of an array, or of a page, that say nothing of what is in it. */
const PLAIN: ReadonlySet<string> = new Set(['length', 'continuationToken']);

/** Follows a variable at every place where it is named: a closure may use it at any time. */
function useVariable(reading: Reading, declared: ts.Identifier, kind: Kind): void {
  const seen = reading.seen.get(declared) ?? new Set();
  if (seen.has(kind)) return;
  reading.seen.set(declared, seen.add(kind));
  if (!isLocalVariable(reading.tree, declared)) {
    escape(reading, declared);
    return;
  }
  for (const mention of mentionsOf(reading.tree, declared)) {
    if (reading.whole !== undefined) return;
    use(reading, mention, kind);
  }
}

/** Whether it matters that a property is undefined and not null, as it comes where it was selected and an entity lacks it. */
function tellsUndefined(tree: Tree, access: Access): boolean {
  const parent = tree.parentOf(access);
  if (parent === undefined) return false;
  if (ts.isTypeOfExpression(parent)) return true;
  if (!ts.isBinaryExpression(parent)) return false;
  const { operatorToken, left, right } = parent;
  const isStrict =
    operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken;
  const other = bare(left === access ? right : left);
  const isUndefined = ts.isIdentifier(other) && other.text === 'undefined';
  return isStrict && (isUndefined || ts.isVoidExpression(other) || other.kind === ts.SyntaxKind.NullKeyword);
}

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

function useMember(reading: Reading, access: Access, kind: Kind): void {
  const { tree } = reading;
  const name = memberName(access);
  const outer = tree.parentOf(access);
  const call = outer && ts.isCallExpression(outer) && outer.expression === access ? outer : undefined;
  switch (kind) {
    case 'entity':
      if (name === undefined || !isOnlyRead(tree, access) || tellsUndefined(tree, access))
        escape(reading, access);
      else
        read(reading, name, ts.isPropertyAccessExpression(access) ? access.name : access.argumentExpression);
      return;
    case 'list-step':
    case 'page-step':
      if (name === 'value' && isOnlyRead(tree, access))
        use(reading, access, kind === 'list-step' ? 'entity' : 'rows');
      else if (name !== 'done') escape(reading, access);
      return;
    case 'list':
    case 'pages':
      if (call !== undefined && name === 'next')
        use(reading, call, kind === 'list' ? 'list-step' : 'page-step');
      else if (call !== undefined && name === 'byPage' && kind === 'list') use(reading, call, 'pages');
      else if (call !== undefined && isAsyncIterator(access)) use(reading, call, kind);
      else escape(reading, access);
      return;
    case 'rows':
      if (call !== undefined) useRowsCall(reading, call, name);
      else if (name !== undefined) {
        if (!PLAIN.has(name)) escape(reading, access);
      } else if (isAssigned(tree, access)) {
        // another element in its place
      } else use(reading, access, 'entity');
  }
}

function isAsyncIterator(access: Access): boolean {
  return (
    ts.isElementAccessExpression(access) &&
    ts.isPropertyAccessExpression(access.argumentExpression) &&
    access.argumentExpression.name.text === 'asyncIterator'
  );
}

/** `target = …`, and nothing of what it was before. */
function isAssigned(tree: Tree, target: ts.Node): boolean {
  const parent = tree.parentOf(target);
  return (
    parent !== undefined &&
    ts.isBinaryExpression(parent) &&
    parent.left === target &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

/** Whether a member is taken, and neither changed nor called: its function would have the whole as `this`. */
function isOnlyRead(tree: Tree, access: Access): boolean {
  let node: ts.Node = access;
  let parent = tree.parentOf(node);
  while (parent !== undefined && isTransparent(parent)) {
    node = parent;
    parent = tree.parentOf(node);
  }
  if (parent === undefined) return false;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    const assigns = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return parent.left !== node || !assigns;
  }
  if (ts.isPrefixUnaryExpression(parent)) return !isStepOperator(parent.operator);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== node;
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer !== node;
  return !(
    ts.isPostfixUnaryExpression(parent) ||
    ts.isDeleteExpression(parent) ||
    ts.isTaggedTemplateExpression(parent)
  );
}

function isStepOperator(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

/** A method of an array. */
function useRowsCall(reading: Reading, call: ts.CallExpression, name: string | undefined): void {
  const [first] = call.arguments;
  switch (name) {
    case 'push':
    case 'unshift':
    case 'includes':
    case 'indexOf':
    case 'lastIndexOf':
      return;
    case 'pop':
    case 'shift':
    case 'at':
      use(reading, call, 'entity');
      return;
    case 'slice':
    case 'splice':
    case 'reverse':
    case 'toReversed':
    case 'concat':
      use(reading, call, 'rows');
      return;
    case 'forEach':
    case 'map':
    case 'flatMap':
    case 'some':
    case 'every':
    case 'findIndex':
    case 'findLastIndex':
      useCallback(reading, call, first, name);
      return;
    case 'filter':
      useCallback(reading, call, first, name);
      use(reading, call, 'rows');
      return;
    case 'find':
    case 'findLast':
      useCallback(reading, call, first, name);
      use(reading, call, 'entity');
      return;
    case 'sort':
    case 'toSorted':
      useCallback(reading, call, first, name);
      use(reading, call, 'rows');
      return;
    case 'reduce':
    case 'reduceRight':
      // without a value to begin with, the first entity is it
      if (call.arguments.length < 2) escape(reading, call);
      else useCallback(reading, call, first, name);
      return;
    default:
      escape(reading, call);
  }
}

/** Follows the entities that an array's method hands to a function. */
function useCallback(
  reading: Reading,
  call: ts.CallExpression,
  argument: ts.Expression | undefined,
  method: string,
): void {
  const fn = argument && callbackOf(reading.tree, argument);
  if (fn === undefined) {
    escape(reading, call);
    return;
  }
  if (isTruthOnly(method) && argument !== undefined && bare(argument) === fn) reading.testers.add(fn);
  const { places, most } = entityAt(method);
  for (const [i, parameter] of fn.parameters.entries()) {
    // after what these are given comes the array
    if (parameter.dotDotDotToken !== undefined || i >= most) escape(reading, parameter);
    else if (places.includes(i)) bindName(reading, parameter.name, 'entity');
  }
}

function useLoop(reading: Reading, loop: ts.ForOfStatement, kind: Kind): void {
  const { initializer } = loop;
  const name = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined;
  if (name === undefined) escape(reading, loop.expression);
  else if (kind === 'list' || kind === 'rows') bindName(reading, name, 'entity');
  else if (kind === 'pages') bindName(reading, name, 'rows');
  else escape(reading, loop.expression);
}

function useSpread(reading: Reading, spread: ts.SpreadElement, kind: Kind): void {
  const outer = reading.tree.parentOf(spread);
  if (kind !== 'rows' || outer === undefined) escape(reading, spread);
  else if (ts.isArrayLiteralExpression(outer)) use(reading, outer, 'rows');
  else if (ts.isCallExpression(outer)) useArgument(reading, outer, spread, 'entity');
  else escape(reading, spread);
}

/** What is handed to a call escapes, unless the call is known. */
function useArgument(reading: Reading, call: ts.CallExpression, node: ts.Node, kind: Kind): void {
  const { tree } = reading;
  const callee = bare(call.expression);
  const isMember = ts.isPropertyAccessExpression(callee);
  const receiver = isMember ? bare(callee.expression) : undefined;
  if (!isMember || receiver === undefined || call.expression === node || !ts.isIdentifier(receiver)) {
    escape(reading, call);
    return;
  }
  const { text } = callee.name;
  const declared = declarationOf(tree, receiver);
  if (declared === undefined && receiver.text === 'Array') {
    const isCopy =
      call.arguments.length === 1 && ((kind === 'rows' && text === 'from') || isDrained(kind, text));
    if (isCopy) use(reading, call, 'rows');
    else if (text !== 'isArray') escape(reading, call);
    return;
  }
  const isPut = kind === 'entity' && (text === 'push' || text === 'unshift');
  if (isPut && declared !== undefined && isFreshVariable(tree, declared))
    useVariable(reading, declared, 'rows');
  else escape(reading, call);
}

/** `Array.fromAsync(list)` */
function isDrained(kind: Kind, method: string): boolean {
  return kind === 'list' && method === 'fromAsync';
}
