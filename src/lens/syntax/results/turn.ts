import type { ResultFilter } from './facts.ts';
import { addTo } from '../facts/grouped.ts';
import * as ts from '../typescript.ts';
import { walk, walkInOrder } from '../walk.ts';
import { readTest } from './condition.ts';
import { bind, type Origin, originOf, type Shape } from './origin.ts';
import {
  countersOf,
  hasContinue,
  isAssignment,
  isCount,
  countedIn,
  isEmptiness,
  isExit,
  isLog,
  isSize,
  isStep,
  leaves,
  statementsOf,
} from './statements.ts';
import { bare, declarationOf, type Tree } from './tree.ts';

/** What one turn of a loop, or one call of a callback, does with the entity that it is given. */
export interface Turn {
  readonly filters: readonly ResultFilter[];
  /** How the turn ends the loop; absent where every entity gets its turn. */
  readonly leave?: Leave;
  /** Arrays that get something made from the entity. */
  readonly pushes: readonly Push[];
  /** What it counts, if it does nothing else. */
  readonly counters?: readonly ts.Identifier[];
}

export interface Push {
  readonly array: ts.Identifier;
  readonly shape: Shape;
  /** Every turn does it that is not left before. */
  readonly isSure: boolean;
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
  readonly isCallback: boolean;
  /** The names that are counted up or down in the body. */
  readonly counted: ReadonlySet<string>;
  /** Those of them that every turn counts. */
  readonly countedFirst: ReadonlySet<string>;
  leave?: Leave;
  /** Whether something has been counted, or decided, before. */
  hasCounted: boolean;
}

/**
 * Reads the body of a loop over entities whose turn begins with `variable` being one. In a callback a `return` goes on
 * to the next.
 */
export function readTurn(
  tree: Tree,
  body: ts.Statement,
  variable: ts.BindingName,
  shape: Shape,
  isCallback = false,
): Turn {
  const origins = new Map<string, Origin>();
  bind(origins, variable, { kind: 'entity', shape });
  const reading: Reading = {
    tree,
    body,
    origins,
    given: new Map(),
    filters: [],
    hasCounted: false,
    isCallback,
    counted: countedIn(body),
    countedFirst: new Set(statementsOf(body).flatMap((one) => countersOf(one).map(({ text }) => text))),
  };
  readVariables(reading, body);
  const statements = statementsOf(body);
  readStatements(reading, statements, true);
  const leave = isCallback ? undefined : (reading.leave ?? leaveByCount(reading, statements));
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
  walkInOrder(root, (node) => {
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
    return true;
  });
}

function note(given: Map<string, ts.Expression[]>, name: ts.BindingName, value: ts.Expression): void {
  if (ts.isIdentifier(name)) addTo(given, name.text, value);
}

/** Whether a name is declared in the turn. */
function isOf(tree: Tree, body: ts.Node, name: ts.Identifier): boolean {
  const declared = declarationOf(tree, name);
  return declared !== undefined && body.pos <= declared.pos && declared.end <= body.end;
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
  const lastThatDoes = statements.findLastIndex(
    (statement) => !isCount(statement) || isOfEntity(reading, statement),
  );
  for (const [i, statement] of statements.entries()) {
    const ends = isLast && i >= lastThatDoes;
    const goesOn = ts.isIfStatement(statement)
      ? readIf(reading, statement, ends)
      : ends && isShortIf(statement)
        ? readShortIf(reading, statement)
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

type ShortIf = ts.ExpressionStatement & { readonly expression: ts.BinaryExpression };

/** `e.active && rows.push(e);` */
function isShortIf(node: ts.Statement): node is ShortIf {
  return (
    ts.isExpressionStatement(node) &&
    ts.isBinaryExpression(node.expression) &&
    node.expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  );
}

function readShortIf(reading: Reading, { expression: { left } }: ShortIf): boolean {
  const { tree, origins, given, filters } = reading;
  const { conditions } = readTest(tree, left, true, origins, given);
  const span = { start: left.getStart(tree.source), end: left.end };
  if (conditions.length > 0) filters.push({ span, conditions, isWhole: false });
  return false;
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

/** The result tells whether the turn goes on as if nothing had been done. */
function readIf(reading: Reading, node: ts.IfStatement, ends: boolean): boolean {
  const { tree, origins, given } = reading;
  const inside = statementsOf(node.thenStatement);
  const last = inside.at(-1);
  const test = (passes: boolean, isPart = false): boolean => {
    const { conditions, isWhole } = readTest(tree, node.expression, passes, origins, given);
    if (conditions.length === 0) return false;
    const span = { start: node.expression.getStart(tree.source), end: node.expression.end };
    reading.filters.push({ span, conditions, isWhole: isWhole && !isPart });
    return true;
  };
  // a limit, which is read by itself
  if (last !== undefined && isExit(last) && countOf(reading, node.expression) !== undefined) return true;
  if (node.elseStatement === undefined && last !== undefined && passesOver(reading, last)) {
    if (!inside.every((statement) => isIdle(reading, statement))) return false;
    test(false);
    return true;
  }
  if (ends && node.elseStatement !== undefined) return readBothSides(reading, node, test);
  if (last !== undefined && isPlaceOf(reading, inside, last)) return false;
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

/** `rank++; if (row.player === player) return rank;`: what comes before the entity counts as well. */
function isPlaceOf(
  { countedFirst: counted }: Reading,
  inside: readonly ts.Statement[],
  last: ts.Statement,
): boolean {
  if (counted.size === 0 || !leaves(last)) return false;
  // with nothing else, the count is what is left of it
  let isUsed = ts.isBreakStatement(last) && inside.length === 1;
  walk(last, (node) => {
    isUsed ||= ts.isIdentifier(node) && counted.has(node.text);
  });
  return isUsed;
}

/** `if (…) { … } else { skipped++; }`: one side works on the entity, the other passes over it. */
function readBothSides(reading: Reading, node: ts.IfStatement, test: (passes: boolean) => boolean): boolean {
  const { thenStatement, elseStatement } = node;
  const [isThenSkip, isElseSkip] = [thenStatement, elseStatement].map(isSkip);
  const isIdleThen = isIdle(reading, thenStatement);
  const isIdleElse = elseStatement === undefined || isIdle(reading, elseStatement);
  if (isElseSkip === true && !isIdleThen) test(true);
  else if (isThenSkip === true && !isIdleElse) test(false);
  return isIdleThen && isIdleElse;
}

/** Whether a side of a test says no more than that the entity is passed over. */
function isSkip(node: ts.Statement | undefined): boolean {
  return (
    node !== undefined &&
    statementsOf(node).every(
      (statement) =>
        ts.isContinueStatement(statement) ||
        (ts.isExpressionStatement(statement) && isLog(bare(statement.expression))),
    )
  );
}

function passesOver({ isCallback }: Reading, node: ts.Statement): boolean {
  return ts.isContinueStatement(node) || (isCallback && ts.isReturnStatement(node) && !node.expression);
}

/** Whether a test, or a statement, looks at the entity, and not only whether there is one. */
function isOfEntity(reading: Reading, test: ts.Node): boolean {
  if (ts.isExpression(test) && isEmptiness(test)) return false;
  let found = false;
  walk(test, (node) => {
    found ||= ts.isIdentifier(node) && reading.origins.has(node.text);
  });
  return found;
}

/** Whether a statement does nothing with the entity yet: it names values, counts, logs, or passes over. */
function isIdle(reading: Reading, statement: ts.Statement): boolean {
  let node = statement;
  // a chain of `else if` is as deep as it is long
  while (ts.isIfStatement(node)) {
    if (!isIdle(reading, node.thenStatement)) return false;
    if (node.elseStatement === undefined) return true;
    node = node.elseStatement;
  }
  if (ts.isVariableStatement(node) || passesOver(reading, node) || ts.isEmptyStatement(node)) return true;
  if (ts.isBlock(node)) return node.statements.every((inner) => isIdle(reading, inner));
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
    const found = leaveByCount(reading, inside) ?? leaveInstead(reading, statement);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `if (rows.length < limit) rows.push(row); else break;` */
function leaveInstead(reading: Reading, { expression, elseStatement }: ts.IfStatement): Leave | undefined {
  const last = elseStatement && statementsOf(elseStatement).at(-1);
  const count = last !== undefined && isExit(last) ? countOf(reading, expression, BELOW) : undefined;
  return last !== undefined && count !== undefined ? { kind: 'count', node: last, count } : undefined;
}

const BELOW: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
]);

const REACHED: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
]);

/** The number in a test of how many there are by now; of one that counts down, what is left. */
function countOf(
  reading: Reading,
  test: ts.Expression,
  operators: ReadonlySet<ts.SyntaxKind> = REACHED,
): ts.Expression | undefined {
  const node = bare(test);
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken) {
    return countOf(reading, node.left, operators) ?? countOf(reading, node.right, operators);
  }
  const left = bare(node.left);
  const right = bare(node.right);
  const isCounter = isStep(left) || (ts.isIdentifier(left) && reading.counted.has(left.text));
  const isAmount = isSize(left) && originOf(left, reading.origins) === undefined;
  const isDown = isCounter && ts.isNumericLiteral(right) && right.text === '0';
  if (isDown && (operators.has(kind) || kind === ts.SyntaxKind.LessThanEqualsToken)) return left;
  return operators.has(kind) && (isCounter || isAmount) ? right : undefined;
}

function pushesOf({ tree, body, origins }: Reading): Turn['pushes'] {
  const pushes: Push[] = [];
  walk(body, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { name, expression } = node.expression;
    if (!['push', 'unshift', 'add'].includes(name.text) || !ts.isIdentifier(expression)) return;
    const [argument] = node.arguments;
    const origin = argument && originOf(argument, origins);
    if (origin === undefined || isOf(tree, body, expression)) return;
    const shape = origin.kind === 'entity' ? origin.shape : 'opaque';
    pushes.push({ array: expression, shape, isSure: isSure(tree, node, body) });
  });
  return pushes;
}

/** Whether nothing between a node and the body decides if it is reached. */
function isSure(tree: Tree, node: ts.Node, body: ts.Node): boolean {
  for (let at = tree.parentOf(node); at !== undefined && at !== body; at = tree.parentOf(at)) {
    const isSafe =
      ts.isExpressionStatement(at) || ts.isBlock(at) || ts.isTryStatement(at) || ts.isAwaitExpression(at);
    if (!isSafe) return false;
  }
  return true;
}
