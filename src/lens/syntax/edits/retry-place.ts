import { lineStart } from '../../../core/text/line.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import { statementListAt } from './statement-list.ts';
import * as ts from '../typescript.ts';

/** Statements from a read to the write that puts back what it gave, which can be run again as they are. */
export interface RetryPlace {
  /** All of them. */
  readonly span: Span;
  /** `await write;` */
  readonly write: Span;
  /** What leads their lines, and one level more. */
  readonly indent: string;
  readonly step: string;
  /** Every name in them. */
  readonly names: ReadonlySet<string>;
}

/**
 * What would have to be repeated where a write finds that what was read before has changed. Undefined where read and write do not
 * stand in one list of statements, where what stands between them does more than work out values of its own, where others use what
 * that declares, and where a 412 is handled already.
 */
export function retryPlaceOf(
  file: string,
  text: string,
  read: Span,
  write: Span,
  name: string,
): RetryPlace | undefined {
  const source = parseSource(file, text);
  if (isHandled(source, write)) return undefined;
  const { statements } = statementListAt(source, write.start);
  const last = statements.findIndex((one) => isWrite(source, one, write));
  const first = statements.findIndex((one) => one.pos <= read.start && read.end <= one.end);
  const declared = statements.findIndex((one) => declaredIn(one).includes(name));
  const [from] = [first, declared].sort((a, b) => a - b);
  if (from === undefined || from < 0 || last <= first) return undefined;
  const region = statements.slice(from, last + 1);
  const names = region.flatMap(declaredIn);
  const own: Own = { names: new Set(names), made: madeIn(region, name) };
  const calls = [read, write];
  if (!region.every((one) => isRepeatable(source, one, own, calls))) return undefined;
  if (statements.slice(last + 1).some((one) => [...namesIn(one)].some((other) => own.names.has(other))))
    return undefined;
  const [head] = region;
  const tail = region.at(-1);
  if (head === undefined || tail === undefined) return undefined;
  const start = head.getStart(source);
  const line = lineStart(text, start);
  const indent = text.slice(line, start);
  const writeStart = tail.getStart(source);
  const isOnOwnLines = [indent, text.slice(lineStart(text, writeStart), writeStart)].every(
    (lead) => lead.trim() === '',
  );
  if (!isOnOwnLines) return undefined;
  return {
    span: { start, end: tail.end },
    write: { start: writeStart, end: tail.end },
    indent,
    step: indent.includes('\t') ? '\t' : '  ',
    names: new Set(region.flatMap((one) => [...namesIn(one)])),
  };
}

/** Whether code around the write tells a 412 from other errors. */
function isHandled(source: ts.SourceFile, write: Span): boolean {
  let isFound = false;
  const visit = (node: ts.Node): void => {
    if (node.pos > write.start || node.end < write.end) return;
    if (ts.isTryStatement(node) && node.catchClause !== undefined && node.tryBlock.end >= write.end)
      isFound ||= has(node.catchClause, (one) => ts.isNumericLiteral(one) && one.text === '412');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return isFound;
}

function isWrite(source: ts.SourceFile, node: ts.Statement, { start, end }: Span): boolean {
  if (!ts.isExpressionStatement(node) || !ts.isAwaitExpression(node.expression)) return false;
  const call = node.expression.expression;
  return call.getStart(source) === start && call.end === end;
}

/** The names that a statement declares for those that follow it. */
function declaredIn(node: ts.Statement): readonly string[] {
  if (!ts.isVariableStatement(node)) return [];
  const names: string[] = [];
  const add = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const one of name.elements) if (ts.isBindingElement(one)) add(one.name);
  };
  for (const { name } of node.declarationList.declarations) add(name);
  return names;
}

/** What the statements declare, and which of it nobody else has: what was read, and what they make. */
interface Own {
  readonly names: ReadonlySet<string>;
  readonly made: ReadonlySet<string>;
}

function madeIn(region: readonly ts.Statement[], read: string): ReadonlySet<string> {
  const made = new Set([read]);
  for (const statement of region) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer !== undefined && isMade(initializer, made))
        made.add(name.text);
  }
  return made;
}

function isMade(value: ts.Expression, made: ReadonlySet<string>): boolean {
  return (
    ts.isObjectLiteralExpression(value) ||
    ts.isArrayLiteralExpression(value) ||
    ts.isCallExpression(value) ||
    ts.isNewExpression(value) ||
    isPartOf(value, made)
  );
}

function namesIn(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (one: ts.Node): void => {
    if (ts.isIdentifier(one)) names.add(one.text);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return names;
}

function has(node: ts.Node, isIt: (node: ts.Node) => boolean): boolean {
  return isIt(node) || ts.forEachChild(node, (child) => has(child, isIt) || undefined) === true;
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

/** Whether a statement may run again, and changes nothing but what the statements declare themselves. */
function isRepeatable(
  source: ts.SourceFile,
  statement: ts.Statement,
  own: Own,
  calls: readonly Span[],
): boolean {
  return !has(statement, (node) => {
    if (ts.isAwaitExpression(node)) return !isAsked(source, node.expression, calls);
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      return !isAsked(source, node, calls) && !isPure(node, own);
    if (ts.isBinaryExpression(node)) return isAssignment(node) && !isOwn(node.left, own);
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
      return COUNTING.has(node.operator) && !isOwn(node.operand, own);
    if (ts.isDeleteExpression(node)) return !isOwn(node.expression, own);
    // a text of several lines would become another one by its place
    if (ts.isTemplateExpression(node) || node.kind === ts.SyntaxKind.NoSubstitutionTemplateLiteral)
      return /[\r\n]/.test(node.getText(source));
    return (
      ts.isBreakOrContinueStatement(node) ||
      ts.isYieldExpression(node) ||
      ts.isTaggedTemplateExpression(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node)
    );
  });
}

const COUNTING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PlusPlusToken,
  ts.SyntaxKind.MinusMinusToken,
]);

function isAsked(source: ts.SourceFile, node: ts.Expression, calls: readonly Span[]): boolean {
  return calls.some(({ start, end }) => node.getStart(source) === start && node.end === end);
}

function isPure({ expression }: ts.CallExpression | ts.NewExpression, { made }: Own): boolean {
  if (ts.isIdentifier(expression)) return PURE.has(expression.text);
  if (!ts.isPropertyAccessExpression(expression)) return false;
  const { text } = expression.name;
  return PURE.has(text) || (CHANGING.has(text) && isPartOf(expression.expression, made));
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether what is assigned to is one of their names, or a part of what nobody else has. */
function isOwn(target: ts.Expression, { names, made }: Own): boolean {
  return ts.isIdentifier(target) ? names.has(target.text) : isPartOf(target, made);
}

/** Whether an expression is, or is a part of, what has one of these names. */
function isPartOf(value: ts.Expression, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(value)) return names.has(value.text);
  const isMember = ts.isPropertyAccessExpression(value) || ts.isElementAccessExpression(value);
  const isWrapped =
    ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isNonNullExpression(value);
  return (isMember || isWrapped) && isPartOf(value.expression, names);
}
