import ts from 'typescript';
import type { ResultFilter } from '../facts.ts';
import { walk } from '../walk.ts';
import { readTest } from './condition.ts';
import { bind, type Origin, originOf, type Shape } from './origin.ts';
import { bare, declarationOf, type Tree } from './tree.ts';

/** What one turn of a loop, or one call of a callback, does with the entity that it is given. */
export interface Turn {
  readonly filters: readonly ResultFilter[];
  /** How the turn ends the loop; absent where every entity gets its turn. */
  readonly leave?: Leave;
  /** Arrays that get something made from the entity. */
  readonly pushes: readonly { readonly array: ts.Identifier; readonly shape: Shape }[];
  /** What it counts, if it does nothing else. */
  readonly counters?: readonly ts.Identifier[];
}

export type Leave =
  /** Always, in the first turn. */
  | { readonly kind: 'one'; readonly node: ts.Node }
  /** In the turn of the first entity that meets a condition. */
  | { readonly kind: 'match'; readonly node: ts.Node }
  /** After a number of turns. */
  | { readonly kind: 'count'; readonly node: ts.Node; readonly count: ts.Expression };

interface Reading {
  readonly tree: Tree;
  readonly body: ts.Node;
  readonly origins: Map<string, Origin>;
  readonly given: Map<string, ts.Expression[]>;
  readonly filters: ResultFilter[];
  leave?: Leave;
  /** Whether something has been counted, or decided, before. */
  hasCounted: boolean;
}

/** Reads the body of a loop over entities whose turn begins with `variable` being one. */
export function readTurn(tree: Tree, body: ts.Statement, variable: ts.BindingName, shape: Shape): Turn {
  const origins = new Map<string, Origin>();
  bind(origins, variable, { kind: 'entity', shape });
  const reading: Reading = { tree, body, origins, given: new Map(), filters: [], hasCounted: false };
  readVariables(reading, body);
  const statements = statementsOf(body);
  readStatements(reading, statements, true);
  const leave = reading.leave ?? leaveByCount(reading, statements);
  return {
    filters: reading.filters,
    ...(leave !== undefined && { leave }),
    pushes: pushesOf(reading),
    ...(statements.length > 0 && statements.every(isCount) && { counters: statements.flatMap(countersOf) }),
  };
}

/** Gives the names made in a turn their origins; what outlives the turn is no property of this entity. */
function readVariables(reading: Reading, root: ts.Node): void {
  const { origins, given, tree, body } = reading;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      bind(origins, node.name, originOf(node.initializer, origins));
      note(given, node.name, node.initializer);
    } else if (isAssignment(node) && ts.isIdentifier(node.left)) {
      note(given, node.left, node.right);
      const name = node.left.text;
      const origin = originOf(node.right, origins);
      const before = origins.get(name);
      if (!isOf(tree, body, node.left)) {
        if (origin !== undefined) origins.set(name, { kind: 'other' });
      } else if (before === undefined) {
        if (origin !== undefined) origins.set(name, origin);
      } else if (before.kind === 'property') {
        origins.set(name, { kind: 'converted', name: before.name });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
}

function note(given: Map<string, ts.Expression[]>, name: ts.BindingName, value: ts.Expression): void {
  if (!ts.isIdentifier(name)) return;
  const others = given.get(name.text);
  if (others === undefined) given.set(name.text, [value]);
  else others.push(value);
}

function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

/** Whether a name is declared in the turn. */
function isOf(tree: Tree, body: ts.Node, name: ts.Identifier): boolean {
  const declared = declarationOf(tree, name);
  return declared !== undefined && body.pos <= declared.pos && declared.end <= body.end;
}

export function statementsOf(node: ts.Statement): readonly ts.Statement[] {
  return ts.isBlock(node) ? node.statements : [node];
}

/**
 * Looks for tests that leave entities out, as long as nothing else has been done with the entity. `isLast`: no
 * statement of the turn stands after these; `isSure`: every turn comes here. The result tells whether all of them
 * only prepare.
 */
function readStatements(
  reading: Reading,
  statements: readonly ts.Statement[],
  isLast: boolean,
  isSure = true,
): boolean {
  for (const [i, statement] of statements.entries()) {
    const rest = statements.slice(i + 1);
    const ends = isLast && rest.every(isCount);
    const goesOn = ts.isIfStatement(statement)
      ? readIf(reading, statement, ends)
      : ts.isTryStatement(statement)
        ? readStatements(reading, statement.tryBlock.statements, ends, isSure)
        : ts.isBlock(statement)
          ? readStatements(reading, statement.statements, ends, isSure)
          : !leaves(statement) && isIdle(reading, statement);
    if (!goesOn) {
      // `room = row; break;`
      if (isSure) readLeave(reading, statements);
      return false;
    }
    if (isCount(statement)) reading.hasCounted = true;
  }
  return true;
}

function readLeave(reading: Reading, statements: readonly ts.Statement[]): void {
  const last = statements.at(-1);
  if (last === undefined || !leaves(last)) return;
  const isFirst = reading.filters.length === 0 && !continuesOtherwise(statements);
  reading.leave ??= { kind: isFirst ? 'one' : 'match', node: last };
}

/** Whether a `continue` passes over entities by more than a question whether there is one. */
function continuesOtherwise(statements: readonly ts.Statement[]): boolean {
  return statements.some(
    (statement) =>
      hasContinue(statement) && !(ts.isIfStatement(statement) && isEmptiness(statement.expression)),
  );
}

/** `page.length === 0`, `!row`, `row === undefined`. */
function isEmptiness(test: ts.Expression): boolean {
  const node = bare(test);
  if (ts.isPrefixUnaryExpression(node))
    return ts.isIdentifier(bare(node.operand)) || isSize(bare(node.operand));
  if (!ts.isBinaryExpression(node)) return false;
  const right = bare(node.right);
  const isZero = ts.isNumericLiteral(right) && Number(right.text) <= 1;
  const isNone = ts.isIdentifier(right) && right.text === 'undefined';
  return (isZero && isSize(bare(node.left))) || (isNone && ts.isIdentifier(bare(node.left)));
}

function isSize(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && (node.name.text === 'length' || node.name.text === 'size');
}

function hasContinue(node: ts.Node): boolean {
  if (ts.isContinueStatement(node)) return true;
  if (ts.isFunctionLike(node) || ts.isIterationStatement(node, false)) return false;
  return ts.forEachChild(node, (child) => hasContinue(child) || undefined) ?? false;
}

/** The result tells whether the turn goes on as if nothing had been done. */
function readIf(reading: Reading, node: ts.IfStatement, ends: boolean): boolean {
  const { tree, origins, given } = reading;
  const inside = statementsOf(node.thenStatement);
  const last = inside.at(-1);
  const test = (passes: boolean, isPart = false): boolean => {
    const { conditions, isWhole } = readTest(tree.source, node.expression, passes, origins, given);
    if (conditions.length === 0) return false;
    const span = { start: node.expression.getStart(tree.source), end: node.expression.end };
    reading.filters.push({ span, conditions, isWhole: isWhole && !isPart });
    return true;
  };
  // a limit, which is read by itself
  if (last !== undefined && isExit(last) && countOf(reading, node.expression) !== undefined) return true;
  if (node.elseStatement === undefined && last !== undefined && ts.isContinueStatement(last)) {
    if (!inside.every((statement) => isIdle(reading, statement))) return false;
    test(false);
    return true;
  }
  const isIdleIf = isIdle(reading, node);
  if (ends && node.elseStatement === undefined && !(isIdleIf && (reading.hasCounted || hasContinue(node)))) {
    const found = test(true);
    if (found) {
      if (last !== undefined && leaves(last)) reading.leave ??= { kind: 'match', node: last };
      return false;
    }
    if (last !== undefined && leaves(last) && isOfEntity(reading, node.expression)) {
      reading.leave ??= { kind: 'match', node: last };
      return false;
    }
    return readStatements(reading, inside, true, false);
  }
  if (!isIdleIf) return false;
  // passed over if something else holds as well
  if (node.elseStatement === undefined && hasContinue(node)) test(false, true);
  for (const branch of [node.thenStatement, node.elseStatement]) {
    if (branch !== undefined) readStatements(reading, statementsOf(branch), false, false);
  }
  reading.hasCounted ||= !hasContinue(node);
  return true;
}

/** Whether a test looks at the entity, and not only whether there is one. */
function isOfEntity(reading: Reading, test: ts.Expression): boolean {
  if (isEmptiness(test)) return false;
  let found = false;
  walk(test, (node) => {
    found ||= ts.isIdentifier(node) && reading.origins.has(node.text);
  });
  return found;
}

/** Whether a statement ends the loop: it breaks out or returns, on every way through it. */
function leaves(node: ts.Statement): boolean {
  if (ts.isBreakStatement(node) || ts.isReturnStatement(node)) return true;
  if (ts.isThrowStatement(node)) return true;
  if (ts.isBlock(node)) return node.statements.some(leaves);
  return (
    ts.isIfStatement(node) &&
    node.elseStatement !== undefined &&
    leaves(node.thenStatement) &&
    leaves(node.elseStatement)
  );
}

/** Whether a statement does nothing with the entity yet: it names values, counts, logs, or passes over. */
function isIdle(reading: Reading, node: ts.Statement): boolean {
  if (ts.isVariableStatement(node) || ts.isContinueStatement(node) || ts.isEmptyStatement(node)) return true;
  if (ts.isBlock(node)) return node.statements.every((inner) => isIdle(reading, inner));
  if (ts.isIfStatement(node)) {
    return (
      isIdle(reading, node.thenStatement) &&
      (node.elseStatement === undefined || isIdle(reading, node.elseStatement))
    );
  }
  if (ts.isTryStatement(node)) return isIdle(reading, node.tryBlock);
  if (!ts.isExpressionStatement(node)) return false;
  const expression = bare(node.expression);
  if (isCount(node) || isLog(expression)) return true;
  return (
    isAssignment(expression) &&
    ts.isIdentifier(expression.left) &&
    isOf(reading.tree, reading.body, expression.left)
  );
}

function isCount(node: ts.Statement): boolean {
  if (!ts.isExpressionStatement(node)) return false;
  const expression = bare(node.expression);
  if (ts.isBinaryExpression(expression)) {
    return expression.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;
  }
  return isStep(expression);
}

function countersOf(node: ts.Statement): ts.Identifier[] {
  const expression = ts.isExpressionStatement(node) ? bare(node.expression) : undefined;
  const counter =
    expression && ts.isBinaryExpression(expression)
      ? expression.left
      : expression && isStep(expression)
        ? expression.operand
        : undefined;
  return counter !== undefined && ts.isIdentifier(counter) ? [counter] : [];
}

function isStep(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  return (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
  );
}

/** `console.log(…)`, `context.log.warn(…)`, `logger.info(…)`. */
export function isLog(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && /\b(?:log|logger|console|debug|warn|trace)\b/i.test(calleeText(node));
}

function calleeText(node: ts.CallExpression): string {
  const parts: string[] = [];
  let at: ts.Expression = node.expression;
  while (ts.isPropertyAccessExpression(at)) {
    parts.push(at.name.text);
    at = at.expression;
  }
  return ts.isIdentifier(at) ? [at.text, ...parts].join(' ') : parts.join(' ');
}

/** `if (rows.length >= limit) break;`, at any place of the turn that is not in a loop of its own. */
function leaveByCount(reading: Reading, statements: readonly ts.Statement[]): Leave | undefined {
  for (const statement of statements) {
    if (ts.isTryStatement(statement)) {
      const found = leaveByCount(reading, statement.tryBlock.statements);
      if (found !== undefined) return found;
    }
    if (!ts.isIfStatement(statement)) continue;
    const inside = statementsOf(statement.thenStatement);
    const last = inside.at(-1);
    const count = last !== undefined && isExit(last) ? countOf(reading, statement.expression) : undefined;
    if (last !== undefined && count !== undefined) return { kind: 'count', node: last, count };
    const found = leaveByCount(reading, inside);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isExit(node: ts.Statement): boolean {
  return ts.isBreakStatement(node) || ts.isReturnStatement(node);
}

/** The number in a test of how many there are by now. */
function countOf(reading: Reading, test: ts.Expression): ts.Expression | undefined {
  const node = bare(test);
  if (!ts.isBinaryExpression(node)) return undefined;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.BarBarToken:
      return countOf(reading, node.left) ?? countOf(reading, node.right);
    case ts.SyntaxKind.GreaterThanToken:
    case ts.SyntaxKind.GreaterThanEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
      break;
    default:
      return undefined;
  }
  const left = bare(node.left);
  const isCounter = isStep(left) || (ts.isIdentifier(left) && isCountedIn(reading.body, left.text));
  const isAmount = isSize(left) && originOf(left, reading.origins) === undefined;
  return isCounter || isAmount ? node.right : undefined;
}

function isCountedIn(body: ts.Node, name: string): boolean {
  let found = false;
  walk(body, (node) => {
    const isNamed = isStep(node) && ts.isIdentifier(node.operand) && node.operand.text === name;
    const isAdded =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken &&
      ts.isIdentifier(node.left) &&
      node.left.text === name;
    found ||= isNamed || isAdded;
  });
  return found;
}

function pushesOf({ tree, body, origins }: Reading): Turn['pushes'] {
  const pushes: { readonly array: ts.Identifier; readonly shape: Shape }[] = [];
  walk(body, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { name, expression } = node.expression;
    if (!['push', 'unshift', 'add'].includes(name.text) || !ts.isIdentifier(expression)) return;
    const [argument] = node.arguments;
    const origin = argument && originOf(argument, origins);
    if (origin === undefined || isOf(tree, body, expression)) return;
    pushes.push({ array: expression, shape: origin.kind === 'entity' ? origin.shape : 'opaque' });
  });
  return pushes;
}
