import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { type Declaration, visibleDeclarations } from './visible-names.ts';

/** What a value is, as far as its declaration alone tells. */
export type PlainType = 'string' | 'number' | 'bigint' | 'boolean' | 'date';

/** Something that code can name and that may be one plain value. */
export interface VisibleValue {
  /** `department`, or `input.department`. */
  readonly expression: string;
  readonly type?: PlainType;
}

/** Members that are named of one parameter or variable. */
const MOST_MEMBERS = 20;

/**
 * What code at `offset` can use as a plain value: parameters and variables with a value there, and the members that
 * their types in the file name; the nearest first, each name as it is meant there. Functions, lists, and objects of other
 * types are left out.
 */
export function visibleValues(file: string, text: string, offset: number): readonly VisibleValue[] {
  const source = parseSource(file, text);
  const types = new Map(
    source.statements
      .filter((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each))
      .map((each): [string, ts.TypeNode | ts.InterfaceDeclaration] => [
        each.name.text,
        ts.isTypeAliasDeclaration(each) ? each.type : each,
      ]),
  );
  const found = new Map<string, VisibleValue | undefined>();
  for (const declaration of [...visibleDeclarations(source, offset)].reverse()) {
    const near = valuesOf(declaration, types);
    const names = new Set(near.map(({ name }) => name));
    const hidden = new Set([...names].filter((name) => found.has(name)));
    for (const name of names) if (!hidden.has(name)) found.set(name, undefined);
    for (const { name, value } of near) {
      if (value !== undefined && !hidden.has(name)) found.set(value.expression, value);
    }
  }
  return [...found.values()].filter((value) => value !== undefined);
}

type Types = ReadonlyMap<string, ts.TypeNode | ts.InterfaceDeclaration>;

/** A name that is declared, with a value that it leads to; without one for what is no plain value. */
interface Named {
  readonly name: string;
  readonly value?: VisibleValue;
}

/** What a type node is: plain, not known, something with members, or anything that is no value of a filter. */
type Kind = PlainType | 'unknown' | 'other' | ReadonlyMap<string, ts.TypeNode | undefined>;

function valuesOf({ name, type, initializer }: Declaration, types: Types): readonly Named[] {
  const kind = type === undefined ? kindOfValue(initializer) : kindOf(type, types);
  return namesIn(name, kind, types);
}

function namesIn(name: ts.BindingName, kind: Kind, types: Types): readonly Named[] {
  if (ts.isIdentifier(name)) return named(name.text, kind, types);
  return name.elements.flatMap((element): readonly Named[] => {
    if (!ts.isBindingElement(element)) return [];
    if (element.dotDotDotToken) return namesIn(element.name, 'other', types);
    const { propertyName = element.name } = element;
    const member =
      ts.isObjectBindingPattern(name) && ts.isIdentifier(propertyName) && typeof kind === 'object'
        ? kind.get(propertyName.text)
        : undefined;
    return namesIn(element.name, member === undefined ? 'unknown' : kindOf(member, types), types);
  });
}

function named(name: string, kind: Kind, types: Types): readonly Named[] {
  if (kind === 'other') return [{ name }];
  if (kind === 'unknown') return [{ name, value: { expression: name } }];
  if (typeof kind === 'string') return [{ name, value: { expression: name, type: kind } }];
  const members = [...kind].slice(0, MOST_MEMBERS).flatMap(([member, type]): readonly Named[] => {
    const is = type === undefined ? 'other' : kindOf(type, types);
    return typeof is === 'string' && is !== 'other' && is !== 'unknown'
      ? [{ name, value: { expression: `${name}.${member}`, type: is } }]
      : [];
  });
  return [{ name }, ...members];
}

/** `depth` ends types that are made of each other. */
function kindOf(type: ts.TypeNode | ts.InterfaceDeclaration, types: Types, depth = 0): Kind {
  if (depth > 8) return 'other';
  if (ts.isInterfaceDeclaration(type) || ts.isTypeLiteralNode(type)) return membersOf(type.members);
  if (ts.isParenthesizedTypeNode(type)) return kindOf(type.type, types, depth + 1);
  if (ts.isUnionTypeNode(type)) {
    const kinds = new Set(
      type.types.filter((one) => !isNothing(one)).map((one) => kindOf(one, types, depth + 1)),
    );
    const [only, ...others] = kinds;
    return only !== undefined && others.length === 0 ? only : 'other';
  }
  if (ts.isIntersectionTypeNode(type)) {
    // `string & { __brand: 'Id' }`
    return type.types.map((one) => kindOf(one, types, depth + 1)).find(isPlain) ?? 'other';
  }
  if (ts.isLiteralTypeNode(type)) return kindOfLiteral(type.literal);
  if (ts.isTypeReferenceNode(type)) {
    if (!ts.isIdentifier(type.typeName)) return 'other';
    const known = types.get(type.typeName.text);
    if (known !== undefined) return kindOf(known, types, depth + 1);
    return type.typeName.text === 'Date' ? 'date' : 'other';
  }
  return KEYWORDS.get(type.kind) ?? 'other';
}

const KEYWORDS: ReadonlyMap<ts.SyntaxKind, PlainType | 'unknown'> = new Map([
  [ts.SyntaxKind.StringKeyword, 'string'],
  [ts.SyntaxKind.NumberKeyword, 'number'],
  [ts.SyntaxKind.BigIntKeyword, 'bigint'],
  [ts.SyntaxKind.BooleanKeyword, 'boolean'],
  [ts.SyntaxKind.AnyKeyword, 'unknown'],
]);

function isPlain(kind: Kind): kind is PlainType {
  return typeof kind === 'string' && kind !== 'unknown' && kind !== 'other';
}

function isNothing(type: ts.TypeNode): boolean {
  return (
    type.kind === ts.SyntaxKind.UndefinedKeyword ||
    (ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword)
  );
}

function membersOf(members: ts.NodeArray<ts.TypeElement>): ReadonlyMap<string, ts.TypeNode | undefined> {
  return new Map(
    members.flatMap((member): [string, ts.TypeNode | undefined][] =>
      ts.isPropertySignature(member) && ts.isIdentifier(member.name) ? [[member.name.text, member.type]] : [],
    ),
  );
}

/** What a variable without a type is by what it begins with. */
function kindOfValue(value: ts.Expression | undefined): Kind {
  if (value === undefined) return 'unknown';
  if (ts.isAsExpression(value)) return kindOfValue(value.expression);
  if (ts.isTemplateExpression(value) || ts.isNoSubstitutionTemplateLiteral(value)) return 'string';
  if (ts.isNewExpression(value)) {
    return ts.isIdentifier(value.expression) && value.expression.text === 'Date' ? 'date' : 'other';
  }
  if (ts.isCallExpression(value) && ts.isIdentifier(value.expression)) {
    return CONVERSIONS.get(value.expression.text) ?? 'unknown';
  }
  return OBJECTS.has(value.kind) ? 'other' : kindOfLiteral(value);
}

const CONVERSIONS: ReadonlyMap<string, PlainType | 'other'> = new Map([
  ['String', 'string'],
  ['Number', 'number'],
  ['BigInt', 'bigint'],
  ['Boolean', 'boolean'],
  ['require', 'other'],
]);

const OBJECTS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.TaggedTemplateExpression,
]);

function kindOfLiteral({ kind }: ts.Node): Kind {
  switch (kind) {
    case ts.SyntaxKind.StringLiteral:
      return 'string';
    case ts.SyntaxKind.NumericLiteral:
      return 'number';
    case ts.SyntaxKind.BigIntLiteral:
      return 'bigint';
    case ts.SyntaxKind.TrueKeyword:
    case ts.SyntaxKind.FalseKeyword:
      return 'boolean';
    default:
      return 'unknown';
  }
}
