import type { Span } from '../../core/text/span.ts';
import { negate } from './conditions.ts';
import type { Expr, LiteralText, PropertyExpr } from './facts.ts';
import { mayHoldSecret } from './gate.ts';
import { readLiteral } from './literal.ts';
import { lowerClass, lowerFunction } from './lower-declaration.ts';
import { lowerCall } from './lower-call.ts';
import { addMembers, insideObject, prototypeOf } from './lower-this.ts';
import { recordWrite } from './lower-write.ts';
import { type At, type Lowering, noteTest, spanOf, textOf, under } from './lowering.ts';
import { noteAwait } from './repeat.ts';
import { lowerType } from './types.ts';
import * as ts from './typescript.ts';

/**
 * Lowers an expression, and collects the calls, functions and assignments inside it. `name` is what the source
 * calls its value, where it gives it one: a function without a name of its own is known by it.
 */
export function lowerExpression(lowering: Lowering, node: ts.Expression, at: At, name?: string): Expr {
  // what is met most often is asked for first
  if (ts.isIdentifier(node)) {
    const span = spanOf(lowering, node);
    return node.text === 'undefined'
      ? { kind: 'nothing', span }
      : { kind: 'name', name: node.text, scope: at.scope, span };
  }
  if (ts.isPropertyAccessExpression(node)) {
    const object = lowerExpression(lowering, node.expression, at);
    const span = spanOf(lowering, node);
    return node.questionDotToken === undefined
      ? { kind: 'member', object, name: node.name.text, span }
      : { kind: 'member', object, name: node.name.text, span, isOptional: true };
  }
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return lowerCall(lowering, node, at);
  if (ts.isStringLiteralLike(node)) return lowerString(lowering, node);
  if (ts.isTemplateExpression(node)) return lowerTemplate(lowering, node, at);
  if (ts.isAwaitExpression(node)) noteAwait(lowering, node.expression);
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isNonNullExpression(node)) {
    return lowerExpression(lowering, node.expression, at);
  }
  const span = spanOf(lowering, node);
  if (ts.isObjectLiteralExpression(node)) {
    return { kind: 'object', properties: lowerProperties(lowering, node, at), span };
  }
  if (ts.isBinaryExpression(node)) return lowerBinary(lowering, node, at);
  if (ts.isNumericLiteral(node)) return { kind: 'number', value: Number(node.text), span };
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    return { kind: 'function', fn: lowerFunction(lowering, node, at, name), span };
  }
  if (ts.isArrayLiteralExpression(node)) {
    const elements = node.elements.map((element) => lowerExpression(lowering, element, at));
    return { kind: 'array', elements, span };
  }
  if (ts.isTaggedTemplateExpression(node)) return lowerTagged(lowering, node, at, span);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isTypeAssertionExpression(node)) {
    const operand = lowerExpression(lowering, node.expression, at);
    const type = lowerType(node.type);
    return type === undefined ? operand : { kind: 'typed', operand, type, span };
  }
  if (ts.isElementAccessExpression(node)) {
    const object = lowerExpression(lowering, node.expression, at);
    if (ts.isStringLiteralLike(node.argumentExpression)) {
      return { kind: 'member', object, name: node.argumentExpression.text, span };
    }
    return { kind: 'index', object, index: lowerExpression(lowering, node.argumentExpression, at), span };
  }
  if (ts.isSpreadElement(node)) {
    return { kind: 'spread', operand: lowerExpression(lowering, node.expression, at), span };
  }
  if (ts.isConditionalExpression(node)) return lowerConditional(lowering, node, at, span);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    return lowerUnary(lowering, node, at, span);
  }
  return lowerRare(lowering, node, at, span);
}

function lowerRare(lowering: Lowering, node: ts.Expression, at: At, span: Span): Expr {
  if (ts.isBigIntLiteral(node)) return { kind: 'bigint', value: node.text.slice(0, -1), span };
  if (ts.isClassExpression(node)) return { kind: 'class', cls: lowerClass(lowering, node, at), span };
  if (ts.isVoidExpression(node)) {
    lowerExpression(lowering, node.expression, at);
    return { kind: 'nothing', span };
  }
  if (ts.isDeleteExpression(node)) {
    lowerExpression(lowering, node.expression, at);
    recordWrite(lowering, node.expression, '=', { kind: 'nothing', span }, span, at);
    return { kind: 'other', span };
  }
  if (ts.isYieldExpression(node)) {
    if (node.expression) lowerExpression(lowering, node.expression, at);
    return { kind: 'other', span };
  }
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { kind: 'boolean', value: true, span };
    case ts.SyntaxKind.FalseKeyword:
      return { kind: 'boolean', value: false, span };
    case ts.SyntaxKind.NullKeyword:
      return { kind: 'nothing', span };
    case ts.SyntaxKind.ThisKeyword:
      return { kind: 'this', cls: at.cls, span };
    default:
      // JSX, typeof …: of no value, but there may be calls inside
      ts.forEachChild(node, (child) => {
        lowerInside(lowering, child, at);
      });
      return { kind: 'other', span };
  }
}

function lowerString(lowering: Lowering, node: ts.StringLiteralLike): Expr {
  const span = spanOf(lowering, node);
  const text = readLiteral(lowering.text, span.start + 1, literalEnd(lowering, node), node.text);
  noteSecret(lowering, text);
  return { kind: 'string', text, span };
}

function lowerTagged(lowering: Lowering, node: ts.TaggedTemplateExpression, at: At, span: Span): Expr {
  const tag = lowerExpression(lowering, node.tag, at);
  const template = lowerExpression(lowering, node.template, at);
  if (template.kind === 'template') return { ...template, tag, span };
  return template.kind === 'string'
    ? { kind: 'template', tag, texts: [template.text], holes: [], span }
    : { kind: 'other', span };
}

function lowerConditional(lowering: Lowering, node: ts.ConditionalExpression, at: At, span: Span): Expr {
  const test = textOf(lowering, node.condition);
  const condition = lowerExpression(lowering, node.condition, at);
  noteTest(lowering, test, condition, at);
  return {
    kind: 'conditional',
    test,
    condition,
    whenTrue: lowerExpression(lowering, node.whenTrue, under(at, test)),
    whenFalse: lowerExpression(lowering, node.whenFalse, under(at, negate(test))),
    span,
  };
}

function lowerUnary(
  lowering: Lowering,
  { operator, operand: inner }: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  at: At,
  span: Span,
): Expr {
  const operand = lowerExpression(lowering, inner, at);
  if (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken) {
    recordWrite(lowering, inner, '++', { kind: 'number', value: 1, span }, span, at);
    return operand;
  }
  return { kind: 'unary', operator: ts.tokenToString(operator) ?? '', operand, span };
}

function lowerInside(lowering: Lowering, node: ts.Node, at: At): void {
  if (ts.isExpression(node)) lowerExpression(lowering, node, at);
  else
    ts.forEachChild(node, (child) => {
      lowerInside(lowering, child, at);
    });
}

/** Where the characters of a literal end: before the closing quote, if the file has one. */
function literalEnd(lowering: Lowering, node: ts.Node): number {
  const last = lowering.text.charAt(node.end - 1);
  const closed =
    node.end - node.getStart(lowering.source) > 1 && (last === '"' || last === "'" || last === '`');
  return closed ? node.end - 1 : node.end;
}

function noteSecret(lowering: Lowering, literal: LiteralText): void {
  if (mayHoldSecret(literal.text)) lowering.maybeSecrets.push(literal);
}

function lowerTemplate(lowering: Lowering, node: ts.TemplateExpression, at: At): Expr {
  const piece = (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): LiteralText => {
    const isTail = part.kind === ts.SyntaxKind.TemplateTail;
    const end = isTail ? literalEnd(lowering, part) : part.end - 2;
    const start = part.getStart(lowering.source) + 1;
    const text = readLiteral(lowering.text, start, Math.max(end, part.pos), part.text);
    noteSecret(lowering, text);
    return text;
  };
  return {
    kind: 'template',
    texts: [piece(node.head), ...node.templateSpans.map((span) => piece(span.literal))],
    holes: node.templateSpans.map((span) => lowerExpression(lowering, span.expression, at)),
    span: spanOf(lowering, node),
  };
}

function lowerProperties(lowering: Lowering, node: ts.ObjectLiteralExpression, from: At): PropertyExpr[] {
  const properties: PropertyExpr[] = [];
  const at = insideObject(lowering, node, from);
  const ofMethod: At = at.ownThis === undefined ? at : { ...at, cls: at.ownThis };
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      properties.push({ kind: 'spread', value: lowerExpression(lowering, property.expression, at) });
      continue;
    }
    const name = propertyName(property.name);
    const nameSpan = spanOf(lowering, property.name);
    if (ts.isPropertyAssignment(property)) {
      const { ownThis: _, ...outside } = at;
      const where = ts.isFunctionExpression(property.initializer) ? at : outside;
      const value = lowerExpression(lowering, property.initializer, where, name);
      if (name !== undefined) properties.push({ kind: 'property', name, value, nameSpan });
      // it may be any that is not written down
      else properties.unshift({ kind: 'spread', value: { kind: 'other', span: nameSpan } });
    } else if (ts.isShorthandPropertyAssignment(property)) {
      const value = lowerExpression(lowering, property.name, at);
      properties.push({ kind: 'property', name: property.name.text, value, nameSpan });
    } else if (ts.isMethodDeclaration(property)) {
      const fn = lowerFunction(lowering, property, ofMethod, name);
      const value: Expr = { kind: 'function', fn, span: spanOf(lowering, property) };
      if (name !== undefined) properties.push({ kind: 'property', name, value, nameSpan });
    } else {
      const fn = lowerFunction(lowering, property, ofMethod, name);
      const span = spanOf(lowering, property);
      if (name === undefined || !ts.isGetAccessorDeclaration(property)) continue;
      const callee: Expr = { kind: 'function', fn, span };
      properties.push({
        kind: 'property',
        name,
        value: { kind: 'call', callee, args: [], isNew: false, span },
        nameSpan,
      });
    }
  }
  addMembers(lowering, at, properties);
  return properties;
}

/** A property's name where it is plain; undefined when it is computed. */
export function propertyName(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (ts.isPrivateIdentifier(name)) return name.text;
  return ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression)
    ? name.expression.text
    : undefined;
}

function assignmentOf(operator: ts.SyntaxKind): '=' | '+=' | '??=' | 'other' | undefined {
  switch (operator) {
    case ts.SyntaxKind.EqualsToken:
      return '=';
    case ts.SyntaxKind.PlusEqualsToken:
      return '+=';
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
    case ts.SyntaxKind.BarBarEqualsToken:
      return '??=';
    default:
      return operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment
        ? 'other'
        : undefined;
  }
}

/** A chain such as `a + b + c …` is as deep as it is long, so it is gone through without recursion. */
function lowerBinary(lowering: Lowering, node: ts.BinaryExpression, at: At): Expr {
  const chain = [node];
  for (let { left } = node; ts.isBinaryExpression(left); { left } = left) chain.push(left);
  const innermost = chain.at(-1) ?? node;
  return chain.reduceRight(
    (left, outer) => lowerOperator(lowering, outer, left, at),
    lowerExpression(lowering, innermost.left, at),
  );
}

function lastName(target: Expr): string | undefined {
  return target.kind === 'name' || target.kind === 'member' ? target.name : undefined;
}

function lowerOperator(lowering: Lowering, node: ts.BinaryExpression, left: Expr, at: At): Expr {
  const span = spanOf(lowering, node);
  const operator = node.operatorToken.kind;
  const right = (where: At = at): Expr => lowerExpression(lowering, node.right, where);
  const assignment = assignmentOf(operator);
  if (assignment !== undefined) {
    const prototype = prototypeOf(lowering, left);
    const where: At = prototype === undefined ? at : { ...at, ownThis: prototype.cls };
    const value = lowerExpression(lowering, node.right, where, lastName(left));
    if (prototype?.name !== undefined) {
      const nameSpan = left.span;
      addMembers(lowering, where, [{ kind: 'property', name: prototype.name, value, nameSpan }]);
    }
    const isCount = assignment === '+=' && value.kind === 'number';
    recordWrite(lowering, node.left, isCount ? '++' : assignment, value, span, at);
    // `x ??= make()` gives what was there, or the new value
    return assignment === '??=' ? { kind: 'binary', operator: '??=', left, right: value, span } : value;
  }
  switch (operator) {
    case ts.SyntaxKind.CommaToken:
      return right();
    case ts.SyntaxKind.AmpersandAmpersandToken: {
      const test = textOf(lowering, node.left);
      noteTest(lowering, test, left, at);
      const whenTrue = right(under(at, test));
      return {
        kind: 'conditional',
        test,
        condition: left,
        whenTrue,
        whenFalse: { kind: 'nothing', span },
        span,
      };
    }
    case ts.SyntaxKind.BarBarToken: {
      const where = under(at, negate(textOf(lowering, node.left)));
      return { kind: 'binary', operator: '||', left, right: right(where), span };
    }
    default:
      return { kind: 'binary', operator: ts.tokenToString(operator) ?? '', left, right: right(), span };
  }
}
