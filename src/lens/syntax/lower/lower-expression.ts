import { testBranch } from '../facts/branches.ts';
import type { Expr, LiteralText, PropertyExpr } from '../facts/expr.ts';
import { mayHoldSecret } from '../gate.ts';
import { readLiteral } from './literal.ts';
import { addMembers, insideObject, prototypeOf } from './lower-this.ts';
import { recordWrite } from './lower-write.ts';
import { type At, type Lowering, spanOf, under } from './lowering.ts';
import { providedBy } from './providers.ts';
import { noteAwait } from './repeat.ts';
import { typeOf } from '../doc-types.ts';
import { lowerType } from '../facts/types.ts';
import { startOf } from '../start-of.ts';
import * as ts from '../typescript.ts';

/** The expressions that say something: told apart by their kind, which is read once (nodes have too many forms for more). */
type Said =
  | ts.ArrayLiteralExpression
  | ts.ArrowFunction
  | ts.AsExpression
  | ts.AwaitExpression
  | ts.BigIntLiteral
  | ts.BinaryExpression
  | ts.CallExpression
  | ts.ClassExpression
  | ts.ConditionalExpression
  | ts.DeleteExpression
  | ts.ElementAccessExpression
  | ts.FalseLiteral
  | ts.FunctionExpression
  | ts.Identifier
  | ts.NewExpression
  | ts.ExpressionWithTypeArguments
  | ts.NonNullExpression
  | ts.NoSubstitutionTemplateLiteral
  | ts.NullLiteral
  | ts.NumericLiteral
  | ts.ObjectLiteralExpression
  | ts.ParenthesizedExpression
  | ts.PostfixUnaryExpression
  | ts.PrefixUnaryExpression
  | ts.SatisfiesExpression
  | ts.SpreadElement
  | ts.StringLiteral
  | ts.TaggedTemplateExpression
  | ts.TemplateExpression
  | ts.ThisExpression
  | ts.TrueLiteral
  | ts.TypeAssertion
  | ts.VoidExpression
  | ts.YieldExpression;

/**
 * Lowers an expression, and collects the calls, functions and assignments inside it. `name` is what the source
 * calls its value, where it gives it one: a function without a name of its own is known by it.
 */
export function lowerExpression(lowering: Lowering, node: ts.Expression, at: At, name?: string): Expr {
  // what is met most often is asked for first
  if (ts.isPropertyAccessExpression(node)) {
    const object = lowerExpression(lowering, node.expression, at);
    const span = spanOf(lowering, node);
    return node.questionDotToken === undefined
      ? { kind: 'member', object, name: node.name.text, span }
      : { kind: 'member', object, name: node.name.text, span, isOptional: true };
  }
  const said = node as Said;
  switch (said.kind) {
    case ts.SyntaxKind.Identifier: {
      const span = spanOf(lowering, said);
      const { text } = said;
      return text === 'undefined'
        ? { kind: 'nothing', span }
        : { kind: 'name', name: text, scope: at.scope, span };
    }
    case ts.SyntaxKind.CallExpression:
    case ts.SyntaxKind.NewExpression:
      return lowering.lowerCall(said, at);
    case ts.SyntaxKind.StringLiteral:
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
      return lowerString(lowering, said);
    case ts.SyntaxKind.TemplateExpression:
      return lowerTemplate(lowering, said, at);
    case ts.SyntaxKind.AwaitExpression:
      noteAwait(lowering, said.expression);
      return lowerExpression(lowering, said.expression, at);
    case ts.SyntaxKind.ParenthesizedExpression: {
      const operand = lowerExpression(lowering, said.expression, at);
      const type = typeOf(said);
      return type === undefined ? operand : { kind: 'typed', operand, type, span: spanOf(lowering, said) };
    }
    case ts.SyntaxKind.NonNullExpression:
    case ts.SyntaxKind.ExpressionWithTypeArguments:
      return lowerExpression(lowering, said.expression, at);
    case ts.SyntaxKind.ObjectLiteralExpression: {
      const span = spanOf(lowering, said);
      return { kind: 'object', properties: lowerProperties(lowering, said, at), span };
    }
    case ts.SyntaxKind.BinaryExpression:
      return lowerBinary(lowering, said, at);
    case ts.SyntaxKind.NumericLiteral:
      return { kind: 'number', value: Number(said.text), span: spanOf(lowering, said) };
    case ts.SyntaxKind.ThisKeyword:
      return { kind: 'this', cls: at.cls, span: spanOf(lowering, said) };
    case ts.SyntaxKind.ArrowFunction:
    case ts.SyntaxKind.FunctionExpression: {
      const span = spanOf(lowering, said);
      return { kind: 'function', fn: lowering.lowerFunction(said, at, name), span };
    }
    case ts.SyntaxKind.ArrayLiteralExpression:
      return lowerArray(lowering, said, at);
    case ts.SyntaxKind.ElementAccessExpression:
      return lowerElementAccess(lowering, said, at);
    case ts.SyntaxKind.TaggedTemplateExpression:
      return lowerTagged(lowering, said, at);
    case ts.SyntaxKind.AsExpression:
    case ts.SyntaxKind.SatisfiesExpression:
    case ts.SyntaxKind.TypeAssertionExpression: {
      const operand = lowerExpression(lowering, said.expression, at);
      const type = lowerType(said.type);
      return type === undefined ? operand : { kind: 'typed', operand, type, span: spanOf(lowering, said) };
    }
    case ts.SyntaxKind.SpreadElement: {
      const operand = lowerExpression(lowering, said.expression, at);
      return { kind: 'spread', operand, span: spanOf(lowering, said) };
    }
    case ts.SyntaxKind.ConditionalExpression:
      return lowerConditional(lowering, said, at);
    case ts.SyntaxKind.PrefixUnaryExpression:
    case ts.SyntaxKind.PostfixUnaryExpression:
      return lowerUnary(lowering, said, at);
    case ts.SyntaxKind.TrueKeyword:
      return { kind: 'boolean', value: true, span: spanOf(lowering, said) };
    case ts.SyntaxKind.FalseKeyword:
      return { kind: 'boolean', value: false, span: spanOf(lowering, said) };
    case ts.SyntaxKind.NullKeyword:
      return { kind: 'nothing', span: spanOf(lowering, said) };
    case ts.SyntaxKind.BigIntLiteral:
      return { kind: 'bigint', value: said.text.slice(0, -1), span: spanOf(lowering, said) };
    case ts.SyntaxKind.ClassExpression:
      return { kind: 'class', cls: lowering.lowerClass(said, at), span: spanOf(lowering, said) };
    case ts.SyntaxKind.VoidExpression:
      lowerExpression(lowering, said.expression, at);
      return { kind: 'nothing', span: spanOf(lowering, said) };
    case ts.SyntaxKind.DeleteExpression: {
      const span = spanOf(lowering, said);
      lowerExpression(lowering, said.expression, at);
      recordWrite(lowering, said.expression, '=', { kind: 'nothing', span }, span, at);
      return { kind: 'other', span };
    }
    case ts.SyntaxKind.YieldExpression:
      // whoever takes what a generator gives to be waited for waits for it
      if (said.expression) noteAwait(lowering, said.expression);
      if (said.expression) lowerExpression(lowering, said.expression, at);
      return { kind: 'other', span: spanOf(lowering, said) };
    default:
      return lowerOther(lowering, node, at);
  }
}

/** JSX, `typeof` …: of no value, but there may be calls inside. */
function lowerOther(lowering: Lowering, node: ts.Expression, at: At): Expr {
  ts.forEachChild(node, (child) => {
    lowerInside(lowering, child, at);
  });
  return { kind: 'other', span: spanOf(lowering, node) };
}

function lowerInside(lowering: Lowering, node: ts.Node, at: At): void {
  if (ts.isExpression(node)) lowerExpression(lowering, node, at);
  else
    ts.forEachChild(node, (child) => {
      lowerInside(lowering, child, at);
    });
}

function lowerArray(lowering: Lowering, node: ts.ArrayLiteralExpression, at: At): Expr {
  const elements = node.elements.map((element) => lowerExpression(lowering, element, at));
  return { kind: 'array', elements, span: spanOf(lowering, node) };
}

function lowerElementAccess(lowering: Lowering, node: ts.ElementAccessExpression, at: At): Expr {
  const span = spanOf(lowering, node);
  const object = lowerExpression(lowering, node.expression, at);
  const { argumentExpression: index } = node;
  return ts.isStringLiteralLike(index)
    ? { kind: 'member', object, name: index.text, span }
    : { kind: 'index', object, index: lowerExpression(lowering, index, at), span };
}

function lowerString(lowering: Lowering, node: ts.StringLiteralLike): Expr {
  const span = spanOf(lowering, node);
  const text = readLiteral(lowering.text, span.start + 1, literalEnd(lowering, node), node.text);
  noteSecret(lowering, text);
  return { kind: 'string', text, span };
}

function lowerTagged(lowering: Lowering, node: ts.TaggedTemplateExpression, at: At): Expr {
  const span = spanOf(lowering, node);
  const tag = lowerExpression(lowering, node.tag, at);
  const template = lowerExpression(lowering, node.template, at);
  if (template.kind === 'template') return { ...template, tag, span };
  return template.kind === 'string'
    ? { kind: 'template', tag, texts: [template.text], holes: [], span }
    : { kind: 'other', span };
}

function lowerConditional(lowering: Lowering, node: ts.ConditionalExpression, at: At): Expr {
  const test = lowerExpression(lowering, node.condition, at);
  const whenTrue = lowerExpression(lowering, node.whenTrue, under(at, testBranch(test, true)));
  const whenFalse = lowerExpression(lowering, node.whenFalse, under(at, testBranch(test, false)));
  const span = spanOf(lowering, node);
  // `name ? name : other` is `name || other`
  const isItself =
    ts.isPropertyAccessExpression(node.condition) && isSameText(lowering, node.condition, node.whenTrue);
  return isItself
    ? { kind: 'binary', operator: '||', left: whenTrue, right: whenFalse, span }
    : { kind: 'conditional', whenTrue, whenFalse, span };
}

function isSameText(lowering: Lowering, a: ts.Node, b: ts.Node): boolean {
  const [one, other] = [a, b].map((node) => spanOf(lowering, node));
  return lowering.text.slice(one?.start, one?.end) === lowering.text.slice(other?.start, other?.end);
}

function lowerUnary(
  lowering: Lowering,
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  at: At,
): Expr {
  const span = spanOf(lowering, node);
  const { operator, operand: inner } = node;
  const operand = lowerExpression(lowering, inner, at);
  if (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken) {
    recordWrite(lowering, inner, '++', { kind: 'number', value: 1, span }, span, at);
    // it stands where the whole does: an edit must not part them
    return { ...operand, span };
  }
  return { kind: 'unary', operator: ts.tokenToString(operator) ?? '', operand, span };
}

/** Where the characters of a literal end: before the closing quote, if the file has one. */
function literalEnd(lowering: Lowering, node: ts.Node): number {
  const last = lowering.text.charAt(node.end - 1);
  const closed =
    node.end - startOf(node, lowering.source) > 1 && (last === '"' || last === "'" || last === '`');
  return closed ? node.end - 1 : node.end;
}

function noteSecret(lowering: Lowering, literal: LiteralText): void {
  if (mayHoldSecret(literal.text)) lowering.maybeSecrets.push(literal);
}

function lowerTemplate(lowering: Lowering, node: ts.TemplateExpression, at: At): Expr {
  const piece = (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): LiteralText => {
    const isTail = part.kind === ts.SyntaxKind.TemplateTail;
    const end = isTail ? literalEnd(lowering, part) : part.end - 2;
    const start = startOf(part, lowering.source) + 1;
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
      const fn = lowering.lowerFunction(property, ofMethod, name);
      const value: Expr = { kind: 'function', fn, span: spanOf(lowering, property) };
      if (name !== undefined) properties.push({ kind: 'property', name, value, nameSpan });
    } else {
      const fn = lowering.lowerFunction(property, ofMethod, name);
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
  const provider = providedBy(properties);
  if (provider !== undefined) lowering.providers.push(provider);
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
      const whenTrue = right(under(at, testBranch(left, true)));
      return {
        kind: 'conditional',
        whenTrue,
        whenFalse: { kind: 'nothing', span },
        span,
      };
    }
    case ts.SyntaxKind.BarBarToken: {
      const where = under(at, testBranch(left, false));
      return { kind: 'binary', operator: '||', left, right: right(where), span };
    }
    default:
      return { kind: 'binary', operator: ts.tokenToString(operator) ?? '', left, right: right(), span };
  }
}
