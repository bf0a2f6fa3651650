import { lineStart } from '../../../core/text/line.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import { walk } from '../walk.ts';
import * as ts from '../typescript.ts';
import { lostNarrowing } from './narrowed.ts';
import { canEndLoop, declaredIn, isHandled, obstacleIn, obstacleInCallback, ownOf } from './repeatable.ts';
import { returnsIn } from './returns.ts';

/** Statements from a read to the write that puts back what it gave, which a callback can run again. */
export interface RetryRegion {
  /** All of them, and the `return` behind them that gives what they make. */
  readonly span: Span;
  /** The statement that does nothing but wait for the write, which may be a part of them; absent where its result is used. */
  readonly statement?: Span;
  /** What the source calls the entities that were read, in the order of the reads. */
  readonly read: readonly string[];
  /** What leads their lines. */
  readonly indent: string;
  /** Names that they declare and that what follows them uses. */
  readonly given: readonly string[];
  /** They leave the function; `waits`: what it returns must have been waited for. */
  readonly leaves?: { readonly waits: boolean };
  /** Every name in them. */
  readonly names: ReadonlySet<string>;
}

/** Why a callback can't run statements again. `code` is what keeps it from that. */
export interface Obstacle {
  readonly kind:
    | 'apart'
    | 'unnamed'
    | 'mapped'
    | 'typed'
    | 'not-awaited'
    | 'nested'
    | 'handled'
    | 'effect'
    | 'returns'
    | 'reassigned'
    | 'narrowed'
    | 'layout';
  readonly code: string;
}

/** What is known of the calls: the reads of what is put back, the write, and other reads, which may run again. */
interface Calls {
  readonly reads: readonly Span[];
  readonly write: Span;
  readonly others: readonly Span[];
}

/** Finds what has to run again where the write finds that the entity has changed, or what keeps it from that. */
export function retryRegionOf(file: string, text: string, calls: Calls): RetryRegion | Obstacle {
  const source = parseSource(file, text);
  const codeOf = (node: ts.Node): string => node.getText(source);
  const no = (kind: Obstacle['kind'], node?: ts.Node): Obstacle => ({
    kind,
    code: node === undefined ? '' : codeOf(node),
  });
  if (isHandled(source, calls.write)) return no('handled');
  const around = listAround(source, calls);
  if (around === undefined) return no('apart');
  const { statements, endsFunction } = around;
  const last = indexOf(statements, calls.write);
  const writing = statements[last];
  if (writing === undefined) return no('apart');
  const read: string[] = [];
  let from = last;
  for (const call of calls.reads) {
    const at = indexOf(statements, call);
    const reading = statements[at];
    if (reading === undefined || at >= last) return no('unnamed');
    const named = nameOfRead(source, reading, call);
    if (named === undefined) return no('unnamed');
    if (named.isMapped) return no('mapped', named.node);
    const declared = statements.findIndex((one) => declaredIn(one).includes(named.name));
    if (declared < 0 || declared > at) return no('unnamed');
    const type = typeOf(statements.slice(declared, at + 1), named);
    if (type !== undefined && !hasEtag(source, type)) return no('typed', type);
    read.push(named.name);
    from = Math.min(from, declared);
  }
  const written = statementOf(source, writing, calls.write);
  if (written.kind !== 'found') return written;
  let region = statements.slice(from, last + 1);
  const own = ownOf(region, read);
  const repeated = [...calls.reads, calls.write, ...calls.others];
  for (const statement of region) {
    const obstacle = obstacleInCallback(source, statement, own, repeated);
    if (obstacle !== undefined) return no('effect', obstacle);
    if (ts.isVariableStatement(statement) && isVar(statement)) return no('effect', statement);
  }
  const rest = statements.slice(last + 1);
  const [next] = rest;
  const returned = region.flatMap(returnsIn);
  const used = new Set(rest.flatMap((one) => usesIn(one)));
  const given = [...own.names].filter((name) => used.has(name));
  let leaves = false;
  if (returned.length > 0 || given.length > 0) {
    const isGivenBack =
      next !== undefined && ts.isReturnStatement(next) && !obstacleIn(source, next, own, calls.others);
    // what follows runs once: nothing in it can find that the entity has changed
    const isTakenAlong = endsFunction && canEndLoop(source, rest) && !rest.some(waitsOrThrows);
    const endsAll = isTakenAlong || (rest.length === 0 && ts.isReturnStatement(writing));
    leaves = isGivenBack || endsAll;
    if (isGivenBack) region = [...region, next];
    else if (isTakenAlong) region = [...region, ...rest];
    else if (!endsAll && returned[0] !== undefined) return no('returns', returned[0]);
  }
  const changed = leaves ? undefined : rest.map((one) => assignmentTo(one, given)).find((one) => one);
  if (changed !== undefined) return no('reassigned', changed);
  const [head = writing, tail = writing] = [region[0], region.at(-1)];
  const start = head.getStart(source);
  const span = { start, end: tail.end };
  const narrowed = /\.[cm]?tsx?$/.test(file) ? lostNarrowing(source, span, own.names) : undefined;
  if (narrowed !== undefined) return { kind: 'narrowed', code: narrowed };
  const indent = text.slice(lineStart(text, start), start);
  const isAlone = region.every((one) => {
    const at = one.getStart(source);
    return text.slice(lineStart(text, at), at) === indent;
  });
  if (!isAlone || indent.trim() !== '') return no('layout', head);
  const names = new Set<string>();
  walk(source, (node) => {
    if (ts.isIdentifier(node)) names.add(node.text);
  });
  return {
    span,
    ...(written.statement && { statement: written.statement }),
    read,
    indent,
    given: leaves ? [] : given,
    ...(leaves && { leaves: { waits: around.isInTry } }),
    names,
  };
}

interface ListAround {
  readonly statements: readonly ts.Statement[];
  /** Nothing of the function runs after them. */
  readonly endsFunction: boolean;
  /** A `try` of the same function is around them. */
  readonly isInTry: boolean;
}

/** The innermost statements that have both calls. */
function listAround(source: ts.SourceFile, { reads, write }: Calls): ListAround | undefined {
  let found: ListAround | undefined;
  const visit = (node: ts.Node, isInTry: boolean, ends: boolean): void => {
    const whole = { start: node.pos, end: node.end };
    if (![...reads, write].every((call) => contains(whole, call))) return;
    const isFunction = ts.isFunctionLike(node);
    const inside = !isFunction && (isInTry || ts.isTryStatement(node));
    // what is between a function and its statements is not theirs
    if (isFunction) found = undefined;
    if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node))
      found = { statements: [...node.statements], endsFunction: ends, isInTry };
    if (ts.isCaseClause(node) || ts.isDefaultClause(node))
      found = { statements: [...node.statements], endsFunction: false, isInTry };
    ts.forEachChild(node, (child) => {
      visit(child, inside, isFunction || (ends && isLastIn(node, child)));
    });
  };
  visit(source, false, false);
  return found;
}

/** Whether nothing runs after a part of a node. */
function isLastIn(node: ts.Node, part: ts.Node): boolean {
  if (ts.isBlock(node)) return node.statements.at(-1) === part;
  if (ts.isTryStatement(node)) return node.finallyBlock === undefined;
  return ts.isIfStatement(node);
}

function waitsOrThrows(node: ts.Node): boolean {
  let isFound = false;
  walk(node, (one) => {
    if (ts.isAwaitExpression(one) || ts.isYieldExpression(one) || ts.isThrowStatement(one)) isFound = true;
  });
  return isFound;
}

function indexOf(statements: readonly ts.Statement[], call: Span): number {
  return statements.findIndex((one) => contains({ start: one.pos, end: one.end }, call));
}

interface ReadName {
  readonly name: string;
  /** What is read goes through something before it gets the name. */
  readonly isMapped: boolean;
  readonly node: ts.Expression;
}

/** What the value of a read is called: `const a = await read`, `a = await read`, also with `.catch(…)`. */
function nameOfRead(source: ts.SourceFile, statement: ts.Statement, read: Span): ReadName | undefined {
  let found: ReadName | undefined;
  walk(statement, (node) => {
    const [target, value] = ts.isVariableDeclaration(node)
      ? [node.name, node.initializer]
      : ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
        ? [node.left, node.right]
        : [];
    if (target === undefined || value === undefined || !ts.isIdentifier(target)) return;
    if (!contains({ start: value.pos, end: value.end }, read)) return;
    found = { name: target.text, isMapped: !isBare(source, value, read), node: value };
  });
  return found;
}

/** Whether a value is the awaited call itself, whatever its type is called, or nothing where that fails. */
function isBare(source: ts.SourceFile, node: ts.Node, read: Span): boolean {
  if (node.getStart(source) === read.start && node.end === read.end) return true;
  if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node))
    return isBare(source, node.expression, read);
  if (ts.isAsExpression(node)) return isBare(source, node.expression, read);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return node.expression.name.text === 'catch' && isBare(source, node.expression.expression, read);
}

/** The type that the source gives what is read. */
function typeOf(statements: readonly ts.Statement[], { name, node }: ReadName): ts.TypeNode | undefined {
  let type: ts.TypeNode | undefined;
  const ofValue = (value: ts.Expression): ts.TypeNode | undefined =>
    ts.isAsExpression(value)
      ? value.type
      : ts.isParenthesizedExpression(value)
        ? ofValue(value.expression)
        : undefined;
  for (const statement of statements)
    walk(statement, (one) => {
      if (ts.isVariableDeclaration(one) && ts.isIdentifier(one.name) && one.name.text === name)
        type ??= one.type;
    });
  return type ?? ofValue(node);
}

/** Whether a type has the ETag, as far as its name says: those of the SDK, `any`, and types of the same file that declare it. */
function hasEtag(source: ts.SourceFile, type: ts.TypeNode): boolean {
  let isFound = type.kind === ts.SyntaxKind.AnyKeyword;
  const names = new Set<string>();
  walk(type, (node) => {
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) names.add(node.typeName.text);
  });
  isFound ||= ['TableEntityResult', 'GetTableEntityResponse'].some((name) => names.has(name));
  walk(source, (node) => {
    if (ts.isInterfaceDeclaration(node) && names.has(node.name.text))
      isFound ||= node.members.some(
        (one) =>
          ts.isPropertySignature(one) &&
          one.questionToken === undefined &&
          ts.isIdentifier(one.name) &&
          one.name.text === 'etag',
      );
  });
  return isFound;
}

interface FoundWrite {
  readonly kind: 'found';
  readonly statement?: Span;
}

/** Whether the write is waited for, or its promise returned, in no loop, and in no `try` of its own. */
function statementOf(source: ts.SourceFile, outer: ts.Statement, write: Span): FoundWrite | Obstacle {
  let result: FoundWrite | Obstacle = { kind: 'not-awaited', code: '' };
  const spanOf = (node: ts.Node): Span => ({ start: node.getStart(source), end: node.end });
  const is = (node: ts.Expression | undefined): boolean =>
    node?.getStart(source) === write.start && node.end === write.end;
  const visit = (node: ts.Node): void => {
    if (!contains({ start: node.pos, end: node.end }, write)) return;
    if (NESTING.some((nests) => nests(node))) {
      result = { kind: 'nested', code: '' };
      return;
    }
    if ((ts.isAwaitExpression(node) || ts.isReturnStatement(node)) && is(node.expression))
      result = { kind: 'found' };
    ts.forEachChild(node, visit);
    if (
      ts.isExpressionStatement(node) &&
      ts.isAwaitExpression(node.expression) &&
      is(node.expression.expression)
    )
      result = { kind: 'found', statement: spanOf(node) };
  };
  visit(outer);
  return result;
}

const NESTING: readonly ((node: ts.Node) => boolean)[] = [
  ts.isTryStatement,
  ts.isFunctionLike,
  ts.isSwitchStatement,
  (node) => ts.isIterationStatement(node, false),
];

function isVar({ declarationList: { flags } }: ts.VariableStatement): boolean {
  return (flags & (ts.NodeFlags.Let | ts.NodeFlags.Const)) === 0;
}

/** Names that are used as values: what is behind a dot, or is a key, is none. */
function usesIn(node: ts.Node): readonly string[] {
  const found: string[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isIdentifier(one)) found.push(one.text);
    else if (ts.isPropertyAccessExpression(one)) visit(one.expression);
    else if (ts.isPropertyAssignment(one)) visit(one.initializer);
    else ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}

function assignmentTo(node: ts.Node, names: readonly string[]): ts.Node | undefined {
  let found: ts.Node | undefined;
  walk(node, (one) => {
    const target = ts.isBinaryExpression(one)
      ? one.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
        one.operatorToken.kind <= ts.SyntaxKind.LastAssignment
        ? one.left
        : undefined
      : ts.isPrefixUnaryExpression(one) || ts.isPostfixUnaryExpression(one)
        ? one.operand
        : undefined;
    if (target !== undefined && ts.isIdentifier(target) && names.includes(target.text)) found = one;
  });
  return found;
}
