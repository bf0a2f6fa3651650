import type { Expr, TypeRef } from '../facts/expr.ts';
import type { ClassMember, FunctionFacts } from '../facts/facts.ts';
import { lowerExpression, propertyName } from './lower-expression.ts';
import { declarePattern } from './lower-pattern.ts';
import { lowerStatements } from './lower-statement.ts';
import { type At, type Lowering, openScope, spanOf } from './lowering.ts';
import { optional, typeArgumentsOf, typeParametersOf } from '../facts/types.ts';
import { typeOf } from '../doc-types.ts';
import * as ts from '../typescript.ts';

type FunctionNode = ts.FunctionLikeDeclaration;

function isAsync(node: FunctionNode): boolean {
  if (!ts.canHaveModifiers(node) || ('asteriskToken' in node && node.asteriskToken !== undefined))
    return false;
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
}

/** Lowers a function with its body; the result is its id. */
export function lowerFunction(
  lowering: Lowering,
  node: FunctionNode,
  at: At,
  name: string | undefined,
  makes?: number,
): number {
  const id = lowering.functions.length;
  const scope = openScope(lowering, at, id);
  const returns: Expr[] = [];
  const returnType = typeOf(node);
  const ownName = name ?? (node.name && ts.isIdentifier(node.name) ? node.name.text : undefined);
  // a `function` has a `this` of its own
  const cls = ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node) ? at.ownThis : at.cls;
  // `this: Store` tells a type, and no call gives it
  const parameters = node.parameters.filter(
    ({ name }, index) => index > 0 || !ts.isIdentifier(name) || name.text !== 'this',
  );
  const facts: FunctionFacts = {
    id,
    span: spanOf(lowering, node),
    scope,
    parameters: parameters.map((parameter) => ({
      name: ts.isIdentifier(parameter.name) ? parameter.name.text : undefined,
      type: typeOf(parameter),
    })),
    returns,
    isAsync: isAsync(node) || undefined,
    name: ownName,
    cls,
    makes,
    typeParameters: typeParametersOf(node),
    returnType,
  };
  lowering.functions.push(facts);
  const inside: At = { scope, fn: id, cls, branches: [], loops: [] };
  parameters.forEach((parameter, index) => {
    declareParameter(lowering, parameter, index, inside);
  });
  if (node.body === undefined) return id;
  if (ts.isBlock(node.body)) {
    const end = lowerStatements(lowering, node.body.statements, inside, returns);
    // who writes down what is returned has it checked that something always is
    if (end !== undefined && returns.length > 0 && node.type === undefined) {
      returns.push({ kind: 'nothing', span: facts.span });
    }
  } else {
    returns.push(lowerExpression(lowering, node.body, inside));
  }
  return id;
}

function declareParameter(
  lowering: Lowering,
  parameter: ts.ParameterDeclaration,
  index: number,
  at: At,
): void {
  const declared = typeOf(parameter);
  // with a default it is never left out
  const isOptional = parameter.questionToken ? true : parameter.initializer ? false : undefined;
  const type = isOptional === undefined ? declared : optional(declared, isOptional);
  const fallback = parameter.initializer && lowerExpression(lowering, parameter.initializer, at);
  const span = spanOf(lowering, parameter.name);
  const name = ts.isIdentifier(parameter.name) ? parameter.name.text : undefined;
  const fn = at.fn ?? 0;
  const value: Expr = parameter.dotDotDotToken
    ? { kind: 'rest', fn, index, span, name }
    : {
        kind: 'parameter',
        fn,
        index,
        span,
        name,
        type,
        fallback,
        token: injectedBy(lowering, parameter, at),
      };
  declarePattern(lowering, at.scope, parameter.name, value, type, at);
}

/** The first decorator of a parameter or field that is called: `@Inject(TOKEN)`. */
function injectedBy(
  lowering: Lowering,
  node: ts.ParameterDeclaration | ts.PropertyDeclaration,
  at: At,
): Expr | undefined {
  const decorator = ts.getDecorators(node)?.find(({ expression }) => ts.isCallExpression(expression));
  return decorator && lowerExpression(lowering, decorator.expression, at);
}

/** The interfaces that a class says it has. */
function interfacesOf({ heritageClauses }: ts.ClassLikeDeclaration): readonly TypeRef[] {
  const clause = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ImplementsKeyword);
  return (clause?.types ?? []).flatMap((node): readonly TypeRef[] => {
    const { expression } = node;
    const args = typeArgumentsOf(node) ?? [];
    return ts.isIdentifier(expression) ? [{ name: expression.text, args }] : [];
  });
}

/** Lowers a class with its members; the result is its id. */
export function lowerClass(lowering: Lowering, node: ts.ClassLikeDeclaration, at: At): number {
  const id = lowering.classes.length;
  const members: ClassMember[] = [];
  const base = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword);
  const parent = base?.types[0] && lowerExpression(lowering, base.types[0].expression, at);
  const typeParameters = typeParametersOf(node);
  const baseTypes = base?.types[0] && typeArgumentsOf(base.types[0]);
  const interfaces = interfacesOf(node);
  const facts = {
    id,
    members,
    ...(node.name && { name: node.name.text }),
    ...(typeParameters && { typeParameters }),
    ...(parent !== undefined && { extends: parent }),
    ...(baseTypes && { baseTypes }),
    ...(interfaces.length > 0 && { implements: interfaces }),
  };
  lowering.classes.push(facts);
  // a module's says what it provides
  for (const { expression } of ts.getDecorators(node) ?? []) lowerExpression(lowering, expression, at);
  // a computed name cannot be asked for, but there may be calls inside
  const add = ({
    name,
    ...member
  }: Omit<ClassMember, 'name'> & { readonly name: string | undefined }): void => {
    if (name !== undefined) members.push({ name, ...member });
  };
  const inside: At = { ...at, cls: id, branches: [], loops: [] };
  for (const element of node.members) {
    if (ts.isConstructorDeclaration(element)) {
      lowerConstructor(lowering, element, inside, id);
      continue;
    }
    if (ts.isClassStaticBlockDeclaration(element)) {
      const scope = openScope(lowering, inside);
      lowerStatements(lowering, element.body.statements, { ...inside, scope }, undefined);
      continue;
    }
    const name = element.name && propertyName(element.name);
    const isStatic =
      ts.canHaveModifiers(element) &&
      (ts.getModifiers(element)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false);
    if (ts.isPropertyDeclaration(element)) {
      const init = element.initializer && lowerExpression(lowering, element.initializer, inside, name);
      const type = typeOf(element);
      const token = injectedBy(lowering, element, inside);
      add({
        name,
        isStatic,
        kind: 'field',
        ...(init !== undefined && { init }),
        ...(token !== undefined && { token }),
        ...(type !== undefined && { type }),
      });
    } else if (ts.isMethodDeclaration(element) || ts.isGetAccessorDeclaration(element)) {
      const fn = lowerFunction(lowering, element, inside, name);
      add({ name, isStatic, kind: ts.isMethodDeclaration(element) ? 'method' : 'getter', fn });
    } else if (ts.isSetAccessorDeclaration(element)) {
      lowerFunction(lowering, element, inside, name);
    }
  }
  return id;
}

function lowerConstructor(lowering: Lowering, node: ts.ConstructorDeclaration, at: At, cls: number): void {
  const fn = lowerFunction(lowering, node, at, 'constructor');
  const facts = lowering.classes[cls];
  if (facts === undefined) return;
  facts.constructorFn = fn;
  node.parameters.forEach((parameter, index) => {
    if (!ts.isParameterPropertyDeclaration(parameter, node) || !ts.isIdentifier(parameter.name)) return;
    const type = typeOf(parameter);
    const name = parameter.name.text;
    const bound = lowering.scopes[lowering.functions[fn]?.scope ?? 0]?.bindings[name]?.init;
    facts.members.push({
      name,
      isStatic: false,
      kind: 'field',
      init: {
        kind: 'parameter',
        fn,
        index,
        name,
        type,
        ...(bound?.kind === 'parameter' && { token: bound.token, fallback: bound.fallback }),
        span: spanOf(lowering, parameter.name),
      },
      ...(type !== undefined && { type }),
    });
  });
}
