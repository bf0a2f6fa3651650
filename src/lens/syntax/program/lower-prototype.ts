import * as ts from '../typescript.ts';

/** What a statement of the module gives the instances of a function: a method, or another value. */
export interface PrototypeMember {
  readonly name: string;
  readonly value: ts.Expression | ts.MethodDeclaration;
}

/**
 * Functions of the module that the source uses as classes, by name, with what `Store.prototype.list = …` and `Store.prototype = { … }`
 * give their instances. One whose prototype is something else, such as an instance of another, is not among them.
 */
export function prototypesOf(
  statements: readonly ts.Statement[],
): ReadonlyMap<string, readonly PrototypeMember[]> {
  const found = new Map<string, PrototypeMember[]>();
  const others = new Set<string>();
  for (const statement of statements) {
    const given = givenTo(statement);
    if (given === undefined) continue;
    const members = membersIn(given);
    if (members === undefined) others.add(given.owner);
    else found.set(given.owner, [...(found.get(given.owner) ?? []), ...members]);
  }
  for (const name of others) found.delete(name);
  return found;
}

interface Given {
  /** The function's name. */
  readonly owner: string;
  /** The member's name; undefined where the prototype is replaced. */
  readonly name?: string;
  readonly value: ts.Expression;
}

/** What a statement assigns to a prototype. */
export function givenTo(statement: ts.Statement): Given | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return undefined;
  const { left, operatorToken, right: value } = statement.expression;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left))
    return undefined;
  const whole = ownerOf(left);
  if (whole !== undefined) return { owner: whole, value };
  const owner = ts.isPropertyAccessExpression(left.expression) ? ownerOf(left.expression) : undefined;
  return owner === undefined ? undefined : { owner, name: left.name.text, value };
}

/** `Store` of `Store.prototype`. */
function ownerOf({ expression, name }: ts.PropertyAccessExpression): string | undefined {
  return name.text === 'prototype' && ts.isIdentifier(expression) ? expression.text : undefined;
}

function membersIn({ name, value }: Given): readonly PrototypeMember[] | undefined {
  if (name !== undefined) return [{ name, value }];
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  const members: PrototypeMember[] = [];
  for (const property of value.properties) {
    if (property.name === undefined || !ts.isIdentifier(property.name)) return undefined;
    if (ts.isMethodDeclaration(property)) members.push({ name: property.name.text, value: property });
    else if (ts.isPropertyAssignment(property))
      members.push({ name: property.name.text, value: property.initializer });
    else return undefined;
  }
  return members;
}
