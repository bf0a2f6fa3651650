import type { TextEdit } from '../../../core/text/edit.ts';
import { lineStart } from '../../../core/text/line.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { callAt, etagOptionOf } from './etag-option.ts';
import { returnsIn } from './returns.ts';

/** A function around a call of the SDK, and what gives it a parameter for the etag. */
export interface EtagParameter {
  /** The parameters before the etag: the code of what each is if nobody gives it, where that is a literal. */
  readonly before: readonly (string | undefined)[];
  /** None where it has one already. */
  readonly edits: readonly TextEdit[];
}

interface Named {
  readonly name: string;
  readonly node: ts.FunctionLikeDeclaration;
  /** The class whose method it is. */
  readonly owner?: string;
}

/**
 * Lets callers of the function `name` pass the etag to the `updateEntity` that it makes at `method`, the place of the
 * method's name; who passes none gets what they got before. Undefined where the function does not make the call itself, or its
 * parameters or arguments are not spelled out.
 */
export function etagParameterOf(
  file: string,
  text: string,
  method: Span,
  name: string,
): EtagParameter | undefined {
  const source = parseSource(file, text);
  const around = functionAt(source, method);
  const call = callOf(source, method);
  if (around?.name !== name || call === undefined) return undefined;
  const { node } = around;
  const { parameters } = node;
  const last = parameters.at(-1);
  if (last === undefined || last.dotDotDotToken !== undefined) return undefined;
  const callSpan = { start: call.getStart(source), end: call.end };
  const usual = parameters.map(({ initializer }) =>
    initializer !== undefined && ts.isLiteralExpression(initializer)
      ? initializer.getText(source)
      : undefined,
  );
  const known = parameters.findIndex((one) => ts.isIdentifier(one.name) && one.name.text === 'etag');
  if (known >= 0) {
    const options = call.arguments[2];
    const isSent =
      options !== undefined && ts.isObjectLiteralExpression(options) && options.properties.some(isEtag);
    return isSent && known === parameters.length - 1
      ? { before: usual.slice(0, known), edits: [] }
      : undefined;
  }
  if (hasName(node, 'etag')) return undefined;
  const option = etagOptionOf(file, text, callSpan, 'etag');
  if (option === undefined) return undefined;
  return {
    before: usual,
    edits: [...parameterEdits(source, node, last, "etag = '*'"), ...documented(source, node), option],
  };
}

function isEtag(node: ts.ObjectLiteralElementLike): boolean {
  return ts.isShorthandPropertyAssignment(node) && node.name.text === 'etag';
}

function parameterEdits(
  source: ts.SourceFile,
  node: ts.FunctionLikeDeclaration,
  last: ts.ParameterDeclaration,
  parameter: string,
): readonly TextEdit[] {
  const start = last.getStart(source);
  const isBare = ts.isArrowFunction(node) && !source.text.slice(node.getStart(source), start).includes('(');
  return [
    ...(isBare ? [{ span: { start, end: start }, text: '(' }] : []),
    { span: { start: last.end, end: last.end }, text: `, ${parameter}${isBare ? ')' : ''}` },
  ];
}

/** A line for the parameter in a doc comment that has such lines. */
function documented(source: ts.SourceFile, node: ts.FunctionLikeDeclaration): readonly TextEdit[] {
  const before = source.text.slice(0, node.getStart(source));
  const from = before.lastIndexOf('/**');
  const comment = before.slice(from);
  const isOwn = from >= 0 && /^\/\*\*(?:[^*]|\*(?!\/))*\*\/[\w\s=.]*$/.test(comment);
  const at = isOwn ? comment.lastIndexOf('@param') : -1;
  if (at < 0) return [];
  const lineEnd = comment.indexOf('\n', at);
  if (lineEnd < 0) return [];
  const lead = comment.slice(lineStart(comment, at), at);
  if (!/^[ \t]*\*[ \t]*$/.test(lead)) return [];
  const end = from + lineEnd;
  const line = `\n${lead}@param {string} [etag] the version that it must still have`;
  return [{ span: { start: end, end }, text: line }];
}

/**
 * Whether the function around the call `read` of `getEntity` has that name and gives the entity as it was read, with its etag: it does nothing
 * else, and declares no other type. `maybe`: it gives nothing where there is no entity.
 */
export function givesEntity(
  file: string,
  text: string,
  read: Span,
  name: string,
): 'always' | 'maybe' | undefined {
  const source = parseSource(file, text);
  const around = functionAt(source, read);
  const call = callAt(source, read);
  if (around?.name !== name || call === undefined) return undefined;
  const { body, type } = around.node;
  if (
    type !== undefined &&
    !/\b(?:TableEntityResult|GetTableEntityResponse|any)\b/.test(type.getText(source))
  )
    return undefined;
  const isCall = (value: ts.Expression | undefined): boolean =>
    value === call || (value !== undefined && ts.isAwaitExpression(value) && value.expression === call);
  if (body === undefined || !ts.isBlock(body)) return isCall(body) ? 'always' : undefined;
  const first = body.statements.at(-1);
  // what makes the client, or the keys
  const before = body.statements.slice(0, -1);
  if (first === undefined || !before.every(ts.isVariableStatement)) return undefined;
  if (ts.isReturnStatement(first)) return isCall(first.expression) ? 'always' : undefined;
  if (!ts.isTryStatement(first) || first.catchClause === undefined || first.finallyBlock !== undefined)
    return undefined;
  const [tried, ...more] = first.tryBlock.statements;
  const isTried =
    tried !== undefined && more.length === 0 && ts.isReturnStatement(tried) && isCall(tried.expression);
  return isTried && returnsIn(first.catchClause).every(({ expression }) => isNothing(expression))
    ? 'maybe'
    : undefined;
}

function isNothing(value: ts.Expression | undefined): boolean {
  return (
    value === undefined ||
    value.kind === ts.SyntaxKind.NullKeyword ||
    (ts.isIdentifier(value) && value.text === 'undefined')
  );
}

function functionOf(node: ts.Node): ts.FunctionLikeDeclaration | undefined {
  return ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node)
    ? node
    : undefined;
}

/** The innermost function around a place, and its name. */
function functionAt(source: ts.SourceFile, place: Span): Named | undefined {
  let found: Named | undefined;
  const visit = (node: ts.Node, name: string | undefined, owner: string | undefined): void => {
    if (!contains({ start: node.pos, end: node.end }, place)) return;
    const own = functionOf(node);
    if (own !== undefined) {
      const called = own.name !== undefined && ts.isIdentifier(own.name) ? own.name.text : name;
      found = { name: called ?? '', node: own, ...(owner !== undefined && { owner }) };
    }
    const isClass = ts.isClassDeclaration(node) || ts.isClassExpression(node);
    const names = nameOfValue(node);
    ts.forEachChild(node, (child) => {
      visit(child, names, isClass ? node.name?.text : owner);
    });
  };
  visit(source, undefined, undefined);
  return found;
}

/** The name that a node gives the value in it. */
function nameOfValue(node: ts.Node): string | undefined {
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node))
    return ts.isIdentifier(node.name) ? node.name.text : undefined;
  const isExported = ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left);
  return isExported && isExports(node.left.expression) ? node.left.name.text : undefined;
}

/** The name of the function around a place. */
export function functionNameAt(file: string, text: string, place: Span): string | undefined {
  return functionAt(parseSource(file, text), place)?.name;
}

/** The one call of a function of that name that stands before `call` in the same function; undefined where there are several. */
export function callBefore(file: string, text: string, name: string, call: Span): Span | undefined {
  const source = parseSource(file, text);
  const around = functionAt(source, call);
  const found: Span[] = [];
  if (around !== undefined)
    walk(around.node, (node) => {
      if (!ts.isCallExpression(node) || !isNamed(node.expression, name) || node.end > call.start) return;
      found.push({ start: node.getStart(source), end: node.end });
    });
  return found.length === 1 ? found[0] : undefined;
}

/** The class whose method makes the call at `method`. */
export function ownerOf(file: string, text: string, method: Span): string | undefined {
  return functionAt(parseSource(file, text), method)?.owner;
}

function callOf(source: ts.SourceFile, method: Span): ts.CallExpression | undefined {
  let found: ts.CallExpression | undefined;
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { name } = node.expression;
    if (name.getStart(source) === method.start && name.end === method.end) found = node;
  });
  return found;
}

function hasName(node: ts.Node, name: string): boolean {
  let isFound = false;
  walk(node, (one) => {
    isFound ||= ts.isIdentifier(one) && one.text === name;
  });
  return isFound;
}

/**
 * Whether a function of that name is, anywhere in a file, handed on as a value or called with a spread list: then whoever calls it may give
 * it more than the source shows. What a module exports, and what an object has under the same name, is called by that name.
 */
export function isHandedOn(file: string, text: string, name: string): boolean {
  const source = parseSource(file, text);
  let isFound = false;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isNamed(node.expression, name)) {
      isFound ||= node.arguments.some(ts.isSpreadElement);
      node.arguments.forEach(visit);
      if (ts.isPropertyAccessExpression(node.expression)) visit(node.expression.expression);
      return;
    }
    if (ts.isBinaryExpression(node) && isExports(node.left)) {
      if (!ts.isIdentifier(node.right)) visit(node.right);
      return;
    }
    if (ts.isImportDeclaration(node) || ts.isShorthandPropertyAssignment(node)) return;
    if (ts.isExportDeclaration(node)) {
      const { exportClause } = node;
      if (exportClause !== undefined && !ts.isNamespaceExport(exportClause))
        isFound ||= exportClause.elements.some(({ propertyName }) => propertyName?.text === name);
      return;
    }
    if (ts.isPropertyAccessExpression(node)) {
      isFound ||= node.name.text === name;
      visit(node.expression);
      return;
    }
    if (ts.isIdentifier(node)) {
      isFound ||= node.text === name;
      return;
    }
    ts.forEachChild(node, (child) => {
      if (!('name' in node && node.name === child && ts.isIdentifier(child))) visit(child);
    });
  };
  visit(source);
  return isFound;
}

function isNamed(node: ts.Expression, name: string): boolean {
  return (
    (ts.isIdentifier(node) && node.text === name) ||
    (ts.isPropertyAccessExpression(node) && node.name.text === name)
  );
}

function isExports(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'exports';
  if (!ts.isPropertyAccessExpression(node)) return false;
  return (
    (ts.isIdentifier(node.expression) && node.expression.text === 'module') || isExports(node.expression)
  );
}

/**
 * Whether the type of what is called takes one more argument once the function has one more parameter: it is called by its name or on
 * `this`, or on what is of the class that has it, as a type says or `new` does. JavaScript asks no type.
 */
export function takesMore(file: string, text: string, call: Span, owner: string | undefined): boolean {
  if (!/\.[cm]?tsx?$/.test(file)) return true;
  const source = parseSource(file, text);
  let isSure = false;
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || node.getStart(source) !== call.start || node.end !== call.end) return;
    const { expression } = node;
    if (ts.isIdentifier(expression)) isSure = true;
    if (!ts.isPropertyAccessExpression(expression)) return;
    const receiver = expression.expression;
    if (receiver.kind === ts.SyntaxKind.ThisKeyword) isSure = true;
    const name = ts.isIdentifier(receiver)
      ? receiver.text
      : ts.isPropertyAccessExpression(receiver) && receiver.expression.kind === ts.SyntaxKind.ThisKeyword
        ? receiver.name.text
        : undefined;
    if (name !== undefined && owner !== undefined) isSure ||= areAllOf(source, name, owner);
  });
  return isSure;
}

/** Whether all that a file declares by a name is of a class. */
function areAllOf(source: ts.SourceFile, name: string, owner: string): boolean {
  const kinds: boolean[] = [];
  walk(source, (node) => {
    if (!ts.isParameter(node) && !ts.isVariableDeclaration(node) && !ts.isPropertyDeclaration(node)) return;
    if (!ts.isIdentifier(node.name) || node.name.text !== name) return;
    const { type, initializer } = node;
    if (type !== undefined)
      kinds.push(
        ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === owner,
      );
    else
      kinds.push(
        initializer !== undefined &&
          ts.isNewExpression(initializer) &&
          ts.isIdentifier(initializer.expression) &&
          initializer.expression.text === owner,
      );
  });
  return kinds.length > 0 && kinds.every(Boolean);
}
