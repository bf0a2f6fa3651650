import type { ResultFilter } from './facts.ts';
import * as ts from '../typescript.ts';
import { allRows, type Followed, type Found, type Rows, spanOf, noteUse } from './found.ts';
import type { Shape } from './origin.ts';
import { followRowsMember, isExistence, parameterOf } from './rows.ts';
import { bare, declarationOf, isTransparent, memberName, referencesOf, type Tree } from './tree.ts';
import { isLog } from './statements.ts';
import { type Leave, readTurn } from './turn.ts';

/** A value that has been used more often than this is not followed further. */
const MOST_STEPS = 400;

/** Follows a value from the expression that has it to what is done with it. */
export function follow(found: Found, node: ts.Node, value: Followed): void {
  const { tree } = found;
  const parent = tree.parentOf(node);
  if (parent === undefined || found.steps++ > MOST_STEPS) {
    lose(found, node, value);
  } else if (isTransparent(parent)) {
    // only the promise of an array is waited for; an iterable is what it is
    const isArray = ts.isAwaitExpression(parent) && value.kind === 'list' && !found.isList;
    follow(found, parent, isArray ? { kind: 'rows', rows: allRows('same') } : value);
  } else if (ts.isVariableDeclaration(parent)) {
    followName(found, parent.name, value);
  } else if (ts.isBinaryExpression(parent)) {
    followOperator(found, parent, node, value);
  } else if (ts.isConditionalExpression(parent)) {
    if (parent.condition !== node) follow(found, parent, value);
  } else if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    if (parent.expression === node) followMember(found, parent, value);
    else lose(found, node, value);
  } else if (ts.isForOfStatement(parent)) {
    followLoop(found, parent, value);
  } else if (ts.isSpreadElement(parent)) {
    followSpread(found, parent, value);
  } else if (ts.isCallExpression(parent)) {
    followArgument(found, parent, value);
  } else if (ts.isExpressionStatement(parent)) {
    // nothing is done with it
  } else if (
    ts.isPrefixUnaryExpression(parent) ||
    ts.isIfStatement(parent) ||
    ts.isTypeOfExpression(parent)
  ) {
    // only whether it is there
  } else {
    lose(found, node, value);
  }
}

/** The value goes where it is not followed. */
function lose(found: Found, node: ts.Node, value: Followed): void {
  const isSame = value.kind === 'list' || (value.kind === 'rows' && value.rows.shape === 'same');
  if ((isSame || value.kind === 'rows') && isReturned(found.tree, node)) give(found, isSame);
  if (value.kind === 'rows') {
    noteUse(found, { kind: 'other', rows: value.rows, node });
    if (value.rows.shape !== 'same') return;
  }
  if (value.kind === 'step') found.stop ??= { kind: value.of === 'list' ? 'one' : 'page', node };
}

function give(found: Found, isSame: boolean): void {
  if (isSame) found.returns = 'entities';
  else found.returns ??= 'made';
}

function isReturned(tree: Tree, node: ts.Node): boolean {
  const parent = tree.parentOf(node);
  return (
    parent !== undefined &&
    (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node))
  );
}

function followOperator(found: Found, parent: ts.BinaryExpression, node: ts.Node, value: Followed): void {
  switch (parent.operatorToken.kind) {
    case ts.SyntaxKind.EqualsToken: {
      if (parent.right !== node) return;
      const declared = ts.isIdentifier(parent.left) ? declarationOf(found.tree, parent.left) : undefined;
      if (declared === undefined) lose(found, node, value);
      else followDeclared(found, declared, value, parent.end);
      return;
    }
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
      follow(found, parent, value);
      return;
    case ts.SyntaxKind.AmpersandAmpersandToken:
      if (parent.right === node) follow(found, parent, value);
      return;
    default:
      return;
  }
}

function followName(found: Found, name: ts.BindingName, value: Followed): void {
  if (ts.isIdentifier(name)) {
    followDeclared(found, name, value, name.end);
  } else if (value.kind === 'step') {
    for (const element of name.elements) {
      if (!ts.isBindingElement(element)) continue;
      const isValue = memberOf(element) === 'value';
      if (isValue) followStep(found, element.name, value.of, element);
    }
  } else if (value.kind === 'rows' && ts.isArrayBindingPattern(name)) {
    followFirsts(found, name, value.rows);
  } else {
    lose(found, name, value);
  }
}

function memberOf(element: ts.BindingElement): string | undefined {
  const name = element.propertyName ?? element.name;
  return ts.isIdentifier(name) ? name.text : undefined;
}

/** `const [first] = rows` */
function followFirsts(found: Found, name: ts.ArrayBindingPattern, rows: Rows): void {
  const hasRest = name.elements.some((element) => ts.isBindingElement(element) && element.dotDotDotToken);
  noteUse(found, { kind: hasRest ? 'other' : 'first', rows, node: name });
}

function followDeclared(found: Found, declared: ts.Identifier, value: Followed, after: number): void {
  const uses = referencesOf(found.tree, declared).filter((use) => use.pos >= after);
  if (found.steps + uses.length > MOST_STEPS) {
    lose(found, declared, value);
    return;
  }
  for (const use of uses) follow(found, use, value);
}

/** An array that gets something of every entity. */
function followArray(found: Found, array: ts.Identifier, shape: Shape, isSure = true): void {
  const declared = declarationOf(found.tree, array);
  // one that is made for each page never has more than that
  const isPage = declared !== undefined && found.pages !== undefined && isWithin(found.pages, declared);
  if (isSure && !isPage) found.collects ??= 'array';
  const rows: Rows = { ...allRows(shape), ...(isPage && { isPage }) };
  if (declared === undefined || found.steps++ > MOST_STEPS) {
    lose(found, array, { kind: 'rows', rows });
    return;
  }
  for (const use of referencesOf(found.tree, declared)) {
    if (use.pos > array.pos && !isPush(found.tree, use)) follow(found, use, { kind: 'rows', rows });
  }
}

function isWithin(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

function isPush(tree: Tree, use: ts.Identifier): boolean {
  const parent = tree.parentOf(use);
  return parent !== undefined && ['push', 'unshift'].includes(memberName(parent) ?? '');
}

function followMember(
  found: Found,
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  value: Followed,
): void {
  const name = memberName(access);
  const outer = found.tree.parentOf(access);
  const call =
    outer !== undefined && ts.isCallExpression(outer) && outer.expression === access ? outer : undefined;
  switch (value.kind) {
    case 'list':
      if (name === 'byPage' && call !== undefined) {
        const [options] = call.arguments;
        if (options !== undefined) found.pageOptions ??= options;
        follow(found, call, { kind: 'pages' });
        return;
      }
      if (name === 'then' && call !== undefined && !found.isList) {
        followThen(found, call);
        return;
      }
      break;
    case 'pages':
      break;
    case 'step':
      if (name === 'value') followStep(found, access, value.of, access);
      return;
    case 'rows':
      followRowsMember(found, access, name, call, value.rows, { follow, followTurn, lose });
      return;
  }
  if (name !== 'next' || call === undefined) {
    lose(found, access, value);
    return;
  }
  found.nexts += isRepeated(found.tree, call, access.expression) ? 2 : 1;
  follow(found, call, { kind: 'step', of: value.kind });
  found.stop ??= { kind: 'probe', node: call };
}

/** `query().then((rows) => …)` */
function followThen(found: Found, call: ts.CallExpression): void {
  const [callback] = call.arguments;
  const parameter = callback && parameterOf(callback);
  if (parameter === undefined) lose(found, call, { kind: 'list' });
  else followName(found, parameter, { kind: 'rows', rows: allRows('same') });
}

/** Whether a call stands in a loop that the name of its receiver is older than. */
function isRepeated(tree: Tree, call: ts.Node, receiver: ts.Expression): boolean {
  const name = bare(receiver);
  const declared = ts.isIdentifier(name) ? declarationOf(tree, name) : undefined;
  for (let at = tree.parentOf(call); at !== undefined; at = tree.parentOf(at)) {
    if (ts.isFunctionLike(at) || (declared !== undefined && at.pos <= declared.pos)) return false;
    if (ts.isIterationStatement(at, false)) return declared !== undefined;
  }
  return false;
}

/** The `value` of what `next` gave. */
function followStep(found: Found, node: ts.Node, of: 'list' | 'pages', stop: ts.Node): void {
  if (of === 'list') {
    found.stop ??= { kind: 'one', node: stop };
    return;
  }
  found.stop ??= { kind: 'page', node: stop };
  const page: Rows = { ...allRows('same'), isPage: true };
  if (ts.isIdentifier(node) || ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node)) {
    followName(found, node, { kind: 'rows', rows: page });
  } else {
    follow(found, node, { kind: 'rows', rows: page });
  }
}

function followLoop(found: Found, loop: ts.ForOfStatement, value: Followed): void {
  const { initializer, statement } = loop;
  const name = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined;
  if (name === undefined || value.kind === 'step') {
    lose(found, loop.expression, value);
    return;
  }
  if (loop.awaitModifier !== undefined) {
    found.loop ??= {
      span: { start: loop.getStart(found.tree.source), end: statement.getStart(found.tree.source) },
      variable: name.getText(found.tree.source),
      body: spanOf(found, statement),
    };
  }
  if (value.kind === 'rows') followTurn(found, name, statement, value.rows.shape, value.rows);
  else if (value.kind === 'list') followTurn(found, name, statement, 'same', undefined);
  else followPages(found, name, statement);
}

function followPages(found: Found, name: ts.BindingName, body: ts.Statement): void {
  found.pages ??= body;
  const { leave } = readTurn(found.tree, body, name, 'opaque');
  if (ts.isArrayBindingPattern(name)) {
    // `[first]` of every page, up to the first page that has one
    if (leave?.kind === 'one' || leave?.kind === 'match') found.stop ??= { kind: 'one', node: leave.node };
    return;
  }
  if (leave?.kind === 'one') found.stop ??= { kind: 'page', node: leave.node };
  else if (leave !== undefined) noteLeave(found, leave);
  followName(found, name, { kind: 'rows', rows: { ...allRows('same'), isPage: true } });
}

/** A loop over entities; `rows`: over an array of them, which has been read as a whole. */
function followTurn(
  found: Found,
  name: ts.BindingName,
  body: ts.Statement,
  shape: Shape,
  rows: Rows | undefined,
  isCallback = false,
): void {
  const turn = readTurn(found.tree, body, name, shape, isCallback);
  if (rows === undefined) {
    found.filters.push(...turn.filters);
    if (turn.leave !== undefined) noteLeave(found, turn.leave);
  } else {
    noteRowFilters(found, turn.filters, rows, body);
    // out of the loop over pages, too
    const { leave } = turn;
    if (rows.isPage && leave !== undefined && ts.isReturnStatement(leave.node)) found.stop ??= leave;
  }
  if (turn.counters !== undefined) followCount(found, turn.counters);
  if (shape === 'same' && isYielded(found.tree, name)) give(found, true);
  for (const { array, shape: pushed, isSure } of turn.pushes) followArray(found, array, pushed, isSure);
}

/** Whether a generator gives each entity back. */
function isYielded(tree: Tree, name: ts.BindingName): boolean {
  return (
    ts.isIdentifier(name) &&
    referencesOf(tree, name).some((use) => {
      const parent = tree.parentOf(use);
      return parent !== undefined && ts.isYieldExpression(parent);
    })
  );
}

/** A number of entities, which may only be asked for whether there is any. */
function followCount(found: Found, counters: readonly ts.Identifier[]): void {
  found.collects ??= 'count';
  const rows = allRows('opaque');
  for (const counter of counters) {
    const declared = declarationOf(found.tree, counter);
    for (const use of declared ? referencesOf(found.tree, declared) : []) {
      if (use.pos <= counter.pos) continue;
      noteUse(found, { kind: isExistence(found.tree, use) ? 'some' : 'other', rows, node: use });
    }
    if (declared === undefined) noteUse(found, { kind: 'other', rows, node: counter });
  }
}

/** What a loop over an array leaves out; of a page, that is what a loop over the list would. */
function noteRowFilters(found: Found, filters: readonly ResultFilter[], rows: Rows, node: ts.Node): void {
  if (rows.isPage) {
    found.filters.push(...filters);
    return;
  }
  if (filters.length === 0) noteUse(found, { kind: 'other', rows, node });
  else found.rowFilters.push({ filters, fromAll: !rows.state.isFiltered });
}

function noteLeave(found: Found, leave: Leave): void {
  found.stop ??= leave;
}

function followSpread(found: Found, spread: ts.SpreadElement, value: Followed): void {
  const outer = found.tree.parentOf(spread);
  if (value.kind !== 'rows' || outer === undefined) {
    lose(found, spread, value);
  } else if (ts.isArrayLiteralExpression(outer) && outer.elements.length === 1) {
    follow(found, outer, { kind: 'rows', rows: { ...value.rows, state: { ...value.rows.state } } });
  } else if (ts.isCallExpression(outer) && memberName(outer.expression) === 'push') {
    const array = bare((outer.expression as ts.PropertyAccessExpression).expression);
    if (ts.isIdentifier(array)) followArray(found, array, value.rows.shape);
    else lose(found, spread, value);
  } else {
    lose(found, spread, value);
  }
}

function followArgument(found: Found, call: ts.CallExpression, value: Followed): void {
  if (isLog(call)) return;
  const name = copyingMethod(found.tree, call);
  if (value.kind === 'rows' && name === 'from') follow(found, call, value);
  else if (value.kind === 'list' && name === 'fromAsync') {
    found.collects ??= 'array';
    const shape: Shape = call.arguments.length > 1 ? 'opaque' : 'same';
    follow(found, call, { kind: 'rows', rows: allRows(shape) });
  } else lose(found, call, value);
}

/** The `from` or `fromAsync` of `Array`. */
function copyingMethod(tree: Tree, { expression }: ts.CallExpression): string | undefined {
  const callee = bare(expression);
  const of = ts.isPropertyAccessExpression(callee) ? bare(callee.expression) : undefined;
  const isArray =
    of !== undefined && ts.isIdentifier(of) && of.text === 'Array' && declarationOf(tree, of) === undefined;
  return isArray ? memberName(callee) : undefined;
}
