import * as ts from '../typescript.ts';
import type { TypeRef } from './expr.ts';
import { optional } from './types.ts';

const typeNamed = (name: string): TypeRef => ({ name, args: [] });
const STRING = typeNamed('string');
const NUMBER = typeNamed('number');
const BIGINT = typeNamed('bigint');
const BOOLEAN = typeNamed('boolean');

/** What functions of the language give. */
const RESULTS: ReadonlyMap<string, TypeRef> = new Map([
  ['Number', NUMBER],
  ['parseInt', NUMBER],
  ['parseFloat', NUMBER],
  ['BigInt', BIGINT],
  ['String', STRING],
  ['Boolean', BOOLEAN],
]);

/**
 * The type that TypeScript gives a parameter for its default, where neither an annotation nor what is asked of its function does: `limit = 5`
 * takes numbers alone. In JavaScript anybody may pass anything. Undefined where the default doesn't tell.
 */
export function typeOfDefault({ name, initializer }: ts.ParameterDeclaration): TypeRef | undefined {
  if (initializer === undefined) return ts.isObjectBindingPattern(name) ? typeOfAny(name) : undefined;
  if (!ts.isObjectBindingPattern(name)) return typeOfValue(initializer);
  const isEmpty = ts.isObjectLiteralExpression(initializer) && initializer.properties.length === 0;
  return isEmpty ? typeOfParts(name) : undefined;
}

/** `{ id, limit = 5 }`: what has no default is of any type. A rest may have anything else, so nothing is said of all. */
function typeOfAny(name: ts.ObjectBindingPattern): TypeRef | undefined {
  const isOpen = name.elements.some(({ dotDotDotToken }) => dotDotDotToken !== undefined);
  const type = isOpen ? undefined : typeOfParts(name);
  return type?.members === undefined || Object.keys(type.members).length === 0 ? undefined : type;
}

/** `{ limit = 5, isOpen = true } = {}` */
function typeOfParts({ elements }: ts.ObjectBindingPattern): TypeRef {
  const members: Record<string, TypeRef> = Object.create(null) as Record<string, TypeRef>;
  for (const { name, propertyName, initializer, dotDotDotToken } of elements) {
    const key = propertyName ?? name;
    const type = initializer && optional(typeOfValue(initializer));
    if (type !== undefined && dotDotDotToken === undefined && ts.isIdentifier(key)) members[key.text] = type;
  }
  return { name: '', args: [], members };
}

function typeOfValue(value: ts.Expression): TypeRef | undefined {
  if (ts.isPrefixUnaryExpression(value)) {
    const isNegated = value.operator === ts.SyntaxKind.MinusToken && isDigits(value.operand);
    return isNegated ? typeOfValue(value.operand) : undefined;
  }
  if (ts.isNumericLiteral(value)) return NUMBER;
  if (ts.isBigIntLiteral(value)) return BIGINT;
  if (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value)) return STRING;
  if (value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword) return BOOLEAN;
  if (ts.isIdentifier(value)) return value.text === 'Infinity' || value.text === 'NaN' ? NUMBER : undefined;
  if (!ts.isCallExpression(value)) return undefined;
  return ts.isIdentifier(value.expression) ? RESULTS.get(value.expression.text) : undefined;
}

function isDigits(value: ts.Expression): boolean {
  return ts.isNumericLiteral(value) || ts.isBigIntLiteral(value);
}
