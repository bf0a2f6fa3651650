import type { TextEdit } from '../../../core/text/edit.ts';
import { lineStart } from '../../../core/text/line.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walkInOrder } from '../walk.ts';
import { nodesAround, isAt, spanOf } from './nodes-around.ts';
import { isEmptyList } from './paged-copy.ts';
import { refusalsIn } from './refusals.ts';
import { bare, declarationOf, memberName, readTree, referencesOf, type Tree } from './tree.ts';

/** A list of entities of which only a number is wanted. */
export interface CountedList {
  /** The property whose values are added up; absent where the entities are counted. */
  readonly property?: string;
  /** What reads the number instead, once it is known how: an expression that gives a promise of it. */
  readonly edits: (read: string) => readonly TextEdit[];
  /** The code that goes with that. */
  readonly removed: readonly Span[];
}

/** Why a number can't be read in place of the entities. `code` is what is in the way. */
export interface NotCounted {
  readonly kind: 'comment' | 'names';
  readonly code: string;
}

/**
 * How the entities that `call` lists are counted, or one of their properties is added up, and nothing else: in a loop (`n += 1`), by the
 * page (`n += page.length`), or as an array of which only the length is used. Undefined where more is wanted of them.
 */
export function countedListAt(file: string, text: string, call: Span): CountedList | NotCounted | undefined {
  const tree = readTree(parseSource(file, text));
  const node = nodesAround(tree.source, call).find(
    (one) => ts.isCallExpression(one) && isAt(tree.source, one, call),
  );
  const list = node && listOf(tree, node);
  if (list === undefined) return undefined;
  const number = list.loop === undefined ? ofArray(tree, list) : ofLoop(tree, list.loop, list.isPaged);
  return number && made(tree, list, number);
}

/** Where a list query's entities are gone through. */
interface List {
  /** The statement that reads them all: the loop, or what declares the array. */
  readonly statement: ts.Statement;
  readonly loop?: ts.ForOfStatement;
  readonly isPaged: boolean;
  /** What `await Array.fromAsync(…)` gives. */
  readonly array?: ts.Expression;
  /** The statement that names the query for this alone. */
  readonly named?: ts.Statement;
}

function listOf(tree: Tree, call: ts.Node): List | undefined {
  const parent = tree.parentOf(call);
  if (parent !== undefined && ts.isVariableDeclaration(parent) && parent.initializer === call) {
    const named = statementOf(tree, parent);
    const [use, ...others] = ts.isIdentifier(parent.name) ? referencesOf(tree, parent.name) : [];
    if (named === undefined || use === undefined || others.length > 0) return undefined;
    const list = goneThrough(tree, use);
    return list && tree.parentOf(list.statement) === tree.parentOf(named) ? { ...list, named } : undefined;
  }
  return goneThrough(tree, call);
}

/** Only what declares one thing, which no other file has. */
function statementOf(tree: Tree, declaration: ts.VariableDeclaration): ts.VariableStatement | undefined {
  const list = tree.parentOf(declaration);
  const statement = list && tree.parentOf(list);
  return list !== undefined &&
    ts.isVariableDeclarationList(list) &&
    list.declarations.length === 1 &&
    statement !== undefined &&
    ts.isVariableStatement(statement) &&
    statement.modifiers === undefined
    ? statement
    : undefined;
}

function goneThrough(tree: Tree, entities: ts.Node): List | undefined {
  const parent = tree.parentOf(entities);
  if (parent === undefined) return undefined;
  if (ts.isForOfStatement(parent))
    return parent.expression === entities && parent.awaitModifier !== undefined
      ? { statement: parent, loop: parent, isPaged: false }
      : undefined;
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'byPage') {
    const paging = tree.parentOf(parent);
    if (paging === undefined || !ts.isCallExpression(paging) || paging.expression !== parent)
      return undefined;
    // a token would leave out those before it
    if (paging.arguments.some((one) => !isSizeAlone(one))) return undefined;
    const list = goneThrough(tree, paging);
    return list?.loop === undefined || list.isPaged ? undefined : { ...list, isPaged: true };
  }
  if (!ts.isCallExpression(parent) || !isFromAsync(parent) || parent.arguments.length !== 1) return undefined;
  let whole: ts.Node = parent;
  let waits = false;
  for (let at = tree.parentOf(whole); at !== undefined; at = tree.parentOf(at)) {
    if (!ts.isAwaitExpression(at) && !ts.isParenthesizedExpression(at)) break;
    waits ||= ts.isAwaitExpression(at);
    whole = at;
  }
  const statement = waits ? statementAround(tree, whole) : undefined;
  return statement && ts.isExpression(whole) ? { statement, isPaged: false, array: whole } : undefined;
}

function isSizeAlone(node: ts.Expression): boolean {
  return (
    ts.isObjectLiteralExpression(node) &&
    node.properties.every(
      ({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === 'maxPageSize',
    )
  );
}

function isFromAsync({ expression }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'fromAsync' &&
    ts.isIdentifier(expression.expression) &&
    expression.expression.text === 'Array'
  );
}

function statementAround(tree: Tree, node: ts.Node): ts.Statement | undefined {
  for (let at = tree.parentOf(node); at !== undefined; at = tree.parentOf(at)) {
    if (ts.isFunctionLike(at)) return undefined;
    if (ts.isStatement(at)) return at;
  }
  return undefined;
}

/** The number that is made of the entities. */
interface Made {
  readonly property?: string;
  /** What has it: the name in its declaration. */
  readonly name?: ts.Identifier;
  /** What gives it, of an array: `all.length`. */
  readonly uses: readonly ts.Expression[];
  /** That declares it, and nothing else. */
  readonly declared?: ts.Statement;
  /** It had another value before, or has one later. */
  readonly isAdded: boolean;
}

/** What the one statement in a loop adds up, or puts into an array of which only the length is used. */
function ofLoop(tree: Tree, loop: ts.ForOfStatement, isPaged: boolean): Made | undefined {
  const { statement: body, initializer } = loop;
  const statements: readonly ts.Statement[] = ts.isBlock(body) ? body.statements : [body];
  const [only, ...others] = statements;
  if (only === undefined || others.length > 0 || !ts.isExpressionStatement(only)) return undefined;
  if (!ts.isVariableDeclarationList(initializer)) return undefined;
  const [variable] = initializer.declarations;
  if (variable === undefined) return undefined;
  const pushed = isPaged ? undefined : pushedTo(only.expression);
  if (pushed !== undefined) return ofPushed(tree, loop, pushed);
  const added = addedBy(only.expression);
  if (added === undefined) return undefined;
  const name = declarationOf(tree, added.target);
  const isOne = added.value === undefined;
  if (name === undefined || (isPaged && isOne)) return undefined;
  const of = isOne ? undefined : propertyOf(variable.name, added.value);
  if (!isOne && of === undefined) return undefined;
  if (isPaged && of !== 'length') return undefined;
  const counted = counter(tree, name, loop);
  return counted && { ...(!isOne && !isPaged && { property: of ?? '' }), ...counted };
}

/** What is added to what; 1 where there is no value. */
interface Added {
  readonly target: ts.Identifier;
  readonly value?: ts.Expression;
}

function addition(target: ts.Identifier, value: ts.Expression): Added | undefined {
  if (!ts.isNumericLiteral(value)) return { target, value };
  return value.text === '1' ? { target } : undefined;
}

/** `n++`, `n += x`, `n = n + x`: what is added to what; no value for 1. */
function addedBy(node: ts.Expression): Added | undefined {
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { operator, operand } = node;
    return operator === ts.SyntaxKind.PlusPlusToken && ts.isIdentifier(operand)
      ? { target: operand }
      : undefined;
  }
  if (!ts.isBinaryExpression(node) || !ts.isIdentifier(node.left)) return undefined;
  const { right, operatorToken } = node;
  const target = node.left;
  if (operatorToken.kind === ts.SyntaxKind.PlusEqualsToken) return addition(target, right);
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isBinaryExpression(right)) return undefined;
  const isSum = right.operatorToken.kind === ts.SyntaxKind.PlusToken;
  return isSum && ts.isIdentifier(right.left) && right.left.text === target.text
    ? addition(target, right.right)
    : undefined;
}

/** The property of the loop's variable that an expression is: `page.length`, `amount` of `{ amount }`. */
function propertyOf(variable: ts.BindingName, node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isIdentifier(variable))
    return ts.isPropertyAccessExpression(node) &&
      node.questionDotToken === undefined &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === variable.text
      ? node.name.text
      : undefined;
  if (!ts.isObjectBindingPattern(variable) || !ts.isIdentifier(node)) return undefined;
  const [only, ...others] = variable.elements;
  if (only === undefined || others.length > 0 || only.dotDotDotToken || only.initializer) return undefined;
  if (!ts.isIdentifier(only.name) || only.name.text !== node.text) return undefined;
  const property = only.propertyName ?? only.name;
  return ts.isIdentifier(property) ? property.text : undefined;
}

/** A variable that is 0 before the loop and isn't changed after it, or else one to which the number is added. */
function counter(tree: Tree, name: ts.Identifier, loop: ts.ForOfStatement): Made | undefined {
  const parent = tree.parentOf(name);
  const declaration = parent && ts.isVariableDeclaration(parent) ? parent : undefined;
  const declared = declaration && statementOf(tree, declaration);
  const uses = referencesOf(tree, name).filter((one) => one.pos < loop.pos || one.pos >= loop.end);
  const isZero =
    declaration?.initializer !== undefined &&
    ts.isNumericLiteral(declaration.initializer) &&
    declaration.initializer.text === '0';
  const isOwn =
    declared !== undefined &&
    isZero &&
    tree.parentOf(declared) === tree.parentOf(loop) &&
    uses.every((one) => one.pos > loop.end && !isChanged(tree, one));
  if (isOwn) return { name, uses, isAdded: false, declared };
  // `n += await …` has read `n` before it waits
  const fn = functionAround(tree, loop);
  const isInFunction = [name, ...uses].every((one) => functionAround(tree, one) === fn);
  return isInFunction ? { name, uses: [], isAdded: true } : undefined;
}

function isChanged(tree: Tree, use: ts.Identifier): boolean {
  const parent = tree.parentOf(use);
  if (parent === undefined) return true;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    const assigns = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return assigns && parent.left === use;
  }
  return ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent);
}

/** The array in `all.push(entity)`, where making what is put into it does nothing else. */
function pushedTo(node: ts.Expression): ts.Identifier | undefined {
  if (!ts.isCallExpression(node) || memberName(node.expression) !== 'push') return undefined;
  const { expression, arguments: args } = node;
  const [only, ...others] = args;
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  return only !== undefined && others.length === 0 && isPlain(only) ? expression.expression : undefined;
}

/** Names, properties, and objects of these. */
function isPlain(node: ts.Expression): boolean {
  const value = bare(node);
  if (ts.isAwaitExpression(value)) return false;
  if (ts.isIdentifier(value)) return true;
  if (ts.isPropertyAccessExpression(value)) return isPlain(value.expression);
  return (
    ts.isObjectLiteralExpression(value) &&
    value.properties.every(
      (one) =>
        ts.isShorthandPropertyAssignment(one) ||
        (ts.isSpreadAssignment(one) && isPlain(one.expression)) ||
        (ts.isPropertyAssignment(one) && isPlain(one.initializer)),
    )
  );
}

function ofPushed(tree: Tree, loop: ts.ForOfStatement, array: ts.Identifier): Made | undefined {
  const name = declarationOf(tree, array);
  const parent = name && tree.parentOf(name);
  const declaration = parent && ts.isVariableDeclaration(parent) ? parent : undefined;
  const declared = declaration && statementOf(tree, declaration);
  if (name === undefined || declared === undefined) return undefined;
  if (declaration?.initializer === undefined || !isEmptyList(declaration.initializer)) return undefined;
  if (tree.parentOf(declared) !== tree.parentOf(loop)) return undefined;
  const after = referencesOf(tree, name).filter((one) => one !== array);
  const lengths = after.every((one) => one.pos > loop.end) ? lengthsOf(tree, after) : undefined;
  return lengths && { name, uses: lengths, declared, isAdded: false };
}

/** `all.length` of each use, where every one is that, read. */
function lengthsOf(tree: Tree, uses: readonly ts.Identifier[]): readonly ts.Expression[] | undefined {
  const lengths: ts.Expression[] = [];
  for (const use of uses) {
    const access = tree.parentOf(use);
    if (access === undefined || !ts.isPropertyAccessExpression(access) || access.name.text !== 'length')
      return undefined;
    const parent = tree.parentOf(access);
    const isSet =
      parent !== undefined &&
      ts.isBinaryExpression(parent) &&
      parent.left === access &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
    if (isSet) return undefined;
    lengths.push(access);
  }
  return lengths.length > 0 ? lengths : undefined;
}

function ofArray(tree: Tree, { array, statement }: List): Made | undefined {
  const parent = array && tree.parentOf(array);
  if (array === undefined || parent === undefined) return undefined;
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'length')
    return { uses: [parent], isAdded: false };
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return undefined;
  if (statementOf(tree, parent) !== statement) return undefined;
  const lengths = lengthsOf(tree, referencesOf(tree, parent.name));
  return lengths && { name: parent.name, uses: lengths, declared: statement, isAdded: false };
}

/** The edits of it all. */
function made(tree: Tree, list: List, number: Made): CountedList | NotCounted {
  const { source } = tree;
  const no = refusalsIn<NotCounted['kind']>(source);
  const { statement, named } = list;
  const { name, uses, declared, isAdded, property } = number;
  const gone = [...new Set([named, declared, statement])].filter((one) => one !== undefined);
  const [direct] = name === undefined ? uses : [];
  const lost = direct === undefined ? gone : [direct];
  if (lost.some((one) => hasComment(source, one))) return no('comment', statement);
  const removed = [...(named ? [spanOf(source, named)] : []), ...lost.map((one) => spanOf(source, one))];
  const texts = textsOf(tree, removed);
  removed.push(...texts.map((one) => spanOf(source, one)));
  const others = [...gone.filter((one) => one !== statement), ...texts].map((one) => lineOf(source, one));
  const result = (edits: (read: string) => readonly TextEdit[]): CountedList => ({
    ...(property !== undefined && { property }),
    edits: (read) => [...others.map((span) => ({ span, text: '' })), ...edits(read)],
    removed,
  });
  // `(await Array.fromAsync(list)).length`
  if (direct !== undefined)
    return result((read) => [{ span: spanOf(source, direct), text: `await ${read}` }]);
  const at = spanOf(source, statement);
  if (isAdded) return result((read) => [{ span: at, text: `${name?.text ?? ''} += await ${read};` }]);
  const returned = returnAfter(tree, statement, uses);
  if (returned !== undefined) {
    const lead = isTried(tree, statement) ? 'return await ' : 'return ';
    return result((read) => [{ span: { start: at.start, end: returned.end }, text: `${lead}${read};` }]);
  }
  const isCounter = uses.every(ts.isIdentifier);
  const free = isCounter ? name?.text : freeName(tree, ['count', 'total', `${name?.text ?? ''}Count`]);
  if (free === undefined) return no('names', statement);
  return result((read) => [
    { span: at, text: `const ${free} = await ${read};` },
    ...(isCounter ? [] : uses.map((use) => ({ span: spanOf(source, use), text: free }))),
  ]);
}

/** Statements that name a text, such as a filter, for what goes alone. */
function textsOf(tree: Tree, removed: readonly Span[]): readonly ts.Statement[] {
  const isGone = (node: ts.Node): boolean => removed.some((one) => contains(one, spanOf(tree.source, node)));
  const found = new Set<ts.Statement>();
  walkInOrder(tree.source, (node) => {
    if (!ts.isVariableDeclaration(node)) return true;
    const { name, initializer } = node;
    const statement = statementOf(tree, node);
    if (statement === undefined || !ts.isIdentifier(name) || initializer === undefined) return true;
    const uses = referencesOf(tree, name);
    const isText =
      ts.isTaggedTemplateExpression(initializer) ||
      ts.isStringLiteralLike(initializer) ||
      ts.isTemplateExpression(initializer);
    const isWithin = functionAround(tree, node) !== undefined;
    if (
      isWithin &&
      isText &&
      uses.length > 0 &&
      uses.every(isGone) &&
      !isGone(node) &&
      !hasComment(tree.source, statement)
    )
      found.add(statement);
    return true;
  });
  return [...found];
}

/** The `return` right after a statement that gives the number and is all that has it. */
function returnAfter(
  tree: Tree,
  statement: ts.Statement,
  uses: readonly ts.Expression[],
): ts.ReturnStatement | undefined {
  const parent = tree.parentOf(statement);
  const [use, ...others] = uses;
  if (parent === undefined || !ts.isBlock(parent) || use === undefined || others.length > 0) return undefined;
  const next = parent.statements[parent.statements.indexOf(statement) + 1];
  if (next === undefined || !ts.isReturnStatement(next) || next.expression !== use) return undefined;
  const fn = functionAround(tree, statement);
  const isGenerator = fn !== undefined && 'asteriskToken' in fn && fn.asteriskToken !== undefined;
  return isGenerator || hasComment(tree.source, next, next.getFullStart()) ? undefined : next;
}

function functionAround(tree: Tree, node: ts.Node): ts.Node | undefined {
  for (let at = tree.parentOf(node); at !== undefined; at = tree.parentOf(at))
    if (ts.isFunctionLike(at)) return at;
  return undefined;
}

/** Whether a `try` of the same function is around a statement. */
function isTried(tree: Tree, node: ts.Node): boolean {
  for (let at = tree.parentOf(node); at !== undefined && !ts.isFunctionLike(at); at = tree.parentOf(at))
    if (ts.isTryStatement(at)) return true;
  return false;
}

/** A name that nothing in the file has. */
function freeName(tree: Tree, names: readonly string[]): string | undefined {
  return names.find((name) => tree.identifiers(name).length === 0);
}

/** Whether there is a comment within a node, which would be lost with it: between what has no parts of its own. */
function hasComment(source: ts.SourceFile, node: ts.Node, from = node.getStart(source)): boolean {
  const gaps: string[] = [];
  let at = from;
  walkInOrder(node, (one) => {
    const hasParts = ts.forEachChild(one, () => true) === true;
    if (hasParts || one.end <= at) return hasParts;
    gaps.push(source.text.slice(at, one.getStart(source)));
    at = one.end;
    return false;
  });
  gaps.push(source.text.slice(at, node.end));
  return gaps.some((gap) => gap.includes('//') || gap.includes('/*'));
}

/** A statement with its line, where nothing else is on that. */
function lineOf(source: ts.SourceFile, node: ts.Node): Span {
  const { text } = source;
  const span = spanOf(source, node);
  const start = lineStart(text, span.start);
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(span.end));
  const isAlone = text.slice(start, span.start).trim() === '' && rest !== null;
  return isAlone ? { start, end: span.end + rest[0].length } : span;
}
