import { lineStart } from '../../../core/text/line.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { getterCallAt, rootOfClient } from './client-getter.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';
import { statementListAt } from './statement-list.ts';
import { refusalsIn } from './refusals.ts';
import { declarationOf, readTree, referencesOf } from './tree.ts';

/** A loop whose writes may wait until it has ended, or until the page has. */
export interface CollectedWrites {
  readonly loop: Span;
  /** Up to the body. */
  readonly body: Span;
  /** What leads the loop's line. */
  readonly indent: string;
  /** In the order of the calls that were given. */
  readonly writes: readonly CollectedWrite[];
  /** Of `for await`: what stands for an entity, and the list query. */
  readonly listed?: { readonly variable: string; readonly list: string };
  /** The loop writes messages to a log, which would now come before the writes. */
  readonly logs: boolean;
  /** Every name in the function around it, or in the file. */
  readonly names: ReadonlySet<string>;
}

/** A write in a loop. */
export interface CollectedWrite {
  /** `await call` */
  readonly span: Span;
  /** The arguments, as they are written. */
  readonly args: readonly string[];
  /** The first one as an object literal: what is changed of an object later isn't meant. */
  readonly entity: string;
}

/** Why writes can't wait. `code` is what keeps them from that. */
export interface NotCollected {
  readonly kind:
    | 'loop'
    | 'handled'
    | 'result'
    | 'waits'
    | 'leaves'
    | 'effect'
    | 'stream'
    | 'layout'
    | 'client'
    | 'generic'
    | 'options';
  readonly code: string;
}

/** Calls of one client in one loop, and the list queries of the file. */
interface Calls {
  readonly writes: readonly Span[];
  readonly lists: readonly Span[];
  /** The client, as it is written. */
  readonly client: string;
  /** Where the writes have it. */
  readonly receivers: readonly Span[];
}

/** The innermost loop around a call in the same function; undefined where there is none. */
export function loopAround(file: string, text: string, call: Span): Span | undefined {
  const source = parseSource(file, text);
  const loop = innermostLoop(source, call)?.loop;
  return loop && spanOf(source, loop);
}

/** Finds whether the loop does nothing that would see that its writes are sent later; all `writes` stand in that loop. */
export function collectedWrites(
  file: string,
  text: string,
  { writes, lists, client, receivers }: Calls,
): CollectedWrites | NotCollected {
  const source = parseSource(file, text);
  const no = refusalsIn<NotCollected['kind']>(source);
  const [first] = writes;
  const around = first && innermostLoop(source, first);
  if (around === undefined) return no('loop');
  const { loop, nodes } = around;
  if (!endsByItself(loop)) return no('loop');
  const isAwaiting = ts.isForOfStatement(loop) && loop.awaitModifier !== undefined;
  const isListed = isAwaiting && isListOf(source, loop.expression, lists) && isOneName(loop.initializer);
  if (isAwaiting && !isListed) return no('stream', loop.expression);
  const root = rootOfClient(client);
  const own = declaredWithin(loop);
  if (root === undefined || own.has(root)) return { kind: 'client', code: client };
  const locals = new Set([...own, ...localsOf(nodes)]);
  const found = new Map<Span, ts.AwaitExpression>();
  const allowed: Allowed = {
    writeOf: (node) => writes.find((span) => isAt(source, node, span)),
    holdsWrite: (node) => writes.some((span) => contains({ start: node.pos, end: node.end }, span)),
    found,
    locals,
    root,
    isListed,
    getters: receivers.flatMap((one) => getterCallAt(file, text, one) ?? []),
    logs: [],
  };
  const each = ts.isForStatement(loop)
    ? [loop.condition, loop.incrementor, loop.statement]
    : [loop.statement];
  const [obstacle] = each.flatMap((node) => {
    const one = node && obstacleIn(node, source, allowed);
    return one === undefined ? [] : [one];
  });
  if (obstacle !== undefined) return no(...obstacle);
  const isGeneric = nodes.some(hasTypeParameters);
  const collected: CollectedWrite[] = [];
  for (const span of writes) {
    const waiting = found.get(span);
    const call = waiting && ts.isCallExpression(waiting.expression) ? waiting.expression : undefined;
    const [first] = call?.arguments ?? [];
    if (waiting === undefined || call === undefined || first === undefined) return no('result');
    if (call.arguments.some(ts.isSpreadElement)) return no('options');
    const literal = literalOf(first);
    const isDelete =
      ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'deleteEntity';
    if (isGeneric && !isDelete && literal?.properties.some(ts.isSpreadAssignment) !== false)
      return no('generic', first);
    collected.push({
      span: spanOf(source, waiting),
      args: call.arguments.map((one) => one.getText(source)),
      entity: literal?.getText(source) ?? `{ ...${first.getText(source)} }`,
    });
  }
  const start = loop.getStart(source);
  const indent = text.slice(lineStart(text, start), start);
  const isStatement = statementListAt(source, start - 1).statements.includes(loop);
  const isMoved = isListed && hasLines(source, loop.statement);
  if (indent.trim() !== '' || !isStatement || isMoved) return no('layout');
  const names = new Set<string>();
  walk(nodes.findLast(ts.isFunctionLike) ?? source, (node) => {
    if (ts.isIdentifier(node)) names.add(node.text);
  });
  return {
    loop: spanOf(source, loop),
    body: spanOf(source, loop.statement),
    indent,
    writes: collected,
    ...(isListed && {
      listed: {
        variable: loop.initializer.getText(source),
        list: loop.expression.getText(source),
      },
    }),
    logs: allowed.logs.length > 0,
    names,
  };
}

/** Whether an expression is one of some calls, or a constant that has what that gives, and that nothing else uses. */
function isListOf(source: ts.SourceFile, node: ts.Expression, lists: readonly Span[]): boolean {
  if (lists.some((list) => isAt(source, node, list))) return true;
  if (!ts.isIdentifier(node)) return false;
  const tree = readTree(source);
  const declared = declarationOf(tree, node);
  const declaration = declared && tree.parentOf(declared);
  const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return (
    declared !== undefined &&
    value !== undefined &&
    lists.some((list) => isAt(source, value, list)) &&
    referencesOf(tree, declared).length === 1
  );
}

/** A loop that goes through something, or counts: nothing that is done while it waits decides when it ends. */
type Loop = ts.ForOfStatement | ts.ForInStatement | ts.ForStatement;

interface LoopAround {
  readonly loop: ts.IterationStatement;
  /** What is around the loop, within its function: outermost first. */
  readonly nodes: readonly ts.Node[];
}

function innermostLoop(source: ts.SourceFile, call: Span): LoopAround | undefined {
  const nodes = nodesAround(source, call);
  const at = nodes.findLastIndex((node) => ts.isIterationStatement(node, false));
  const loop = nodes[at];
  if (loop === undefined || !ts.isIterationStatement(loop, false)) return undefined;
  if (nodes.slice(at).some(ts.isFunctionLike)) return undefined;
  return { loop, nodes: nodes.slice(0, at) };
}

function endsByItself(loop: ts.IterationStatement): loop is Loop {
  if (ts.isForOfStatement(loop) || ts.isForInStatement(loop)) return true;
  return (
    ts.isForStatement(loop) &&
    loop.initializer !== undefined &&
    loop.condition !== undefined &&
    loop.incrementor !== undefined
  );
}

function isOneName(initializer: ts.ForInitializer): boolean {
  return ts.isVariableDeclarationList(initializer) && initializer.declarations.length === 1;
}

function hasTypeParameters(node: ts.Node): boolean {
  return (
    (ts.isFunctionLike(node) || ts.isClassDeclaration(node) || ts.isClassExpression(node)) &&
    (node.typeParameters?.length ?? 0) > 0
  );
}

/** The object literal that an expression is, whatever its type is called. */
function literalOf(node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return literalOf(node.expression);
  return ts.isObjectLiteralExpression(node) ? node : undefined;
}

/** A text of several lines would become another one by its place. */
function hasLines(source: ts.SourceFile, node: ts.Node): boolean {
  let isFound = false;
  walk(node, (one) => {
    const isTemplate = ts.isTemplateExpression(one) || ts.isNoSubstitutionTemplateLiteral(one);
    isFound ||= isTemplate && /[\r\n]/.test(one.getText(source));
  });
  return isFound;
}

/** Names that are declared below a node. */
function declaredWithin(node: ts.Node): Set<string> {
  return new Set(declarationsIn(node));
}

/** The same, each as often as it is. */
function declarationsIn(node: ts.Node): readonly string[] {
  const names: string[] = [];
  walk(node, (one) => {
    const isNamed = ts.isVariableDeclaration(one) || ts.isParameter(one) || ts.isBindingElement(one);
    if (isNamed && ts.isIdentifier(one.name)) names.push(one.name.text);
  });
  return names;
}

/**
 * Variables of the innermost function: nobody outside sees them if it throws. Of those around a `try` its `catch` and `finally` do, and
 * of one in its block they don't.
 */
function localsOf(nodes: readonly ts.Node[]): ReadonlySet<string> {
  const at = nodes.findLastIndex(ts.isFunctionLike);
  const fn = nodes[at];
  if (fn === undefined || !ts.isFunctionLike(fn)) return new Set();
  const names = declaredWithin(fn);
  const tried = nodes.slice(at).findLast(ts.isTryStatement);
  if (tried !== undefined) {
    const isInBlock = nodes.includes(tried.tryBlock);
    if (someVar(tried.tryBlock)) return new Set();
    const [inside, all] = [declaredWithin(tried.tryBlock), declarationsIn(fn)];
    // a name that is declared again may be that of another variable
    return new Set(
      isInBlock ? [...inside].filter((name) => all.filter((one) => one === name).length === 1) : [],
    );
  }
  for (const parameter of fn.parameters) for (const name of declaredWithin(parameter)) names.delete(name);
  for (const { name } of fn.parameters) if (ts.isIdentifier(name)) names.delete(name.text);
  return names;
}

/** Whether something is declared below a node that its whole function sees. */
function someVar(node: ts.Node): boolean {
  let isFound = false;
  walk(node, (one) => {
    if (ts.isVariableDeclarationList(one) && (one.flags & ts.NodeFlags.BlockScoped) === 0) isFound = true;
  });
  return isFound;
}

interface Allowed {
  readonly writeOf: (node: ts.Node) => Span | undefined;
  readonly holdsWrite: (node: ts.Node) => boolean;
  /** What waits for each write is put in here. */
  readonly found: Map<Span, ts.AwaitExpression>;
  /** Names that nobody sees but the function. */
  readonly locals: ReadonlySet<string>;
  /** The name with which the client's path begins. */
  readonly root: string;
  readonly isListed: boolean;
  /** Calls that give the client. */
  readonly getters: readonly Span[];
  /** What writes a message to a log is put in here. */
  readonly logs: ts.CallExpression[];
}

/** What has the methods of a log: `console.info(…)`, `this.logger.debug(…)`, `context.log(…)`. */
const LOGS: ReadonlySet<string> = new Set(['console', 'logger', 'log']);

/** Whether a call writes a message to a log, and nothing is done with what it gives. */
function isLogged({ expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return false;
  const { name, expression: on } = expression;
  const last = ts.isPropertyAccessExpression(on) ? on.name.text : ts.isIdentifier(on) ? on.text : '';
  return LOGS.has(last) || (last === 'context' && name.text === 'log');
}

/** Methods that put something into what they are called on, or take it out. */
const CHANGING: ReadonlySet<string> = new Set(['push', 'unshift', 'add', 'set', 'delete', 'sort', 'reverse']);

/** The first thing in a loop's body that others would see happen before the writes, or that waits for them. */
function obstacleIn(
  body: ts.Node,
  source: ts.SourceFile,
  { writeOf, holdsWrite, found, locals, root, isListed, getters, logs }: Allowed,
): readonly [NotCollected['kind'], ts.Node] | undefined {
  let obstacle: readonly [NotCollected['kind'], ts.Node] | undefined;
  const visit = (node: ts.Node, isInner: boolean): void => {
    if (obstacle !== undefined || ts.isFunctionLike(node)) return;
    const awaited =
      ts.isExpressionStatement(node) && ts.isAwaitExpression(node.expression) ? node.expression : undefined;
    const write = awaited && writeOf(awaited.expression);
    if (awaited !== undefined && write !== undefined) {
      found.set(write, awaited);
      ts.forEachChild(awaited.expression, (child) => {
        visit(child, isInner);
      });
      return;
    }
    const kind = kindOf(node, isInner);
    if (kind !== undefined) {
      obstacle = [kind, node];
      return;
    }
    const hasBreaks = ts.isIterationStatement(node, false) || ts.isSwitchStatement(node);
    ts.forEachChild(node, (child) => {
      visit(child, isInner || hasBreaks);
    });
  };
  const kindOf = (node: ts.Node, isInner: boolean): NotCollected['kind'] | undefined => {
    if (ts.isAwaitExpression(node)) {
      if (writeOf(node.expression) !== undefined) return 'result';
      if (getters.some((one) => isAt(source, node.expression, one))) return undefined;
      return holdsWrite(node) ? 'handled' : 'waits';
    }
    if (ts.isForOfStatement(node) && node.awaitModifier !== undefined) return 'waits';
    if (ts.isYieldExpression(node)) return 'waits';
    if (ts.isTryStatement(node)) return 'handled';
    if (ts.isReturnStatement(node) || ts.isLabeledStatement(node)) return 'leaves';
    if (ts.isBreakOrContinueStatement(node)) {
      const isOut = node.label !== undefined || (isListed && !isInner && ts.isBreakStatement(node));
      return isOut ? 'leaves' : undefined;
    }
    if (ts.isExpressionStatement(node)) return isHarmless(node.expression) ? undefined : 'effect';
    if (ts.isBinaryExpression(node) && isAssignment(node)) return isLocal(node.left) ? undefined : 'effect';
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const isCounting =
        node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
      return !isCounting || isLocal(node.operand) ? undefined : 'effect';
    }
    return undefined;
  };
  /** What a statement does that is nothing but an expression. */
  const isHarmless = (node: ts.Expression): boolean => {
    if (ts.isAwaitExpression(node)) return true; // is looked at by itself
    if (ts.isDeleteExpression(node)) return isLocal(node.expression);
    if (ts.isCallExpression(node) && isLogged(node)) {
      logs.push(node);
      return true;
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      return CHANGING.has(node.expression.name.text) && isLocal(node.expression.expression);
    return (
      (ts.isBinaryExpression(node) && isAssignment(node)) ||
      ts.isPrefixUnaryExpression(node) ||
      ts.isPostfixUnaryExpression(node)
    );
  };
  const isLocal = (node: ts.Expression): boolean => {
    if (ts.isIdentifier(node)) return locals.has(node.text) && node.text !== root;
    const isPart =
      ts.isPropertyAccessExpression(node) ||
      ts.isElementAccessExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node);
    return isPart && isLocal(node.expression);
  };
  visit(body, false);
  return obstacle;
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
