import type { Expr } from '../facts/expr.ts';
import { lowerExpression, propertyName } from './lower-expression.ts';
import { type At, declare, type Lowering, spanOf } from './lowering.ts';
import type { lowerType } from '../facts/types.ts';
import * as ts from '../typescript.ts';

/** The expression a binding of a pattern is initialised with, given that of the whole pattern. */
export function declarePattern(
  lowering: Lowering,
  scope: number,
  name: ts.BindingName,
  init: Expr | undefined,
  type: ReturnType<typeof lowerType>,
  at: At,
): void {
  if (ts.isIdentifier(name)) {
    declare(lowering, scope, name.text, { span: spanOf(lowering, name), init, type });
    return;
  }
  const isObject = ts.isObjectBindingPattern(name);
  name.elements.forEach((element, index) => {
    if (!ts.isBindingElement(element)) return;
    const part =
      init && isObject && element.dotDotDotToken
        ? { kind: 'spread' as const, operand: init, without: namesOf(name), span: spanOf(lowering, element) }
        : init && partOf(lowering, init, element, isObject ? undefined : index, at);
    const fallback = element.initializer && lowerExpression(lowering, element.initializer, at);
    const value: Expr | undefined =
      part && fallback
        ? { kind: 'binary', operator: '??', left: part, right: fallback, span: part.span }
        : (part ?? fallback);
    declarePattern(lowering, scope, element.name, value, undefined, at);
  });
}

function partOf(
  lowering: Lowering,
  init: Expr,
  element: ts.BindingElement,
  index: number | undefined,
  at: At,
): Expr {
  const span = spanOf(lowering, element);
  if (element.dotDotDotToken) return { kind: 'other', span };
  if (index !== undefined) {
    return { kind: 'index', object: init, index: { kind: 'number', value: index, span }, span };
  }
  const name = nameOf(element);
  if (name !== undefined) return { kind: 'member', object: init, name, span };
  const key = element.propertyName;
  if (key && ts.isComputedPropertyName(key)) lowerExpression(lowering, key.expression, at);
  return { kind: 'other', span };
}

/** The property that an element of an object's pattern takes, where it is written out. */
function nameOf({ propertyName: written, name }: ts.BindingElement): string | undefined {
  const key = written ?? name;
  if (ts.isIdentifier(key)) return key.text;
  return ts.isObjectBindingPattern(key) || ts.isArrayBindingPattern(key) ? undefined : propertyName(key);
}

function namesOf({ elements }: ts.ObjectBindingPattern): readonly string[] {
  const taken = elements.filter((element) => element.dotDotDotToken === undefined);
  return taken.map(nameOf).filter((name) => name !== undefined);
}
