import { METHODS } from '../gate.ts';
import { readLiteral } from '../lower/literal.ts';
import type { LiteralText } from '../facts/expr.ts';
import { typeOf } from '../doc-types.ts';
import { lowerType, typeArgumentsOf } from '../facts/types.ts';
import { startOf } from '../start-of.ts';
import * as ts from '../typescript.ts';
import {
  markNear,
  nameAt,
  noteInnerCall,
  type Place,
  type ProgramLowering,
  spanOf,
  usedName,
} from './lowering.ts';
import type { Changer, Expression, ObjectPart, Pattern, PatternPart } from './program.ts';
import { noteChange } from './scopes.ts';

/** Lowers one expression. `name` is what the source calls its value: a function without a name is known by it. */
export function lowerExpression(
  lowering: ProgramLowering,
  node: ts.Expression,
  at: Place,
  name?: string,
): Expression {
  const lower = (inner: ts.Expression): Expression => lowerExpression(lowering, inner, at);
  if (ts.isIdentifier(node)) {
    if (node.text !== 'undefined') return usedName(lowering, node, at);
    return { kind: 'nothing', isNull: false, span: spanOf(lowering, node) };
  }
  if (ts.isPropertyAccessExpression(node)) return lowerMember(lowering, node, at);
  if (ts.isCallExpression(node)) return lowerCall(lowering, node, at);
  if (ts.isStringLiteralLike(node)) return lowerText(lowering, node);
  if (ts.isTemplateExpression(node)) return lowerTemplate(lowering, node, at);
  if (ts.isAwaitExpression(node)) {
    const operand = lowerExpression(lowering, node.expression, at, name);
    return operand.kind === 'call' || operand.kind === 'local' ? { ...operand, isAwaited: true } : operand;
  }
  if (ts.isParenthesizedExpression(node)) {
    const operand = lowerExpression(lowering, node.expression, at, name);
    const type = typeOf(node);
    return type === undefined ? operand : { kind: 'typed', operand, type, span: spanOf(lowering, node) };
  }
  if (ts.isNonNullExpression(node)) {
    const operand = lowerExpression(lowering, node.expression, at, name);
    return operand.kind === 'local' || operand.kind === 'member' ? { ...operand, isSure: true } : operand;
  }
  // `Repository<Order>` as a value
  if (ts.isExpressionWithTypeArguments(node)) return lowerExpression(lowering, node.expression, at, name);
  const span = spanOf(lowering, node);
  if (ts.isObjectLiteralExpression(node)) {
    return { kind: 'object', parts: node.properties.flatMap((part) => lowerPart(lowering, part, at)), span };
  }
  if (ts.isBinaryExpression(node)) return lowerBinary(lowering, node, at);
  if (ts.isNumericLiteral(node)) return lowerNumber(lowering, node);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
    return { kind: 'function', fn: lowering.lowerFunction(node, at, name), span };
  if (ts.isArrayLiteralExpression(node)) return { kind: 'array', elements: node.elements.map(lower), span };
  if (ts.isElementAccessExpression(node)) return lowerIndex(lowering, node, at);
  if (ts.isTaggedTemplateExpression(node)) {
    const template = lower(node.template);
    const tag = lower(node.tag);
    if (template.kind === 'template') return { ...template, tag, span };
    const texts = template.kind === 'text' ? [template.text] : [];
    return texts.length > 0
      ? { kind: 'template', tag, texts, holes: [], span }
      : { kind: 'other', parts: [tag, template], span };
  }
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isTypeAssertionExpression(node)) {
    const operand = lowerExpression(lowering, node.expression, at, name);
    const type = lowerType(node.type);
    return type === undefined ? operand : { kind: 'typed', operand, type, span };
  }
  if (ts.isSpreadElement(node)) return { kind: 'spread', operand: lower(node.expression), span };
  if (ts.isConditionalExpression(node)) {
    return {
      kind: 'conditional',
      test: lower(node.condition),
      whenTrue: lowerExpression(lowering, node.whenTrue, at, name),
      whenFalse: lowerExpression(lowering, node.whenFalse, at, name),
      span,
    };
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return lowerUnary(lowering, node, at);
  if (ts.isNewExpression(node)) {
    const args = node.arguments?.map(lower) ?? [];
    return { kind: 'new', callee: lower(node.expression), args, span };
  }
  if (ts.isBigIntLiteral(node)) return { kind: 'bigint', value: node.text.slice(0, -1), span };
  if (ts.isClassExpression(node)) return { kind: 'class', cls: lowering.lowerClass(node, at, name), span };
  if (ts.isVoidExpression(node))
    return { kind: 'unary', operator: 'void', operand: lower(node.expression), span };
  if (ts.isTypeOfExpression(node))
    return { kind: 'unary', operator: 'typeof', operand: lower(node.expression), span };
  if (ts.isDeleteExpression(node)) {
    const target = lowerTarget(lowering, node.expression, at);
    return target === undefined
      ? { kind: 'other', parts: [lower(node.expression)], span }
      : { kind: 'delete', target, span };
  }
  if (ts.isYieldExpression(node)) {
    const operand = node.expression && lower(node.expression);
    return { kind: 'yield', operand, isAll: node.asteriskToken !== undefined, span };
  }
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
    case ts.SyntaxKind.FalseKeyword:
      return { kind: 'boolean', value: node.kind === ts.SyntaxKind.TrueKeyword, span };
    case ts.SyntaxKind.NullKeyword:
      return { kind: 'nothing', isNull: true, span };
    case ts.SyntaxKind.ThisKeyword:
      return { kind: 'this', span };
    case ts.SyntaxKind.SuperKeyword:
      return { kind: 'super', span };
    case ts.SyntaxKind.MetaProperty:
      return { kind: 'new.target', span };
    case ts.SyntaxKind.RegularExpressionLiteral:
      return lowerPattern(lowering, node);
    default:
      return { kind: 'other', parts: partsOf(lowering, node, at), span };
  }
}

function lowerNumber(lowering: ProgramLowering, node: ts.NumericLiteral): Expression {
  const span = spanOf(lowering, node);
  const value = Number(node.text);
  if (Number.isSafeInteger(value)) return { kind: 'number', value, span };
  const digits = lowering.text.slice(span.start, span.end).replaceAll('_', '');
  const isInexact = /^\d+$/.test(digits) && BigInt(digits) !== BigInt(value);
  return { kind: 'number', value, ...(isInexact && { isInexact }), span };
}

/** The expressions inside something of no value of its own, such as JSX. */
function partsOf(lowering: ProgramLowering, node: ts.Node, at: Place): Expression[] {
  const parts: Expression[] = [];
  ts.forEachChild(node, (child) => {
    if (ts.isExpression(child)) parts.push(lowerExpression(lowering, child, at));
    else parts.push(...partsOf(lowering, child, at));
  });
  return parts;
}

function lowerPattern(lowering: ProgramLowering, node: ts.Node): Expression {
  const span = spanOf(lowering, node);
  const text = lowering.text.slice(span.start, span.end);
  const end = text.lastIndexOf('/');
  return { kind: 'pattern', source: text.slice(1, end), flags: text.slice(end + 1), span };
}

function lowerMember(
  lowering: ProgramLowering,
  node: ts.PropertyAccessExpression,
  at: Place,
): Extract<Expression, { kind: 'member' }> {
  lowering.membersRead.add(node.name.text);
  return memberOf(lowering, node, lowerReceiver(lowering, node.expression, at));
}

/** What a member is read of: `new Books()` in `new Books().find` hands on neither the class nor what it makes. */
function lowerReceiver(lowering: ProgramLowering, node: ts.Expression, at: Place): Expression {
  const made = unwrapped(node);
  if (!ts.isNewExpression(made) || !ts.isIdentifier(made.expression))
    return lowerExpression(lowering, node, at);
  const args = made.arguments?.map((arg) => lowerExpression(lowering, arg, at)) ?? [];
  return { kind: 'new', callee: nameAt(lowering, made.expression, at), args, span: spanOf(lowering, made) };
}

function memberOf(
  lowering: ProgramLowering,
  node: ts.PropertyAccessExpression,
  object: Expression,
): Extract<Expression, { kind: 'member' }> {
  return {
    kind: 'member',
    object,
    name: node.name.text,
    isOptional: node.questionDotToken !== undefined,
    nameStart: startOf(node.name, lowering.source),
    span: spanOf(lowering, node),
  };
}

function lowerIndex(
  lowering: ProgramLowering,
  node: ts.ElementAccessExpression,
  at: Place,
): Extract<Expression, { kind: 'member' | 'index' }> {
  const object = lowerExpression(lowering, node.expression, at);
  const isOptional = node.questionDotToken !== undefined;
  const span = spanOf(lowering, node);
  const { argumentExpression: index } = node;
  if (ts.isStringLiteralLike(index)) {
    lowering.membersRead.add(index.text);
    return {
      kind: 'member',
      object,
      name: index.text,
      isOptional,
      nameStart: startOf(index, lowering.source),
      span,
    };
  }
  if (object.kind === 'this') lowering.isAnyRead = true;
  return { kind: 'index', object, index: lowerExpression(lowering, index, at), isOptional, span };
}

function lowerCall(lowering: ProgramLowering, node: ts.CallExpression, at: Place): Expression {
  const span = spanOf(lowering, node);
  const { expression: callee, arguments: args } = node;
  const [first] = args;
  const isImport = callee.kind === ts.SyntaxKind.ImportKeyword || isRequire(callee, at);
  if (isImport && first !== undefined && ts.isStringLiteralLike(first))
    return { kind: 'import', module: first.text, span };
  const target = unwrapped(callee);
  const method = ts.isPropertyAccessExpression(target) ? target.name.text : undefined;
  if (method !== undefined && METHODS.has(method)) markNear(at.fn);
  if (method !== undefined && CHANGING.has(method) && ts.isPropertyAccessExpression(target))
    noteChanged(lowering, target.expression, at, method);
  if (method === 'assign' && first !== undefined) noteChanged(lowering, first, at);
  return {
    kind: 'call',
    callee: lowerCallee(lowering, callee, at),
    args: args.map((arg) => lowerExpression(lowering, arg, at)),
    isOptional: node.questionDotToken !== undefined,
    types: typeArgumentsOf(node),
    span,
  };
}

/** What is called: `find`, or `books` of `books.find`, is not handed on by that. */
function lowerCallee(lowering: ProgramLowering, callee: ts.Expression, at: Place): Expression {
  if (ts.isIdentifier(callee)) {
    noteInnerCall(lowering, callee.text, at);
    return nameAt(lowering, callee, at);
  }
  if (!ts.isPropertyAccessExpression(callee)) return lowerExpression(lowering, callee, at);
  const { expression: object } = callee;
  const isName = ts.isIdentifier(object);
  return memberOf(
    lowering,
    callee,
    isName ? nameAt(lowering, object, at) : lowerReceiver(lowering, object, at),
  );
}

function isRequire(callee: ts.Expression, { scope }: Place): boolean {
  if (!ts.isIdentifier(callee) || callee.text !== 'require') return false;
  for (let at: Place['scope'] | undefined = scope; at !== undefined; at = at.parent)
    if (at.names.has('require')) return false;
  return true;
}

/** Methods that change what they are called on. */
const CHANGING: ReadonlySet<string> = new Set([
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill'],
  ...['set', 'add', 'delete', 'clear'],
]);

function unwrapped(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)
    ? unwrapped(node.expression)
    : node;
}

/**
 * Notes what an assignment, or a method, changes: a name of a function further out, a field of `this` elsewhere than where instances are
 * made, or members of anything else. `method`: it is called on the target.
 */
function noteChanged(
  { written }: ProgramLowering,
  target: ts.Expression,
  { cls, scope }: Place,
  method?: string,
): void {
  const first = unwrapped(target);
  for (let node = first; ;) {
    const by: Changer = node === first ? method : undefined;
    if (ts.isIdentifier(node)) noteChange(scope, node.text, by);
    if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return;
    const object = unwrapped(node.expression);
    if (object.kind === ts.SyntaxKind.ThisKeyword) {
      if (ts.isPropertyAccessExpression(node) && cls?.isMaking === false) {
        const { text } = node.name;
        cls.changed.set(text, (cls.changed.get(text) ?? new Set()).add(by));
      }
      return;
    }
    if (ts.isPropertyAccessExpression(node)) written.add(node.name.text);
    node = object;
  }
}

function lowerUnary(
  lowering: ProgramLowering,
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  at: Place,
): Expression {
  const span = spanOf(lowering, node);
  const { operator, operand } = node;
  const isUp = operator === ts.SyntaxKind.PlusPlusToken;
  if (isUp || operator === ts.SyntaxKind.MinusMinusToken) {
    const target = lowerTarget(lowering, operand, at);
    if (target === undefined) return { kind: 'other', parts: [lowerExpression(lowering, operand, at)], span };
    return { kind: 'update', target, isUp, isPrefix: ts.isPrefixUnaryExpression(node), span };
  }
  return {
    kind: 'unary',
    operator: ts.tokenToString(operator) ?? '',
    operand: lowerExpression(lowering, operand, at),
    span,
  };
}

function lowerText(
  lowering: ProgramLowering,
  node: ts.StringLiteralLike,
): Extract<Expression, { kind: 'text' }> {
  const span = spanOf(lowering, node);
  const text = readLiteral(lowering.text, span.start + 1, literalEnd(lowering, node), node.text);
  return { kind: 'text', text, span };
}

/** Where the characters of a literal end: before the closing quote, if the file has one. */
function literalEnd(lowering: ProgramLowering, node: ts.Node): number {
  const last = lowering.text.charAt(node.end - 1);
  const isClosed =
    node.end - startOf(node, lowering.source) > 1 && (last === '"' || last === "'" || last === '`');
  return isClosed ? node.end - 1 : node.end;
}

function lowerTemplate(
  lowering: ProgramLowering,
  node: ts.TemplateExpression,
  at: Place,
): Extract<Expression, { kind: 'template' }> {
  const piece = (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): LiteralText => {
    const end = part.kind === ts.SyntaxKind.TemplateTail ? literalEnd(lowering, part) : part.end - 2;
    return readLiteral(lowering.text, startOf(part, lowering.source) + 1, Math.max(end, part.pos), part.text);
  };
  return {
    kind: 'template',
    texts: [piece(node.head), ...node.templateSpans.map(({ literal }) => piece(literal))],
    holes: node.templateSpans.map(({ expression }) => lowerExpression(lowering, expression, at)),
    span: spanOf(lowering, node),
  };
}

function lowerPart(lowering: ProgramLowering, part: ts.ObjectLiteralElementLike, at: Place): ObjectPart[] {
  if (ts.isSpreadAssignment(part))
    return [{ kind: 'spread', value: lowerExpression(lowering, part.expression, at) }];
  const name = keyOf(lowering, part.name, at);
  const called = typeof name === 'string' ? name : undefined;
  const property = (value: Expression): ObjectPart[] => {
    const { start, end } = spanOf(lowering, part.name);
    return [{ kind: 'property', name, value, span: { start, end: Math.max(end, value.span.end) } }];
  };
  if (ts.isPropertyAssignment(part)) return property(lowerExpression(lowering, part.initializer, at, called));
  if (ts.isShorthandPropertyAssignment(part)) return property(usedName(lowering, part.name, at));
  const fn = lowering.lowerFunction(part, at, called);
  if (ts.isGetAccessorDeclaration(part)) return [{ kind: 'getter', name, fn }];
  if (ts.isSetAccessorDeclaration(part)) return [{ kind: 'setter', name, fn }];
  return property({ kind: 'function', fn, span: spanOf(lowering, part) });
}

/** A property's name, or the expression that gives it. */
export function keyOf(lowering: ProgramLowering, name: ts.PropertyName, at: Place): string | Expression {
  if (!ts.isComputedPropertyName(name)) return name.text;
  if (ts.isStringLiteralLike(name.expression)) return name.expression.text;
  const key = lowerExpression(lowering, name.expression, at);
  const isSymbol = key.kind === 'member' && key.object.kind === 'global' && key.object.name === 'Symbol';
  return isSymbol ? `@@Symbol.${key.name}` : key;
}

/** A chain such as `a + b + c …` is as deep as it is long, so it is gone through without recursion. */
function lowerBinary(lowering: ProgramLowering, node: ts.BinaryExpression, at: Place): Expression {
  const chain: ts.BinaryExpression[] = [];
  let innermost: ts.Expression = node;
  while (ts.isBinaryExpression(innermost) && !isAssignment(innermost)) {
    chain.push(innermost);
    innermost = innermost.left;
  }
  const first = chain.at(-1);
  if (first === undefined) return lowerAssignment(lowering, node, at);
  return chain.reduceRight<Expression>(
    (left, outer) => lowerOperator(lowering, outer, left, at),
    lowerExpression(lowering, innermost, at),
  );
}

function lowerOperator(
  lowering: ProgramLowering,
  node: ts.BinaryExpression,
  left: Expression,
  at: Place,
): Expression {
  const right = lowerExpression(lowering, node.right, at);
  const span = { start: left.span.start, end: node.end };
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.CommaToken:
      return { kind: 'sequence', parts: [left, right], span };
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return { kind: 'logical', operator: '&&', left, right, span };
    case ts.SyntaxKind.BarBarToken:
      return { kind: 'logical', operator: '||', left, right, span };
    case ts.SyntaxKind.QuestionQuestionToken:
      return { kind: 'logical', operator: '??', left, right, span };
    default:
      return {
        kind: 'binary',
        operator: ts.tokenToString(node.operatorToken.kind) ?? '',
        left,
        right,
        span: spanOf(lowering, node),
      };
  }
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function lowerAssignment(lowering: ProgramLowering, node: ts.BinaryExpression, at: Place): Expression {
  const span = spanOf(lowering, node);
  noteChanged(lowering, node.left, at);
  const called = ts.isIdentifier(node.left)
    ? node.left.text
    : ts.isPropertyAccessExpression(node.left)
      ? node.left.name.text
      : undefined;
  const target = lowerTarget(lowering, node.left, at);
  const value = lowerExpression(lowering, node.right, at, called);
  if (target === undefined) return { kind: 'other', parts: [value], span };
  const isPlain = node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  const operator = isPlain ? undefined : ts.tokenToString(node.operatorToken.kind)?.slice(0, -1);
  return { kind: 'assign', target, operator, value, span };
}

/** What an assignment changes: a name, a property, or the parts of a pattern. */
export function lowerTarget(lowering: ProgramLowering, node: ts.Expression, at: Place): Pattern | undefined {
  const target = unwrapped(node);
  noteChanged(lowering, target, at);
  if (ts.isIdentifier(target)) {
    const found = nameAt(lowering, target, at);
    return found.kind === 'import' ? undefined : found;
  }
  if (ts.isPropertyAccessExpression(target)) return lowerMember(lowering, target, at);
  if (ts.isElementAccessExpression(target)) return lowerIndex(lowering, target, at);
  if (ts.isArrayLiteralExpression(target)) {
    const last = target.elements.at(-1);
    const isRest = last !== undefined && ts.isSpreadElement(last);
    const plain = isRest ? target.elements.slice(0, -1) : target.elements;
    const parts = plain.map((element) => lowerTargetPart(lowering, element, at));
    const rest = isRest ? lowerTarget(lowering, last.expression, at) : undefined;
    return { kind: 'array-pattern', parts, rest };
  }
  if (!ts.isObjectLiteralExpression(target)) return undefined;
  const parts: (PatternPart & { readonly key: string | Expression })[] = [];
  let rest: Pattern | undefined;
  for (const property of target.properties) {
    if (ts.isSpreadAssignment(property)) rest = lowerTarget(lowering, property.expression, at);
    else if (ts.isShorthandPropertyAssignment(property)) {
      const inner = lowerTarget(lowering, property.name, at);
      const fallback =
        property.objectAssignmentInitializer &&
        lowerExpression(lowering, property.objectAssignmentInitializer, at);
      if (inner !== undefined) parts.push({ key: property.name.text, target: inner, fallback });
    } else if (ts.isPropertyAssignment(property)) {
      const part = lowerTargetPart(lowering, property.initializer, at);
      if (part !== undefined) parts.push({ key: keyOf(lowering, property.name, at), ...part });
    }
  }
  return { kind: 'object-pattern', parts, rest };
}

function lowerTargetPart(lowering: ProgramLowering, node: ts.Expression, at: Place): PatternPart | undefined {
  const hasDefault = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  const target = lowerTarget(lowering, hasDefault ? node.left : node, at);
  if (target === undefined) return undefined;
  return { target, fallback: hasDefault ? lowerExpression(lowering, node.right, at) : undefined };
}
