import type { ResultCondition } from './facts.ts';
import * as ts from '../typescript.ts';
import { bind, type Origin, type Origins, originOf } from './origin.ts';
import { type Given, variablesIn } from './body.ts';
import { statementsOf } from './statements.ts';
import { bare, functionNamed, memberName, type PlainFunction, type Tree } from './tree.ts';

/** What a test demands of the entities that pass it. */
export interface Demand {
  readonly conditions: readonly ResultCondition[];
  /** The test is these conditions joined by "and", and nothing else. */
  readonly isWhole: boolean;
}

interface Reading {
  readonly tree: Tree;
  readonly origins: Origins;
  readonly given: Given;
  readonly conditions: ResultCondition[];
  isWhole: boolean;
  /** Whether it also asks if a value is of some kind: then comparisons of what is made from it do as well. */
  asksForKind: boolean;
  /** How many variables have been looked into. */
  depth: number;
}

/** Reads a test on an entity. `passes` is what the test gives for entities that are kept. */
export function readTest(
  tree: Tree,
  test: ts.Expression,
  passes: boolean,
  origins: Origins,
  given: Given = new Map(),
  depth = 0,
): Demand {
  const reading: Reading = {
    tree,
    origins,
    given,
    conditions: [],
    isWhole: true,
    asksForKind: false,
    depth,
  };
  readPart(reading, test, passes, true);
  const conditions = reading.conditions.filter(({ how }) => how !== 'converted' || !reading.asksForKind);
  return { conditions, isWhole: reading.isWhole && conditions.length > 0 };
}

function readPart(reading: Reading, expression: ts.Expression, passes: boolean, isConjunct: boolean): void {
  const node = bare(expression);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    readPart(reading, node.operand, !passes, isConjunct);
    return;
  }
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.BarBarToken) {
      const isAnd = operator === ts.SyntaxKind.AmpersandAmpersandToken;
      const joined = isConjunct && isAnd === passes;
      readPart(reading, node.left, passes, joined);
      readPart(reading, node.right, passes, joined);
      return;
    }
    // `found?.active ?? false`
    if (operator === ts.SyntaxKind.QuestionQuestionToken) {
      reading.isWhole = false;
      readPart(reading, node.left, passes, false);
      return;
    }
  }
  const condition = readCondition(reading, node, passes);
  if (condition !== undefined) reading.conditions.push(condition);
  if (condition === undefined || !isConjunct) reading.isWhole = false;
  reading.asksForKind ||= isQuestionOfKind(node);
  if (condition !== undefined) return;
  if (ts.isIdentifier(node)) lookInto(reading, node, passes);
  if (ts.isCallExpression(node)) lookIntoCall(reading, node, passes);
}

/** `typeof e.size === 'number'`, `Number.isInteger(size)`. */
function isQuestionOfKind(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return ts.isTypeOfExpression(bare(node.left));
  if (!ts.isCallExpression(node)) return false;
  const callee = bare(node.expression);
  const name = ts.isIdentifier(callee) ? callee.text : memberName(callee);
  return name !== undefined && /^is(?:NaN|Finite|Integer|SafeInteger|Array)$/.test(name);
}

/** A variable may have been given the outcome of a test. */
function lookInto(reading: Reading, name: ts.Identifier, passes: boolean): void {
  if (reading.depth++ >= MOST_VARIABLES) return;
  for (const value of reading.given.get(name.text) ?? []) readPart(reading, value, passes, false);
}

/** A function of the file may make the test, of the entity or of properties that it is given. */
function lookIntoCall(reading: Reading, node: ts.CallExpression, passes: boolean): void {
  const callee = bare(node.expression);
  const fn = ts.isIdentifier(callee) ? functionNamed(reading.tree, callee.text) : undefined;
  if (fn === undefined || reading.depth++ >= MOST_VARIABLES) return;
  const origins = new Map<string, Origin>();
  for (const [i, { name }] of fn.parameters.entries()) {
    const argument = node.arguments[i];
    const origin = argument && originOf(argument, reading.origins);
    if (origin !== undefined) bind(origins, name, origin);
  }
  if (origins.size === 0) return;
  reading.conditions.push(...readPredicate(reading.tree, fn, passes, origins, reading.depth).conditions);
}

/** So many variables and functions may stand between a test and what it asks. */
const MOST_VARIABLES = 8;

function readCondition(
  { tree: { source }, origins }: Reading,
  node: ts.Expression,
  passes: boolean,
): ResultCondition | undefined {
  const span = { start: node.getStart(source), end: node.end };
  if (ts.isBinaryExpression(node)) {
    const found = readComparison(source, node, origins);
    if (found === undefined) return undefined;
    const { operator, ...rest } = found;
    if (operator === undefined || passes) return { ...found, span };
    const isInverted = operator !== 'eq' && operator !== 'ne';
    return { ...rest, operator: NEGATED[operator], ...(isInverted && { isInverted }), span };
  }
  if (ts.isCallExpression(node)) {
    const listed = oneOf(node, origins);
    if (listed !== undefined) return { property: listed, how: 'compared', span };
    const prefixed = passes ? startOf(node, origins) : undefined;
    if (prefixed !== undefined) return { property: prefixed, how: 'compared', span };
    const among = passes ? amongOf(node, origins) : undefined;
    if (among !== undefined) return { property: among, how: 'among', span };
    const property = searched(node, origins);
    return property === undefined ? undefined : { property, how: 'searched', span };
  }
  const origin = originOf(node, origins);
  const isMember = origin?.kind === 'converted' && memberName(node) === origin.name;
  if (isMember && IS_FLAG.test(origin.name)) return { property: origin.name, how: 'converted', span };
  if (origin?.kind !== 'property' || !IS_FLAG.test(origin.name)) return undefined;
  return { property: origin.name, how: 'compared', operator: 'eq', flag: passes, span };
}

/** Names of properties that hold true or false. */
const IS_FLAG =
  /^(?:is|has|can|should)_?[A-Z]|^(?:active|enabled|disabled|deleted|archived|published|completed|verified|approved|hidden|locked|revoked|processed)$/i;

type Operator = NonNullable<ResultCondition['operator']>;

const OPERATORS: ReadonlyMap<ts.SyntaxKind, Operator> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, 'eq'],
  [ts.SyntaxKind.EqualsEqualsToken, 'eq'],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, 'ne'],
  [ts.SyntaxKind.ExclamationEqualsToken, 'ne'],
  [ts.SyntaxKind.LessThanToken, 'lt'],
  [ts.SyntaxKind.LessThanEqualsToken, 'le'],
  [ts.SyntaxKind.GreaterThanToken, 'gt'],
  [ts.SyntaxKind.GreaterThanEqualsToken, 'ge'],
]);

const NEGATED: Readonly<Record<Operator, Operator>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'ge',
  ge: 'lt',
  gt: 'le',
  le: 'gt',
};

/** The same comparison read from right to left. */
const MIRRORED: Readonly<Record<Operator, Operator>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'gt',
  gt: 'lt',
  le: 'ge',
  ge: 'le',
};

function readComparison(
  source: ts.SourceFile,
  node: ts.BinaryExpression,
  origins: Origins,
): Omit<ResultCondition, 'span'> | undefined {
  const operator = OPERATORS.get(node.operatorToken.kind);
  if (operator === undefined) return undefined;
  const left = originOf(node.left, origins);
  const right = originOf(node.right, origins);
  // one side is the entity's, the other has nothing to do with it
  if ((left === undefined) === (right === undefined)) return undefined;
  const origin = left ?? right;
  const other = bare(left === undefined ? node.left : node.right);
  if (isNothing(other)) return undefined;
  const asked = left === undefined ? MIRRORED[operator] : operator;
  const own = bare(left === undefined ? node.right : node.left);
  const found = ts.isCallExpression(own) ? searched(own, origins) : undefined;
  if (found !== undefined) return { property: found, how: 'searched' };
  switch (origin?.kind) {
    case 'property':
      return {
        property: origin.name,
        how: 'compared',
        operator: asked,
        value: { start: other.getStart(source), end: other.end },
      };
    case 'converted':
      // a number that is spelled out tells kinds apart: `Number(e.size) > 0`
      return ts.isNumericLiteral(other)
        ? undefined
        : { property: origin.name, how: 'converted', operator: asked };
    case 'entity':
    case 'mixed':
    case 'other':
    case undefined:
      return undefined;
  }
}

/** What the service has no word for, and what tells that a property is there at all. */
function isNothing(node: ts.Expression): boolean {
  return (
    node.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isIdentifier(node) && (node.text === 'undefined' || node.text === 'NaN')) ||
    ts.isVoidExpression(node)
  );
}

/** `['new', 'open'].includes(e.status)`: a few comparisons joined by "or". */
function oneOf(node: ts.CallExpression, origins: Origins): string | undefined {
  const callee = bare(node.expression);
  const [argument] = node.arguments;
  if (argument === undefined || !ts.isPropertyAccessExpression(callee) || callee.name.text !== 'includes') {
    return undefined;
  }
  const list = bare(callee.expression);
  const origin = originOf(argument, origins);
  const isList = ts.isArrayLiteralExpression(list) && list.elements.every(ts.isLiteralExpression);
  return isList && origin?.kind === 'property' ? origin.name : undefined;
}

/** `wanted.has(e.status)`, `list.includes(e.status)`: one of values that are made elsewhere. */
function amongOf(node: ts.CallExpression, origins: Origins): string | undefined {
  const callee = bare(node.expression);
  const [argument] = node.arguments;
  if (argument === undefined || !ts.isPropertyAccessExpression(callee)) return undefined;
  const isAsked = callee.name.text === 'has' || callee.name.text === 'includes';
  const origin = originOf(argument, origins);
  const isOther = originOf(callee.expression, origins) === undefined;
  return isAsked && isOther && origin?.kind === 'property' ? origin.name : undefined;
}

/** `e.rowKey.startsWith(prefix)`: a range. */
function startOf(node: ts.CallExpression, origins: Origins): string | undefined {
  const callee = bare(node.expression);
  const [argument] = node.arguments;
  if (argument === undefined || !ts.isPropertyAccessExpression(callee) || callee.name.text !== 'startsWith') {
    return undefined;
  }
  const origin = originOf(callee.expression, origins);
  return origin?.kind === 'property' && originOf(argument, origins) === undefined ? origin.name : undefined;
}

/**
 * The property in which a text is looked for that is not constant: `e.name.includes(text)`, also for some element
 * of it. A constant text is no search but a question of what the entity is.
 */
function searched(node: ts.CallExpression, origins: Origins): string | undefined {
  const callee = bare(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const receiver = originOf(callee.expression, origins);
  const [argument] = node.arguments;
  if (argument === undefined) return undefined;
  if (receiver === undefined) {
    // `pattern.test(e.name)`
    const tested = callee.name.text === 'test' ? originOf(argument, origins) : undefined;
    const isGiven = isGivenText(callee.expression, origins);
    return isGiven && tested !== undefined && 'name' in tested ? tested.name : undefined;
  }
  if (!('name' in receiver)) return undefined;
  const { name } = receiver;
  switch (callee.name.text) {
    case 'includes':
    case 'startsWith':
    case 'endsWith':
    case 'localeCompare':
    case 'match':
    case 'search':
    case 'indexOf':
      return isGivenText(argument, origins) ? name : undefined;
    case 'some':
    case 'find': {
      if (!ts.isArrowFunction(argument) || !ts.isExpression(argument.body)) return undefined;
      const [element] = argument.parameters;
      if (element === undefined || !ts.isIdentifier(element.name)) return undefined;
      const inner = new Map([...origins, [element.name.text, { kind: 'converted', name }] as const]);
      return looksFor(argument.body, inner) ? name : undefined;
    }
    default:
      return undefined;
  }
}

function looksFor(test: ts.Expression, origins: Origins): boolean {
  const node = bare(test);
  if (ts.isCallExpression(node)) return searched(node, origins) !== undefined;
  if (!ts.isBinaryExpression(node) || !OPERATORS.has(node.operatorToken.kind)) return false;
  const sides = [node.left, node.right];
  return (
    sides.some((side) => originOf(side, origins) !== undefined) &&
    sides.some((side) => isGivenText(side, origins))
  );
}

/** A value from outside the loop that is not spelled out. */
function isGivenText(node: ts.Expression, origins: Origins): boolean {
  return (
    !ts.isLiteralExpression(bare(node)) && originOf(node, origins) === undefined && !isNothing(bare(node))
  );
}

/**
 * What a function demands of the entities for which it gives `passes`. `outer` says what its parameters, and the
 * variables around it, have to do with the entity.
 */
export function readPredicate(
  tree: Tree,
  fn: PlainFunction,
  passes: boolean,
  outer: Origins,
  depth = 0,
): Demand {
  const { body } = fn;
  if (body === undefined) return { conditions: [], isWhole: false };
  if (!ts.isBlock(body)) return readTest(tree, body, passes, outer, new Map(), depth);
  const { origins, given } = variablesIn(body, outer);
  const read = (test: ts.Expression, wanted: boolean): Demand =>
    readTest(tree, test, wanted, origins, given, depth);
  const [...others] = body.statements;
  const last = others.pop();
  const isSimple = others.every(ts.isVariableStatement);
  const conditions = others.flatMap((statement) => {
    const result = ts.isIfStatement(statement) ? onlyResult(statement.thenStatement) : undefined;
    if (!ts.isIfStatement(statement) || result === undefined) return [];
    const outcome = truthOf(result);
    // `if (…) return false;`
    return outcome === undefined
      ? read(result, passes).conditions
      : read(statement.expression, outcome === passes).conditions;
  });
  const final =
    last !== undefined &&
    ts.isReturnStatement(last) &&
    last.expression &&
    truthOf(last.expression) === undefined
      ? read(last.expression, passes)
      : { conditions: [], isWhole: false };
  return { conditions: [...conditions, ...final.conditions], isWhole: isSimple && final.isWhole };
}

function onlyResult(node: ts.Statement): ts.Expression | undefined {
  const [only, ...others] = statementsOf(node);
  if (only === undefined || others.length > 0 || !ts.isReturnStatement(only)) return undefined;
  return only.expression;
}

function truthOf(node: ts.Expression): boolean | undefined {
  const { kind } = bare(node);
  if (kind === ts.SyntaxKind.TrueKeyword) return true;
  return kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}
