import type { ResultFilter } from './facts.ts';
import * as ts from '../typescript.ts';
import { type Following, type Found, type Rows, type RowUse, spanOf, noteUse } from './found.ts';
import { bind, type Origin, originOf, type Shape } from './origin.ts';
import { resultOf, variablesIn } from './body.ts';
import { readPredicate } from './condition.ts';
import { bare, declarationOf, functionNamed, isTransparent, type Tree } from './tree.ts';

/** Follows an array through one of its members, `access`, which is called by `call` if it is a method. */
export function followRowsMember(
  found: Found,
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  name: string | undefined,
  call: ts.CallExpression | undefined,
  rows: Rows,
  { follow, followTurn, lose }: Following,
): void {
  const on = (next: Rows): void => {
    if (call !== undefined) follow(found, call, { kind: 'rows', rows: next });
  };
  const use = (kind: RowUse['kind'], count?: ts.Expression): void => {
    noteUse(found, { kind, rows, node: access, ...(count && { count }) });
  };
  const [argument] = call?.arguments ?? [];
  if (name === undefined && ts.isElementAccessExpression(access)) {
    const index = access.argumentExpression;
    const isFirst = ts.isNumericLiteral(index) && index.text === '0';
    use(isFirst ? 'first' : 'other');
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
      if (name !== 'filter') return;
      if (replaces(found.tree, call, access.expression)) {
        rows.state.isFiltered ||= filter !== undefined;
      } else {
        on(filter === undefined ? rows : { ...rows, state: { ...rows.state, isFiltered: true } });
      }
      return;
    }
    case 'map':
    case 'flatMap':
      on({ ...rows, shape: argument === undefined ? 'opaque' : mapped(argument, rows.shape) });
      return;
    case 'forEach': {
      const parameter = argument && parameterOf(argument);
      const body = argument && bodyOf(argument);
      if (parameter === undefined || body === undefined) lose(found, access, { kind: 'rows', rows });
      else if (ts.isBlock(body)) followTurn(found, parameter, body, rows.shape, rows, true);
      else use('other');
      return;
    }
    case 'sort':
    case 'toSorted':
      found.isSorted = true;
      on(sorted(rows, name === 'sort'));
      return;
    case 'reverse':
    case 'toReversed':
      found.isSorted = true;
      on(sorted(rows, name === 'reverse'));
      return;
    case 'slice':
    case 'splice': {
      const [from, to] = call.arguments;
      const isStart = from !== undefined && ts.isNumericLiteral(from) && from.text === '0';
      const isSkip = name === 'slice' && from !== undefined && to !== undefined && !isConstant(from);
      if (isSkip && isOnce(found, call)) found.skip = spanOf(found, access);
      if (name === 'splice' && isTakenAgain(found.tree, call, access.expression)) use('other');
      else if (!isStart || to === undefined) on(sorted(rows, false));
      else {
        use('first', to);
        on({ ...rows, state: { ...rows.state, isPart: true } });
      }
      return;
    }
    case 'at':
    case 'shift':
      if (name === 'shift' && isTakenAgain(found.tree, call, access.expression)) use('other');
      else
        use(
          name === 'shift' ||
            (argument !== undefined && ts.isNumericLiteral(argument) && argument.text === '0')
            ? 'first'
            : 'other',
        );
      return;
    default:
      lose(found, access, { kind: 'rows', rows });
  }
}

/** Whether what is taken off an array may be taken off the same one again: in a loop, or a function, that it is declared outside of. */
function isTakenAgain(tree: Tree, call: ts.Node, receiver: ts.Expression): boolean {
  const name = bare(receiver);
  const declared = ts.isIdentifier(name) ? declarationOf(tree, name) : undefined;
  if (declared === undefined) return false;
  const isOutside = (node: ts.Node): boolean => declared.pos < node.pos || declared.end > node.end;
  let at = tree.parentOf(call);
  for (; at !== undefined && isOutside(at); at = tree.parentOf(at))
    if (ts.isIterationStatement(at, false) || ts.isFunctionLike(at)) return true;
  return false;
}

/** `0`, `1`, `-1` */
function isConstant(from: ts.Expression): boolean {
  return ts.isNumericLiteral(from) || ts.isPrefixUnaryExpression(from);
}

/** Whether a part is taken once, and not one after the other until there are no more. */
function isOnce({ tree, call }: Found, taken: ts.Node): boolean {
  for (let at = tree.parentOf(taken); at !== undefined; at = tree.parentOf(at)) {
    if (ts.isIterationStatement(at, false)) return false;
    if (ts.isFunctionLike(at)) return at.pos <= call.pos && call.end <= at.end;
  }
  return true;
}

/** The array in another order than the service's, or a part of it. */
function sorted(rows: Rows, isInPlace: boolean): Rows {
  if (isInPlace) rows.state.isSorted = true;
  return isInPlace ? rows : { ...rows, state: { ...rows.state, isSorted: true } };
}

/** `rows.length > 0`, `!rows.length`, `rows.length ? … : …` */
export function isExistence(tree: Tree, node: ts.Node): boolean {
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

/** What a callback calls its first parameter. */
export function parameterOf(node: ts.Expression): ts.BindingName | undefined {
  return callbackOf(node)?.parameters[0]?.name;
}

function bodyOf(node: ts.Expression): ts.ConciseBody | undefined {
  return callbackOf(node)?.body;
}

function readCallback(found: Found, argument: ts.Expression, shape: Shape): ResultFilter | undefined {
  const named = bare(argument);
  const fn =
    callbackOf(argument) ?? (ts.isIdentifier(named) ? functionNamed(found.tree, named.text) : undefined);
  const parameter = fn?.parameters[0]?.name;
  if (fn === undefined || parameter === undefined) return undefined;
  const origins = new Map<string, Origin>();
  bind(origins, parameter, { kind: 'entity', shape });
  const { conditions, isWhole } = readPredicate(found.tree, fn, true, origins);
  const test = (fn.body && resultOf(fn.body)) ?? fn.body;
  return test === undefined || conditions.length === 0
    ? undefined
    : { span: spanOf(found, test), conditions, isWhole };
}

function originsIn(fn: Callback, parameter: ts.BindingName, shape: Shape): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>();
  bind(origins, parameter, { kind: 'entity', shape });
  return ts.isBlock(fn.body) ? variablesIn(fn.body, origins).origins : origins;
}

/** What `map` makes of every entity. */
function mapped(argument: ts.Expression, shape: Shape): Shape {
  const fn = callbackOf(argument);
  const parameter = fn?.parameters[0]?.name;
  if (fn === undefined || parameter === undefined) return 'opaque';
  const result = resultOf(fn.body);
  const origin = result && originOf(result, originsIn(fn, parameter, shape));
  return origin?.kind === 'entity' ? origin.shape : 'opaque';
}
