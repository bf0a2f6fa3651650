import type { CallExpr, Expr, PropertyExpr } from '../facts/expr.ts';
import type { At, Lowering, OpenClass } from './lowering.ts';
import * as ts from '../typescript.ts';

/** Opens a class for what is none in the source: an object whose methods use `this`, or a constructor function. */
function openClass(lowering: Lowering, name?: string): number {
  lowering.classes.push({ id: lowering.classes.length, members: [], ...(name !== undefined && { name }) });
  return lowering.classes.length - 1;
}

/** Lowers a function declaration; one that fills `this` is a class as well: `function Store() { this.client = … }`. */
export function lowerFunctionDeclaration(lowering: Lowering, node: ts.FunctionDeclaration, at: At): number {
  const name = node.name?.text;
  if (name === undefined || !/^[A-Z]/.test(name) || !usesThis(lowering, node)) {
    return lowering.lowerFunction(node, at, name);
  }
  const cls = openClass(lowering, name);
  const fn = lowering.lowerFunction(node, { ...at, ownThis: cls }, name, cls);
  const facts = lowering.classes[cls];
  if (facts) facts.constructorFn = fn;
  return fn;
}

/** Inside an object literal: its methods see it as `this`. */
export function insideObject(lowering: Lowering, node: ts.ObjectLiteralExpression, at: At): At {
  if (at.ownThis !== undefined || !node.properties.some((property) => isMethod(lowering, property)))
    return at;
  return { ...at, ownThis: openClass(lowering) };
}

function isMethod(lowering: Lowering, property: ts.ObjectLiteralElementLike): boolean {
  const isFunction =
    ts.isMethodDeclaration(property) ||
    (ts.isPropertyAssignment(property) && ts.isFunctionExpression(property.initializer));
  return isFunction && usesThis(lowering, property);
}

/** The properties of an object are the members that its methods see. */
export function addMembers(lowering: Lowering, at: At, properties: readonly PropertyExpr[]): void {
  const members = at.ownThis === undefined ? undefined : lowering.classes[at.ownThis]?.members;
  for (const property of properties) {
    if (property.kind !== 'property') continue;
    members?.push({ name: property.name, isStatic: false, kind: 'field', init: property.value });
  }
}

/** The class whose prototype is assigned to, and the name in it: `Store.prototype.list = …`, `Store.prototype = …`. */
export function prototypeOf(
  lowering: Lowering,
  target: Expr,
): { readonly cls: number; readonly name?: string } | undefined {
  if (target.kind !== 'member') return undefined;
  const isWhole = target.name === 'prototype';
  const prototype = isWhole ? target : target.object;
  if (prototype.kind !== 'member' || prototype.name !== 'prototype' || prototype.object.kind !== 'name')
    return undefined;
  const { name } = prototype.object;
  const cls = lowering.classes.findIndex((facts) => facts.name === name);
  return cls < 0 ? undefined : { cls, ...(!isWhole && { name: target.name }) };
}

/** What a name keeps for functions that have another `this`: `const self = this`. */
export function keptThis(
  { scopes }: Lowering,
  name: string,
  from: number,
): Extract<Expr, { kind: 'this' }> | undefined {
  let at: number | undefined = from;
  while (at !== undefined) {
    const scope: Lowering['scopes'][number] | undefined = scopes[at];
    const binding = scope?.bindings[name];
    if (binding !== undefined) return binding.init?.kind === 'this' ? binding.init : undefined;
    at = scope?.parent;
  }
  return undefined;
}

/** `Object.assign(this, …)`, or what libraries have for it. */
export function isAssignToThis(lowering: Lowering, { callee, args: [target] }: CallExpr): boolean {
  const isKept = target?.kind === 'name' && keptThis(lowering, target.name, target.scope) !== undefined;
  return (
    (isKept || target?.kind === 'this') &&
    callee.kind === 'member' &&
    callee.object.kind === 'name' &&
    ASSIGN.test(`${callee.object.name}.${callee.name}`)
  );
}

const ASSIGN = /^(?:Object\.assign|(?:_|lodash)\.(?:assign|extend|merge))$/;

/** Keeps what `Object.assign(this, …)` copies into an instance; on a branch, or nothing. */
export function noteCopies(cls: OpenClass, { args, span }: CallExpr, at: At): void {
  const orNothing = (arg: Expr): Expr =>
    at.branches.length === 0
      ? arg
      : { kind: 'conditional', whenTrue: arg, whenFalse: { kind: 'nothing', span }, span };
  const copies = args.slice(1).map((arg) => ({ fn: at.fn, from: orNothing(arg) }));
  cls.copies = [...(cls.copies ?? []), ...copies];
}

function usesThis(lowering: Lowering, node: ts.Node): boolean {
  return lowering.text.slice(node.pos, node.end).includes('this');
}
