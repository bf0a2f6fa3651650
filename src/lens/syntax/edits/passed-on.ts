import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround } from './nodes-around.ts';

/** A method that passes what it is given on to one call, and does nothing else. */
export interface PassedOn {
  readonly name: string;
  readonly declaredAt: number;
  /** What it calls a method of, where classes that extend its own may say it, too: `this.table`. */
  readonly receiver: string;
  readonly parameters: number;
  /** What it adds behind that: literals. */
  readonly more: readonly string[];
  /** It gives what the call gives. */
  readonly isGiven: boolean;
}

/** Undefined where the function around the call does more. */
export function passedOnAt(file: string, text: string, span: Span): PassedOn | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, span);
  const method = around.findLast(ts.isMethodDeclaration);
  const owner = around.findLast(ts.isClassDeclaration);
  const statements = method?.body?.statements ?? [];
  const [statement] = statements;
  if (method === undefined || owner === undefined || statement === undefined || statements.length > 1)
    return undefined;
  // a decorator puts another function in its place
  if (isDecorated(method) || isDecorated(owner)) return undefined;
  const isGiven = ts.isReturnStatement(statement);
  const done = isGiven || ts.isExpressionStatement(statement) ? statement.expression : undefined;
  const call = done !== undefined && ts.isAwaitExpression(done) ? done.expression : done;
  if (call === undefined || !ts.isCallExpression(call) || !isAt(source, call, span)) return undefined;
  const names = method.parameters.map(plainName);
  const [own, more] = [call.arguments.slice(0, names.length), call.arguments.slice(names.length)];
  const isInOrder =
    own.length === names.length && own.every((one, at) => ts.isIdentifier(one) && one.text === names[at]);
  const receiver = ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined;
  if (!isInOrder || !more.every(ts.isStringLiteral) || !ts.isIdentifier(method.name)) return undefined;
  if (receiver === undefined || !isOfHeirs(owner, receiver)) return undefined;
  return {
    name: method.name.text,
    declaredAt: method.name.getStart(source),
    receiver: receiver.getText(source),
    parameters: names.length,
    more: more.map((one) => one.text),
    isGiven,
  };
}

function plainName({ name, dotDotDotToken, initializer }: ts.ParameterDeclaration): string | undefined {
  const isPlain = ts.isIdentifier(name) && dotDotDotToken === undefined && initializer === undefined;
  return isPlain ? name.text : undefined;
}

/** `this.table`, of a field that isn't private. */
function isOfHeirs(owner: ts.ClassDeclaration, receiver: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(receiver) || receiver.expression.kind !== ts.SyntaxKind.ThisKeyword)
    return false;
  const { name } = receiver;
  if (!ts.isIdentifier(name)) return false;
  const parameters = owner.members.filter(ts.isConstructorDeclaration).flatMap((one) => [...one.parameters]);
  const declared = [...owner.members, ...parameters].filter(
    (one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === name.text,
  );
  return declared.every((one) => !isPrivate(one));
}

function isDecorated(node: ts.MethodDeclaration | ts.ClassDeclaration): boolean {
  return (ts.getDecorators(node) ?? []).length > 0;
}

function isPrivate(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
}
