import ts from 'typescript';
import type { Span } from '../../../core/text/span.ts';
import type { ResultFilter, ResultSort } from '../facts.ts';
import { readTest } from './condition.ts';
import { followEntity } from './entity.ts';
import { readOrder } from './order.ts';
import { bind, type Origin, originOf, type Shape } from './origin.ts';
import { bare, declarationOf, isTransparent, memberName, referencesOf, type Tree } from './tree.ts';
import { isLog, type Leave, readTurn, statementsOf } from './turn.ts';

/** What following a result finds. Only the functions of this folder write to it. */
export interface Found {
  readonly tree: Tree;
  /** Whether the call is of the SDK, whose result is no promise. */
  readonly isList: boolean;
  pageOptions?: ts.Expression;
  isPaged: boolean;
  /** Whether a token leads on from one page to the next. */
  continues: boolean;
  loop?: { readonly span: Span; readonly variable: string; readonly body: Span };
  stop?: {
    readonly kind: 'one' | 'match' | 'count' | 'page' | 'probe';
    readonly node: ts.Node;
    readonly count?: ts.Expression;
  };
  nexts: number;
  readonly reads: Map<string, Span>;
  whole?: Span;
  readonly filters: ResultFilter[];
  /** `fromAll`: of an array that nothing has been left out of before. */
  readonly rowFilters: { readonly filters: readonly ResultFilter[]; readonly fromAll: boolean }[];
  readonly sorts: ResultSort[];
  readonly rowUses: RowUse[];
  collects?: 'array' | 'count';
  /** The entities are what the function gives back. */
  returns?: boolean;
  steps: number;
}

/** An array of entities, or of something made from each of them. */
export interface Rows {
  readonly shape: Shape;
  readonly isPage: boolean;
  /** What has been done to the array itself, or to what it is a part of. */
  readonly state: { isFiltered: boolean; isSorted: boolean };
}

/** What happens to an array in the end. */
interface RowUse {
  readonly kind: 'first' | 'some' | 'size' | 'other';
  readonly rows: Rows;
  readonly node: ts.Node;
  readonly count?: ts.Expression;
}

export type Followed =
  | { readonly kind: 'list' | 'pages' }
  | { readonly kind: 'step'; readonly of: 'list' | 'pages' }
  | { readonly kind: 'rows'; readonly rows: Rows };

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

export function allRows(shape: Shape): Rows {
  return { shape, isPage: false, state: { isFiltered: false, isSorted: false } };
}

/** The value goes where it is not followed. */
function lose(found: Found, node: ts.Node, value: Followed): void {
  const isSame = value.kind === 'list' || (value.kind === 'rows' && value.rows.shape === 'same');
  if (isSame && isReturned(found.tree, node)) found.returns = true;
  if (value.kind === 'rows') {
    found.rowUses.push({ kind: 'other', rows: value.rows, node });
    if (value.rows.shape !== 'same') return;
  }
  if (value.kind === 'step') found.stop ??= { kind: value.of === 'list' ? 'one' : 'page', node };
  found.whole ??= spanOf(found, node);
}

function isReturned(tree: Tree, node: ts.Node): boolean {
  const parent = tree.parentOf(node);
  return (
    parent !== undefined &&
    (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node))
  );
}

export function spanOf(found: Found, node: ts.Node): Span {
  return { start: node.getStart(found.tree.source), end: node.end };
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
  found.rowUses.push({ kind: hasRest ? 'other' : 'first', rows, node: name });
  for (const element of name.elements) {
    if (!ts.isBindingElement(element) || rows.shape !== 'same') continue;
    if (hasRest) found.whole ??= spanOf(found, name);
    else followEntity(found, element.name);
  }
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
export function followArray(found: Found, array: ts.Identifier, shape: Shape): void {
  const declared = declarationOf(found.tree, array);
  found.collects ??= 'array';
  const rows = allRows(shape);
  if (declared === undefined || found.steps++ > MOST_STEPS) {
    lose(found, array, { kind: 'rows', rows });
    return;
  }
  for (const use of referencesOf(found.tree, declared)) {
    if (use.pos > array.pos && !isPush(found.tree, use)) follow(found, use, { kind: 'rows', rows });
  }
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
        found.isPaged = true;
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
      followRowsMember(found, access, name, call, value.rows);
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
    followEntity(found, node);
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
  const { leave } = readTurn(found.tree, body, name, 'opaque');
  if (ts.isArrayBindingPattern(name)) {
    // `[first]` of every page, up to the first page that has one
    const [first] = name.elements;
    if (leave?.kind === 'one' || leave?.kind === 'match') found.stop ??= { kind: 'one', node: leave.node };
    if (first !== undefined && ts.isBindingElement(first)) followEntity(found, first.name);
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
): void {
  const turn = readTurn(found.tree, body, name, shape);
  if (rows === undefined) {
    found.filters.push(...turn.filters);
    if (turn.leave !== undefined) noteLeave(found, turn.leave);
  } else {
    noteRowFilters(found, turn.filters, rows, body);
  }
  if (turn.onlyCounts) found.collects ??= 'count';
  if (shape === 'same') followEntity(found, name);
  for (const { array, shape: pushed } of turn.pushes) followArray(found, array, pushed);
}

/** What a loop over an array leaves out; of a page, that is what a loop over the list would. */
function noteRowFilters(found: Found, filters: readonly ResultFilter[], rows: Rows, node: ts.Node): void {
  if (rows.isPage) {
    found.filters.push(...filters);
    return;
  }
  if (filters.length === 0) found.rowUses.push({ kind: 'other', rows, node });
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
  const callee = bare(call.expression);
  const name = ts.isIdentifier(callee) ? callee.text : memberName(callee);
  if (value.kind === 'rows') {
    if (name === 'from') follow(found, call, value);
    else lose(found, call, value);
    return;
  }
  const collects = value.kind === 'list' && name !== undefined && COLLECTORS.test(name);
  if (!collects) {
    lose(found, call, value);
    return;
  }
  found.collects ??= 'array';
  const shape: Shape = name === 'fromAsync' && call.arguments.length > 1 ? 'opaque' : 'same';
  follow(found, call, { kind: 'rows', rows: allRows(shape) });
}

/** Functions that make an array of an iterable. */
const COLLECTORS = /^(?:fromAsync|(?:\w*(?:collect|drain|gather|toArray|toList|readAll|asArray)\w*))$/i;

function followRowsMember(
  found: Found,
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  name: string | undefined,
  call: ts.CallExpression | undefined,
  rows: Rows,
): void {
  const on = (next: Rows): void => {
    if (call !== undefined) follow(found, call, { kind: 'rows', rows: next });
  };
  const use = (kind: RowUse['kind'], count?: ts.Expression): void => {
    found.rowUses.push({ kind, rows, node: access, ...(count && { count }) });
  };
  const [argument] = call?.arguments ?? [];
  if (name === undefined && ts.isElementAccessExpression(access)) {
    const index = access.argumentExpression;
    const isFirst = ts.isNumericLiteral(index) && index.text === '0';
    use(isFirst ? 'first' : 'other');
    if (rows.shape === 'same') followEntity(found, access);
    return;
  }
  if (call === undefined) {
    if (name === 'length') use(isExistence(found.tree, access) ? 'some' : 'size');
    else if (name === 'continuationToken') found.continues = true;
    else lose(found, access, { kind: 'rows', rows });
    return;
  }
  switch (name) {
    case 'filter':
    case 'find':
    case 'findLast':
    case 'findIndex':
    case 'some': {
      const filter = argument && readCallback(found, argument, rows.shape);
      if (filter === undefined) use('other');
      else found.rowFilters.push({ filters: [filter], fromAll: !rows.state.isFiltered });
      if (name !== 'filter') {
        if (name !== 'some' && name !== 'findIndex' && rows.shape === 'same') followEntity(found, call);
      } else if (replaces(found.tree, call, access.expression)) {
        rows.state.isFiltered ||= filter !== undefined;
      } else {
        on(filter === undefined ? rows : { ...rows, state: { ...rows.state, isFiltered: true } });
      }
      return;
    }
    case 'map':
    case 'flatMap':
      on({ ...rows, shape: argument === undefined ? 'opaque' : mapped(found, argument, rows.shape) });
      return;
    case 'forEach': {
      const parameter = argument && parameterOf(argument);
      const body = argument && bodyOf(argument);
      if (parameter === undefined || body === undefined) lose(found, access, { kind: 'rows', rows });
      else if (ts.isBlock(body)) followTurn(found, parameter, body, rows.shape, rows);
      else {
        use('other');
        if (rows.shape === 'same') followEntity(found, parameter);
      }
      return;
    }
    case 'sort':
    case 'toSorted':
      found.sorts.push({ ...readOrder(argument, rows.shape), span: spanOf(found, call) });
      on(sorted(rows, name === 'sort'));
      return;
    case 'reverse':
    case 'toReversed':
      found.sorts.push({ direction: 'reversed', span: spanOf(found, call) });
      on(sorted(rows, name === 'reverse'));
      return;
    case 'slice':
    case 'splice': {
      const [from, to] = call.arguments;
      const isStart = from !== undefined && ts.isNumericLiteral(from) && from.text === '0';
      if (isStart && to !== undefined) use('first', to);
      on(sorted(rows, false));
      return;
    }
    case 'at':
    case 'shift':
      use(
        name === 'shift' || (argument !== undefined && ts.isNumericLiteral(argument) && argument.text === '0')
          ? 'first'
          : 'other',
      );
      if (rows.shape === 'same') followEntity(found, call);
      return;
    default:
      lose(found, access, { kind: 'rows', rows });
  }
}

/** The array in another order than the service's, or a part of it. */
function sorted(rows: Rows, isInPlace: boolean): Rows {
  if (isInPlace) rows.state.isSorted = true;
  return isInPlace ? rows : { ...rows, state: { ...rows.state, isSorted: true } };
}

/** `rows.length > 0`, `!rows.length`, `rows.length ? … : …` */
function isExistence(tree: Tree, node: ts.Node): boolean {
  const parent = tree.parentOf(node);
  if (parent === undefined) return false;
  if (ts.isBinaryExpression(parent)) {
    const right = bare(parent.right);
    return parent.left === node && ts.isNumericLiteral(right) && Number(right.text) <= 1;
  }
  return (
    (ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken) ||
    ts.isIfStatement(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  );
}

/** `rows = rows.filter(…)` */
function replaces(tree: Tree, call: ts.Node, receiver: ts.Expression): boolean {
  let at = tree.parentOf(call);
  while (at !== undefined && isTransparent(at)) at = tree.parentOf(at);
  const name = bare(receiver);
  return (
    at !== undefined &&
    ts.isBinaryExpression(at) &&
    at.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isIdentifier(at.left) &&
    ts.isIdentifier(name) &&
    at.left.text === name.text
  );
}

type Callback = ts.ArrowFunction | ts.FunctionExpression;

function callbackOf(node: ts.Expression): Callback | undefined {
  const fn = bare(node);
  return ts.isArrowFunction(fn) || ts.isFunctionExpression(fn) ? fn : undefined;
}

function parameterOf(node: ts.Expression): ts.BindingName | undefined {
  return callbackOf(node)?.parameters[0]?.name;
}

function bodyOf(node: ts.Expression): ts.ConciseBody | undefined {
  return callbackOf(node)?.body;
}

/** The expression that a callback gives back, if it does nothing else. */
function resultOf(body: ts.ConciseBody): ts.Expression | undefined {
  if (!ts.isBlock(body)) return body;
  const last = statementsOf(body).at(-1);
  const others = body.statements.slice(0, -1);
  return last && ts.isReturnStatement(last) && others.every(ts.isVariableStatement)
    ? last.expression
    : undefined;
}

function readCallback(found: Found, argument: ts.Expression, shape: Shape): ResultFilter | undefined {
  const fn = callbackOf(argument);
  const parameter = fn?.parameters[0]?.name;
  if (fn === undefined || parameter === undefined) {
    if (shape === 'same') found.whole ??= spanOf(found, argument);
    return undefined;
  }
  if (shape === 'same') followEntity(found, parameter);
  const test = resultOf(fn.body);
  if (test === undefined) return undefined;
  const { conditions, isWhole } = readTest(found.tree.source, test, true, originsIn(fn, parameter, shape));
  return conditions.length === 0 ? undefined : { span: spanOf(found, test), conditions, isWhole };
}

function originsIn(fn: Callback, parameter: ts.BindingName, shape: Shape): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>();
  bind(origins, parameter, { kind: 'entity', shape });
  if (!ts.isBlock(fn.body)) return origins;
  for (const statement of fn.body.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      bind(origins, name, initializer && originOf(initializer, origins));
    }
  }
  return origins;
}

/** What `map` makes of every entity. */
function mapped(found: Found, argument: ts.Expression, shape: Shape): Shape {
  const fn = callbackOf(argument);
  const parameter = fn?.parameters[0]?.name;
  if (fn === undefined || parameter === undefined) {
    if (shape === 'same') found.whole ??= spanOf(found, argument);
    return 'opaque';
  }
  if (shape === 'same') followEntity(found, parameter);
  const result = resultOf(fn.body);
  const origin = result && originOf(result, originsIn(fn, parameter, shape));
  return origin?.kind === 'entity' ? origin.shape : 'opaque';
}
