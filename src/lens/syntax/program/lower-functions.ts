import { grouped } from '../facts/grouped.ts';
import { typeOf } from '../doc-types.ts';
import { typeOfDefault } from '../facts/default-types.ts';
import { optional, typeParametersOf } from '../facts/types.ts';
import * as ts from '../typescript.ts';
import { keyOf, lowerExpression } from './lower-expressions.ts';
import { lowerBinding } from './lower-patterns.ts';
import { lowerStatements } from './lower-statements.ts';
import { type DraftClass, type DraftFunction, type Place, type ProgramLowering, spanOf } from './lowering.ts';
import type { PrototypeMember } from './lower-prototype.ts';
import type { ClassCode, FunctionCode, Member, Parameter } from './program.ts';
import { addBound, blockNames, lexical, varNames } from './scopes.ts';

/** Lowers a function with its body. `name` is what the source calls it where it has no name of its own. */
export function lowerFunction(
  lowering: ProgramLowering,
  node: ts.FunctionLikeDeclaration,
  at: Place,
  name: string | undefined,
): FunctionCode {
  const isArrow = ts.isArrowFunction(node);
  // `this: Store` tells a type, and no call gives it
  const parameters = node.parameters.filter(
    (parameter, index) => index > 0 || !ts.isIdentifier(parameter.name) || parameter.name.text !== 'this',
  );
  const { body } = node;
  const names: string[] = [];
  const hoisted: string[] = [];
  for (const parameter of parameters) addBound(parameter.name, names);
  if (body !== undefined && ts.isBlock(body)) {
    names.push(...blockNames(body.statements));
    if (lowering.hasVar) hoisted.push(...varNames(body).filter((name) => !names.includes(name)));
    names.push(...hoisted);
  }
  const ownName = node.name && ts.isIdentifier(node.name) ? node.name.text : undefined;
  // a function expression knows itself by its name
  const outer =
    ts.isFunctionExpression(node) && ownName !== undefined ? lexical([ownName], at.scope) : undefined;
  const scope = lexical(names, outer ?? at.scope, true, hoisted);
  const draft: DraftFunction = {
    name: name ?? ownName,
    span: spanOf(lowering, node),
    scope: scope.code,
    parameters: [],
    body: [],
    isArrow,
    isGenerator: 'asteriskToken' in node && node.asteriskToken !== undefined,
    isAsync:
      ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true,
    typeParameters: typeParametersOf(node),
    returnType: typeOf(node),
    isNear: false,
    knowsItself: outer !== undefined,
    outer: at.fn,
  };
  const inside: Place = { scope, fn: draft, cls: at.cls };
  draft.parameters = parameters.map((parameter) => lowerParameter(lowering, parameter, node, inside));
  if (body !== undefined) {
    draft.body = ts.isBlock(body)
      ? lowerStatements(lowering, body.statements, inside)
      : [{ kind: 'return', value: lowerExpression(lowering, body, inside), span: spanOf(lowering, body) }];
  }
  if (at.fn === undefined && at.cls === undefined) lowering.roots.push({ fn: draft });
  return draft;
}

/** Lowers a static block: a function without parameters, which has the class as its `this`. */
function lowerStaticBlock(
  lowering: ProgramLowering,
  node: ts.ClassStaticBlockDeclaration,
  at: Place,
): FunctionCode {
  const { statements } = node.body;
  const names = [...blockNames(statements)];
  const hoisted = lowering.hasVar ? varNames(node.body).filter((name) => !names.includes(name)) : [];
  const scope = lexical([...names, ...hoisted], at.scope, true, hoisted);
  const draft: DraftFunction = {
    name: 'static',
    span: spanOf(lowering, node),
    scope: scope.code,
    parameters: [],
    body: [],
    isArrow: true,
    isGenerator: false,
    isAsync: false,
    typeParameters: undefined,
    returnType: undefined,
    isNear: false,
    knowsItself: false,
    outer: at.fn,
  };
  draft.body = lowerStatements(lowering, statements, { scope, fn: draft, cls: at.cls });
  return draft;
}

function lowerParameter(
  lowering: ProgramLowering,
  parameter: ts.ParameterDeclaration,
  fn: ts.FunctionLikeDeclaration,
  at: Place,
): Parameter {
  const isOwn = lowering.isTypeScript && (ts.isFunctionDeclaration(fn) || lowering.untyped.has(fn));
  const isInferred = isOwn && parameter.type === undefined;
  const declared = isInferred ? typeOfDefault(parameter) : typeOf(parameter);
  // with a default it is never left out
  const isOptional = parameter.questionToken ? true : parameter.initializer ? false : undefined;
  const name = ts.isIdentifier(parameter.name) ? parameter.name.text : undefined;
  return {
    pattern: lowerBinding(lowering, parameter.name, at),
    name,
    type: isOptional === undefined ? declared : optional(declared, isOptional),
    isRest: parameter.dotDotDotToken !== undefined,
    fallback: parameter.initializer && lowerExpression(lowering, parameter.initializer, at),
    field:
      ts.isConstructorDeclaration(fn) && ts.isParameterPropertyDeclaration(parameter, fn) ? name : undefined,
  };
}

/** Lowers a class with its members. */
export function lowerClass(
  lowering: ProgramLowering,
  node: ts.ClassLikeDeclaration,
  at: Place,
  name?: string,
): ClassCode {
  const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const changed: DraftClass['changed'] = new Map();
  const making: Place = { ...at, cls: { changed, isMaking: true } };
  const inside: Place = { ...at, cls: { changed, isMaking: false } };
  const members: Member[] = [];
  let construct: FunctionCode | undefined;
  for (const element of node.members) {
    lowering.untyped.add(element);
    if (ts.isConstructorDeclaration(element)) {
      // what is only declared has no body
      if (element.body !== undefined) construct = lowerFunction(lowering, element, making, 'constructor');
      continue;
    }
    if (ts.isClassStaticBlockDeclaration(element)) {
      members.push({
        name: '',
        isStatic: true,
        kind: 'block',
        fn: lowerStaticBlock(lowering, element, making),
      });
      continue;
    }
    if (element.name === undefined) continue;
    const isStatic =
      ts.canHaveModifiers(element) &&
      (ts.getModifiers(element)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false);
    const key = keyOf(lowering, element.name, at);
    const called = typeof key === 'string' ? key : undefined;
    if (ts.isPropertyDeclaration(element)) {
      const init = element.initializer && lowerExpression(lowering, element.initializer, making, called);
      const type = typeOf(element);
      members.push({ name: key, isStatic, kind: 'field', init, type, isPrivate: isPrivate(element) });
    } else if (
      (ts.isMethodDeclaration(element) ||
        ts.isGetAccessorDeclaration(element) ||
        ts.isSetAccessorDeclaration(element)) &&
      element.body !== undefined
    ) {
      const kind = ts.isMethodDeclaration(element)
        ? 'method'
        : ts.isGetAccessorDeclaration(element)
          ? 'getter'
          : 'setter';
      const fn = lowerFunction(lowering, element, inside, called);
      members.push({ name: key, isStatic, kind, fn });
      if (at.fn === undefined && kind === 'method' && called !== undefined && isPrivate(element))
        lowering.privates.set(fn, called);
    }
  }
  const cls: ClassCode = {
    name: node.name?.text ?? name,
    span: spanOf(lowering, node),
    base: base && lowerExpression(lowering, base.expression, at),
    construct,
    members,
    named: grouped(members, ({ name: key, kind }) =>
      typeof key === 'string' && kind !== 'block' ? key : undefined,
    ),
    changed,
  };
  if (at.fn === undefined) addRoots(lowering, cls);
  return cls;
}

/** Lowers a function that is used as a class, with the members of its prototype. */
export function lowerConstructor(
  lowering: ProgramLowering,
  node: ts.FunctionDeclaration,
  prototype: readonly PrototypeMember[],
  at: Place,
): ClassCode {
  const changed: DraftClass['changed'] = new Map();
  const construct = lowerFunction(lowering, node, { ...at, cls: { changed, isMaking: true } }, 'constructor');
  const inside: Place = { ...at, cls: { changed, isMaking: false } };
  const members = prototype.flatMap(({ name, value }): Member[] => {
    if (name === 'constructor') return [];
    if (ts.isFunctionExpression(value) || ts.isMethodDeclaration(value))
      return [{ name, isStatic: false, kind: 'method', fn: lowerFunction(lowering, value, inside, name) }];
    return [{ name, isStatic: false, kind: 'field', init: lowerExpression(lowering, value, at, name) }];
  });
  const cls: ClassCode = {
    name: node.name?.text,
    span: spanOf(lowering, node),
    construct,
    members,
    named: grouped(members, ({ name }) => (typeof name === 'string' ? name : undefined)),
    changed,
  };
  addRoots(lowering, cls);
  return cls;
}

/** Whether nothing outside of the class calls a method, or assigns a field: what is decorated a framework may. */
function isPrivate(member: ts.ClassLikeDeclaration['members'][number]): boolean {
  if (!ts.canHaveModifiers(member)) return false;
  const modifiers = member.modifiers ?? [];
  const isHidden =
    (member.name !== undefined && ts.isPrivateIdentifier(member.name)) ||
    modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  return isHidden && modifiers.every((one) => one.kind !== ts.SyntaxKind.Decorator);
}

function addRoots({ roots }: ProgramLowering, cls: ClassCode): void {
  if (cls.construct !== undefined) roots.push({ fn: cls.construct, cls });
  for (const { fn, isStatic, init, kind } of cls.members) {
    if (fn !== undefined && kind !== 'block') roots.push({ fn, cls, isStatic });
    // `list = async () => …`
    if (init?.kind === 'function') roots.push({ fn: init.fn, cls, isStatic });
  }
}
