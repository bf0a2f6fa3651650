import * as ts from '../typescript.ts';
import { bare, memberName } from './tree.ts';

/** What a value in the code has to do with the entity at hand. */
export type Origin =
  /** The entity, or an object made from it. */
  | { readonly kind: 'entity'; readonly shape: Shape }
  /** A property as it is. */
  | { readonly kind: 'property'; readonly name: string }
  /** Worked out from one property: `Date.parse(e.ts)`. */
  | { readonly kind: 'converted'; readonly name: string }
  /** Worked out from several properties, of which `name` is the first: no condition of the service could stand for it. */
  | { readonly kind: 'mixed'; readonly name: string }
  /** Depends on the entity in another way. */
  | { readonly kind: 'other' };

/** The properties of an object made from an entity; `opaque` where only their names are seen when they are read. */
export type Shape = 'same' | 'opaque' | ReadonlyMap<string, Origin>;

/** Variables that depend on the entity at hand. */
export type Origins = ReadonlyMap<string, Origin>;

const OTHER: Origin = { kind: 'other' };

/** What an expression has to do with the entity; undefined for nothing at all. */
export function originOf(expression: ts.Expression, origins: Origins): Origin | undefined {
  const of = (node: ts.Expression): Origin | undefined => originOf(node, origins);
  const node = expression;
  if (ts.isAwaitExpression(node)) return of(node.expression) && OTHER;
  const inner = bare(node);
  if (inner !== node) return of(inner);
  if (ts.isIdentifier(node)) return origins.get(node.text);
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    return memberOrigin(node, origins);
  }
  if (ts.isCallExpression(node)) return callOrigin(node, origins);
  if (ts.isNewExpression(node)) return together((node.arguments ?? []).map(of));
  if (ts.isBinaryExpression(node)) return binaryOrigin(node, origins);
  if (ts.isPrefixUnaryExpression(node)) return together([of(node.operand)]);
  if (ts.isTemplateExpression(node)) return together(node.templateSpans.map((span) => of(span.expression)));
  if (ts.isConditionalExpression(node)) {
    return of(node.condition) === undefined ? together([of(node.whenTrue), of(node.whenFalse)]) : OTHER;
  }
  if (ts.isArrayLiteralExpression(node)) return together(node.elements.map(of));
  if (ts.isSpreadElement(node)) return of(node.expression);
  if (ts.isObjectLiteralExpression(node)) return objectOrigin(node, origins);
  if (ts.isTypeOfExpression(node)) return of(node.expression) && OTHER;
  return undefined;
}

/** Of the values that one is worked out from. */
function together(parts: readonly (Origin | undefined)[]): Origin | undefined {
  const found = parts.filter((part) => part !== undefined);
  const [first] = found;
  if (first === undefined) return undefined;
  if (!('name' in first) || !found.every((part) => 'name' in part)) return OTHER;
  const isOne = found.every((part) => part.kind !== 'mixed' && part.name === first.name);
  return { kind: isOne ? 'converted' : 'mixed', name: first.name };
}

function memberOrigin(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  origins: Origins,
): Origin | undefined {
  const object = originOf(node.expression, origins);
  const name = memberName(node);
  switch (object?.kind) {
    case undefined:
      // `rooms[entity.id]` is something of another table
      return ts.isElementAccessExpression(node) && originOf(node.argumentExpression, origins)
        ? OTHER
        : undefined;
    case 'entity':
      return name === undefined ? OTHER : propertyOf(object.shape, name);
    case 'property':
    case 'converted':
    case 'mixed':
      // how long a text is says nothing of what is in it
      if (name === 'length' || name === 'size') return OTHER;
      return { kind: object.kind === 'mixed' ? 'mixed' : 'converted', name: object.name };
    case 'other':
      return OTHER;
  }
}

/** A property of an object made from an entity. */
function propertyOf(shape: Shape, name: string): Origin | undefined {
  if (shape === 'same') return { kind: 'property', name };
  return shape === 'opaque' ? { kind: 'converted', name } : shape.get(name);
}

/** Whatever these are given, they give it back in another form. */
const CONVERTERS = /^(?:Date|Number|Math|JSON|String|BigInt|Buffer|Temporal|DateTime|moment|dayjs)\b/;

function callOrigin(node: ts.CallExpression, origins: Origins): Origin | undefined {
  const args = node.arguments.map((arg) => originOf(arg, origins));
  const callee = bare(node.expression);
  if (ts.isIdentifier(callee)) return together(args);
  if (!ts.isPropertyAccessExpression(callee))
    return args.some((arg) => arg !== undefined) ? OTHER : undefined;
  const receiver = originOf(callee.expression, origins);
  if (receiver !== undefined) return receiver.kind === 'entity' ? OTHER : together([receiver, ...args]);
  const converted = together(args);
  const object = bare(callee.expression);
  const isConverter = ts.isIdentifier(object) && CONVERTERS.test(object.text);
  return converted === undefined || isConverter ? converted : OTHER;
}

function binaryOrigin(node: ts.BinaryExpression, origins: Origins): Origin | undefined {
  const left = originOf(node.left, origins);
  const right = originOf(node.right, origins);
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
      return left?.kind === 'property' ? { kind: 'converted', name: left.name } : (left ?? right);
    case ts.SyntaxKind.PlusToken:
    case ts.SyntaxKind.MinusToken:
    case ts.SyntaxKind.AsteriskToken:
    case ts.SyntaxKind.SlashToken:
    case ts.SyntaxKind.PercentToken:
      return together([left, right]);
    default:
      return (left ?? right) && OTHER;
  }
}

function objectOrigin(node: ts.ObjectLiteralExpression, origins: Origins): Origin | undefined {
  const shape = new Map<string, Origin>();
  let depends = false;
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      if (originOf(property.expression, origins) !== undefined) return { kind: 'entity', shape: 'opaque' };
      continue;
    }
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    const origin = value && originOf(value, origins);
    if (origin === undefined) continue;
    depends = true;
    if (ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name)) {
      shape.set(property.name.text, origin);
    }
  }
  return depends ? { kind: 'entity', shape } : undefined;
}

/** Adds what a declaration or a parameter names of a value of this origin. */
export function bind(origins: Map<string, Origin>, name: ts.BindingName, origin: Origin | undefined): void {
  if (ts.isIdentifier(name)) {
    if (origin === undefined) origins.delete(name.text);
    else origins.set(name.text, origin);
    return;
  }
  for (const element of name.elements) {
    if (!ts.isBindingElement(element)) continue;
    bind(origins, element.name, origin && elementOrigin(element, origin, ts.isObjectBindingPattern(name)));
  }
}

function elementOrigin(element: ts.BindingElement, origin: Origin, inObject: boolean): Origin | undefined {
  if (origin.kind !== 'entity') return origin.kind === 'property' ? { ...origin, kind: 'converted' } : origin;
  if (!inObject) return OTHER;
  // `...rest` has the names of the entity
  if (element.dotDotDotToken !== undefined) return origin;
  const name = boundName(element);
  return name === undefined ? OTHER : propertyOf(origin.shape, name);
}

/** The property that an element of `{ a, b: c }` takes. */
function boundName(element: ts.BindingElement): string | undefined {
  const name = element.propertyName ?? element.name;
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}
