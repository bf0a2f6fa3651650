import type { Span } from '../../../core/text/span.ts';
import * as ts from '../typescript.ts';

/** Whether code around the write tells a 412 from other errors. */
export function isHandled(source: ts.SourceFile, write: Span): boolean {
  let isFound = false;
  const visit = (node: ts.Node): void => {
    if (node.pos > write.start || node.end < write.end) return;
    if (ts.isTryStatement(node) && node.catchClause !== undefined && node.tryBlock.end >= write.end)
      isFound ||=
        find(node.catchClause, (one) => ts.isNumericLiteral(one) && one.text === '412') !== undefined;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return isFound;
}

/** The names that a statement declares for those that follow it. */
export function declaredIn(node: ts.Statement): readonly string[] {
  if (!ts.isVariableStatement(node)) return [];
  const names: string[] = [];
  const add = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const one of name.elements) if (ts.isBindingElement(one)) add(one.name);
  };
  for (const { name } of node.declarationList.declarations) add(name);
  return names;
}

/** What the statements declare, and which of it nobody else has. */
export interface Own {
  readonly names: ReadonlySet<string>;
  /** What was read, and what is made of that alone: every part of it. */
  readonly made: ReadonlySet<string>;
  /** Objects and lists that are made here of what others have, too: only they themselves. */
  readonly shallow: ReadonlySet<string>;
}

/** What some statements make, of which some read what has the names `read`. */
export function ownOf(region: readonly ts.Statement[], read: readonly string[]): Own {
  const made = new Set(read);
  const shallow = new Set<string>();
  for (const statement of region) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || initializer === undefined) continue;
      if (isMade(initializer, made)) made.add(name.text);
      else if (isNew(initializer)) shallow.add(name.text);
    }
  }
  return { names: new Set(region.flatMap(declaredIn)), made, shallow };
}

/** Whether no part of a value is one that others have. */
function isMade(value: ts.Expression, made: ReadonlySet<string>): boolean {
  return valuesOf(value).every(
    (one) =>
      isPartOf(one, made) ||
      (ts.isCallExpression(one) && COPYING.has(calledName(one))) ||
      (isNew(one) && [...namesIn(one)].every((name) => made.has(name) || PURE.has(name))),
  );
}

/** Whether a value is an object that nobody else has, whatever its parts are. */
function isNew(value: ts.Expression): boolean {
  return valuesOf(value).every(
    (one) =>
      ts.isObjectLiteralExpression(one) ||
      ts.isArrayLiteralExpression(one) ||
      ts.isNewExpression(one) ||
      (ts.isCallExpression(one) && (COPYING.has(calledName(one)) || LISTING.has(calledName(one)))),
  );
}

/** What an expression may give: both branches of a condition, and what is in parentheses and assertions. */
function valuesOf(value: ts.Expression): readonly ts.Expression[] {
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value))
    return valuesOf(value.expression);
  if (ts.isConditionalExpression(value)) return [...valuesOf(value.whenTrue), ...valuesOf(value.whenFalse)];
  const isEither =
    ts.isBinaryExpression(value) &&
    [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(value.operatorToken.kind);
  return isEither ? [...valuesOf(value.left), ...valuesOf(value.right)] : [value];
}

function calledName({ expression }: ts.CallExpression | ts.NewExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

export function namesIn(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (one: ts.Node): void => {
    if (ts.isIdentifier(one)) names.add(one.text);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return names;
}

function find(node: ts.Node, isIt: (node: ts.Node) => boolean): ts.Node | undefined {
  return isIt(node) ? node : ts.forEachChild(node, (child) => find(child, isIt));
}

/** Functions and methods that change nothing that others see. */
const PURE: ReadonlySet<string> = new Set([
  ...['String', 'Number', 'Boolean', 'BigInt', 'parseInt', 'parseFloat', 'structuredClone', 'Date'],
  ...['parse', 'stringify', 'keys', 'values', 'entries', 'fromEntries', 'isArray', 'from', 'now'],
  ...['max', 'min', 'floor', 'ceil', 'round', 'abs', 'trim', 'toLowerCase', 'toUpperCase', 'toString'],
  ...['includes', 'startsWith', 'endsWith', 'indexOf', 'slice', 'split', 'join', 'concat', 'replace'],
  ...['replaceAll', 'padStart', 'padEnd', 'toFixed', 'toISOString', 'getTime', 'map', 'filter', 'find'],
  ...['some', 'every', 'flat', 'at', 'has', 'get'],
]);

/** Those of them that run a function. */
const RUNNING: ReadonlySet<string> = new Set([
  ...['map', 'filter', 'find', 'some', 'every', 'from', 'replace', 'replaceAll', 'parse', 'stringify'],
]);

/** Functions of the language by themselves: others of such a name are somebody's own. */
const OF_LANGUAGE: ReadonlySet<string> = new Set([
  ...['String', 'Number', 'Boolean', 'BigInt', 'parseInt', 'parseFloat', 'structuredClone', 'Date'],
]);

/** Those that give a copy of all parts, and those that give a new object with the same parts. */
const COPYING: ReadonlySet<string> = new Set(['structuredClone', 'parse', 'split']);
const LISTING: ReadonlySet<string> = new Set([
  ...['keys', 'values', 'entries', 'fromEntries', 'from', 'slice', 'concat', 'map', 'filter', 'flat'],
]);

/** Those that change what they are called on. */
const CHANGING: ReadonlySet<string> = new Set([
  'push',
  'unshift',
  'sort',
  'reverse',
  'splice',
  'pop',
  'shift',
]);

/**
 * Whether a statement may run again, and changes nothing but what the statements declare themselves. What it returns or throws
 * leaves them, so that is worked out once, unless a `try` of its own keeps it.
 */
export function isRepeatable(
  source: ts.SourceFile,
  statement: ts.Statement,
  own: Own,
  calls: readonly Span[],
): boolean {
  const { leaving, staying } = partsOf(statement);
  return (
    staying.every((one) => obstacleIn(source, one, own, calls) === undefined) &&
    leaving.every((one) => find(one, (node) => isTextOfLines(source, node)) === undefined)
  );
}

/** The parts of a statement that leave the function, with what runs just before that, and the others. */
function partsOf(statement: ts.Statement): Parts {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement))
    return { leaving: [statement], staying: [] };
  if (ts.isIfStatement(statement)) {
    const { expression, thenStatement, elseStatement } = statement;
    const branches = [thenStatement, ...(elseStatement === undefined ? [] : [elseStatement])].map(partsOf);
    return together([{ leaving: [], staying: [expression] }, ...branches]);
  }
  if (ts.isBlock(statement)) {
    const { statements } = statement;
    const last = statements.at(-1);
    const leaves = last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
    return leaves && statements.every((one) => find(one, ts.isBreakOrContinueStatement) === undefined)
      ? { leaving: [...statements], staying: [] }
      : together(statements.map(partsOf));
  }
  if (ts.isTryStatement(statement) && statement.catchClause !== undefined) {
    const { tryBlock, catchClause, finallyBlock } = statement;
    // what is thrown there stays, and what is returned is worked out before it leaves
    const staying = [tryBlock, ...(finallyBlock === undefined ? [] : [finallyBlock])];
    return together([{ leaving: [], staying }, partsOf(catchClause.block)]);
  }
  return { leaving: [], staying: [statement] };
}

interface Parts {
  readonly leaving: readonly ts.Node[];
  readonly staying: readonly ts.Node[];
}

function together(parts: readonly Parts[]): Parts {
  return {
    leaving: parts.flatMap(({ leaving }) => leaving),
    staying: parts.flatMap(({ staying }) => staying),
  };
}

/** A text of several lines would become another one by its place. */
function isTextOfLines(source: ts.SourceFile, node: ts.Node): boolean {
  return (
    (ts.isTemplateExpression(node) || node.kind === ts.SyntaxKind.NoSubstitutionTemplateLiteral) &&
    /[\r\n]/.test(node.getText(source))
  );
}

/** Whether statements that follow a write can stand behind it in a loop that ends with them: no `break` of theirs would be its own. */
export function canEndLoop(source: ts.SourceFile, statements: readonly ts.Statement[]): boolean {
  return statements.every(
    (statement) =>
      find(
        statement,
        (node) =>
          ts.isBreakOrContinueStatement(node) ||
          ts.isFunctionDeclaration(node) ||
          ts.isClassDeclaration(node) ||
          (ts.isVariableStatement(node) && (node.declarationList.flags & ts.NodeFlags.BlockScoped) === 0) ||
          isTextOfLines(source, node),
      ) === undefined,
  );
}

/**
 * What keeps a statement from running again in a callback, which also what is awaited before it leaves could ask for: the first node of it that
 * does more than the statements' own work.
 */
export function obstacleInCallback(
  source: ts.SourceFile,
  statement: ts.Statement,
  own: Own,
  calls: readonly Span[],
): ts.Node | undefined {
  const { leaving, staying } = partsOf(statement);
  const waits = (node: ts.Node): boolean =>
    ts.isAwaitExpression(node) ? !isAsked(source, node.expression, calls) : isTextOfLines(source, node);
  return [
    ...staying.map((one) => obstacleIn(source, one, own, calls)),
    ...leaving.map((one) => find(one, waits)),
  ].find((one) => one !== undefined);
}

/** What keeps a statement from running again: the first node of it that does more than the statements' own work. */
export function obstacleIn(
  source: ts.SourceFile,
  statement: ts.Node,
  own: Own,
  calls: readonly Span[],
): ts.Node | undefined {
  return find(statement, (node) => {
    if (ts.isAwaitExpression(node)) return !isAsked(source, node.expression, calls);
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      return !isAsked(source, node, calls) && !isPure(source, node, own) && !isErrorMade(node);
    if (ts.isBinaryExpression(node)) return isAssignment(node) && !isOwn(node.left, own);
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
      return COUNTING.has(node.operator) && !isOwn(node.operand, own);
    if (ts.isDeleteExpression(node)) return !isOwn(node.expression, own);
    return (
      isTextOfLines(source, node) ||
      ts.isBreakOrContinueStatement(node) ||
      ts.isYieldExpression(node) ||
      ts.isTaggedTemplateExpression(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node)
    );
  });
}

/** An error is made to be thrown, by what everybody calls one. */
function isErrorMade(node: ts.CallExpression | ts.NewExpression): boolean {
  return ts.isNewExpression(node) && /(?:Error|Exception)$/.test(calledName(node));
}

const COUNTING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PlusPlusToken,
  ts.SyntaxKind.MinusMinusToken,
]);

/** Whether a call is one of those that may run again, or that with `.catch(…)`. */
function isAsked(source: ts.SourceFile, node: ts.Expression, calls: readonly Span[]): boolean {
  if (calls.some(({ start, end }) => node.getStart(source) === start && node.end === end)) return true;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  return name.text === 'catch' && isAsked(source, expression, calls);
}

function isPure(source: ts.SourceFile, call: ts.CallExpression | ts.NewExpression, own: Own): boolean {
  const { expression } = call;
  const name = calledName(call);
  if (ts.isIdentifier(expression) && !OF_LANGUAGE.has(name)) return false;
  // a function that has a name is run by what it is given to
  const runs = RUNNING.has(name) ? (call.arguments ?? []) : [];
  if (runs.some((one) => ts.isIdentifier(one) && isFunction(source, one.text))) return false;
  if (PURE.has(name)) return true;
  return (
    ts.isPropertyAccessExpression(expression) && CHANGING.has(name) && isOwnObject(expression.expression, own)
  );
}

const named = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** Whether the file has a function of this name, or it comes from elsewhere. */
function isFunction(source: ts.SourceFile, name: string): boolean {
  let known = named.get(source);
  if (known === undefined) named.set(source, (known = functionsIn(source)));
  return known.has(name);
}

function functionsIn(source: ts.SourceFile): ReadonlySet<string> {
  const found = new Set<string>();
  find(source, (node) => {
    const isOne =
      ts.isFunctionDeclaration(node) ||
      ts.isImportSpecifier(node) ||
      ts.isImportClause(node) ||
      (ts.isVariableDeclaration(node) &&
        node.initializer !== undefined &&
        (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer)));
    if (isOne && node.name !== undefined && ts.isIdentifier(node.name)) found.add(node.name.text);
    return false;
  });
  return found;
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether what is assigned to is one of their names, or a part of what nobody else has. */
function isOwn(target: ts.Expression, own: Own): boolean {
  if (ts.isIdentifier(target)) return own.names.has(target.text);
  const isMember = ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target);
  return isMember && isOwnObject(target.expression, own);
}

function isOwnObject(value: ts.Expression, { made, shallow }: Own): boolean {
  return isPartOf(value, made) || (ts.isIdentifier(value) && shallow.has(value.text));
}

/** Whether an expression is, or is a part of, what has one of these names. */
function isPartOf(value: ts.Expression, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(value)) return names.has(value.text);
  const isMember = ts.isPropertyAccessExpression(value) || ts.isElementAccessExpression(value);
  const isWrapped =
    ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isNonNullExpression(value);
  return (isMember || isWrapped) && isPartOf(value.expression, names);
}
