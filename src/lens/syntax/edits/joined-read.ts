import type { Span } from '../../../core/text/span.ts';
import { contains } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { indentAt, lineStart } from '../../../core/text/line.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';
import { refusalsIn } from './refusals.ts';
import { isEmptyList } from './paged-copy.ts';
import { bare, declarationOf, readTree, referencesOf, type Tree } from './tree.ts';
import { visibleDeclarations } from './visible-names.ts';

/** A read by keys that an entity which the program goes through names. */
export interface JoinedRead {
  /** The name of that entity. */
  readonly entity: string;
  readonly keys: readonly [partitionKey: JoinedKey, rowKey: JoinedKey];
  /** Where a comment for the line of the call is put, and what leads that line. */
  readonly line: number;
  readonly indent: string;
}

/** A property of the entity, or anything else. */
export type JoinedKey =
  | {
      readonly kind: 'property';
      readonly name: string;
      /** Within `String(…)`. */
      readonly isConverted: boolean;
    }
  | { readonly kind: 'other'; readonly span: Span };

/** Why a read isn't one for each entity. `code` is what is in the way. */
export interface NotJoined {
  readonly kind: 'keys' | 'entity' | 'options' | 'layout';
  readonly code: string;
}

/** What a read runs for each of. */
export interface Repeated {
  /** The loop, or the callback. */
  readonly span: Span;
  /** The calls of this file that list the entities. */
  readonly lists: readonly Span[];
  /** Functions give the entities as they are listed. */
  readonly isGivenWhole: boolean;
}

/** Reads the call at `call`, which runs for each of the entities that a loop or callback goes through. */
export function joinedReadAt(
  file: string,
  text: string,
  call: Span,
  repeated: Repeated,
): JoinedRead | NotJoined | undefined {
  const tree = readTree(parseSource(file, text));
  const { source } = tree;
  const no = refusalsIn<NotJoined['kind']>(source);
  const around = nodesAround(source, call);
  const node = around.find((one) => ts.isCallExpression(one) && isAt(source, one, call));
  if (node === undefined || !ts.isCallExpression(node)) return undefined;
  const [first, second, ...others] = node.arguments;
  if (first === undefined || second === undefined) return undefined;
  if (others.length > 0) return no('options', others[0]);
  const accesses = [first, second].map((one) => accessOf(one));
  const named = accesses.flatMap((one) => one ?? []);
  const [one] = named;
  if (one === undefined) return no('keys', node);
  const entity = declarationOf(tree, one.of);
  if (entity === undefined || named.some(({ of }) => declarationOf(tree, of) !== entity))
    return no('keys', node);
  if (!isEntity(tree, entity, repeated)) return no('entity', one.of);
  const keys = [first, second].map((key, index): JoinedKey => {
    const access = accesses[index];
    return access === undefined
      ? { kind: 'other', span: spanOf(source, key) }
      : { kind: 'property', name: access.name, isConverted: access.isConverted };
  });
  const [partitionKey, rowKey] = keys;
  if (partitionKey === undefined || rowKey === undefined) return undefined;
  // a comment would be a part of the text
  const isInText = around.some((each) => TEXTS.has(each.kind) && contains(spanOf(source, each), call));
  if (isInText) return no('layout', node);
  const { expression } = node;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const line = lineStart(text, name.getStart(source));
  return { entity: one.of.text, keys: [partitionKey, rowKey], line, indent: indentAt(text, line) };
}

const TEXTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.JsxElement,
  ts.SyntaxKind.JsxFragment,
]);

interface Access {
  readonly of: ts.Identifier;
  readonly name: string;
  readonly isConverted: boolean;
}

/** `order.productId`, or that within `String(…)`. */
function accessOf(node: ts.Expression): Access | undefined {
  const value = bare(node);
  if (ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === 'String') {
    const [only, ...others] = value.arguments;
    const access = only === undefined || others.length > 0 ? undefined : accessOf(only);
    return access && { ...access, isConverted: true };
  }
  return ts.isPropertyAccessExpression(value) &&
    value.questionDotToken === undefined &&
    ts.isIdentifier(value.expression) &&
    ts.isIdentifier(value.name)
    ? { of: value.expression, name: value.name.text, isConverted: false }
    : undefined;
}

/** Whether a name is that of a listed entity itself: the variable of the loop, or the first parameter of the callback. */
function isEntity(tree: Tree, name: ts.Identifier, repeated: Repeated): boolean {
  const found = goneThrough(tree, name);
  if (found === undefined || !isAt(tree.source, found.by, repeated.span)) return false;
  return areEntities(tree, found.all, repeated);
}

/** What a name is one of: the expression that a loop goes through, or whose method has the callback. */
function goneThrough(
  tree: Tree,
  name: ts.Identifier,
): { readonly by: ts.Node; readonly all: ts.Expression } | undefined {
  const parent = tree.parentOf(name);
  if (parent !== undefined && ts.isParameter(parent)) {
    const fn = tree.parentOf(parent);
    const call = fn && tree.parentOf(fn);
    if (fn === undefined || !ts.isArrowFunction(fn) || fn.parameters[0] !== parent) return undefined;
    if (call === undefined || !ts.isCallExpression(call) || call.arguments[0] !== fn) return undefined;
    const isEach = ts.isPropertyAccessExpression(call.expression) && EACH.has(call.expression.name.text);
    return isEach ? { by: fn, all: call.expression.expression } : undefined;
  }
  const list = parent && tree.parentOf(parent);
  const loop = list && tree.parentOf(list);
  return loop !== undefined && ts.isForOfStatement(loop) && loop.initializer === list
    ? { by: loop, all: loop.expression }
    : undefined;
}

const EACH: ReadonlySet<string> = new Set(['map', 'forEach', 'flatMap']);

/** Methods of arrays that give some of the elements, or all, in any order. */
const SOME: ReadonlySet<string> = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed']);

/** Whether an expression gives entities as they are listed, and nothing that is made of them. */
function areEntities(
  tree: Tree,
  node: ts.Expression,
  repeated: Repeated,
  seen = new Set<ts.Node>(),
): boolean {
  const value = bare(node);
  if (repeated.lists.some((one) => isAt(tree.source, value, one))) return true;
  if (ts.isCallExpression(value)) {
    const { expression, arguments: args } = value;
    const [first] = args;
    if (ts.isPropertyAccessExpression(expression)) {
      if (SOME.has(expression.name.text)) return areEntities(tree, expression.expression, repeated, seen);
      if (expression.name.text === 'fromAsync' && first !== undefined)
        return args.length === 1 && areEntities(tree, first, repeated, seen);
    }
    return repeated.isGivenWhole;
  }
  const name = ts.isIdentifier(value) ? declarationOf(tree, value) : undefined;
  const declaration = name && tree.parentOf(name);
  if (name === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  if (declaration.initializer === undefined) return false;
  // a list that is filled from itself
  if (seen.has(declaration)) return true;
  seen.add(declaration);
  const list = bare(declaration.initializer);
  if (!isEmptyList(list)) return isConstant(tree, declaration) && areEntities(tree, list, repeated, seen);
  return referencesOf(tree, name).every((use) => isFilled(tree, use, repeated, seen));
}

function isConstant(tree: Tree, declaration: ts.VariableDeclaration): boolean {
  const list = tree.parentOf(declaration);
  return list !== undefined && ts.isVariableDeclarationList(list) && (list.flags & ts.NodeFlags.Const) !== 0;
}

/** Whether a use of an array leaves its elements as they are, or adds an entity. */
function isFilled(tree: Tree, use: ts.Identifier, repeated: Repeated, seen: Set<ts.Node>): boolean {
  const access = tree.parentOf(use);
  const call = access && tree.parentOf(access);
  if (access === undefined || !ts.isPropertyAccessExpression(access))
    return access !== undefined && !isSet(access, use);
  if (call === undefined || !ts.isCallExpression(call) || call.expression !== access) return true;
  if (access.name.text === 'unshift' || access.name.text === 'splice') return false;
  if (access.name.text !== 'push') return true;
  return call.arguments.every((one) => {
    const added = ts.isIdentifier(one) ? declarationOf(tree, one) : undefined;
    const found = added && goneThrough(tree, added);
    return found !== undefined && areEntities(tree, found.all, repeated, seen);
  });
}

/** Whether a name gets another value, or its elements do. */
function isSet(parent: ts.Node, use: ts.Identifier): boolean {
  if (ts.isElementAccessExpression(parent)) return true;
  return ts.isBinaryExpression(parent) && parent.left === use;
}

/** Whether code at `offset` may wait: in an async function, or in none. */
export function mayAwaitAt(file: string, text: string, { start, end }: Span): boolean {
  const fn = nodesAround(parseSource(file, text), { start, end }).findLast(ts.isFunctionLike);
  if (fn === undefined) return true;
  const modifiers = ts.canHaveModifiers(fn) ? (ts.getModifiers(fn) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
}

/** Whether names and properties, such as `this.products`, or a call of such without arguments mean the same in two places of a file. */
export function meansTheSame(file: string, text: string, receiver: Span, at: Span): boolean {
  const tree = readTree(parseSource(file, text));
  const { source } = tree;
  const around = nodesAround(source, receiver);
  const node = around.findLast((one) => ts.isExpression(one) && isAt(source, one, receiver));
  const root = node && ts.isExpression(node) ? rootOf(node) : undefined;
  if (root === undefined) return false;
  const there = nodesAround(source, at);
  if (ts.isIdentifier(root)) {
    const declared = declarationOf(tree, root);
    const visible = visibleDeclarations(source, at.start).filter((one) => isNameOf(one.name, root.text));
    if (declared === undefined) return visible.length === 0;
    const last = visible.at(-1);
    return last !== undefined && contains(spanOf(source, last.name), spanOf(source, declared));
  }
  const isOwn = ts.isClassLike;
  const [own, other] = [around.findLast(isOwn), there.findLast(isOwn)];
  return own !== undefined && own === other && isOfInstance(around) && isOfInstance(there);
}

/** Whether an expression of names and properties has the value later that it has where it is: what it begins with is never set again. */
export function keepsValue(file: string, text: string, expression: Span, at: Span): boolean {
  if (!meansTheSame(file, text, expression, at)) return false;
  const tree = readTree(parseSource(file, text));
  const node = nodesAround(tree.source, expression).findLast(
    (one) => ts.isExpression(one) && isAt(tree.source, one, expression),
  );
  const declared = node !== undefined && ts.isIdentifier(node) ? declarationOf(tree, node) : undefined;
  if (declared === undefined) return false;
  return referencesOf(tree, declared).every((use) => {
    const parent = tree.parentOf(use);
    if (parent === undefined || ts.isPostfixUnaryExpression(parent) || ts.isPrefixUnaryExpression(parent))
      return false;
    return !isSet(parent, use);
  });
}

/** Whether `this` is that of an object of the class around it. */
function isOfInstance(around: readonly ts.Node[]): boolean {
  const within = around.slice(around.findLastIndex(ts.isClassLike) + 1).filter(ts.isFunctionLike);
  const [member, ...inner] = within;
  const modifiers =
    member !== undefined && ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : [];
  return (
    member !== undefined &&
    !modifiers.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) &&
    !ts.isConstructorDeclaration(member) &&
    inner.every(ts.isArrowFunction)
  );
}

function isNameOf(name: ts.BindingName, text: string): boolean {
  if (ts.isIdentifier(name)) return name.text === text;
  return name.elements.some((one) => ts.isBindingElement(one) && isNameOf(one.name, text));
}

function rootOf(node: ts.Expression): ts.Identifier | ts.ThisExpression | undefined {
  if (ts.isIdentifier(node)) return node;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return node as ts.ThisExpression;
  // what gives a client gives the same one wherever it is called
  if (ts.isCallExpression(node) && node.arguments.length === 0) return rootOf(node.expression);
  return ts.isPropertyAccessExpression(node) && node.questionDotToken === undefined
    ? rootOf(node.expression)
    : undefined;
}
