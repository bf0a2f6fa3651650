import type { TypeRef } from './expr.ts';
import * as ts from '../typescript.ts';

/** What stands in nearly every file is made once. */
const NO_ARGUMENTS: readonly TypeRef[] = [];
const STRING: TypeRef = { name: 'string', args: NO_ARGUMENTS };
const NUMBER: TypeRef = { name: 'number', args: NO_ARGUMENTS };
const BIGINT: TypeRef = { name: 'bigint', args: NO_ARGUMENTS };
const BOOLEAN: TypeRef = { name: 'boolean', args: NO_ARGUMENTS };
/** A type of which nothing is told. */
const ANYTHING: TypeRef = { name: 'unknown', args: NO_ARGUMENTS };
const ARRAY: TypeRef = { name: 'Array', args: NO_ARGUMENTS };

/**
 * What a type annotation says that can matter: names, object members, a function's result. A union with
 * `null` or `undefined` is its other part, optional; of other unions of plain values it says that alone, and those without, and what has no
 * name, give undefined.
 */
export function lowerType(
  node: ts.TypeNode | ts.JSDocTypeExpression | ts.JSDocTypeLiteral | undefined,
): TypeRef | undefined {
  if (node === undefined) return undefined;
  if (ts.isParenthesizedTypeNode(node)) return lowerType(node.type);
  if (ts.isTypeReferenceNode(node)) {
    const args = typeArgumentsOf(node) ?? NO_ARGUMENTS;
    if (ts.isIdentifier(node.typeName)) return { name: node.typeName.text, args };
    const { left, right } = node.typeName;
    return { name: right.text, args, ...(ts.isIdentifier(left) && { qualifier: left.text }) };
  }
  if (ts.isTypeLiteralNode(node)) return objectType(node.members);
  if (ts.isMappedTypeNode(node)) return recordOf(node);
  if (ts.isFunctionTypeNode(node)) return functionType(node.type);
  if (ts.isUnionTypeNode(node)) {
    const parts = node.types.filter((part) => !isNothing(part));
    const type = parts.length === 1 ? lowerType(parts[0]) : unionOf(parts);
    if (parts.length === node.types.length) return type;
    return optional(type ?? (parts.length > 1 && parts.every(isPlain) ? ANYTHING : undefined));
  }
  if (ts.isIntersectionTypeNode(node)) return intersectionOf(node);
  if (ts.isLiteralTypeNode(node)) return unionOf([node]);
  if (ts.isArrayTypeNode(node)) return listOf(lowerType(node.elementType));
  if (ts.isTupleTypeNode(node)) return tupleOf(node);
  // `keyof T` is a name of a property of T, and `readonly T` is T
  if (ts.isTypeOperatorNode(node))
    return node.operator === ts.SyntaxKind.KeyOfKeyword ? STRING : lowerType(node.type);
  if (ts.isImportTypeNode(node)) return importedType(node);
  if (isOfDocs(node)) return docType(node);
  if (ts.isTypeQueryNode(node)) {
    const { exprName } = node;
    return ts.isIdentifier(exprName)
      ? { name: 'typeof', qualifier: exprName.text, args: NO_ARGUMENTS }
      : undefined;
  }
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
      return STRING;
    case ts.SyntaxKind.NumberKeyword:
      return NUMBER;
    case ts.SyntaxKind.BigIntKeyword:
      return BIGINT;
    case ts.SyntaxKind.BooleanKeyword:
      return BOOLEAN;
    default:
      return undefined;
  }
}

/** What type parameters are given, each at its place; undefined where nothing is given. */
export function typeArgumentsOf({
  typeArguments,
}: {
  readonly typeArguments?: ts.NodeArray<ts.TypeNode> | undefined;
}): readonly TypeRef[] | undefined {
  return typeArguments?.map((one) => lowerType(one) ?? ANYTHING);
}

/** The names of type parameters; undefined where there are none. */
export function typeParametersOf({
  typeParameters,
}: {
  readonly typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration> | undefined;
}): readonly string[] | undefined {
  return typeParameters?.map(({ name }) => name.text);
}

/** `import('module').Name` */
function importedType(node: ts.ImportTypeNode): TypeRef | undefined {
  const { argument, qualifier, isTypeOf } = node;
  const module =
    ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal)
      ? argument.literal.text
      : undefined;
  if (module === undefined || qualifier === undefined || isTypeOf || !ts.isIdentifier(qualifier))
    return undefined;
  return { name: qualifier.text, module, args: typeArgumentsOf(node) ?? NO_ARGUMENTS };
}

type DocType =
  | ts.JSDocTypeExpression
  | ts.JSDocTypeLiteral
  | ts.JSDocNullableType
  | ts.JSDocNonNullableType
  | ts.JSDocOptionalType;

/** Whether a type is written as only doc comments have it. */
function isOfDocs(node: ts.Node): node is DocType {
  return (
    ts.isJSDocTypeExpression(node) ||
    ts.isJSDocTypeLiteral(node) ||
    ts.isJSDocNullableType(node) ||
    ts.isJSDocNonNullableType(node) ||
    ts.isJSDocOptionalType(node)
  );
}

function docType(node: DocType): TypeRef | undefined {
  if (ts.isJSDocTypeLiteral(node)) return docObject(node);
  const type = lowerType(node.type);
  return ts.isJSDocNullableType(node) || ts.isJSDocOptionalType(node) ? optional(type) : type;
}

/** `@typedef {object} Name` with its `@property` tags; `{object[]}` is a list of such. */
function docObject({ jsDocPropertyTags = [], isArrayType }: ts.JSDocTypeLiteral): TypeRef {
  const members: Record<string, TypeRef> = Object.create(null) as Record<string, TypeRef>;
  const properties: string[] = [];
  const required: string[] = [];
  for (const { name, typeExpression, isBracketed } of jsDocPropertyTags) {
    // `options.name` is the property of a parameter
    const called = ts.isIdentifier(name) ? name.text : name.right.text;
    const type = typeExpression && lowerType(typeExpression);
    if (type !== undefined) members[called] = isBracketed ? (optional(type) ?? type) : type;
    properties.push(called);
    if (!isBracketed && type?.isOptional !== true && typeExpression !== undefined) required.push(called);
  }
  const object: TypeRef = {
    name: '',
    args: NO_ARGUMENTS,
    members,
    properties,
    ...(required.length > 0 && { required }),
  };
  return isArrayType ? listOf(object) : object;
}

/** `A & B` has the members of both; one with a part of which nothing is told is open. */
function intersectionOf({ types }: ts.IntersectionTypeNode): TypeRef | undefined {
  const args = types.map(lowerType).filter((arg) => arg !== undefined);
  return args.length === types.length ? { name: '&', args } : undefined;
}

function listOf(element: TypeRef | undefined): TypeRef {
  return element === undefined ? ARRAY : { name: 'Array', args: [element] };
}

/** `[string, number]`; one that has parts which may be left out, or of which nothing is told, is an array of that many at most. */
function tupleOf({ elements }: ts.TupleTypeNode): TypeRef {
  const args = elements.map((element) => {
    if (!ts.isNamedTupleMember(element)) return lowerType(element);
    return (element.questionToken ?? element.dotDotDotToken) ? undefined : lowerType(element.type);
  });
  const known = args.filter((arg) => arg !== undefined);
  if (known.length === args.length && known.length > 0) return { name: 'Tuple', args: known };
  return elements.length === 0 || elements.some(isRest) ? ARRAY : { ...ARRAY, most: elements.length };
}

function isRest(node: ts.TypeNode): boolean {
  return ts.isNamedTupleMember(node)
    ? node.dotDotDotToken !== undefined
    : node.kind === ts.SyntaxKind.RestType;
}

/** `{ [Key in Name]: Value }` is a record, whatever its keys are. */
function recordOf(node: ts.MappedTypeNode): TypeRef | undefined {
  const value = lowerType(node.type);
  return value && { name: 'Record', args: [STRING, value] };
}

/** A type, as it is where a value may be left out, or may not. */
export function optional(type: TypeRef | undefined, isOptional = true): TypeRef | undefined {
  if (type === undefined || type.isOptional === isOptional) return type;
  const { isOptional: _, ...always } = type;
  return isOptional ? { ...always, isOptional } : always;
}

/** A text, a number, a truth value, or a list of those: `string | string[]`. */
function isPlain(node: ts.TypeNode): boolean {
  if (ts.isArrayTypeNode(node)) return isPlain(node.elementType);
  return [
    ts.SyntaxKind.StringKeyword,
    ts.SyntaxKind.NumberKeyword,
    ts.SyntaxKind.BooleanKeyword,
    ts.SyntaxKind.BigIntKeyword,
  ].includes(node.kind);
}

/** A union of texts alone; every other one gives undefined. */
function unionOf(parts: readonly ts.TypeNode[]): TypeRef | undefined {
  const literals = parts.map((part) =>
    ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal) ? part.literal.text : undefined,
  );
  return literals.every((literal) => literal !== undefined)
    ? { name: '|', args: NO_ARGUMENTS, literals }
    : undefined;
}

/**
 * The members of an interface or object type that are properties or methods with plain names. `isWhole`: it takes
 * none over from other types.
 */
export function objectType(elements: readonly ts.TypeElement[], isWhole = true): TypeRef {
  const properties: string[] = [];
  const required: string[] = [];
  const members: Record<string, TypeRef> = Object.create(null) as Record<string, TypeRef>;
  for (const element of elements) {
    if (element.name === undefined || !(ts.isIdentifier(element.name) || ts.isStringLiteral(element.name)))
      continue;
    const type = ts.isPropertySignature(element)
      ? element.questionToken
        ? optional(lowerType(element.type))
        : lowerType(element.type)
      : ts.isMethodSignature(element)
        ? functionType(element.type)
        : undefined;
    if (type !== undefined) members[element.name.text] = type;
    properties.push(element.name.text);
    if (ts.isPropertySignature(element) && element.questionToken === undefined && !mayBeNothing(element.type))
      required.push(element.name.text);
  }
  // an index signature, or a computed name
  const isClosed = isWhole && properties.length === elements.length;
  return {
    name: '',
    args: NO_ARGUMENTS,
    members,
    ...(isClosed && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function functionType(result: ts.TypeNode | undefined): TypeRef {
  const type = lowerType(result);
  return { name: '=>', args: type === undefined ? [] : [type] };
}

function mayBeNothing(node: ts.TypeNode | undefined): boolean {
  return node !== undefined && ts.isUnionTypeNode(node) && node.types.some(isNothing);
}

function isNothing(node: ts.TypeNode): boolean {
  return (
    node.kind === ts.SyntaxKind.UndefinedKeyword ||
    (ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword)
  );
}
