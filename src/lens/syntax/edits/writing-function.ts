import type { TextEdit } from '../../../core/text/edit.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { declaredFunctionAt, indentOf, namesIn, tagsBefore } from './declared-function.ts';
import { isAt } from './nodes-around.ts';

/** A function that writes one entity with what it is given, and does nothing else. */
export interface WritingFunction {
  readonly name: string;
  readonly parameters: readonly WritingParameter[];
  /** Statements of it that make the client, and those that are about what it is given. */
  readonly before: readonly string[];
  readonly each: readonly string[];
  /** The arguments of its write, as they are written. */
  readonly args: readonly string[];
  /** The first one as an object literal: an entity of a named type is none that a transaction takes. */
  readonly entity: string;
  readonly names: ReadonlySet<string>;
  /** How a function of another name is declared as it is: `export async function name(`, and what is after its body. */
  readonly head: (name: string) => string;
  readonly arrow: boolean;
  readonly tail: string;
  readonly indent: string;
  /** All of it, with the comment that documents it. */
  readonly span: Span;
  /** Only its own file, or its own class, can call it. */
  readonly isHidden: boolean;
  /** It is a method, which is called on an object. */
  readonly isMember: boolean;
  /** Edits that export another function as this one is; undefined where no other file has it. */
  readonly exported: ((name: string) => readonly TextEdit[]) | undefined;
}

/** A parameter: its name or pattern, and what is known of its type. */
export interface WritingParameter {
  /** A name, or a pattern. */
  readonly code: string;
  readonly isName: boolean;
  /** As it is written, or as a comment has it. */
  readonly type?: string;
  readonly isOptional: boolean;
  readonly initializer?: string;
}

/** Reads the function around a write; undefined where it does more than that, or is declared in a way that another one can't be. */
export function writingFunctionAt(file: string, text: string, write: Span): WritingFunction | undefined {
  const source = parseSource(file, text);
  const declared = declaredFunctionAt(source, write);
  const indent = declared && indentOf(source, declared.whole);
  if (declared === undefined || indent === undefined || declared.isProperty) return undefined;
  const { fn, whole, name, exported } = declared;
  if ((fn.typeParameters?.length ?? 0) > 0 || fn.asteriskToken !== undefined) return undefined;
  const statements = ts.isBlock(fn.body) ? fn.body.statements : undefined;
  const last = statements === undefined ? fn.body : statements.at(-1);
  const call = last && callIn(last);
  if (call === undefined || !isAt(source, call, write) || call.arguments.some(ts.isSpreadElement))
    return undefined;
  const [first] = call.arguments;
  const parts = partsOf(source, fn, statements?.slice(0, -1) ?? [], call);
  const head = headOf(source, whole, fn, declared.nameNode);
  const parameters = fn.parameters.map((one) => parameterOf(source, whole, one));
  if (first === undefined || parts === undefined || head === undefined) return undefined;
  if (parameters.length === 0 || !parameters.every((one) => one !== undefined)) return undefined;
  const isAlone = parameters.length === 1 || parameters.every(({ isName }) => isName);
  return isAlone
    ? {
        ...{ name, parameters, ...parts, ...head, indent, exported },
        args: call.arguments.map((one) => one.getText(source)),
        entity: ts.isObjectLiteralExpression(first)
          ? first.getText(source)
          : `{ ...${first.getText(source)} }`,
        names: namesIn(fn),
        span: { start: commentStart(source, whole), end: whole.end },
        isMember: ts.isMethodDeclaration(fn),
        isHidden: ts.isMethodDeclaration(fn) ? isPrivate(fn) : exported === undefined,
      }
    : undefined;
}

function isPrivate({ modifiers }: ts.MethodDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true;
}

/** Where a declaration begins, with the comment before it that documents it. */
function commentStart(source: ts.SourceFile, node: ts.Node): number {
  const last = ts.getLeadingCommentRanges(source.text, node.getFullStart())?.at(-1);
  const isDocumenting = last !== undefined && source.text.startsWith('/**', last.pos);
  return isDocumenting ? last.pos : node.getStart(source);
}

/** The call that a statement waits for, or returns. */
function callIn(node: ts.Node): ts.CallExpression | undefined {
  if (ts.isExpressionStatement(node))
    return ts.isAwaitExpression(node.expression) ? callIn(node.expression.expression) : undefined;
  if (ts.isReturnStatement(node)) return node.expression && callIn(node.expression);
  if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) return callIn(node.expression);
  return ts.isCallExpression(node) ? node : undefined;
}

/** The statements before the write: each declares constants, and waits for nothing that it is given. */
function partsOf(
  source: ts.SourceFile,
  fn: ts.FunctionLikeDeclaration,
  statements: readonly ts.Statement[],
  call: ts.CallExpression,
): Pick<WritingFunction, 'before' | 'each'> | undefined {
  const given = new Set<string>(fn.parameters.flatMap(({ name }) => [...namesIn(name)]));
  const client = namesIn(call.expression);
  const [before, each]: [string[], string[]] = [[], []];
  const isGiven = (node: ts.Node): boolean => [...namesIn(node)].some((one) => given.has(one));
  for (const statement of statements) {
    if (!ts.isVariableStatement(statement)) return undefined;
    const declared = statement.declarationList.declarations.flatMap(({ name }) => [...namesIn(name)]);
    const isOfClient = !isGiven(statement) && declared.some((one) => client.has(one));
    if (isOfClient) before.push(statement.getText(source));
    else {
      if (waits(statement)) return undefined;
      for (const one of declared) given.add(one);
      each.push(statement.getText(source));
    }
  }
  return isGiven(call.expression) || call.arguments.some(waits) ? undefined : { before, each };
}

function waits(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node)) return true;
  return ts.forEachChild(node, (child) => waits(child) || undefined) ?? false;
}

/** How the function is declared, but for its name and what follows it. */
function headOf(
  source: ts.SourceFile,
  whole: ts.Node,
  fn: ts.FunctionLikeDeclaration,
  name: ts.Node,
): Pick<WritingFunction, 'head' | 'arrow' | 'tail'> | undefined {
  const start = whole.getStart(source);
  const lead = source.text.slice(start, name.getStart(source));
  if (ts.isMethodDeclaration(fn) || ts.isFunctionDeclaration(fn)) {
    const isAsync = /\basync\b/.test(lead);
    const begins = isAsync
      ? lead
      : ts.isMethodDeclaration(fn)
        ? `${lead}async `
        : lead.replace('function', 'async function');
    return { head: (other) => `${begins}${other}(`, arrow: false, tail: '}' };
  }
  if (!ts.isVariableStatement(whole) && !ts.isExpressionStatement(whole)) return undefined;
  const end = source.text.slice(fn.end, whole.end);
  if (end !== '' && end !== ';') return undefined;
  const isArrow = ts.isArrowFunction(fn);
  return {
    head: (other) => `${lead}${other} = async ${isArrow ? '' : 'function '}(`,
    arrow: isArrow,
    tail: `}${end}`,
  };
}

function parameterOf(
  source: ts.SourceFile,
  whole: ts.Node,
  { name, type, questionToken, initializer, dotDotDotToken, modifiers }: ts.ParameterDeclaration,
): WritingParameter | undefined {
  if (dotDotDotToken !== undefined || modifiers !== undefined) return undefined;
  const code = name.getText(source);
  const said =
    type?.getText(source) ??
    typeInComment(tagsBefore(source, whole), code) ??
    (initializer && typeOfLiteral(initializer));
  return {
    ...{ code, isName: ts.isIdentifier(name) },
    ...(said !== undefined && { type: said }),
    isOptional: questionToken !== undefined || initializer !== undefined,
    ...(initializer && { initializer: initializer.getText(source) }),
  };
}

function typeOfLiteral(node: ts.Expression): string | undefined {
  if (ts.isStringLiteral(node)) return 'string';
  if (ts.isNumericLiteral(node)) return 'number';
  const isBoolean = node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
  return isBoolean ? 'boolean' : undefined;
}

/** The type that a comment gives a parameter. */
function typeInComment(tags: readonly string[], name: string): string | undefined {
  for (const tag of tags) {
    const [, type, named] = /^@param \{((?:[^{}]|\{[^{}]*\})*)\} \[?([\w$]+)/.exec(tag) ?? [];
    if (named === name) return type;
  }
  return undefined;
}

/** How a file calls a function by a name of its own, by one of a module or of `this`; undefined for any other call. */
export function calleeAt(
  file: string,
  text: string,
  call: Span,
): { readonly before: string; readonly name: string; readonly span: Span } | undefined {
  const source = parseSource(file, text);
  let found: ReturnType<typeof calleeAt>;
  const visit = (node: ts.Node): void => {
    if (node.pos > call.start || node.end < call.end) return;
    if (ts.isCallExpression(node) && isAt(source, node, call)) {
      const { expression } = node;
      const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
      const on = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined;
      const isPlain = on === undefined || ts.isIdentifier(on) || on.kind === ts.SyntaxKind.ThisKeyword;
      if (ts.isIdentifier(name) && isPlain)
        found = {
          before: source.text.slice(expression.getStart(source), name.getStart(source)),
          name: name.text,
          span: { start: name.getStart(source), end: name.end },
        };
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The module that a file has as a whole under a name. */
export function moduleNamed(file: string, text: string, name: string): string | undefined {
  for (const one of parseSource(file, text).statements) {
    if (ts.isImportDeclaration(one) && ts.isStringLiteral(one.moduleSpecifier)) {
      const bindings = one.importClause?.namedBindings;
      if (bindings && ts.isNamespaceImport(bindings) && bindings.name.text === name)
        return one.moduleSpecifier.text;
    }
    if (!ts.isVariableStatement(one)) continue;
    for (const { name: own, initializer } of one.declarationList.declarations) {
      const isIt = ts.isIdentifier(own) && own.text === name;
      if (!isIt || initializer === undefined || !ts.isCallExpression(initializer)) continue;
      const [module] = initializer.arguments;
      const isRequire = ts.isIdentifier(initializer.expression) && initializer.expression.text === 'require';
      if (isRequire && module && ts.isStringLiteral(module)) return module.text;
    }
  }
  return undefined;
}

/** Whether what a loop hands over in calls is as it was when they come: nothing but what the loop declares is changed, and before them. */
export function isAsHandedOver(file: string, text: string, loop: Span, calls: readonly Span[]): boolean {
  const source = parseSource(file, text);
  const first = Math.min(...calls.map(({ start }) => start));
  const own = new Set<string>();
  let isSo = true;
  const visit = (node: ts.Node, within: boolean): void => {
    const inside = within || isAt(source, node, loop);
    if (inside) {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) own.add(node.name.text);
      const changed = changedIn(node);
      if (changed !== undefined && (changed.end > first || !own.has(rootOf(changed)))) isSo = false;
    }
    ts.forEachChild(node, (child) => {
      visit(child, inside);
    });
  };
  visit(source, false);
  return isSo;
}

/** The member of an object, or the object, that a node changes. */
function changedIn(node: ts.Node): ts.Node | undefined {
  const isPart = (one: ts.Node): boolean =>
    ts.isPropertyAccessExpression(one) || ts.isElementAccessExpression(one);
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isSet = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isSet && isPart(node.left) ? node.left : undefined;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return isPart(node.operand) ? node.operand : undefined;
  if (ts.isDeleteExpression(node)) return node.expression;
  // a method that is called for what it does
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression))
    return node.expression.expression;
  return undefined;
}

function rootOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  const isPath =
    ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isNonNullExpression(node);
  return isPath ? rootOf(node.expression) : '';
}
